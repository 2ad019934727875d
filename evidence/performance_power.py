"""Do performance rows find a regression as often as they say, and do they find none where there is none?

A seeded simulation of two models whose true ratio is known (crates/assay-analyse/examples/performance_power): tasks have
ratios of their own, samples of a task differ, repetitions have noise, all log-normal. Each scenario is compared first with a
true ratio of 1, then with the ratio that those comparisons printed as the smallest detectable.

Exit codes: 0 it holds; 1 the planted ratio is not found in 70 to 90 % of the comparisons, over 5 % find a difference where there is
none, an interval misses the truth in over 12 %, or tasks are told apart in over 5 % of the comparisons in which all are equal, each
beyond two standard errors of the simulation; 2 wrong usage; 3 no example program.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys

import common

#: What the smallest detectable ratio is stated at, and how far from it the simulation may come.
_POWER, _TOLERANCE = 0.80, 0.10
_LEVEL = 0.05
_MISSED = 0.12
#: The scenario in which no task has a ratio of its own.
_EQUAL = "of equal ratios"


def beyond(share: float, bound: float, comparisons: int) -> bool:
    """Whether a share is above a bound by more than two standard errors."""
    return share > bound + 2 * math.sqrt(bound * (1 - bound) / comparisons)


def failures_of(found: dict, comparisons: int) -> list[str]:
    """What of one scenario is not as it was said to be."""
    name, without, planted = found["scenario"], found["without"], found["with"]
    failures = []
    if abs(planted["regressions"] - _POWER) > _TOLERANCE:
        failures.append(f"{name}: {planted['regressions']:.3f} of the planted regressions are found")
    if beyond(without["regressions"] + without["improvements"], _LEVEL, comparisons):
        failures.append(f"{name}: a difference is found where there is none")
    for side in (without, planted):
        if beyond(1 - side["covered"], _MISSED, comparisons):
            failures.append(f"{name}: the interval holds the true ratio in {side['covered']:.3f}")
    if _EQUAL in name and beyond(without["with_a_changed_task"], _LEVEL, comparisons):
        failures.append(f"{name}: tasks are told apart in {without['with_a_changed_task']:.3f}")
    return failures


def main() -> int:
    """Simulates and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--comparisons", type=int, default=400, help="comparisons of a scenario, each way")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    try:
        program = common.example("performance_power", "assay-analyse")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    command = [program, str(arguments.comparisons), str(arguments.seed)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    scenarios = [json.loads(line) for line in said.splitlines()]
    figure = common.Figure("performance_power", "How often performance rows find a regression of a known size", program=False)
    figure.text(
        f"{arguments.comparisons} comparisons of each scenario without a difference, and as many with the ratio that the "
        "first said to be the smallest detectable (80 % power, the second row of the report counted in the correction). "
        "Spreads are log-normal; a repetition has 3 % noise, and a sample three of them."
    )
    rows, failures = [], []
    for found in scenarios:
        without, planted = found["without"], found["with"]
        rows.append((
            found["scenario"],
            f"{found['planted']:.3f}",
            f"{planted['regressions']:.3f}",
            f"{without['regressions'] + without['improvements']:.3f}",
            f"{without['no_difference']:.3f}",
            f"{without['covered']:.3f}, {planted['covered']:.3f}",
            f"{without['with_a_changed_task']:.3f}" if _EQUAL in found["scenario"] else "",
        ))
        failures += failures_of(found, arguments.comparisons)
    head = (
        "scenario", "planted ratio", "found", "false differences", "no difference, rightly", "interval holds the truth",
        "comparisons with a task falsely told apart",
    )
    figure.table(head, rows)
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
