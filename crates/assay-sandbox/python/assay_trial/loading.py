"""Loads the judged module, in the process that is the sample's own, and explains what it raises."""

from __future__ import annotations

import errno
import linecache
import os
import random
import sys
import types
from typing import Any

from assay_trial.exceptions import describe_exception

#: The judged module's name in tracebacks and in ``__file__``.
MODULE_FILE = "<sample>"
#: A sample is imported, as every harness of the field does: ``__name__`` is not ``__main__``.
MODULE_NAME = "solution"
#: Recursion limit of a plain run, and the frames that it has above the entry point: the script and ``check``.
PLAIN_LIMIT = 1000
PLAIN_FRAMES = 2
#: Where the native part puts what a child is to run.
_PROGRAM = 4
#: Made once, in the zygote.
_MODULE = types.ModuleType(MODULE_NAME)
_MODULE.__file__ = MODULE_FILE
#: What an error of the system says about the limits of a trial.
_LIMITS = {errno.ENOSPC: "disk", errno.EFBIG: "disk", errno.EMFILE: "descriptors"}


class NotParsed(Exception):
    """The judged module does not compile; the cause says why."""


def take_program() -> tuple[str, str, str]:
    """What the supervisor wrote for this child: entry point, judged module, and what else its mode needs.

    Laid out as the entry point's name, a nul, the module's length in bytes, a nul, the module, the rest.
    """
    program = os.pread(_PROGRAM, os.fstat(_PROGRAM).st_size, 0)
    os.close(_PROGRAM)
    os.register_at_fork(after_in_child=random.seed)
    entry_point, length, rest = program.split(b"\0", 2)
    end = int(length)
    return entry_point.decode(), rest[:end].decode(), rest[end:].decode()


def prepare(source: str) -> dict[str, Any]:
    """The module's namespace, its lines known to tracebacks."""
    sys.modules[MODULE_NAME] = _MODULE
    linecache.cache[MODULE_FILE] = (len(source), None, source.splitlines(keepends=True), MODULE_FILE)
    return _MODULE.__dict__


def compiled(source: str) -> types.CodeType:
    """The module's code. Raises ``NotParsed``."""
    try:
        return compile(source, MODULE_FILE, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError) as error:
        raise NotParsed from error


def defined(entry_point: str, namespace: dict[str, Any]) -> Any:
    """What the sample defines under the name that the tests use."""
    function = namespace.get(entry_point)
    if function is None:
        raise NameError(f"the sample does not define {entry_point}")
    return function


def depth() -> int:
    """Frames from the caller's upwards."""
    count, frame = 0, sys._getframe(1)
    while frame is not None:
        count, frame = count + 1, frame.f_back  # type: ignore[assignment]
    return count


def explain(error: BaseException) -> dict[str, Any]:
    """The exception, where in the sample it was raised, and what kind of failure it stands for."""
    if type(error) is NotParsed and error.__cause__ is not None:
        description = describe_exception(error.__cause__)
        description["kind"] = "syntax"
        description["line"] = getattr(error.__cause__, "lineno", None)
        return description
    description = describe_exception(error)
    description["kind"] = _kind(error)
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == MODULE_FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    description["line"] = line
    return description


def _kind(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "exited"
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, ImportError) or type(error) is NameError:
        return "missing_name"
    if isinstance(error, OSError) and type(error.errno) is int and error.errno in _LIMITS:
        return "inodes" if error.errno == errno.ENOSPC and _out_of_files() else _LIMITS[error.errno]
    return "exception"


def _out_of_files() -> bool:
    try:
        return os.statvfs("/tmp").f_ffree == 0
    except OSError:
        return False
