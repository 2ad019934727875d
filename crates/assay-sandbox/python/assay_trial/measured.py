"""Runs one sample as `worker.py` does, and makes calls whose cost the judge (`meter.py`) measures.

This process is the sample's own: nothing that is said here about time is believed. The judge holds the clock and starts
it with a mark; here everything is ready by then, and the call is the next thing that happens.

A request for a measured call names what is wanted: ``time`` (once, or on so many fresh copies of the arguments),
``memory`` (the peak that ``tracemalloc`` sees), ``steps`` (the lines that run in a first and in a second call).
"""

from __future__ import annotations

import collections
import gc
import itertools
import sys
import time
import tracemalloc
from typing import Any, Callable

from assay_trial.channel import Channel, ChannelClosed
from assay_trial.loading import take_program
from assay_trial.plain_data import DRAW_LIMIT, NotPlainData
from assay_trial.worker import Call, serve

#: What the two sides say to each other around a call, a byte each.
LOAD, READY, GO, DONE, ON = b"l", b"r", b"g", b"d", b"o"
#: Lines of a call that are counted; a call of more takes long enough to be measured once.
STEPS = 20_000

# Taken hold of before the sample's first line: it may put others in their place.
_collect, _freeze = gc.collect, gc.freeze
_trace, _traced, _is_tracing, _stop = (
    tracemalloc.start, tracemalloc.get_traced_memory, tracemalloc.is_tracing, tracemalloc.stop,
)  # fmt: skip
_set_trace = sys.settrace
_now = time.monotonic_ns


def begin(channel: Channel) -> None:
    """Waits for the judge's clock, then loads and serves."""
    entry_point, source, _rest = take_program()
    channel.await_mark(LOAD)
    serve(channel, source, entry_point, _answer)


def _answer(
    channel: Channel, request: dict[str, Any], function: Callable[..., Any], namespace: dict[str, Any]
) -> dict[str, Any]:
    wanted = request.get("measure")
    try:
        calls = [Call(request, namespace) for _ in range(request.get("copies", 1))]
    except NotPlainData as error:
        return {"not_plain_data": str(error)[:500]}
    call = calls[-1]
    if wanted == "steps":
        return {"steps": [_steps(function, call) for call in calls]}
    measured = wanted is not None
    if measured:
        _collect()
        _freeze()
        channel.mark(READY)
        channel.await_mark(GO)
    traced = wanted == "memory"
    if traced:
        _trace()
        before = _traced()[0]
    value, raised = None, None
    started = _now()
    for call in calls:
        try:
            value = function(*call.arguments, **call.keywords)
        except ChannelClosed:
            raise
        except BaseException as error:  # whatever the sample raises is its answer
            value, raised = None, error
    spent = _now() - started
    drawn = traced and _draw(value)
    if traced:
        peak = _traced()[1] - before if _is_tracing() else -1
        _stop()
    if measured:
        channel.mark(DONE)
        channel.await_mark(ON)
    # What was drawn is gone: the judge asks for it again.
    reply = {"again": True} if drawn else call.reply(value, raised, spent)
    return {**reply, "peak": peak} if traced else reply


def _draw(value: Any) -> bool:
    """Lets a lazy iterable do its work, holding none of it. Whether it was one."""
    if not hasattr(type(value), "__next__"):
        return False
    try:
        collections.deque(itertools.islice(value, DRAW_LIMIT), maxlen=0)
    except Exception:  # the iterable's own failure; the tests meet it when it is asked for again
        pass
    return True


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
        _draw(value)
    except ChannelClosed:
        raise
    except BaseException:  # the tests meet it in the call that is theirs
        pass
    finally:
        _set_trace(None)
    return steps
