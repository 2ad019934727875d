"""A prompt in the place of a trial: the judged module loaded as a trial loads it, and an interactive Python.

Nothing is scored here and nothing of it is kept, so this process may hold what a worker never gets: the task's tests and
its prompt, for whoever looks for the reason of a failure.
"""

from __future__ import annotations

import ast
import code
import json
import linecache
import os
import signal
import sys
import traceback
import types
from typing import Any, Callable

from assay_trial.channel import Channel
from assay_trial.loading import (
    MODULE_FILE, MODULE_NAME, NotParsed, compiled, defined, prepare, take_program,
)  # fmt: skip
from assay_trial.shared import run_by_unittest

_TESTS_FILE = "<tests>"
_PROMPT_FILE = "<prompt>"
#: What comes by a pipe, in tracebacks.
_INPUT_FILE = "<stdin>"
#: Exit code of a program that ended with an exception.
_RAISED = 1
#: Recursion limit of a plain run, and the frames that it has above the entry point: the script and ``check``.
_PLAIN_LIMIT = 1000
_PLAIN_FRAMES = 2

#: How lines are edited: in a root without locales characters beyond ASCII are bytes to be passed on.
_EDITING = (
    "tab: complete", "set bell-style none", "set input-meta on", "set output-meta on", "set convert-meta off",
)  # fmt: skip
#: Where our own code is.
_OWN_FILES = os.path.dirname(__file__)

_leave = os._exit
_ask = input


class _Text(str):
    """A text that is shown as it is where the prompt shows a value."""

    def __repr__(self) -> str:
        return str(self)


def begin(channel: Channel) -> None:
    """Takes up what the native part has put in place, and serves until the user leaves."""
    os.close(channel.detach())
    entry_point, source, rest = take_program()
    order = json.loads(rest)
    # The zygote may have been started by somebody who ignores it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    terminal = os.isatty(0)
    # Output and errors go to one place and keep their order.
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        names, loading_limit = _load(entry_point, source, order)
        exit_code = _converse(names, loading_limit) if terminal else _run_input(names, loading_limit)
    except SystemExit as leaving:
        exit_code = _exit_code(leaving)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # the sample may have closed it
            pass
    _leave(exit_code)


def _load(entry_point: str, source: str, order: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Loads the sample, as a trial does, and says what is at hand: its names, the task's, and ours where they are free.

    The number is the recursion limit under which it was loaded.
    """
    namespace = prepare(source)
    prompt, tests = order["prompt"], order["tests"]
    for name, text in ((_TESTS_FILE, tests), (_PROMPT_FILE, prompt)):
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    # While the module loads, a plain run has nothing above it; here are these frames and `exec`.
    loading_limit = _PLAIN_LIMIT + _depth() + 1
    sys.setrecursionlimit(loading_limit)
    candidate, before = None, dict[str, Any]()
    try:
        exec(compiled(source), namespace)
        candidate = defined(entry_point, namespace)
        before = dict(namespace)
        if order["shared"]:
            exec(compile(tests, _TESTS_FILE, "exec", dont_inherit=True), namespace)
    except BaseException as error:  # whatever it raises is to be seen, and the prompt is there all the same
        _show(error)
    names = dict(namespace)
    names.update(__name__="__console__", __doc__=None)
    ours = {
        "candidate": candidate, MODULE_NAME: sys.modules.get(MODULE_NAME), "prompt": _Text(prompt),
        "run_tests": _runner(entry_point, order, namespace, before), "tests": _Text(tests),
    }  # fmt: skip
    for name, value in ours.items():
        names.setdefault(name, value)
    return names, loading_limit


def _runner(
    entry_point: str, order: dict[str, Any], namespace: dict[str, Any], before: dict[str, Any]
) -> Callable[[], None]:
    """What runs the task's tests on the sample; whatever its trial does, here both are in one process."""

    def run_shared() -> None:
        """Runs the task's tests as unittest does, and prints what it says of them."""
        run_by_unittest(namespace, before)

    def run_split() -> None:
        """Runs the task's tests; what fails in them is raised."""
        scope: dict[str, Any] = {"__name__": "tests"}
        exec(compile(order["prompt"], _PROMPT_FILE, "exec", dont_inherit=True), scope)
        scope[entry_point] = scope["candidate"] = defined(entry_point, namespace)
        scope.pop("check", None)
        exec(compile(order["tests"], _TESTS_FILE, "exec", dont_inherit=True), scope)
        if callable(scope.get("check")):
            scope["check"](scope["candidate"])

    return run_shared if order["shared"] else run_split


def _give_depth(loading_limit: int) -> None:
    """Leaves a sample that is called by the code that the caller is about to run as many frames as it has in a trial.

    What the sample or the user has set stays.
    """
    if sys.getrecursionlimit() == loading_limit:
        # Below the caller are `exec` and that code's own frame.
        sys.setrecursionlimit(_PLAIN_LIMIT - _PLAIN_FRAMES + _depth() - 1 + 2)


def _depth() -> int:
    """Frames from the caller's upwards."""
    depth, frame = 0, sys._getframe(1)
    while frame is not None:
        depth, frame = depth + 1, frame.f_back  # type: ignore[assignment]
    return depth


def _show(error: BaseException) -> None:
    """The traceback, from the first frame that is not ours."""
    if type(error) is NotParsed and error.__cause__ is not None:
        error = error.__cause__.with_traceback(None)
    _reopen_streams()
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_OWN_FILES):
        trace = trace.tb_next
    traceback.print_exception(type(error), error.with_traceback(trace), trace)


def _reopen_streams() -> None:
    """A sample may have closed them: ``exit()`` closes the input."""
    for name, descriptor, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        if getattr(getattr(sys, name, None), "closed", True):
            stream = open(descriptor, mode, encoding="utf-8", errors="backslashreplace", closefd=False)
            stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
            setattr(sys, name, stream)


def _of_sample(error: BaseException) -> bool:
    """Whether a line of the sample, not the user's, raised it."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == MODULE_FILE:
            return True
        trace = trace.tb_next
    return False


def _exit_code(leaving: SystemExit) -> int:
    if leaving.code is None:
        return 0
    if isinstance(leaving.code, int):
        return leaving.code & 0xFF
    print(leaving.code, file=sys.stderr)
    return _RAISED


class _Prompt(code.InteractiveConsole):
    """The usual prompt. ``exit`` leaves with and without parentheses; a sample that exits does not."""

    def __init__(self, names: dict[str, Any], loading_limit: int) -> None:
        super().__init__(names)
        self._loading_limit = loading_limit

    def raw_input(self, prompt: str = "") -> str:
        _reopen_streams()
        line = _ask(prompt)
        if not self.buffer and line.strip() in ("exit", "quit") and line.strip() not in self.locals:
            raise SystemExit(0)
        return line

    def runcode(self, code: types.CodeType) -> None:
        _give_depth(self._loading_limit)
        try:
            exec(code, self.locals)  # type: ignore[arg-type]
        except SystemExit as leaving:
            if not _of_sample(leaving):
                raise
            _show(leaving)
        except BaseException as error:  # the user's or the sample's; ``pdb.pm()`` finds it
            sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
            _show(error)


def _converse(names: dict[str, Any], loading_limit: int) -> int:
    """Reads, runs and prints until the user leaves."""
    try:
        import readline
        import rlcompleter
    except ImportError:  # the terminal's own editing will do
        pass
    else:
        readline.set_completer(rlcompleter.Completer(names).complete)
        for setting in _EDITING:
            readline.parse_and_bind(setting)
    console = _Prompt(names, loading_limit)
    while True:
        try:
            console.interact(banner="", exitmsg="")
            return 0
        except KeyboardInterrupt:  # between two lines
            console.resetbuffer()
            print("\nKeyboardInterrupt", file=sys.stderr)


def _run_input(names: dict[str, Any], loading_limit: int) -> int:
    """Runs what comes by a pipe as a program, and shows the values of expressions as the prompt does."""
    text = sys.stdin.read()
    linecache.cache[_INPUT_FILE] = (len(text), None, text.splitlines(keepends=True), _INPUT_FILE)
    try:
        _give_depth(loading_limit)
        for statement in ast.parse(text, _INPUT_FILE).body:
            exec(compile(ast.Interactive([statement]), _INPUT_FILE, "single", dont_inherit=True), names)
    except SystemExit as leaving:
        if not _of_sample(leaving):
            raise
        _show(leaving)
        return _RAISED
    except BaseException as error:
        _show(error)
        return _RAISED
    return 0
