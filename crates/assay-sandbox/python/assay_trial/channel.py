"""Framed JSON messages over a Unix stream socket: a four-byte big-endian length, then UTF-8 JSON."""

from __future__ import annotations

import json
import socket
from typing import Any

#: No frame may be larger, in either direction. A worker's value that needs more is not plain data.
FRAME_LIMIT = 64 * 1024 * 1024

#: Bytes asked for at once while the rest of a frame is unknown.
_CHUNK = 8192
#: Bytes asked for at once while it is known.
_MOST = 1 << 20

_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
#: The reader without what surrounds it: our own writer puts no space around a message, and every call counts.
_scan = json.JSONDecoder().scan_once


class ChannelClosed(BaseException):
    """The other side is gone. Not an ``Exception``, so that a test's ``except Exception`` cannot hide it."""


class MalformedFrame(BaseException):
    """The bytes received are not what our own other side ever writes."""


class FrameTooLarge(BaseException):
    """The message does not fit into one frame."""


class Channel:
    """One end of a socket, with messages instead of bytes."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = bytearray()
        self._descriptors: list[int] = []

    def fileno(self) -> int:
        return self._connection.fileno()

    def detach(self) -> int:
        """Forgets the descriptor without closing it."""
        return self._connection.detach()

    def send(self, message: Any) -> None:
        """Writes one message whole."""
        payload = _encode(message).encode("ascii")
        if len(payload) > FRAME_LIMIT:
            raise FrameTooLarge(len(payload))
        try:
            self._connection.sendall(len(payload).to_bytes(4, "big") + payload)
        except OSError as error:
            raise ChannelClosed(str(error)) from None

    def receive(self) -> Any:
        """Waits for one message. Raises ``ChannelClosed`` at the end of the stream."""
        length = int.from_bytes(self._take(4), "big")
        if length > FRAME_LIMIT:
            raise MalformedFrame(f"a frame that claims {length} bytes")
        payload = self._take(length)
        try:
            text = payload.decode()
            message, end = _scan(text, 0)
        except (ValueError, RecursionError, StopIteration) as error:
            raise MalformedFrame(f"a frame that is not JSON: {type(error).__name__}") from None
        if end != len(text):
            raise MalformedFrame("a frame with more than its message")
        return message

    def mark(self, sign: bytes) -> None:
        """Writes one byte, which is no message: the other side waits for it."""
        try:
            self._connection.sendall(sign)
        except OSError as error:
            raise ChannelClosed(str(error)) from None

    def await_mark(self, sign: bytes) -> None:
        """Waits for that byte."""
        if self._take(1) != sign:
            raise MalformedFrame("a byte that does not belong here")

    def receive_with_descriptors(self, most: int) -> Any:
        """Waits for one message and keeps the descriptors that came with it for ``take_descriptors``.

        The kernel may hand over a message without descriptors together with the next one's, so they stay here until
        the message that they belong to asks for them.
        """
        while len(self._buffer) < 4:
            data, received, _flags, _address = socket.recv_fds(self._connection, 65536, most)
            if not data:
                raise ChannelClosed("end of stream")
            self._buffer += data
            self._descriptors += received
        return self.receive()

    def take_descriptors(self) -> list[int]:
        """The descriptors that have come and that nobody has taken yet."""
        taken, self._descriptors = self._descriptors, []
        return taken

    def pending(self) -> bool:
        """Whether bytes are waiting that nobody asked for."""
        if self._buffer:
            return True
        try:
            data = self._connection.recv(1, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return False
        self._buffer += data
        return bool(data)

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            try:
                data = self._connection.recv(max(_CHUNK, min(count - len(self._buffer), _MOST)))
            except OSError as error:
                raise ChannelClosed(str(error)) from None
            if not data:
                raise ChannelClosed("end of stream")
            self._buffer += data
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken
