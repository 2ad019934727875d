"""Does the verdict rule call one model a regression of itself?

Both files are one model's samples of HumanEval, so every regression and every improvement here is a false alarm. Each file's
samples are split at random into halves, task by task, by `--self-check`, and the halves are compared as two models are; the
two files are also compared with each other, the sides exchanged too. Beside the verdict rule's false alarms stands the
paper's own procedure (`--paper`): how often its percentage is not 0, which it reads as a change.

Exit codes: 0 no row has more false alarms than alpha allows, and the pair shows none; 1 something does not hold; 2 wrong
usage; 3 no data in ../shared/data, or no assay.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import time
from fractions import Fraction
from typing import Any

import common

_WORK = common.WORK / "self-check"
_ROWS = 9
_FALSE_ALARMS = ("regression", "improvement")


def compared(pair: tuple[str, str], arguments: list[str]) -> tuple[dict[str, Any], float]:
    """The report of a pair, and how long the process took."""
    out = common.fresh_folder(_WORK / "out")
    began = time.monotonic()
    common.run_assay(
        ["-q", "compare", *map(common.samples_file, pair), "--benchmark", common.HUMAN_EVAL, "--aspects", "logic,static", "--out", out, *arguments],
        _WORK / "store",
    )
    seconds = time.monotonic() - began
    return json.loads((out / "report.json").read_text(encoding="utf-8")), seconds


def bound(trials: int, probability: float, level: float) -> int:
    """The smallest count that a binomial variable goes over with at most this probability, by sums of exact fractions."""
    success, level = Fraction(str(probability)), Fraction(level)
    tail = Fraction(0)
    for count in range(trials, 0, -1):
        tail += math.comb(trials, count) * success**count * (1 - success) ** (trials - count)
        if tail > level:
            return count
    return 0


def main() -> int:
    """Compares the pair and the halves, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--splits", type=int, default=1000, help="half-splits of each file's samples (default: 1000)")
    splits = parser.parse_args().splits
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, common.SAME_MODEL))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    figure = common.Figure("self_check", "One model against itself: the verdict rule's false alarms")
    straight, turned = tuple(common.SAME_MODEL), tuple(reversed(common.SAME_MODEL))
    compared(straight, [])  # which judges every sample
    _, without = compared(straight, [])
    report, seconds = compared(straight, ["--paper", "--self-check", "--self-check-splits", str(splits)])
    exchanged, _ = compared(turned, [])
    shutil.rmtree(_WORK)
    failures = halves(figure, report, splits) + pairs(figure, report, exchanged)
    figure.text(
        f"Nothing is judged again: with {splits} half-splits of each file the comparison takes {seconds:.1f} s, without "
        f"{without:.1f} s."
    )
    return figure.conclude(failures)


def halves(figure: common.Figure, report: dict[str, Any], splits: int) -> list[str]:
    """The table of the half-splits, and what is wrong with it."""
    found = report["self_check"]
    sides = [found["baseline"], found["candidate"]]
    allowed = bound(splits, found["alpha"], 0.05 / sum(len(side["rows"]) + 1 for side in sides))
    figure.text(
        f"Half-splits of each file's samples, {splits} of each: {sides[0]['tasks']} tasks, {sides[0]['samples']} and "
        f"{sides[1]['samples']} samples. A level of {found['alpha']} allows {found['alpha'] * splits:.0f} false alarms on average; "
        f"up to {allowed} are ordinary (binomial, 95 % for all {2 * (_ROWS + 1)} counts together)."
    )
    alarms = [[row["regressions"] + row["improvements"] for row in side["rows"]] for side in sides]
    figure.table(
        ("row", *(f"{head}, {name}" for name in ("first", "second") for head in ("false alarms", "over margin", "the paper's"))),
        [
            (
                f"`{first['check']}`",
                *(
                    figure_of
                    for place, row in enumerate((first, second))
                    for figure_of in (alarms[place][number], row["over_margin"], row["paper_changes"])
                ),
            )
            for number, (first, second) in enumerate(zip(sides[0]["rows"], sides[1]["rows"], strict=True))
        ]
        + [("any row", sides[0]["any_row"], "", "", sides[1]["any_row"], "", "")],
    )
    figure.text(
        "False alarms: splits that the verdict rule calls a regression or an improvement. Over margin: splits whose difference "
        "is at least 3 points. The paper's: splits whose percentage by the paper's procedure is not 0.00 %."
    )
    failures = [] if found["allowed"] == allowed else [f"assay allows {found['allowed']} false alarms, not {allowed}"]
    for name, side, counts in zip(("first", "second"), sides, alarms, strict=True):
        if len(side["rows"]) != _ROWS or found["splits"] != splits:
            failures.append(f"{name}: {len(side['rows'])} rows, {found['splits']} splits")
        failures += [
            f"{name}: {count} false alarms in {row['check']}"
            for row, count in zip(side["rows"], counts, strict=True)
            if count > allowed
        ]
        failures += [f"{name}: {side['any_row']} splits with a false alarm"] if side["any_row"] > allowed else []
        failures += [f"{name}: {row['check']} was not compared" for row in side["rows"] if row["not_compared"]]
    return failures


def pairs(figure: common.Figure, report: dict[str, Any], exchanged: dict[str, Any]) -> list[str]:
    """The table of the two files against each other, and what is wrong with it."""
    figure.text("The two files against each other, and what the paper's procedure says of them:")
    figure.table(
        ("row", "points", "corrected p", "verdict", "verdict, sides exchanged", "the paper's figure"),
        [
            (
                f"`{row['check']}`",
                f"{round(row['difference_percent'], 1) + 0.0:+.1f}",
                f"{row['p_corrected']:.3f}",
                row["verdict"],
                turned["verdict"],
                f"{paper['percent']:+.2f} %",
            )
            for row, turned, paper in zip(report["rows"], exchanged["rows"], report["paper"]["rates"], strict=True)
        ],
    )
    return [
        f"{row['check']} is called: {row['verdict']}"
        for row in [*report["rows"], *exchanged["rows"]]
        if row["verdict"] in _FALSE_ALARMS
    ]


if __name__ == "__main__":
    sys.exit(main())
