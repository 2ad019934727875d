"""pytest, with a plug-in of ours that says how each test ended.

An outcome is read where it is made (``pytest_runtest_makereport``), around every other hook, by full node id; neither exit
code nor anything printed counts.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from assay_oracle import decoys, options
from assay_oracle.channel import Channel, text_of
from assay_oracle.guard import Guard

#: Exit codes of pytest that mean that the run as a whole went to its end: passed, failed, no tests.
_WENT_TO_ITS_END = (0, 1, 5)


class Selecting:
    """Chooses, orders, adds decoys, and says what was found."""

    def __init__(self, order: dict, channel: Channel) -> None:
        self._order = order
        self._channel = channel
        self.decoys: dict[str, str] = {}
        self.guard: Guard | None = None
        self.recording: Recording | None = None

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_load_initial_conftests(self) -> Any:
        """Looks at the runner when its plug-ins are loaded and nothing of the repository is."""
        self.guard = Guard()
        yield

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_make_collect_report(self, collector: Any) -> Any:
        """Says which files cannot be loaded."""
        outcome = yield
        report = outcome.get_result()
        if report.outcome == "failed":
            where = text_of(report.nodeid)
            self._channel.say("broken", where=where, detail=self._channel.detail(report.longreprtext))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, config: Any, items: list) -> Any:
        """Decoys go in before the repository's own hooks see the tests, and are looked for behind them."""
        if self._order["tests"] is not None:
            wanted = set(self._order["tests"])
            items[:] = [item for item in items if text_of(item.nodeid) in wanted]
        placed = self._place_decoys(items)
        yield
        missing = [item for item in placed if item not in items]
        if missing and not (config.option.markexpr or config.option.keyword):
            evidence = f"{missing[0].nodeid} was taken out of the tests"
            self._channel.say("tampered", evidence=text_of(evidence))
        if self._order["seed"] is not None:
            items[:] = decoys.shuffled(items, self._order["seed"], _file_of, _class_of)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> None:
        """Every test that will run is named first. The recorder comes last to pytest, so it stands around all others."""
        for item in session.items:
            self._channel.say("found", id=text_of(item.nodeid), decoy=self.decoys.get(item.nodeid))
        self.recording = Recording(self._channel, self.decoys, self.guard)
        session.config.pluginmanager.register(self.recording)

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excrepr: Any) -> None:
        """A hook failed, so the run is over."""
        self._channel.say("broken", where="", detail=self._channel.detail(excrepr))

    def _place_decoys(self, items: list) -> list:
        if not self._order["decoys"]:
            return []
        modules = list(dict.fromkeys(item.getparent(pytest.Module) for item in items))
        placed = []
        for module in decoys.hosts([module for module in modules if module], self._order["decoy_seed"]):
            last = max(place for place, item in enumerate(items) if item.getparent(pytest.Module) is module)
            for name, kind in self._order["decoys"]:
                function = decoys.function_of(kind, lambda: pytest.skip("decoy"))
                function.__name__ = function.__qualname__ = name
                setattr(module.obj, name, function)
                item = pytest.Function.from_parent(module, name=name, callobj=function)
                self.decoys[item.nodeid] = kind
                items.insert(last + 1, item)
                placed.append(item)
        return placed


class Recording:
    """What each phase of each test came to."""

    def __init__(self, channel: Channel, placed: dict[str, str], guard: Guard | None) -> None:
        self._channel = channel
        self._decoys = placed
        self._guard = guard
        self._phases: dict[str, list[tuple[str, str]]] = {}
        self._tampered = False

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Any:
        """One test, from its beginning to its end."""
        self._channel.say("started", id=text_of(item.nodeid))
        yield
        if self._decoys.get(item.nodeid) == "fail" and any(mark.name == "xfail" for mark in item.own_markers):
            self._tamper(f"{item.nodeid}, which must fail, was marked as expected to fail")
        if evidence := self._guard and self._guard.replaced():
            self._tamper(evidence)
        phases = self._phases.pop(item.nodeid, [])
        if phases:
            outcome, detail = _outcome(phases)
            self._channel.say("ended", id=text_of(item.nodeid), outcome=outcome, detail=self._channel.detail(detail))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Any:
        """One phase. What was raised is seen before other hooks, what is reported after them."""
        # What a method of a TestCase raised waits beside the item until pytest's own hook takes it.
        raised = call.excinfo or next(iter(getattr(item, "_excinfo", None) or ()), None)
        result = yield
        report = result.get_result()
        hidden = report.outcome not in ("failed", "skipped") and not hasattr(report, "wasxfail")
        if raised is not None and hidden:
            self._tamper(f"{item.nodeid} raised {raised.typename} and was reported as {text_of(str(report.outcome))[:40]}")
        self._phases.setdefault(item.nodeid, []).append(_phase(report, raised))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: Any) -> None:
        """What fails beside a test's own phases, such as a part of it that a plug-in reports."""
        if report.outcome == "failed" and report.nodeid in self._phases:
            self._phases[report.nodeid].append(_phase(report, None))

    def _tamper(self, evidence: str) -> None:
        if not self._tampered:
            self._channel.say("tampered", evidence=text_of(evidence)[:500])
        self._tampered = True


def _phase(report: Any, raised: Any) -> tuple[str, str]:
    """What a phase came to, in a word with the phase's name, and what is said of a failure."""
    expected = hasattr(report, "wasxfail")
    if report.outcome == "skipped":
        return ("failed_as_expected" if expected else "skipped"), ""
    if report.outcome != "passed":  # nothing but that word is a pass
        text = report.longreprtext
        if raised is None and text.startswith("[XPASS(strict)]"):
            return "passed_unexpectedly", text
        return ("failed" if report.when == "call" else "errored"), text
    if expected:
        return "passed_unexpectedly", ""
    return f"passed {report.when}", ""


def _outcome(phases: list[tuple[str, str]]) -> tuple[str, str]:
    """The worst that a phase came to. Set-up, call and clean-up must all have passed for a pass."""
    for outcome in ("errored", "failed", "passed_unexpectedly", "failed_as_expected", "skipped"):
        for found, detail in phases:
            if found == outcome:
                return outcome, detail
    passed = {found for found, _ in phases}
    return ("passed" if passed >= {"passed setup", "passed call", "passed teardown"} else "unfinished"), ""


def _file_of(item: Any) -> object:
    return item.getparent(pytest.Module) or item.nodeid.partition("::")[0]


def _class_of(item: Any) -> object:
    return item.getparent(pytest.Class)


def run(order: dict, root: str, scratch: str, channel: Channel, plugins: list[str]) -> None:
    """Runs pytest once in the repository's root."""
    file, words = options.configuration(root, f"{scratch}/pytest.ini")
    paths = order["files"]
    if order["tests"] is not None:
        paths = sorted({test.partition("::")[0] for test in order["tests"]})
    if paths is not None:
        for path in paths:
            if not os.path.isfile(f"{root}/{path}"):
                channel.say("broken", where=text_of(path), detail="there is no such file")
        paths = [f"{root}/{path}" for path in paths if os.path.isfile(f"{root}/{path}")]
        words = [word for word in words if word.startswith("-") or not os.path.exists(f"{root}/{word}")]
        if not paths:
            channel.say("done", status=5)
            return
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    chosen = [word for name in plugins for word in ("-p", name)]
    fixed = [
        "-c", file, f"--rootdir={root}", f"--confcutdir={root}", "-p", "no:cacheprovider", "-o", "addopts=",
        "-o", "required_plugins=", "--continue-on-collection-errors", "--maxfail=0",
    ]  # fmt: skip
    if "hypothesispytest" in plugins:
        fixed.append("--hypothesis-seed=0")
    selecting = Selecting(order, channel)
    status = int(pytest.main([*fixed, *chosen, *words, *(paths or [])], plugins=[selecting]))
    if status not in _WENT_TO_ITS_END:
        channel.say("broken", where="", detail=f"pytest ended with status {status}")
    if selecting.guard and (evidence := selecting.guard.replaced()):
        channel.say("tampered", evidence=text_of(evidence))
    channel.say("done", status=status)
