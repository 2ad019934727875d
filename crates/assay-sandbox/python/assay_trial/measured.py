"""Runs one sample as `worker.py` does, and makes calls whose cost the judge (`meter.py`) measures.

This process is the sample's own: nothing that is said here about time is believed. The judge holds the clock and starts
it with a mark; here everything is ready by then, and the call is the next thing that happens.

A request for a measured call names what is wanted: ``time`` (once, or on so many fresh copies of the arguments),
``memory`` (the peak that ``tracemalloc`` sees), ``steps`` (the lines that run in a first and in a second call).
"""

from __future__ import annotations

import _tracemalloc
import collections
import gc
import itertools
import sys
import time
import tracemalloc
from typing import Any, Callable

from assay_trial.channel import Channel, ChannelClosed
from assay_trial.encoding import draw
from assay_trial.loading import explain, take_program
from assay_trial.plain_data import DRAW_LIMIT, NotPlainData
from assay_trial.worker import Call, serve

#: What the two sides say to each other around a call, a byte each.
LOAD, READY, GO, DONE, ON = b"l", b"r", b"g", b"d", b"o"
#: Lines of a call that are counted; a call of more takes long enough to be measured once.
STEPS = 20_000

# Taken hold of before the sample's first line: it may put others in their place.
_collect, _freeze = gc.collect, gc.freeze
_trace, _traced, _stop = tracemalloc.start, tracemalloc.get_traced_memory, tracemalloc.stop
_set_trace = sys.settrace
_now = time.monotonic_ns


#: Functions by which a sample could change what is traced. It finds others in their place, which take note.
_CHANGE_TRACING = ("start", "stop", "clear_traces", "reset_peak")
_changed_tracing: list[str] = []


def _guard_tracing() -> None:
    for name in _CHANGE_TRACING:
        def noted(*_arguments: Any, _name: str = name, **_keywords: Any) -> None:
            _changed_tracing.append(_name)

        for module in (tracemalloc, _tracemalloc):
            if hasattr(module, name):
                setattr(module, name, noted)


def begin(channel: Channel) -> None:
    """Waits for the judge's clock, then loads and serves."""
    entry_point, source, _rest = take_program()
    _guard_tracing()
    channel.await_mark(LOAD)
    serve(channel, source, entry_point, _answer)


def _answer(
    channel: Channel, request: dict[str, Any], function: Callable[..., Any], namespace: dict[str, Any]
) -> dict[str, Any]:
    # All kinds of calls are made here, since a frame more would leave the sample one less than a plain run.
    wanted = request.get("measure")
    try:
        calls = [Call(request, namespace) for _ in range(request.get("copies", 1))]
    except NotPlainData as error:
        return {"not_plain_data": str(error)[:500]}
    call = calls[-1]
    if wanted == "steps":
        return {"steps": [_steps(function, call) for call in calls]}
    measured, traced = wanted is not None, wanted == "memory"
    if len(calls) > 1 or traced:
        # What lies about is not to be collected in the midst of what is measured.
        _collect()
        _freeze()
    if measured:
        channel.mark(READY)
        channel.await_mark(GO)
    if traced:
        _trace()
        before = _traced()[0]
    value, raised, drawn = None, None, None
    started = _now()
    for call in calls:
        try:
            value = function(*call.arguments, **call.keywords)
        except ChannelClosed:
            raise
        except BaseException as error:  # whatever the sample raises is its answer
            value, raised = None, error
    lazy = hasattr(type(value), "__next__")
    if lazy and not traced:
        drawn = draw(value, explain)
    spent = _now() - started
    if lazy and traced:
        _draw(value)
    peak = _traced()[1] - before if traced else 0
    if measured:
        channel.mark(DONE)
        channel.await_mark(ON)
    # What was drawn and not kept is gone: the judge asks for it again.
    reply = {"again": True} if lazy and traced else call.reply(value, raised, spent, drawn)
    if traced:
        if any(node[0] == "iterator" for node in reply.get("nodes", ())):
            peak = _traced()[1] - before  # their work was done while they were written
        _stop()
        reply = {**reply, "peak": -1 if _changed_tracing else peak}
    return reply


def _draw(value: Any) -> None:
    """Lets a lazy iterable do its work, holding none of it."""
    try:
        collections.deque(itertools.islice(value, DRAW_LIMIT), maxlen=0)
    except Exception:  # the iterable's own failure; the tests meet it when it is asked for again
        pass


def _steps(function: Callable[..., Any], call: Call) -> int:
    """How many lines of Python a call runs."""
    steps = 0

    def count(_frame: Any, event: str, _argument: Any) -> Any:
        nonlocal steps
        if event == "line":
            steps += 1
            if steps >= STEPS:
                _set_trace(None)
                return None
        return count

    _set_trace(count)
    try:
        value = function(*call.arguments, **call.keywords)
        if hasattr(type(value), "__next__"):
            _draw(value)
    except ChannelClosed:
        raise
    except BaseException:  # the tests meet it in the call that is theirs
        pass
    finally:
        _set_trace(None)
    return steps
