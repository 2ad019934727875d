"""How each test ended under pytest, read where it is made (``pytest_runtest_makereport``), around every other hook."""

from __future__ import annotations

from typing import Any

import pytest

from assay_oracle.channel import Channel, text_of
from assay_oracle.guard import Guard


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
        if call.when == "call" and item.nodeid in self._decoys:
            self._look_at_decoy(item, raised, report)
        self._phases.setdefault(item.nodeid, []).append(_phase(report, raised))

    def _look_at_decoy(self, item: Any, raised: Any, report: Any) -> None:
        """What a decoy's own call shows, whatever its set-up and clean-up come to.

        No mark and no fixture of a file reaches into the call: if a failure comes to nothing there, or something is skipped that
        does not skip itself, the runner was changed.
        """
        kind = self._decoys[item.nodeid]
        if kind == "fail" and raised is None:
            self._tamper(f"{item.nodeid}, which must fail, was called and nothing came of it")
        if kind != "skip" and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
            self._tamper(f"{item.nodeid}, which must {kind}, was skipped while it ran")

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
