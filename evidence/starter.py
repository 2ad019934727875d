"""Compares the starter benchmark's two sample sets: the report must find exactly what is planted in them.

The plans (`benchmarks/starter/samples/plans/`) say which samples each side holds and what has to be found in each of them.
`assay check` has to give each of the 480 samples its planned outcome and its planned static flags, and no flag to the
prompts. In the report of `assay compare`, each planned rate row has to be there, to have the planned rates and the exact p,
corrected over all planned rate rows, and to be a regression exactly if the plan makes it one; the planned tasks are lost,
and each task has its planned number of passes. The performance rows are regressions; each task that is planted there is
found where enough correct samples are left to compare, and none improves. A loop without end may reach either of its two
limits, `limit(wall)` or `limit(cpu)`.

Exit codes: 0 exactly as planted; 1 not so; 2 wrong usage; 3 no assay.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import common

STARTER = common.REPOSITORY / "benchmarks" / "starter"
sys.path.insert(0, str(STARTER / "samples"))
# Nothing but sources belongs into the benchmark's folder.
sys.dont_write_bytecode = True

import expected  # noqa: E402
from plans import SIDES, Plan, about, outcome, read_plans  # noqa: E402

Plans = dict[str, Plan]
#: How close numbers of the report have to be: it rounds.
_CLOSE = 1e-6


def same(planned: str, found: str) -> bool:
    """Whether an outcome is the planned one. Which limit a busy loop reaches first is the machine's affair."""
    limits = ("limit(wall)", "limit(cpu)")
    return planned == found or (planned in limits and found in limits)


def found_outcomes(side: str) -> list[dict[str, Any]]:
    """What `assay check` says of a side's samples, in the file's order."""
    labelled = common.WORK / f"starter-{side}.jsonl"
    return labelled_rows(STARTER / "samples" / f"{side}.jsonl", labelled)


def labelled_rows(samples: Path, labelled: Path, *options: str) -> list[dict[str, Any]]:
    """The labelled data set of a file of samples, in the file's order."""
    store = common.WORK / "starter-store"
    common.run_assay(["-q", "check", samples, "--benchmark", STARTER, "--out", labelled, *options], store)
    return sorted(common.read_lines(labelled), key=lambda row: int(row["line"]))


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
    plans = read_plans()
    report = compare()
    failures = rows(figure, report, plans)
    failures += performance(figure, report, plans)
    failures += lost(figure, report, plans)
    failures += passes(figure, report, plans)
    failures += outcomes(figure, plans)
    failures += prompts(figure, plans)
    return figure.conclude(failures, "exactly as planted")


def rows(figure: common.Figure, report: dict[str, Any], plans: Plans) -> list[str]:
    """The rate rows: rates, difference, p, verdict."""
    found = {row["check"]: row for row in report["rows"]}
    planned = [expected.row(plans, check) for check in expected.ROWS]
    failures, table = [], []
    for row, corrected in zip(planned, expected.holm([row.p_value for row in planned]), strict=True):
        regression = row.is_regression(corrected)
        word = "regression" if regression else "no regression"
        have = found.get(row.check)
        if have is None:
            failures.append(f"{row.check} is not in the report")
            table.append((f"`{row.check}`", "", "", row.moved, "", word, "not in the report"))
            continue
        pairs = {
            "the baseline's rate": (float(row.rate("baseline")), have["baseline"]["rate"]),
            "the candidate's rate": (float(row.rate("candidate")), have["candidate"]["rate"]),
            "the difference": (float(100 * row.difference), have["difference_percent"]),
            "p": (float(corrected), have["p_corrected"]),
        }
        failures += [
            f"{row.check}: {name} is {other}, not {one}"
            for name, (one, other) in pairs.items()
            if abs(one - other) > _CLOSE
        ]
        if regression != (have["verdict"] == "regression"):
            failures.append(f"{row.check} is called {have['verdict']}")
        if have["verdict"] == "improvement":
            failures.append(f"{row.check} is called an improvement; nothing improves")
        cells = [f"{100 * one:.2f} %, {100 * other:.2f} %" for one, other in list(pairs.values())[:2]]
        p_values = f"{float(corrected):.2g}, {have['p_corrected']:.2g}"
        table.append((f"`{row.check}`", *cells, row.moved, p_values, word, have["verdict"]))
    figure.text("Rate rows; of rates and corrected p first what is planned, then what the report says:")
    head = ("row", "baseline", "candidate", "tasks that move", "p", "verdict planned", "found")
    figure.table(head, table)
    return failures


def performance(figure: common.Figure, report: dict[str, Any], plans: Plans) -> list[str]:
    """The performance rows, and the tasks behind them: each planted one that was compared, and no other."""
    rows = {row["check"]: row for row in report["rows"]}
    tasks = {measured["check"]: measured["tasks"] for measured in report["performance_tasks"]}
    failures, table = [], []
    for check, key in expected.PERFORMANCE.items():
        planted = set(expected.planted_tasks(plans, key))
        compared = {task["id"] for task in tasks[check] if task["state"] == "compared"}
        regressed = {task["id"] for task in tasks[check] if task.get("verdict") == "regressed"}
        improved = {task["id"] for task in tasks[check] if task.get("verdict") == "improved"}
        verdict = rows[check]["verdict"]
        if verdict != "regression":
            failures.append(f"{check} is called {verdict}")
        failures += [f"{check}: {task} is planted and not found" for task in sorted(planted & compared - regressed)]
        failures += [f"{check}: {task} is called improved" for task in sorted(improved)]
        others = ", ".join(sorted(regressed - planted)) or "none"
        ratio = " to ".join(f"{number:.2f}" for number in rows[check]["ratio"])
        counts = f"{len(planted & regressed)} of {len(planted & compared)}"
        table.append((f"`{check}`", len(planted), counts, others, ratio, "regression", verdict))
    figure.text(
        "Performance rows. Planted tasks count as found where enough correct samples are left to compare; another task may change "
        "because the samples with a planted fault of another kind are written otherwise, too:"
    )
    head = ("row", "tasks where it is planted", "found, of those compared", "others", "ratio", "verdict planned", "found")
    figure.table(head, table)
    return failures


def lost(figure: common.Figure, report: dict[str, Any], plans: Plans) -> list[str]:
    """The tasks lost and gained."""
    planned = dict(zip(("tasks_lost", "tasks_gained"), expected.lost_tasks(plans), strict=True))
    found = {key: sorted(task["id"] for task in report[key]) for key in planned}
    figure.table(
        ("tasks", "planned", "report.json"),
        [(f"`{key}`", ", ".join(planned[key]) or "none", ", ".join(found[key]) or "none") for key in planned],
    )
    return [f"{key} is {found[key]}, not {planned[key]}" for key in planned if found[key] != planned[key]]


def passes(figure: common.Figure, report: dict[str, Any], plans: Plans) -> list[str]:
    """Passing samples by task and side."""
    failures, table = [], []
    for task in report["tasks"]:
        name = task["id"]
        cells: list[object] = [f"`{name}`"]
        for side in SIDES:
            planned = [outcome(plans[name], sample) for sample in plans[name][side]]
            want, have = planned.count("pass"), round(task[side] * len(planned), 9)
            cells += [want, f"{have:g}"]
            if want != have:
                failures.append(f"{name}: {have:g} samples of the {side} pass, not {want}")
        table.append(cells)
    if {task["id"] for task in report["tasks"]} != set(plans):
        failures.append("the report has other tasks than the plan")
    figure.text("Passes of ten, by task, in report.json:")
    figure.table(("task", "baseline planned", "found", "candidate planned", "found"), table)
    return failures


def outcomes(figure: common.Figure, plans: Plans) -> list[str]:
    """Every sample's outcome and static flags."""
    failures, flagged = [], 0
    counts: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
    for side in SIDES:
        found = found_outcomes(side)
        planned = [(task, name) for task, plan in plans.items() for name in plan[side]]
        if len(found) != len(planned):
            failures.append(f"{len(found)} samples of the {side}, not {len(planned)}")
        for (task, name), row in zip(planned, found, strict=False):
            counts[side][row["outcome"]] += 1
            wanted = outcome(plans[task], name)
            if row["task_id"] != task or not same(wanted, row["outcome"]):
                failures.append(f"{task}, {side}, line {row['line']}, {name}: {row['outcome']}, not {wanted}")
            want, have = sorted(about(plans[task], name).get("flags", [])), flags(row)
            flagged += bool(have)
            if want != have:
                failures.append(f"{task}, {side}, line {row['line']}, {name}: flagged by {have}, not by {want}")
    figure.text("Outcomes of the samples in the labelled data sets, each compared with its own plan:")
    names = sorted(counts["baseline"] | counts["candidate"])
    figure.table(("outcome", *SIDES), [(f"`{name}`", *(counts[side][name] for side in SIDES)) for name in names])
    judged = sum(sum(side.values()) for side in counts.values())
    figure.text(f"Static flags in the same data sets, compared too: {flagged} of {judged} samples have some.")
    return failures


def flags(row: dict[str, Any]) -> list[str]:
    """The static checks that flag a row of a labelled data set, sorted."""
    return sorted(check for check, flag in row["static_findings"]["flags"].items() if flag == "flagged")


def prompts(figure: common.Figure, plans: Plans) -> list[str]:
    """That no static check flags a prompt."""
    samples = common.WORK / "starter-prompts.jsonl"
    texts = [(STARTER / "tasks" / task / "prompt.py").read_text(encoding="utf-8") for task in plans]
    rows = [{"task_id": task, "solution": text} for task, text in zip(plans, texts, strict=True)]
    common.write_lines(samples, rows)
    found = labelled_rows(samples, common.WORK / "starter-prompts-labelled.jsonl", "--aspects", "static")
    failures = [f"{row['task_id']}: the prompt is flagged by {flags(row)}" for row in found if flags(row)]
    if [row["task_id"] for row in found] != list(plans):
        failures.append(f"{len(found)} prompts are judged, not {len(plans)}")
    figure.text(f"Prompts, by the static checks: {len(found)}, of which {len(failures)} not as planned.")
    return failures


if __name__ == "__main__":
    sys.exit(main())
