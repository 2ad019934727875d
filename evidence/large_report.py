"""Is a report over a million samples made in little memory, and does its page open? Is the page of real runs small?

The example program `large_report` makes 10⁶ synthetic findings (1,000 tasks, 500 samples a side each; evidence, static findings and
complexity as of real ones, twenty different answers a task and side), analyses them and draws the report in every format, and says the
most memory that it ever held. It must stay under 500 MB. report.json must read back (`assay report`), and Chromium must open the page:
its DOM, as Chromium holds it, must reach to the page's last section. Growth shows beside it: the same with a tenth of the samples.

The two halves of one model's samples of HumanEval, 3,280 in all, are judged for real; their page must stay under 3 MB.

Exit codes: 0 all of this holds; 1 something does not; 2 wrong usage; 3 no assay, no example program, no Chromium, or no data in
../shared/data.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import common

_WORK = common.WORK / "large-report"
_MOST_MEMORY, _MOST_PAGE = 500e6, 3e6
_SIZES = ((1_000, 50), (1_000, 500))


def chromium() -> str:
    """The browser."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return name
    raise common.Absent("no Chromium on PATH (Debian: chromium)")


def dom(browser: str, page: Path) -> tuple[str, float]:
    """The page's DOM as the browser has it once it is loaded, and the seconds from the browser's start to its end."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={profile}"]
        done = subprocess.run(
            [*command, "--dump-dom", page.resolve().as_uri()], capture_output=True, text=True, timeout=300, check=False
        )
    return done.stdout, time.monotonic() - began


def opens(browser: str, page: Path) -> tuple[bool, float]:
    """Whether the browser has the page to its end, and how long that took."""
    held, seconds = dom(browser, page)
    return 'id="verdict"' in held and 'id="measured"' in held and held.rstrip().endswith("</html>"), seconds


def made(tasks: int, samples: int) -> tuple[dict[str, Any], Path]:
    """What the example program says of a report of that size, and the folder of its files."""
    out = common.fresh_folder(_WORK / "out")
    done = subprocess.run(
        [common.example("large_report", "assay-run"), out, str(tasks), str(samples)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise RuntimeError(f"large_report exited with {done.returncode}:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout), out


def megabytes(count: float) -> str:
    """A number of bytes for people."""
    return f"{count / 1e6:.1f} MB"


def main() -> int:
    """Makes the reports, has them opened, and returns the exit code."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    try:
        common.assay_binary()
        common.example("large_report", "assay-run")
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, common.SAME_MODEL))
        browser = chromium()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    figure = common.Figure("large_report", "Reports over a million synthetic samples, and the page of a real run")
    figure.fact(f"Browser: {common.version_of([browser, '--version'])}")
    failures = []
    rows, sizes = [], []
    for tasks, samples in _SIZES:
        said, out = made(tasks, samples)
        peak, seconds = said["peak_bytes"], said["seconds"]
        drawing = sum(taken for step, taken in seconds.items() if step not in ("findings", "report"))
        rows.append(
            (
                f"{said['samples']:,}", megabytes(peak["findings"]), megabytes(peak["report"]), megabytes(max(peak.values())),
                f"{seconds['report']:.1f} s", f"{drawing:.1f} s",
            )
        )  # fmt: skip
        sizes.append((f"{said['samples']:,}", *(megabytes(count) for count in said["bytes"].values())))
        if max(peak.values()) >= _MOST_MEMORY:
            failures.append(f"{said['samples']:,} samples take {megabytes(max(peak.values()))}")
        opened, opening = opens(browser, out / "report.html")
        if not opened:
            failures.append(f"Chromium does not open the page of {said['samples']:,} samples")
        common.run_assay(["report", out / "report.json"], _WORK / "store")
    figure.text("The most memory that the process ever held, until each step; what each step took:")
    figure.table(("samples", "with all findings", "with the report", "at the end", "analysis", "drawing"), rows)
    figure.text("The files:")
    figure.table(("samples", *said["bytes"]), sizes)
    figure.text(
        f"The page of the largest: Chromium holds it to its last section, {opening:.1f} s after it was started. "
        "report.json of each reads back."
    )
    real = common.fresh_folder(_WORK / "real")
    common.run_assay(
        ["-q", "compare", *map(common.samples_file, common.SAME_MODEL), "--benchmark", common.HUMAN_EVAL, "--complexity", "--out", real],
        _WORK / "store",
    )
    page = (real / "report.html").stat().st_size
    opened, opening = opens(browser, real / "report.html")
    if page >= _MOST_PAGE or not opened:
        failures.append(f"the page of the real run has {megabytes(page)}; opened: {opened}")
    figure.text(
        f"The real run ({', '.join(common.SAME_MODEL)}, 3,280 samples): the page has {megabytes(page)}, report.json "
        f"{megabytes((real / 'report.json').stat().st_size)}; Chromium has it in {opening:.1f} s."
    )
    shutil.rmtree(_WORK)
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
