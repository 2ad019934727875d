"""What measuring time and memory costs, and how often one model is called slower than itself.

*A/A*: the starter's baseline samples are split at random into halves, task by task, and the halves are measured and compared as two
models are, tasks with the same programs included (`--performance-measure-equal`), for many seeds. Beside it a program keeps a
processor busy (unless `--quiet`). Every task called changed is a false alarm: before correction at most 5 % of the compared
ones may be, after it hardly any, and no row may be a regression or an improvement. Beside it: how many tasks the paper's procedure (`--paper`) calls changed.

*Workload*: HumanEval, two files of 1,640 samples of one model, all aspects, five repetitions: the time of the whole process from an
empty store, and of each measuring trial what is not the sample's own.

Exit codes: 0 it holds; 1 it does not; 2 wrong usage; 3 no data in ../shared/data (the workload only), or no assay.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import common

_WORK = common.WORK / "performance"
_HALVES = common.WORK / "performance-halves"
#: The benchmark that comes with assay.
STARTER = common.REPOSITORY / "benchmarks" / "starter"
#: A program that keeps a processor busy.
BUSY = "import random\nwhile True: sorted(random.random() for _ in range(10_000))"
#: Share of compared tasks that may be called changed before correction, and after it.
_BEFORE, _AFTER = 0.05, 0.005
_GOAL_SECONDS, _GOAL_OVERHEAD = 300.0, 6.0


def halves(seed: int) -> list[Any]:
    """Two files with half of each task's samples."""
    by_task: dict[str, list[dict[str, Any]]] = {}
    for row in common.read_lines(STARTER / "samples" / "baseline.jsonl"):
        by_task.setdefault(row["task_id"], []).append(row)
    choose = random.Random(seed)
    sides: list[list[dict[str, Any]]] = [[], []]
    for rows in by_task.values():
        choose.shuffle(rows)
        for place, row in enumerate(rows):
            sides[place % 2].append(row)
    files = [_HALVES / f"half-{seed}-{side}.jsonl" for side in (1, 2)]
    for file, rows in zip(files, sides, strict=True):
        common.write_lines(file, rows)
    return files


def compared(
    files: list[Any], benchmark: Any, arguments: list[str], work: Path = _WORK
) -> tuple[dict[str, Any], str, float]:
    """The report, what the program said, and the seconds of the process."""
    out = common.fresh_folder(work / "out")
    began = time.monotonic()
    done = common.assay_done(["compare", *files, "--benchmark", benchmark, "--out", out, *arguments], work / "store")
    seconds = time.monotonic() - began
    if done.returncode != 0:
        raise SystemExit(f"assay compare ends with {done.returncode}:\n{done.stderr}")
    return json.loads((out / "report.json").read_text(encoding="utf-8")), done.stderr, seconds


def against_itself(figure: common.Figure, seeds: int, repetitions: int, quiet: bool) -> list[str]:
    """The false alarms over all seeds."""
    busy = None if quiet else subprocess.Popen([sys.executable, "-c", BUSY])
    counts = {check: [0] * 6 for check in ("execution_time", "memory_usage")}
    noises = []
    try:
        for seed in range(seeds):
            report, _, _ = compared(
                halves(seed),
                STARTER,
                [
                    "--aspects", "performance", "--performance-measure-equal", "--seed", str(seed),
                    "--performance-repetitions", str(repetitions), "--paper",
                ],
                _HALVES,
            )  # fmt: skip
            noises.append(report["measuring"]["instruments"]["noise"])
            verdicts = {row["check"]: row["verdict"] for row in report["rows"]}
            for measured in report["performance_tasks"]:
                count = counts[measured["check"]]
                tasks = [task for task in measured["tasks"] if task["state"] == "compared"]
                count[0] += len(tasks)
                count[1] += sum(task["p_value"] < 0.05 for task in tasks)
                count[2] += sum(task.get("verdict") in ("regressed", "improved") for task in tasks)
                count[3] += verdicts[measured["check"]] in ("regression", "improvement")
            for theirs in report["paper"]["performance"]:
                count = counts[theirs["measure"]]
                count[4] += theirs["tasks_compared"]
                count[5] += theirs["tasks_regressed"] + theirs["tasks_improved"]
    finally:
        if busy is not None:
            busy.kill()
            busy.wait()
    company = "nothing else" if quiet else "a program beside it that keeps a processor busy"
    figure.text(
        f"Random halves of one model's samples (the starter's baseline, {seeds} seeds, {repetitions} repetitions), with {company}; one fixed "
        f"piece of work varied by {100 * min(noises):.0f} to {100 * max(noises):.0f} % from one process to the next:"
    )
    table = [
        (
            f"`{check}`", compared_tasks, share(before, compared_tasks), after, rows, theirs, share(changed, theirs),
        )
        for check, (compared_tasks, before, after, rows, theirs, changed) in counts.items()
    ]  # fmt: skip
    head = (
        "row", "tasks compared", "p < .05", "called changed", "rows called changed", "the paper's: compared", "the paper's: called changed",
    )  # fmt: skip
    figure.table(head, table)
    failures = []
    for check, (tasks, before, after, rows, _, _) in counts.items():
        if before > _BEFORE * tasks or after > _AFTER * tasks or rows > 0.05 * seeds or tasks == 0:
            failures.append(f"{check}: {before} and {after} of {tasks} tasks, {rows} of {seeds} rows")
    return failures


def share(part: int, whole: int) -> str:
    """A count and what it is of a whole, in per cent."""
    return f"{part} ({100 * part / max(1, whole):.1f} %)"


def workload(figure: common.Figure) -> list[str]:
    """The whole of ReCatcher's workload on one pair."""
    files = [common.samples_file(name) for name in common.SAME_MODEL]
    report, _, seconds = compared(files, common.HUMAN_EVAL, [])
    # Again with the tests' findings there: what is left is measuring.
    _, said, _ = compared(files, common.HUMAN_EVAL, ["--seed", "1", "--timing"])
    trials = int(re.search(r"(\d+) trials on", said)[1])  # type: ignore[index]
    part = {name: float(value) / 1e3 for name, value in re.findall(r"^  (\S.*?) {2,}(\d+)$", said, re.MULTILINE)}
    overhead = part["whole trial"] - part["sample's own"]
    measuring = report["measuring"]["instruments"]
    figure.text("HumanEval, codegen-16b against itself, 2 × 1,640 samples, all aspects, five repetitions:")
    figure.table(
        ("what", "figure", "goal"),
        [
            ("the whole process from an empty store", f"{seconds:.0f} s", "under 300 s"),
            ("measuring trials", f"{trials}", ""),
            ("a measuring trial, beyond the sample's own time", f"{overhead:.1f} ms", "under 6 ms"),
            ("transport of a call, taken off", f"{measuring['transport_microseconds']:.1f} µs", ""),
            ("a call that does nothing reads nothing to", f"{measuring['call_resolution_microseconds']:.2f} µs", ""),
            ("noise of one fixed piece of work", f"{100 * measuring['noise']:.1f} %", ""),
        ],
    )
    rows = {row["check"]: row for row in report["rows"]}
    figure.table(
        ("row", "tasks compared", "equal", "too few", "ratio", "verdict"),
        [
            (
                f"`{check}`", rows[check]["tasks_compared"], rows[check]["tasks_equal"], rows[check]["tasks_too_few"],
                " to ".join(f"{number:.3f}" for number in rows[check]["ratio"]), rows[check]["verdict"],
            )
            for check in ("execution_time", "memory_usage")
        ],
    )  # fmt: skip
    failures = []
    if seconds > _GOAL_SECONDS:
        failures.append(f"the workload takes {seconds:.0f} s")
    if overhead > _GOAL_OVERHEAD:
        failures.append(f"a measuring trial takes {overhead:.1f} ms beyond the sample's own time")
    return failures


def main() -> int:
    """Measures, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20, help="half-splits (default: 20, a minute or two each); 0 leaves them out")
    parser.add_argument("--repetitions", type=int, default=5, help="trials of each sample (default: 5)")
    parser.add_argument("--keep", action="store_true", help="half-splits that were measured before are not measured again")
    parser.add_argument("--quiet", action="store_true", help="no busy program beside the half-splits")
    arguments = parser.parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, common.SAME_MODEL))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    if arguments.keep:
        _HALVES.mkdir(parents=True, exist_ok=True)
    else:
        common.fresh_folder(_HALVES)
    figure = common.Figure("performance", "Measuring time and memory: what it costs, and one model against itself")
    failures = workload(figure)
    if arguments.seeds > 0:
        failures += against_itself(figure, arguments.seeds, arguments.repetitions, arguments.quiet)
    else:
        figure.text("One model against itself was left out (`--seeds 0`).")
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
