"""Opens a report's page in Chromium as a reader does, by WebDriver, from a file: what is on it works and nothing is amiss.

The page of the starter comparison, with every aspect in it. The browser's log must be empty and nothing may be loaded but the
page itself; every link inside it must lead somewhere; the tabulator must reach every link and everything that opens, in
order, and the return key must open it; at the widths of a desk, a tablet and a telephone nothing may stick out; on paper it must have
pages. Screenshots of what a reader sees first stay in `target/evidence/page`.

Exit codes: 0 all of this holds; 1 something does not; 2 wrong usage; 3 no assay, no Chromium, or no chromedriver.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import common

_WORK = common.WORK / "page"
_STARTER = common.REPOSITORY / "benchmarks" / "starter"
_WIDTHS = ((1280, 900), (820, 1100), (390, 800))
_MOST_BYTES = 3_000_000
#: The keys of WebDriver's protocol.
_TAB, _ENTER = "\ue004", "\ue007"
#: What the tabulator has to reach, in the page's order: links, what opens, and what scrolls.
_REACHABLE = """
    return [...document.querySelectorAll('a[href], summary, [tabindex="0"]')].filter(
        element => element.checkVisibility({checkVisibilityCSS: true, contentVisibilityAuto: true}));
"""


class Browser:
    """A Chromium of its own, driven by WebDriver (W3C)."""

    def __init__(self) -> None:
        """Starts both programs; raises `Absent` without them."""
        driver = shutil.which("chromedriver")
        if driver is None or not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
            raise common.Absent("no Chromium or no chromedriver on PATH (Debian: chromium, chromium-driver)")
        self._driver = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, text=True)
        assert self._driver.stdout is not None
        line = next(line for line in self._driver.stdout if "successfully on port" in line)
        self._base = f"http://127.0.0.1:{line.rsplit('port', 1)[1].strip(' .' + chr(10))}/session"
        options = {"args": ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"]}
        wanted = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        made = self._send("POST", "", {"capabilities": wanted})
        self._base += f"/{made['sessionId']}"
        self.version = made["capabilities"]["browserVersion"]

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data=data, method=method)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def open(self, page: Path) -> None:
        """Loads a file."""
        self._send("POST", "/url", {"url": page.resolve().as_uri()})

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script says; scripts of a driver are not subject to the page's policy."""
        return self._send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def press(self, key: str) -> None:
        """One key, down and up."""
        actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self._send("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def resize(self, width: int, height: int) -> None:
        """Makes the window so large."""
        self._send("POST", "/window/rect", {"width": width, "height": height})

    def screenshot(self, file: Path) -> None:
        """What the window shows."""
        file.write_bytes(base64.b64decode(self._send("GET", "/screenshot")))

    def printed(self) -> bytes:
        """The page on paper."""
        return base64.b64decode(self._send("POST", "/print", {}))

    def log(self) -> list[dict[str, Any]]:
        """What the browser had to say."""
        entries: list[dict[str, Any]] = self._send("POST", "/se/log", {"type": "browser"})
        return entries

    def close(self) -> None:
        """Ends both programs."""
        try:
            self._send("DELETE", "")
        finally:
            self._driver.kill()
            self._driver.wait()


def tabulated(browser: Browser) -> tuple[int, list[str]]:
    """How many places the tabulator must reach, and what is wrong with its way through them."""
    count = browser.run(_REACHABLE.replace("return [", "window.reachable = [") + "return window.reachable.length;")
    browser.run("document.activeElement.blur(); window.scrollTo(0, 0);")
    wrong = []
    for place in range(count):
        browser.press(_TAB)
        here = browser.run("return window.reachable.indexOf(document.activeElement);")
        if here != place:
            text = browser.run("return document.activeElement.outerHTML.slice(0, 120);")
            wrong.append(f"the tabulator's step {place + 1} of {count} is at place {here}: {text}")
            break
    return count, wrong


def opened(browser: Browser) -> list[str]:
    """Whether the return key opens and closes what can be opened."""
    states = []
    browser.run("document.querySelector('summary').focus();")
    for _ in range(2):
        states.append(browser.run("return document.querySelector('summary').parentElement.open;"))
        browser.press(_ENTER)
    states.append(browser.run("return document.querySelector('summary').parentElement.open;"))
    return [] if states[0] == states[2] != states[1] else [f"the return key on a summary: {states}"]


def looked_at(browser: Browser, page: Path, figure: common.Figure) -> list[str]:
    """All that is wrong with a page."""
    failures, rows = [], []
    browser.open(page)
    loaded = browser.run("return performance.getEntriesByType('resource').map(entry => entry.name);")
    lost = browser.run(
        "return [...document.querySelectorAll('a[href^=\"#\"]')].map(link => link.getAttribute('href'))"
        ".filter(target => !document.getElementById(target.slice(1)));"
    )
    links = browser.run("return document.querySelectorAll('a[href^=\"#\"]').length;")
    for width, height in _WIDTHS:
        browser.resize(width, height)
        browser.screenshot(_WORK / f"{width}.png")
        inner, needed = browser.run("return [innerWidth, document.documentElement.scrollWidth];")
        rows.append((f"{inner} pixels wide", f"needs {needed}"))
        if needed > inner:
            failures.append(f"at {inner} pixels something is {needed - inner} pixels too wide")
    browser.resize(*_WIDTHS[0])
    places, wrong = tabulated(browser)
    failures += wrong + opened(browser)
    paper = browser.printed()
    sheets = paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page/") + paper.count(b"/Type /Page ")
    log = browser.log()
    rows += [
        ("entries in the browser's log", len(log)),
        ("loaded beside the page", len(loaded)),
        ("links within it, of which lead nowhere", f"{links}, {len(lost)}"),
        ("places that the tabulator reaches, in order", places if not wrong else "not all"),
        ("sheets of paper", sheets),
        ("size", f"{page.stat().st_size / 1e6:.2f} MB"),
    ]
    figure.table(("what", "figure"), rows)
    failures += [f"the browser says: {entry['message']}" for entry in log]
    failures += [f"the page loads {name}" for name in loaded] + [f"a link leads to {target}" for target in lost]
    if sheets == 0:
        failures.append("it cannot be printed")
    if page.stat().st_size > _MOST_BYTES:
        failures.append("it is larger than 3 MB")
    return failures


def main() -> int:
    """Looks, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report", type=Path, help="the page of this report.json instead (default: the starter is compared)")
    arguments = parser.parse_args()
    try:
        common.assay_binary()
        browser = Browser()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    try:
        common.fresh_folder(_WORK)
        report = arguments.report
        if report is None:
            files = [_STARTER / "samples" / f"{side}.jsonl" for side in ("baseline", "candidate")]
            common.run_assay(["-q", "compare", *files, "--benchmark", _STARTER, "--paper", "--out", _WORK], _WORK / "store")
            report = _WORK / "report.json"
        page = _WORK / "page.html"
        common.run_assay(["report", report, "--format", "html", "--out", page], _WORK / "store")
        figure = common.Figure("page", "The page of a report in Chromium")
        figure.fact(f"Browser: Chromium {browser.version}")
        return figure.conclude(looked_at(browser, page, figure))
    finally:
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
