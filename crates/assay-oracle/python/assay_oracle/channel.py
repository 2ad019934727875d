"""What is said to the supervisor: one line of JSON per event, on a descriptor that nobody else writes to."""

from __future__ import annotations

import fcntl
import json
import os
import threading

#: Where the private copy of standard output goes: out of the way of programs that count descriptors from 3.
_PLACE = 200
#: The most that is said of one failure, in bytes; after `_ALL_DETAILS` of a run much less.
_DETAIL, _LATE_DETAIL = 4000, 200
_ALL_DETAILS = 4 << 20


def text_of(value: object) -> str:
    """A text that JSON and UTF-8 can hold, whatever stands in it."""
    return str(value).encode("utf-8", "backslashreplace").decode("utf-8")


class Channel:
    """Standard output as it was at the beginning. From now on descriptor 1 is standard error."""

    def __init__(self, nonce: str) -> None:
        self._nonce = nonce
        self._number = 0
        self._told = 0
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._write, self._dumps, self._pid = os.write, json.dumps, os.getpid
        self._descriptor = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, _PLACE)
        os.dup2(2, 1)

    def say(self, event: str, **values: object) -> None:
        """Says one event. A fork of this process that thinks it is still the runner says nothing."""
        if self._pid() != self._owner:
            return
        with self._lock:
            message = {"nonce": self._nonce, "number": self._number, "event": event, **values}
            rest = self._dumps(message).encode() + b"\n"
            self._number += 1
            while rest:
                rest = rest[self._write(self._descriptor, rest) :]

    def detail(self, text: object) -> str:
        """The end of what a runner says of a failure."""
        most = _DETAIL if self._told < _ALL_DETAILS else _LATE_DETAIL
        kept = text_of(text).encode()[-most:]
        self._told += len(kept)
        return kept.decode("utf-8", "ignore")
