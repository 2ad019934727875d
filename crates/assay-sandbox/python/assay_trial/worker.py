"""Runs one sample: loads the judged module and answers the judge's calls of its entry point.

This process is the sample's own. It holds no test and no expected value, so whatever the sample does to it, all it
can reach is the value that it returns.
"""

from __future__ import annotations

import errno
import linecache
import os
import random
import sys
import time
import types
from typing import Any, Callable

from assay_trial.channel import Channel, ChannelClosed, FrameTooLarge
from assay_trial.decoding import Decoder
from assay_trial.encoding import Encoder
from assay_trial.exceptions import describe_exception
from assay_trial.plain_data import IteratorCut, NotPlainData

#: The judged module's name in tracebacks and in ``__file__``.
MODULE_FILE = "<sample>"
#: A sample is imported, as every harness of the field does: ``__name__`` is not ``__main__``.
MODULE_NAME = "solution"
#: Where the native part puts what a worker is to run: the entry point's name, a nul, the judged module.
_PROGRAM = 4
#: Made once, in the zygote.
_MODULE = types.ModuleType(MODULE_NAME)
_MODULE.__file__ = MODULE_FILE
#: Recursion limit of a plain run, and the frames that it has above the entry point: the script and ``check``. Here
#: those are `serve` with all above it, and `_answer`.
_PLAIN_LIMIT = 1000
_PLAIN_FRAMES = 2


#: What an error of the system says about the limits of a trial.
_LIMITS = {errno.ENOSPC: "disk", errno.EFBIG: "disk", errno.EMFILE: "descriptors"}


class NotParsed(Exception):
    """The judged module does not compile; the cause says why."""


def begin(channel: Channel) -> None:
    """Takes up what the native part has put in place, and serves."""
    program = os.pread(_PROGRAM, os.fstat(_PROGRAM).st_size, 0)
    os.close(_PROGRAM)
    entry_point, _nul, source = program.decode().partition("\0")
    os.register_at_fork(after_in_child=random.seed)
    serve(channel, source, entry_point)


def serve(channel: Channel, source: str, entry_point: str) -> None:
    """Loads the sample, then answers calls until the judge hangs up."""
    started = time.monotonic_ns()
    output, errors = sys.stdout, sys.stderr
    current_process, leave = os.getpid, os._exit
    process = current_process()

    def answer(reply: dict[str, Any]) -> None:
        if current_process() != process:
            leave(0)  # a fork that the sample made and let return: the channel is not its
        _flush(output)
        _flush(errors)
        try:
            channel.send(reply)
        except (FrameTooLarge, MemoryError) as error:
            channel.send({"not_plain_data": f"a result that is too large ({type(error).__name__})"})

    namespace = _MODULE.__dict__
    sys.modules[MODULE_NAME] = _MODULE
    linecache.cache[MODULE_FILE] = (len(source), None, source.splitlines(keepends=True), MODULE_FILE)
    depth = _depth()
    # While the module loads, a plain run has nothing above it; here are these frames and `exec`.
    loading_limit = _PLAIN_LIMIT + depth + 1
    sys.setrecursionlimit(loading_limit)
    try:
        try:
            code = compile(source, MODULE_FILE, "exec", dont_inherit=True)
        except (SyntaxError, ValueError, OverflowError) as error:
            raise NotParsed from error
        exec(code, namespace)
        function = namespace.get(entry_point)
        if function is None:
            raise NameError(f"the sample does not define {entry_point}")
    except ChannelClosed:
        return
    except BaseException as error:  # whatever the sample raises is its answer
        answer({"loaded": False, "exception": _explain(error)})
        return
    if sys.getrecursionlimit() == loading_limit:  # or else the sample has chosen its own
        sys.setrecursionlimit(_PLAIN_LIMIT + depth + 1 - _PLAIN_FRAMES)
    answer({"loaded": True, "nanoseconds": time.monotonic_ns() - started})
    try:
        while True:
            answer(_answer(channel.receive(), function, namespace))
    except ChannelClosed:
        return


def _flush(stream: Any) -> None:
    """The worker is killed, not asked to leave: what it printed must be out before its answer is."""
    try:
        stream.flush()
    except Exception:  # the sample may have closed it
        pass


def _depth() -> int:
    """Frames from the caller's upwards."""
    depth, frame = 0, sys._getframe(1)
    while frame is not None:
        depth, frame = depth + 1, frame.f_back  # type: ignore[assignment]
    return depth


def _answer(request: dict[str, Any], function: Callable[..., Any], namespace: dict[str, Any]) -> dict[str, Any]:
    unread: list[BaseException] = []

    def note(error: BaseException, _description: Any) -> None:
        if isinstance(error, IteratorCut):
            unread.append(error)

    try:
        decoder = Decoder(request["nodes"], request["order"], [], namespace, note)
        arguments = [decoder.value(form) for form in request["arguments"]]
        keywords = {name: decoder.value(form) for name, form in request["keywords"]}
    except NotPlainData as error:
        return {"not_plain_data": str(error)[:500]}
    known = [value for _index, value in decoder.mutable]
    reply: dict[str, Any] = {}
    value: Any = None
    started = time.monotonic_ns()
    try:
        value = function(*arguments, **keywords)
    except ChannelClosed:
        raise
    except BaseException as error:  # whatever the sample raises is its answer
        reply["exception"] = _explain(error)
    reply["nanoseconds"] = time.monotonic_ns() - started
    encoder = Encoder({id(item): place for place, item in enumerate(known)}, _explain)
    try:
        reply["value"] = encoder.encode(value)
        reply["known"] = [encoder.encode(item) for item in known]
        if unread:
            raise NotPlainData(f"an argument: {unread[0]}")
    except NotPlainData as error:
        return {"not_plain_data": str(error)[:500]}
    except (RecursionError, MemoryError) as error:
        return {"not_plain_data": type(error).__name__}
    except BaseException as error:  # a lazy value that fails in a way no test can see
        return {"exception": _explain(error), "value": None, "known": [], "nodes": [], "order": []}
    reply["nodes"] = encoder.nodes
    reply["order"] = encoder.order
    return reply


def _out_of_files() -> bool:
    try:
        return os.statvfs("/tmp").f_ffree == 0
    except OSError:
        return False


def _explain(error: BaseException) -> dict[str, Any]:
    """The exception, where in the sample it was raised, and what kind of failure it stands for."""
    if type(error) is NotParsed and error.__cause__ is not None:
        description = describe_exception(error.__cause__)
        description["kind"] = "syntax"
        description["line"] = getattr(error.__cause__, "lineno", None)
        return description
    description = describe_exception(error)
    if isinstance(error, SystemExit):
        description["kind"] = "exited"
    elif isinstance(error, MemoryError):
        description["kind"] = "memory"
    elif isinstance(error, ImportError) or type(error) is NameError:
        description["kind"] = "missing_name"
    elif isinstance(error, OSError) and type(error.errno) is int and error.errno in _LIMITS:
        description["kind"] = _LIMITS[error.errno]
        if error.errno == errno.ENOSPC and _out_of_files():
            description["kind"] = "inodes"
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
