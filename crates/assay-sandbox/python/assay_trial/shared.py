"""Runs tests and sample in one interpreter, for tests that cannot be kept apart from the sample.

What can be done here is less than in split mode: a sample that reads this process can find the tests and, with effort,
forge the report. What is done: everything below is taken hold of before the sample's first line; tests run under
random names, among decoys that must fail, pass and be skipped; the report goes to the supervisor on a descriptor of
its own, with a token, and counts only if the process then ends by itself and well.
"""

from __future__ import annotations

import binascii
import json
import os
import random
import sys
import types
import unittest
import unittest.mock
from typing import Any, Callable

from assay_trial.channel import Channel
from assay_trial.loading import compiled, defined, explain, prepare, take_program

_TESTS_FILE = "<tests>"
_PREFIX = "test_"
_TEXT_LIMIT = 2_000

#: What tests are written with, as it is before the sample's first line.
_TOOLS = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "unittest"}

_leave = os._exit
_flush_all = (sys.stdout, sys.stderr)


class _Result(unittest.TestResult):
    """Notes how each test ended, by its name; the first word that is not a success stays."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: dict[str, tuple[str, BaseException | None]] = {}
        #: The first error of a fixture of a class or of the module: its tests do not run.
        self.fixture: BaseException | None = None

    def _note(self, test: Any, end: str, error: BaseException | None = None) -> None:
        name = getattr(test, "_testMethodName", None)
        if name is None:
            self.fixture = self.fixture or error or Exception(end)
        elif self.ends.get(name, ("success", None))[0] == "success":
            self.ends[name] = (end, error)

    def addSuccess(self, test: Any) -> None:
        self._note(test, "success")

    def addFailure(self, test: Any, err: Any) -> None:
        self._note(test, "failure", err[1])

    def addError(self, test: Any, err: Any) -> None:
        self._note(test, "error", err[1])

    def addSkip(self, test: Any, reason: str) -> None:
        self._note(test, "skip")

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        self._note(test, "expected_failure")

    def addUnexpectedSuccess(self, test: Any) -> None:
        self._note(test, "unexpected_success")

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        if err is not None:
            self._note(test, "failure" if issubclass(err[0], test.failureException) else "error", err[1])


def _decoy(kind: str) -> Callable[[Any], None]:
    """A test whose end is known."""

    def fail(self: Any) -> None:
        self.fail("as it must")

    def differ(self: Any) -> None:
        self.assertEqual([1, 2], [1, 3])

    def untrue(self: Any) -> None:
        self.assertTrue(not self)

    def error(self: Any) -> None:
        raise LookupError("as it must")

    def skip(self: Any) -> None:
        self.skipTest("as it must")

    def succeed(self: Any) -> None:
        self.assertEqual([1, 2], [1, 2])

    return {"fail": fail, "differ": differ, "untrue": untrue, "error": error, "skip": skip, "succeed": succeed}[kind]


def begin(channel: Channel) -> None:
    """Loads the sample, runs the tests on it, reports."""
    entry_point, source, rest = take_program()
    order = json.loads(rest)
    send, process = channel.send, os.getpid()
    traced = _tracing() if order["memory"] else None
    report = _report(entry_point, source, order)
    if traced is not None:
        report["peak"] = traced()
    report["token"] = order["token"]
    if os.getpid() != process:
        _leave(1)  # a fork that the sample made and let return
    for stream in _flush_all:
        try:
            stream.flush()
        except Exception:  # the sample may have closed it
            pass
    send(report)
    _leave(0)


def _tracing() -> Callable[[], int]:
    """Traces memory from here on. What it returns says the peak, or -1 where the sample has ended the tracing."""
    import tracemalloc

    peak, is_tracing = tracemalloc.get_traced_memory, tracemalloc.is_tracing
    tracemalloc.start()
    return lambda: peak()[1] if is_tracing() else -1


def _report(entry_point: str, source: str, order: dict[str, Any]) -> dict[str, Any]:
    namespace = prepare(source)
    result = _Result()
    suite_of, build_class, choose = unittest.TestSuite, type, random.SystemRandom()
    try:
        exec(compiled(source), namespace)
        defined(entry_point, namespace)
        before = dict(namespace)
        replaced = sorted(name for name, module in _TOOLS.items() if sys.modules.get(name) is not module)
        sys.modules.update(_TOOLS)
        exec(compile(order["tests"], _TESTS_FILE, "exec", dont_inherit=True), namespace)
    except BaseException as error:  # whatever the sample raises is its answer
        return {"loaded": False, "exception": explain(error)}
    groups = _renamed(_groups(namespace, before), choose)
    names = {name: identity for _group, tests in groups for name, identity in tests}
    decoys = build_class(_random_name("Case", choose), (unittest.TestCase,), {
        decoy["name"]: _decoy(decoy["kind"]) for decoy in order["decoys"]
    })  # fmt: skip
    groups.insert(choose.randrange(len(groups) + 1), (decoys, [(decoy["name"], "") for decoy in order["decoys"]]))
    suite = suite_of(suite_of(group(name) for name, _identity in tests) for group, tests in groups)
    try:
        suite.run(result)
    except BaseException as error:  # not even unittest lets these through: SystemExit from a test, for one
        return {"loaded": False, "exception": explain(error)}
    ends = [_end(identity, result.ends.get(name), result.fixture) for name, identity in names.items()]
    for end in [end for end in ends if end["end"] != "success"][1:]:
        end.pop("evidence", None)  # one is enough to tell by
    return {
        "loaded": True,
        "replaced": replaced,
        "tests": ends,
        "decoys": [[decoy["name"], result.ends.get(decoy["name"], ("missing",))[0]] for decoy in order["decoys"]],
    }


def _groups(namespace: dict[str, Any], before: dict[str, Any]) -> list[tuple[type, list[str]]]:
    """The tests' own classes, in the order in which they stand, and their tests in the order of their names.

    Functions whose names begin with ``test_`` are tests, too, and so are the methods of classes that begin with
    ``Test``: what the tests of pytest look like where they need nothing of it.
    """
    groups: list[tuple[type, list[str]]] = []
    functions: dict[str, Any] = {}
    for name, value in list(namespace.items()):
        if before.get(name) is value:
            continue
        if isinstance(value, type) and issubclass(value, unittest.TestCase):
            groups.append((value, _methods(value)))
        elif isinstance(value, type) and name.startswith("Test"):
            case = type(name, (value, unittest.TestCase), {})
            groups.append((case, _methods(case)))
        elif isinstance(value, types.FunctionType) and name.startswith(_PREFIX):
            functions[name] = _called(value)
    if functions:
        groups.append((type("functions", (unittest.TestCase,), functions), list(functions)))
    return groups


def run_by_unittest(namespace: dict[str, Any], before: dict[str, Any]) -> None:
    """Runs the tests under their own names and prints what unittest says of them: for a person, no verdict."""
    suite = unittest.TestSuite(group(name) for group, names in _groups(namespace, before) for name in names)
    unittest.TextTestRunner().run(suite)


def _called(function: Callable[[], Any]) -> Callable[[Any], None]:
    def test(_self: Any) -> None:
        function()

    return test


def _methods(case: type) -> list[str]:
    return sorted(name for name in dir(case) if name.startswith("test") and callable(getattr(case, name)))


def _random_name(prefix: str, choose: random.Random) -> str:
    return prefix + binascii.hexlify(choose.randbytes(8)).decode()


def _renamed(
    groups: list[tuple[type, list[str]]], choose: random.Random
) -> list[tuple[type, list[tuple[str, str]]]]:
    """The same tests under random names, each with its own: a sample that looks for one finds none."""
    renamed = []
    for case, methods in groups:
        tests = []
        for method in methods:
            name = _random_name(_PREFIX, choose)
            setattr(case, name, getattr(case, method))
            tests.append((name, f"{case.__name__}.{method}"))
        renamed.append((case, tests))
    return renamed


def _end(
    identity: str, end: tuple[str, BaseException | None] | None, fixture: BaseException | None
) -> dict[str, Any]:
    word, error = end or ("error" if fixture else "missing", fixture)
    told: dict[str, Any] = {"id": identity, "end": word}
    if error is not None:
        told["evidence"] = f"{type(error).__name__}: {_text(error)}"[:_TEXT_LIMIT]
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == _TESTS_FILE:
                told["line"] = trace.tb_lineno
            trace = trace.tb_next
        if word == "error":
            told["kind"] = explain(error)["kind"]
    return told


def _text(error: BaseException) -> str:
    try:
        return str(error).encode("utf-8", "backslashreplace").decode()
    except Exception:  # a hostile or broken __str__
        return "<text not available>"
