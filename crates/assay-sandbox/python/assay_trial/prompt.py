"""Runs what a user types or sends, line by line or as a program, and shows what comes of it."""

from __future__ import annotations

import ast
import code
import codeop
import linecache
import os
import sys
import traceback
import types
from typing import Any

from assay_trial.loading import MODULE_FILE, PLAIN_FRAMES, PLAIN_LIMIT, NotParsed, depth

#: Exit code of a program that ended with an exception.
RAISED = 1
#: What comes by a pipe, in tracebacks.
_INPUT_FILE = "<stdin>"
#: Where our own code is.
_OWN_FILES = os.path.dirname(__file__)
#: How lines are edited: in a root without locales characters beyond ASCII are bytes to be passed on.
_EDITING = (
    "tab: complete", "set bell-style none", "set input-meta on", "set output-meta on", "set convert-meta off",
)  # fmt: skip

_ask = input


class _Prompt(code.InteractiveConsole):
    """The usual prompt. ``exit`` leaves with and without parentheses; a sample that exits does not."""

    def __init__(self, names: dict[str, Any], loading_limit: int) -> None:
        super().__init__(names)
        self._loading_limit = loading_limit

    def raw_input(self, prompt: str = "") -> str:
        _reopen_streams()
        try:
            line = _ask(prompt)
        except UnicodeError as error:
            show(error)
            return ""
        except (OSError, ValueError):  # the sample has closed the descriptor itself
            raise EOFError from None
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
            show(leaving)
        except BaseException as error:  # the user's or the sample's; ``pdb.pm()`` finds it
            sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
            show(error)


def converse(names: dict[str, Any], loading_limit: int) -> int:
    """Reads, runs and prints until the user leaves. Returns an exit code, or raises ``SystemExit``."""
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
            print("\nKeyboardInterrupt", file=sys.stderr)
        except Exception as error:  # too little memory or depth for the prompt itself
            show(error)
        console.resetbuffer()


def run_input(names: dict[str, Any], loading_limit: int) -> int:
    """Runs what comes by a pipe as a program, and shows the values of expressions as the prompt does.

    Returns an exit code, or raises ``SystemExit``.
    """
    compile_part = codeop.Compile()  # remembers what is imported from ``__future__``
    try:
        text = sys.stdin.read()
        linecache.cache[_INPUT_FILE] = (len(text), None, text.splitlines(keepends=True), _INPUT_FILE)
        statements = ast.parse(text, _INPUT_FILE).body
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:  # it is no program, or no text
        show(error.with_traceback(None))
        return RAISED
    try:
        _give_depth(loading_limit)
        for statement in statements:
            exec(compile_part(ast.Interactive([statement]), _INPUT_FILE, "single"), names)  # type: ignore[arg-type]
    except SystemExit as leaving:
        if not _of_sample(leaving):
            raise
        show(leaving)
        return RAISED
    except BaseException as error:
        show(error)
        return RAISED
    return 0


def _give_depth(loading_limit: int) -> None:
    """Leaves a sample that is called by the code that the caller is about to run as many frames as it has in a trial.

    What the sample or the user has set stays.
    """
    if sys.getrecursionlimit() == loading_limit:
        # Below the caller are `exec` and that code's own frame.
        sys.setrecursionlimit(PLAIN_LIMIT - PLAIN_FRAMES + depth() - 1 + 2)


def show(error: BaseException) -> None:
    """Prints the traceback, from the first frame that is not ours."""
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
