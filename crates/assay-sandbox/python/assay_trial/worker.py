"""Runs one sample: loads the judged module and answers the judge's calls of its entry point.

This process is the sample's own. It holds no test and no expected value, so whatever the sample does to it, all it
can reach is the value that it returns.
"""

from __future__ import annotations

import linecache
import sys
import time
import types
from typing import Any

from assay_trial.channel import Channel, ChannelClosed, FrameTooLarge
from assay_trial.plain_data import Decoder, Encoder, NotPlainData, describe_exception

#: The judged module's name in tracebacks and in ``__file__``.
MODULE_FILE = "<sample>"
#: A sample is imported, as every harness of the field does: ``__name__`` is not ``__main__``.
MODULE_NAME = "solution"
#: Frames that a plain run has above the entry point: the script and ``check``.
_PLAIN_FRAMES = 2


def serve(channel: Channel, source: str, entry_point: str) -> None:
    """Loads the sample, then answers calls until the judge hangs up."""
    started = time.monotonic_ns()
    module = types.ModuleType(MODULE_NAME)
    module.__file__ = MODULE_FILE
    sys.modules[MODULE_NAME] = module
    linecache.cache[MODULE_FILE] = (len(source), None, source.splitlines(keepends=True), MODULE_FILE)
    _match_plain_depth()
    try:
        code = compile(source, MODULE_FILE, "exec", dont_inherit=True)
        exec(code, module.__dict__)
        function = module.__dict__.get(entry_point)
        if function is None:
            raise NameError(f"the sample does not define {entry_point}")
    except ChannelClosed:
        return
    except BaseException as error:  # whatever the sample raises is its answer
        channel.send({"loaded": False, "exception": _describe(error)})
        return
    channel.send({"loaded": True, "nanoseconds": time.monotonic_ns() - started})
    output, errors = sys.stdout, sys.stderr
    try:
        while True:
            reply = _answer(channel.receive(), function)
            _flush(output)
            _flush(errors)
            channel.send(reply)
    except ChannelClosed:
        return


def _flush(stream: Any) -> None:
    """The worker is killed, not asked to leave: what it printed must be out before its answer is."""
    try:
        stream.flush()
    except Exception:  # the sample may have closed it
        pass


def _match_plain_depth() -> None:
    """Gives the sample the recursion depth that it has when run plainly."""
    depth = 0
    frame: Any = sys._getframe(1)
    while frame is not None:
        depth += 1
        frame = frame.f_back
    # The entry point is called from `_answer`, one frame below `serve`.
    sys.setrecursionlimit(1000 + depth + 1 - _PLAIN_FRAMES)


def _answer(request: dict[str, Any], function: Any) -> dict[str, Any]:
    decoder = Decoder(request["nodes"], request["order"], [], {})
    arguments = [decoder.value(form) for form in request["arguments"]]
    keywords = {name: decoder.value(form) for name, form in request["keywords"]}
    known = [value for _index, value in decoder.mutable]
    reply: dict[str, Any] = {}
    value: Any = None
    started = time.monotonic_ns()
    try:
        value = function(*arguments, **keywords)
    except ChannelClosed:
        raise
    except BaseException as error:  # whatever the sample raises is its answer
        reply["exception"] = _describe(error)
    reply["nanoseconds"] = time.monotonic_ns() - started
    encoder = Encoder({id(item): place for place, item in enumerate(known)})
    try:
        reply["value"] = encoder.encode(value)
        reply["known"] = [encoder.encode(item) for item in known]
    except NotPlainData as error:
        return {"not_plain_data": str(error)[:500]}
    except (FrameTooLarge, RecursionError, MemoryError) as error:
        return {"not_plain_data": type(error).__name__}
    except BaseException as error:  # a lazy value that fails in a way no test can see
        return {"exception": _describe(error), "value": None, "known": [], "nodes": [], "order": []}
    reply["nodes"] = encoder.nodes
    reply["order"] = encoder.order
    return reply


def _describe(error: BaseException) -> dict[str, Any]:
    """The exception, where in the sample it was raised, and what kind of failure it stands for."""
    description = describe_exception(error)
    if isinstance(error, SyntaxError) and error.filename == MODULE_FILE:
        description["kind"] = "syntax"
        description["line"] = error.lineno
        return description
    if isinstance(error, SystemExit):
        description["kind"] = "exited"
    elif isinstance(error, MemoryError):
        description["kind"] = "memory"
    elif isinstance(error, ImportError) or type(error) is NameError:
        description["kind"] = "missing_name"
    else:
        description["kind"] = "exception"
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == MODULE_FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    description["line"] = line
    return description
