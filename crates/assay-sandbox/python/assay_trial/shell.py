"""An interactive Python in the place of a trial: the judged module loaded as a trial loads it, then a prompt.

Nothing is scored here and nothing of it is kept, so this process may hold what a worker never gets: the task's tests and
its prompt, for whoever looks for the reason of a failure.
"""

from __future__ import annotations

import json
import linecache
import os
import signal
import sys
from typing import Any, Callable

from assay_trial.channel import Channel
from assay_trial.loading import MODULE_NAME, PLAIN_LIMIT, compiled, defined, depth, prepare, take_program
from assay_trial.prompt import RAISED, converse, run_input, show
from assay_trial.shared import run_by_unittest

_TESTS_FILE = "<tests>"
_PROMPT_FILE = "<prompt>"

_leave = os._exit


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
    # Output and errors go to one place and keep their order.
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    serve = converse if os.isatty(0) else run_input
    try:
        exit_code = serve(*_load(entry_point, source, order))
    except SystemExit as leaving:
        exit_code = _exit_code(leaving)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # the sample may have closed it
            pass
    _leave(exit_code)


def _exit_code(leaving: SystemExit) -> int:
    if leaving.code is None:
        return 0
    if isinstance(leaving.code, int):
        return leaving.code & 0xFF
    print(leaving.code, file=sys.stderr)
    return RAISED


def _load(entry_point: str, source: str, order: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Loads the sample, as a trial does, and says what is at hand: its names, the task's, and ours where they are free.

    The number is the recursion limit under which it was loaded.
    """
    namespace = prepare(source)
    prompt, tests = order["prompt"], order["tests"]
    for name, text in ((_TESTS_FILE, tests), (_PROMPT_FILE, prompt)):
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    # While the module loads, a plain run has nothing above it; here are these frames and `exec`.
    loading_limit = PLAIN_LIMIT + depth() + 1
    sys.setrecursionlimit(loading_limit)
    candidate, before = None, dict[str, Any]()
    try:
        exec(compiled(source), namespace)
        candidate = defined(entry_point, namespace)
        before = dict(namespace)
        if order["shared"]:
            exec(compile(tests, _TESTS_FILE, "exec", dont_inherit=True), namespace)
    except BaseException as error:  # whatever it raises is to be seen, and the prompt is there all the same
        show(error)
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
