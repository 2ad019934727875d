"""Compares the starter benchmark's two sample sets: the report must find exactly what is planted in them.

The plan (`benchmarks/starter/samples/plan.toml`) says which samples each side holds and what is wrong with those that
must fail. `assay compare` has to call the candidate a regression, lose exactly the tasks that lose their majority,
and show the planned number of passes of every task; `assay check` has to give each of the 120 samples its planned
outcome. A loop without end may reach either of its two limits, `limit(wall)` or `limit(cpu)`.

Exit codes: 0 exactly as planted; 1 not so; 2 wrong usage; 3 no assay.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter
from typing import Any

import common

STARTER = common.REPOSITORY / "benchmarks" / "starter"
SIDES = ("baseline", "candidate")
#: At least this share of passing samples is a majority (tasks_lost).
_MAJORITY = 0.5


def planned_outcomes(plan: dict[str, Any], side: str) -> dict[str, list[str]]:
    """Each task's outcomes on a side, in file order."""
    return {
        task: [entry["faults"].get(name, {}).get("outcome", "pass") for name in entry[side]]
        for task, entry in sorted(plan.items())
    }


def same(planned: str, found: str) -> bool:
    """Whether an outcome is the planned one. Which limit a busy loop reaches first is the machine's affair."""
    limits = ("limit(wall)", "limit(cpu)")
    return planned == found or (planned in limits and found in limits)


def found_outcomes(side: str) -> dict[str, list[str]]:
    """What `assay check` says of a side's samples."""
    labelled = common.WORK / f"starter-{side}.jsonl"
    samples = STARTER / "samples" / f"{side}.jsonl"
    store = common.WORK / "starter-store"
    common.run_assay(["-q", "check", samples, "--benchmark", STARTER, "--out", labelled], store)
    outcomes: dict[str, list[str]] = {}
    for row in sorted(common.read_lines(labelled), key=lambda row: row["line"]):
        outcomes.setdefault(row["task_id"], []).append(row["outcome"])
    return outcomes


def compare() -> dict[str, Any]:
    """The report of `assay compare` on both sets."""
    out = common.fresh_folder(common.WORK / "starter-report")
    files = [STARTER / "samples" / f"{side}.jsonl" for side in SIDES]
    common.run_assay(
        ["-q", "compare", *files, "--benchmark", STARTER, "--out", out],
        common.fresh_folder(common.WORK / "starter-store"),
    )
    report: dict[str, Any] = json.loads((out / "report.json").read_text(encoding="utf-8"))
    return report


def main() -> int:
    """Compares, checks, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    try:
        common.assay_binary()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    figure = common.Figure("starter", "What assay finds in the starter benchmark's planted regressions")
    plan = tomllib.loads((STARTER / "samples" / "plan.toml").read_text(encoding="utf-8"))
    planned = {side: planned_outcomes(plan, side) for side in SIDES}
    report = compare()
    found = {side: found_outcomes(side) for side in SIDES}
    failures = verdict(figure, report, planned)
    failures += passes(figure, report, planned)
    failures += outcomes(figure, planned, found)
    return figure.conclude(failures, "exactly as planted")


def verdict(figure: common.Figure, report: dict[str, Any], planned: dict[str, dict[str, list[str]]]) -> list[str]:
    """The verdict, and the tasks lost and gained."""
    row = next(row for row in report["rows"] if row["check"] == "incorrect_code")
    shares = {
        task: [planned[side][task].count("pass") / len(planned[side][task]) for side in SIDES]
        for task in planned["baseline"]
    }
    expected = {
        "verdict": "regression",
        "tasks_lost": [task for task, (old, new) in shares.items() if old >= _MAJORITY > new],
        "tasks_gained": [task for task, (old, new) in shares.items() if new >= _MAJORITY > old],
        "baseline's rate": round(1 - sum(old for old, _new in shares.values()) / len(shares), 9),
        "candidate's rate": round(1 - sum(new for _old, new in shares.values()) / len(shares), 9),
        "p": 2 / 2 ** len(shares),
    }
    observed = {
        "verdict": row["verdict"],
        "tasks_lost": sorted(task["id"] for task in report["tasks_lost"]),
        "tasks_gained": sorted(task["id"] for task in report["tasks_gained"]),
        "baseline's rate": round(row["baseline"]["rate"], 9),
        "candidate's rate": round(row["candidate"]["rate"], 9),
        "p": row["p_corrected"],
    }
    figure.table(
        ("of incorrect_code", "planted", "report.json"), [(key, expected[key], observed[key]) for key in expected]
    )
    return [f"{key} is {observed[key]}, not {expected[key]}" for key in expected if observed[key] != expected[key]]


def passes(figure: common.Figure, report: dict[str, Any], planned: dict[str, dict[str, list[str]]]) -> list[str]:
    """Passing samples by task and side."""
    failures, table = [], []
    for task in report["tasks"]:
        name = task["id"]
        cells: list[object] = [f"`{name}`"]
        for side in SIDES:
            want, have = planned[side][name].count("pass"), round(task[side] * len(planned[side][name]), 9)
            cells += [want, f"{have:g}"]
            if want != have:
                failures.append(f"{name}: {have:g} samples of the {side} pass, not {want}")
        table.append(cells)
    if {task["id"] for task in report["tasks"]} != set(planned["baseline"]):
        failures.append("the report has other tasks than the plan")
    figure.text("Passes of ten, by task, in report.json:")
    figure.table(("task", "baseline planted", "found", "candidate planted", "found"), table)
    return failures


def outcomes(
    figure: common.Figure, planned: dict[str, dict[str, list[str]]], found: dict[str, dict[str, list[str]]]
) -> list[str]:
    """Every sample's outcome."""
    failures = []
    counts: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
    for side in SIDES:
        for task, wanted in planned[side].items():
            have = found[side].get(task, [])
            counts[side].update(have)
            if len(have) != len(wanted):
                failures.append(f"{task}: {len(have)} samples of the {side}, not {len(wanted)}")
                continue
            failures += [
                f"{task}, {side}, sample {place}: {other}, not {one}"
                for place, (one, other) in enumerate(zip(wanted, have, strict=True))
                if not same(one, other)
            ]
    figure.text("Outcomes of the samples in the labelled data sets, each compared with its own plan:")
    names = sorted(counts["baseline"] | counts["candidate"])
    figure.table(("outcome", *SIDES), [(f"`{name}`", *(counts[side][name] for side in SIDES)) for name in names])
    return failures


if __name__ == "__main__":
    sys.exit(main())
