"""One model's samples, dressed differently on the two sides: does the report say that extraction is all there is?

The baseline is gpt-4.jsonl as it is; the candidate are the same answers, each in a fence with a sentence before it. A
harness that takes a completion as it comes fails every one of those. The report must find no difference, and warn that
the sides were read by different rules and that the verdict hangs on it. In the A/A pair, where nothing is dressed, it
must warn of neither, whichever rules are tried.

Exit codes: 0 all of this holds; 1 something does not; 2 wrong usage; 3 no data in ../shared/data, or no assay.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import common

_WORK = common.WORK / "sensitivity"
_MODEL = "gpt-4"
_EXPECTED = ["different_extraction", "verdict_depends_on_extraction"]


def dressed() -> Path:
    """The model's answers as a chat model gives them."""
    path = _WORK / f"{_MODEL}-dressed.jsonl"
    fence = "Here is the rest of the function:\n\n```python\n{}\n```\n"
    rows = common.read_lines(common.samples_file(_MODEL))
    common.write_lines(path, ({**row, "completion": fence.format(row["completion"].rstrip("\n"))} for row in rows))
    return path


def report(baseline: Path, candidate: Path) -> dict[str, Any]:
    """What a comparison says."""
    out = common.fresh_folder(_WORK / "out")
    arguments = ["compare", baseline, candidate, "--benchmark", common.HUMAN_EVAL, "--aspects", "logic,static", "--out", out]
    common.run_assay(arguments, _WORK / "store")
    return json.loads((out / "report.json").read_text(encoding="utf-8"))


def main() -> int:
    """Compares both pairs and returns the exit code."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, [_MODEL, *common.SAME_MODEL]))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    figure = common.Figure("sensitivity", "One model's samples, dressed differently on the two sides")
    pairs = {
        "plain and dressed": (common.samples_file(_MODEL), dressed()),
        "the A/A pair": (common.samples_file(common.SAME_MODEL[0]), common.samples_file(common.SAME_MODEL[1])),
    }
    failures, rows = [], []
    for name, sides in pairs.items():
        said = report(*sides)
        verdict = said["rows"][0]["verdict"]
        codes = [warning["code"] for warning in said["warnings"] if "extraction" in warning["code"]]
        rows.append((name, "standard", "", "", f"{said['rows'][0]['difference_percent']:+.1f}", verdict))
        for other in said["extraction"]:
            changed = (other["baseline_changed"], other["candidate_changed"])
            rows.append((name, other["rules"], *changed, f"{other['difference_percent']:+.1f}", other["verdict"]))
        figure.text(f"{name}: warnings of extraction: {', '.join(codes) or 'none'}.")
        if codes != (_EXPECTED if name.startswith("plain") else []):
            failures.append(f"{name}: {codes}")
        if name.startswith("plain") and verdict != "no_difference":
            failures.append(f"{name}: {verdict}")
    head = ("pair", "rules", "baseline's read otherwise", "candidate's", "difference, points", "verdict")
    figure.table(head, rows)
    shutil.rmtree(_WORK)
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
