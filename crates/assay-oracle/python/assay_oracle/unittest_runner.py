"""The standard library's unittest, with a result of ours that says how each test ended."""

from __future__ import annotations

import os
import re
import sys
import traceback
import unittest
from collections.abc import Iterator
from typing import Any

from assay_oracle import decoys
from assay_oracle.channel import Channel, text_of
from assay_oracle.guard import Guard

#: From the worst to the best.
_OUTCOMES = ("errored", "failed", "passed_unexpectedly", "failed_as_expected", "skipped", "passed")
#: What unittest calls a fixture of a class or module that failed.
_FIXTURE = re.compile(r"(?:setUp|tearDown)(?:Class|Module) \((.*)\)")


class Recording(unittest.TestResult):
    """How each test ended, by its full name."""

    def __init__(self, channel: Channel, guard: Guard, names: list[str]) -> None:
        super().__init__()
        self._channel = channel
        self._guard = guard
        self._names = names
        self._outcome: tuple[str, str] | None = None
        self._tampered = False

    def startTest(self, test: Any) -> None:
        """A test begins."""
        super().startTest(test)
        self._outcome = None
        self._channel.say("started", id=text_of(test.id()))

    def stopTest(self, test: Any) -> None:
        """A test has ended, its clean-up included."""
        super().stopTest(test)
        evidence = self._guard.replaced()
        if evidence and not self._tampered:
            self._tampered = True
            self._channel.say("tampered", evidence=text_of(evidence))
        if self._outcome:
            outcome, detail = self._outcome
            self._channel.say("ended", id=text_of(test.id()), outcome=outcome, detail=self._channel.detail(detail))

    def addSuccess(self, test: Any) -> None:
        """It passed."""
        self._note(test, "passed", "")

    def addError(self, test: Any, err: Any) -> None:
        """Something else than an assertion was raised, in the test or around it."""
        self._note(test, "failed" if self._in_call(err) else "errored", _told(err))

    def addFailure(self, test: Any, err: Any) -> None:
        """An assertion failed."""
        self._note(test, "failed", _told(err))

    def addSkip(self, test: Any, reason: str) -> None:
        """It was skipped."""
        self._note(test, "skipped", "")

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        """It failed, and was expected to."""
        self._note(test, "failed_as_expected", "")

    def addUnexpectedSuccess(self, test: Any) -> None:
        """It passed, and was expected not to."""
        self._note(test, "passed_unexpectedly", "")

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        """A part of a test ended."""
        if err is not None:
            self._note(test, "failed", _told(err))

    def _note(self, test: Any, outcome: str, detail: str) -> None:
        if isinstance(test, unittest.TestCase):
            if self._outcome is None or _OUTCOMES.index(outcome) < _OUTCOMES.index(self._outcome[0]):
                self._outcome = (outcome, detail)
            return
        # Not a test, but what stands around those of a class or a module.
        match = _FIXTURE.match(str(test.id()))
        for name in self._names if match else []:
            if name.startswith(f"{match[1]}."):
                self._channel.say("ended", id=text_of(name), outcome=outcome, detail=self._channel.detail(detail))

    @staticmethod
    def _in_call(err: Any) -> bool:
        names = [frame.f_code.co_name for frame, _ in traceback.walk_tb(err[2])]
        return "_callTestMethod" in names


def _told(err: Any) -> str:
    return "".join(traceback.format_exception(*err))


def run(order: dict, root: str, channel: Channel) -> None:
    """Runs the tests of the wanted files, or of all that unittest would find by its usual pattern."""
    guard = Guard()
    files = order["files"] if order["files"] is not None else list(_files(root))
    if order["tests"] is not None:
        files = _of_tests(root, files, order["tests"])
    tests: list = []
    for path in files:
        tests.extend(_load(root, path, channel))
    if order["tests"] is not None:
        wanted = set(order["tests"])
        tests = [test for test in tests if text_of(test.id()) in wanted]
    if order["seed"] is not None:
        tests = decoys.shuffled(tests, order["seed"], lambda test: type(test).__module__, type)
    placed = _place_decoys(tests, order)
    for test in tests:
        kind = placed.get(test.id())
        channel.say("found", id=text_of(test.id()), decoy=kind, host=kind and text_of(type(test).__module__))
    unittest.TestSuite(tests).run(Recording(channel, guard, [test.id() for test in tests]))
    if evidence := guard.replaced():
        channel.say("tampered", evidence=text_of(evidence))
    channel.say("done", status=0)


def _files(root: str) -> Iterator[str]:
    """Files named as unittest looks for them, by path."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name.isidentifier())
        for name in sorted(names):
            if name.startswith("test") and name.endswith(".py"):
                yield os.path.relpath(f"{folder}/{name}", root)


def _of_tests(root: str, files: list[str], tests: list[str]) -> list[str]:
    """The files that hold these tests, by the names of their modules: a file of others that is broken is nobody's concern.

    A class that a file of tests only imports has the name of its own module. Where one is asked for, any file may hold it.
    """
    places: dict[str, list[str]] = {}
    for path in files:
        places.setdefault(_named(root, path)[1], []).append(path)
    found: set[str] = set()
    for test in tests:
        parts = test.split(".")
        names = (".".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))
        name = next((name for name in names if name in places), None)
        if name is None:
            return files
        found.update(places[name])
    return [path for path in files if path in found]


def _named(root: str, path: str) -> tuple[str, str]:
    """The folder that a file is imported from, and the name that it has from the outermost package around it."""
    whole = f"{root}/{path}"
    top = os.path.dirname(whole)
    while os.path.isfile(f"{top}/__init__.py") and top != root:
        top = os.path.dirname(top)
    return top, os.path.relpath(whole, top)[: -len(".py")].replace("/", ".")


def _load(root: str, path: str, channel: Channel) -> list:
    """The tests of a file."""
    if not os.path.isfile(f"{root}/{path}"):
        channel.say("broken", where=text_of(path), detail="there is no such file")
        return []
    top, name = _named(root, path)
    if top not in sys.path:
        sys.path.insert(0, top)
    loader = unittest.TestLoader()
    try:
        suite = loader.loadTestsFromName(name)
    except unittest.SkipTest:
        return []
    except BaseException:  # whatever an import raises, the other files are still there
        channel.say("broken", where=text_of(path), detail=channel.detail(traceback.format_exc()))
        return []
    for error in loader.errors:
        channel.say("broken", where=text_of(path), detail=channel.detail(error))
    return [test for test in _flat(suite) if type(test).__name__ != "_FailedTest"]


def _flat(suite: Any) -> Iterator[Any]:
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _flat(test)
        else:
            yield test


def _place_decoys(tests: list, order: dict) -> dict[str, str]:
    """Puts decoys behind the tests of some modules. Each kind has a class of its own, so no fixture of theirs touches them."""
    placed: dict[str, str] = {}
    if not order["decoys"]:
        return placed
    modules = list(dict.fromkeys(type(test).__module__ for test in tests))
    for module in decoys.hosts(modules, order["decoy_seed"]):
        last = max(place for place, test in enumerate(tests) if type(test).__module__ == module)
        for name, kind in order["decoys"]:
            function = decoys.function_of(kind, _skip)
            method = _method(function)
            made = type(name.title().replace("_", ""), (unittest.TestCase,), {name: method, "__module__": module})
            test = made(name)
            placed[test.id()] = kind
            tests.insert(last + 1, test)
    return placed


def _skip() -> None:
    raise unittest.SkipTest("decoy")


def _method(function: Any) -> Any:
    return lambda self: function()
