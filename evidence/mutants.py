"""What tests are worth: small faults planted in the reference solutions, and how many of them the tests catch.

The starter benchmark's tests must catch at least 85 % of them. Of HumanEval the ten weakest tasks are named, and inputs
are grown from its tests' own: how many of the surviving mutants do they catch? Some mutants behave as the original does;
no test can catch those, so 100 % is not to be had.

Exit codes: 0 the starter's tests catch enough; 1 they do not; 2 wrong usage; 3 no data in ../shared/data, or no assay.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from typing import Any

import common

_WORK = common.WORK / "mutants"
_LEAST = 0.85
_WEAKEST = 10


def lint(benchmark: str, *flags: str) -> dict[str, Any]:
    """What `assay benchmark lint --mutants` says of a benchmark."""
    arguments = ["benchmark", "lint", benchmark, "--mutants", "--json", *flags]
    return json.loads(common.run_assay(arguments, _WORK / "store"))["mutants"]


def percent(share: float) -> str:
    """A share as a reader wants it."""
    return f"{100 * share:.1f} %"


def main() -> int:
    """Measures both benchmarks and returns the exit code."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL)
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    figure = common.Figure("mutants", "What tests are worth: mutants that they catch")
    starter = lint("starter")
    human_eval = lint(str(common.HUMAN_EVAL), "--grow", "--out", str(_WORK / "grown"))
    figure.fact("At most 20 mutants of a task, chosen by seed 0; --grow with its 40 inputs of a task at most")
    totals = {"starter": starter["total"], "HumanEval": human_eval["total"]}
    head = ("benchmark", "tasks", "mutants", "caught", "rate")
    tasks = {"starter": starter["tasks"], "HumanEval": human_eval["tasks"]}
    rows = [(name, len(tasks[name]), of["judged"], of["caught"], percent(of["rate"])) for name, of in totals.items()]
    figure.table(head, rows)
    weakest = sorted(human_eval["tasks"], key=lambda task: (task["mutants"]["rate"], task["id"]))[:_WEAKEST]
    figure.text(f"HumanEval's {_WEAKEST} weakest tasks:")
    figure.table(
        ("task", "mutants", "caught", "rate"),
        [
            (task["id"], task["mutants"]["judged"], task["mutants"]["caught"], percent(task["mutants"]["rate"]))
            for task in weakest
        ],
    )
    grown = human_eval["growth"]
    inputs = sum(task["inputs"] for task in grown["tasks"])
    figure.text(
        f"Grown: {inputs} inputs for {len(grown['tasks'])} of HumanEval's tasks catch {grown['caught']} of the"
        f" {grown['survivors']} mutants that its tests let through."
    )
    shutil.rmtree(_WORK)
    holds = starter["total"]["rate"] >= _LEAST
    return figure.conclude([] if holds else [f"under {percent(_LEAST)} are caught on the starter benchmark"])


if __name__ == "__main__":
    sys.exit(main())
