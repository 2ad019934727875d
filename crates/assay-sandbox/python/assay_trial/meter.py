"""Judges as `judge.py` does and measures the sample's calls meanwhile, by the clock of this process.

A measured call goes in steps: the worker makes the arguments and says that it is ready; a mark starts the call, and a
mark of the worker's ends it. What a mark and its answer take by themselves is known from a function that does nothing
and is taken off. A worker that sends its mark early and goes on uses processor time that was not measured; the kernel
counts it, and whoever reads the measurement adds it.
"""

from __future__ import annotations

import functools
import time
from typing import Any

from assay_trial import judge
from assay_trial.channel import Channel, MalformedFrame
from assay_trial.judge import Candidate
from assay_trial.measured import DONE, GO, LOAD, ON, READY, STEPS

#: Values in arguments that may lie ready at once, all copies together.
_VALUES = 20_000
#: A call that costs so much more the first time, in nanoseconds and as a multiple, has kept something of it.
_KEPT_NANOSECONDS, _KEPT_MULTIPLE = 1_000_000, 10
#: Share by which the lines of a second call may differ from those of the first.
_STEADY = 0.2


class Meter(Candidate):
    """The sample's entry point, each call of which is measured.

    ``order`` says what is measured: ``probe`` (whether a call may be repeated, and roughly how long it takes), ``time``
    with so many ``copies``, or ``memory``; and the ``transport`` in nanoseconds that is taken off each time.
    """

    def __init__(self, channel: Channel, namespace: dict[str, Any], order: dict[str, Any]) -> None:
        super().__init__(channel, namespace)
        self._what, self._copies, self._transport = order["what"], order["copies"], order["transport"]
        self.measured: dict[str, Any] = {
            "calls": 0, "nanoseconds": 0.0, "timed_nanoseconds": 0.0, "single_calls": 0.0, "loading_nanoseconds": 0,
            "repeatable": True, "peak_bytes": 0, "traced": True,
        }  # fmt: skip

    def load(self) -> Any:
        started = time.monotonic_ns()
        self._channel.mark(LOAD)
        report = self.wait()
        self.measured["loading_nanoseconds"] = time.monotonic_ns() - started
        return report

    def ask(self, request: dict[str, Any]) -> Any:
        self.measured["calls"] += 1
        if self._what == "memory":
            return self._memory(request)
        if self._what == "probe" and not self._is_steady(request):
            self.measured["repeatable"] = False
        reply, spent = self._timed(request, "time", 1)
        copies = max(1, min(self._copies, _VALUES // (1 + self.values)))
        if copies > 1:
            _reply, together = self._timed(request, "time", copies)
            self.sample_time += int(together)
            each = together / copies
            # A first call that cost so much more has kept something for the others: they say nothing.
            if spent > _KEPT_NANOSECONDS and spent > _KEPT_MULTIPLE * each:
                copies = 1
            else:
                spent = each
        self.measured["nanoseconds"] += spent
        self.measured["single_calls"] += 1 / copies
        return reply

    def _timed(self, request: dict[str, Any], what: str, copies: int) -> tuple[Any, float]:
        """What came of a call that was made so many times, and what they took together."""
        self.send({**request, "measure": what, "copies": copies})
        self._await(READY)
        if self._channel.pending():
            raise MalformedFrame("an answer before its question")
        started = time.monotonic_ns()
        self._channel.mark(GO)
        self._await(DONE)
        done = time.monotonic_ns()
        self._channel.mark(ON)
        reply = self.wait()
        lazy = _lazy_results(reply)
        if lazy:
            self.measured["repeatable"] = False
        if lazy > 1 or (lazy and not _is_lazy(reply)):
            # Their work is done while they are written; what one that is the whole result does is in the time already.
            done = time.monotonic_ns()
        spent = max(0, done - started - self._transport)
        self.measured["timed_nanoseconds"] += spent
        return reply, spent

    def _await(self, sign: bytes) -> None:
        asked = time.monotonic_ns()
        try:
            self._channel.await_mark(sign)
        finally:
            self.waited += time.monotonic_ns() - asked

    def _memory(self, request: dict[str, Any]) -> Any:
        reply, _spent = self._timed(request, "memory", 1)
        peak = reply.get("peak") if isinstance(reply, dict) else None
        if type(peak) is not int or not 0 <= peak < 1 << 50:
            self.measured["traced"] = False  # the sample has stopped the tracing, or forged it
        else:
            self.measured["peak_bytes"] = max(self.measured["peak_bytes"], peak)
        return super().ask(request) if isinstance(reply, dict) and reply.get("again") is True else reply

    def _is_steady(self, request: dict[str, Any]) -> bool:
        """Whether a second call does as much as the first: nothing of it was kept."""
        self.send({**request, "measure": "steps", "copies": 2})
        reply = self.wait()
        steps = reply.get("steps") if isinstance(reply, dict) else None
        if not isinstance(steps, list) or len(steps) != 2 or not all(type(count) is int for count in steps):
            return False
        first, second = steps
        return 0 < first < STEPS and abs(first - second) <= _STEADY * first


def _lazy_results(reply: Any) -> int:
    """How many lazy iterables a reply holds."""
    nodes = reply.get("nodes") if isinstance(reply, dict) else None
    if not isinstance(nodes, list):
        return 0
    return sum(1 for node in nodes if isinstance(node, list) and node[:1] == ["iterator"])


def _is_lazy(reply: dict[str, Any]) -> bool:
    """Whether the result itself is one."""
    value, nodes = reply.get("value"), reply["nodes"]
    if not isinstance(value, list) or len(value) != 1 or type(value[0]) is not int or not 0 <= value[0] < len(nodes):
        return False
    node = nodes[value[0]]
    return isinstance(node, list) and node[:1] == ["iterator"]


#: Serves, as a child of the zygote. No function of its own: tests would have a frame less than in a plain run.
begin = functools.partial(
    judge.begin, meeting=lambda request: lambda channel, namespace: Meter(channel, namespace, request["measuring"])
)
