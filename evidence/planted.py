"""Plants slow-downs and memory in the starter's baseline samples, and counts how often the report finds them.

A run gives both sides the correct baseline samples of each task, or draws eight of them for either side at random, so that the
two differ as two models' would. The candidate's get a few lines
at their end: every call of the task's function then takes a tenth, or half, longer than it took (by as much work of the
processor, in proportion to the call itself), and where memory is planted its highest point is a fifth higher. What is measured are
calls with large inputs (`--performance-inputs`): a call of some microseconds takes a tenth longer for the planting alone.
Tasks whose memory is below what can be told from none read the same with a fifth more; a row's planted ratio is
the geometric mean over all its tasks.

In every run whose planted ratio reaches the smallest detectable one that the row prints, the row has to be a regression; at
least in nine runs of ten. A row in which nothing is planted may be a regression only as often as alpha allows.

Exit codes: 0 it holds; 1 it does not; 2 wrong usage; 3 no assay.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import subprocess
import sys
from typing import Any

import common
from performance import BUSY, STARTER, compared

sys.path.insert(0, str(STARTER / "samples"))
# Nothing but sources belongs into the benchmark's folder.
sys.dont_write_bytecode = True

from plans import Plan, outcome, read_plans, sample_module  # noqa: E402

_WORK = common.WORK / "planted"
_INPUTS = STARTER / "samples" / "large_inputs.jsonl"
#: Samples of a task and side.
_SAMPLES = 8
_FOUND = 0.9
#: The largest share of false alarms in rows without a plant: two rows in a report, each at alpha.
_FALSE = 0.05
#: What is planted in a run: a name, a call's share of more time, its share of more memory, whether samples are drawn.
_PLANTS = (
    ("+10 % time, +20 % memory, in the same samples", 0.1, 0.2, False),
    ("+20 % memory, in samples drawn", 0.0, 0.2, True),
    ("+50 % time, in samples drawn", 0.5, 0.0, True),
)

# What follows a sample. The extra work is one call that runs in C, so that it has no lines of its own to count, and so long
# that all that is planted takes its share of what the call itself took. What traces memory is
# taken from where it is built in: loading the module around it takes milliseconds, which would count. Memory is added only where it is being traced, and given back at once.
_PLANT = '''

def _planted(call, slower={slower}, larger={larger}, rate={rate}):
    import functools, itertools, collections, time, _tracemalloc as tracemalloc

    @functools.wraps(call)
    def planted(*arguments, **named):
        entered = time.perf_counter()
        tracing = larger and tracemalloc.is_tracing()
        base = tracemalloc.get_traced_memory()[0] if tracing else 0
        began = time.perf_counter()
        try:
            return call(*arguments, **named)
        finally:
            took = time.perf_counter() - began
            left = (1 + slower) * took - (time.perf_counter() - entered)
            collections.deque(itertools.repeat(None, int(rate * left)), maxlen=0)
            if tracing:
                now, peak = tracemalloc.get_traced_memory()
                bytes(max(0, int(base + (1 + larger) * (peak - base)) - now))

    return planted


{name} = _planted({name})
'''


def planted_tasks() -> set[str]:
    """The tasks that have large inputs."""
    return {line["task_id"] for line in common.read_lines(_INPUTS)}


def rate() -> float:
    """How many steps of the planted work this machine does in a second."""
    import collections
    import time

    steps, best = 1_000_000, float("inf")
    for _ in range(20):
        began = time.perf_counter()
        collections.deque(itertools.repeat(None, steps), maxlen=0)
        best = min(best, time.perf_counter() - began)
    return steps / best


def sides(plans: dict[str, Plan], seed: int, plant: tuple[str, float, float, bool], steps: float) -> list[Any]:
    """The two files of a run."""
    _, slower, larger, is_drawn = plant
    choose, planted = random.Random(seed), planted_tasks()
    rows: list[list[dict[str, str]]] = [[], []]
    for task, plan in plans.items():
        correct = [name for name in plan["baseline"] if outcome(plan, name) == "pass"]
        for side in (0, 1):
            for name in choose.sample(correct, min(_SAMPLES, len(correct))) if is_drawn else correct:
                module = sample_module(task, plan, name)
                if side == 1 and task in planted:
                    module += _PLANT.format(slower=slower, larger=larger, rate=steps, name=task)
                rows[side].append({"task_id": task, "solution": module})
    files = [_WORK / f"{side}.jsonl" for side in ("baseline", "candidate")]
    for file, lines in zip(files, rows, strict=True):
        common.write_lines(file, lines)
    return files


def planted_ratio(tasks: list[dict[str, Any]], ratio: float, resolution: float) -> float:
    """The geometric mean over the tasks that count, where each one that reads more than the resolution has this ratio."""
    counting = [task for task in tasks if task["state"] != "too_few"]
    told = [task for task in counting if task["state"] == "compared" and task["baseline"]["five_numbers"][2] > resolution]
    return float(ratio ** (len(told) / max(1, len(counting))))


def main() -> int:
    """Runs, counts, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10, help="runs of each kind (default: 10, about a minute each)")
    parser.add_argument("--quiet", action="store_true", help="no busy program beside the runs")
    arguments = parser.parse_args()
    try:
        common.assay_binary()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    figure = common.Figure("planted", "How often slow-downs and memory planted in the starter's samples are found")
    plans, steps = read_plans(), rate()
    busy = None if arguments.quiet else subprocess.Popen([sys.executable, "-c", BUSY])
    table, failures = [], []
    try:
        for plant in _PLANTS:
            name, slower, larger, _ = plant
            for check, ratio in (("execution_time", 1 + slower), ("memory_usage", 1 + larger)):
                table.append([name, f"`{check}`", ratio, 0, 0, 0, 0, [], [], 0, 0, []])
            for seed in range(arguments.runs):
                run(table[-2:], sides(plans, seed, plant, steps), seed)
    finally:
        if busy is not None:
            busy.kill()
            busy.wait()
    return concluded(figure, table, failures, arguments.runs)


def run(rows: list[list[Any]], files: list[Any], seed: int) -> None:
    """One comparison, counted in the two rows of the table that it belongs to."""
    report, _, _ = compared(files, STARTER, ["--aspects", "performance", "--performance-inputs", str(_INPUTS), "--seed", str(seed)], _WORK)
    found = {row["check"]: row for row in report["rows"]}
    tasks = {measured["check"]: measured["tasks"] for measured in report["performance_tasks"]}
    for row in rows:
        check = row[1].strip("`")
        verdict, smallest = found[check]["verdict"], found[check]["smallest_detectable"]
        resolution = report["measuring"]["instruments"]["resolution_bytes"] if check == "memory_usage" else 0.0
        truth = planted_ratio(tasks[check], row[2], resolution)
        print(json.dumps([row[0], check, seed, truth, smallest, found[check]["ratio"], verdict]), flush=True)
        row[3] += 1
        row[4] += verdict == "regression"
        row[5] += truth >= smallest and truth > 1
        row[6] += truth >= smallest and truth > 1 and verdict == "regression"
        row[7].append(smallest)
        row[8].append(found[check]["ratio"][1] / truth)
        planted = [task for task in tasks[check] if task["state"] == "compared"]
        row[9] += len(planted)
        row[10] += sum(task["verdict"] == "regressed" for task in planted)
        row[11].append(truth)


def concluded(figure: common.Figure, table: list[list[Any]], failures: list[str], runs: int) -> int:
    """The tables, what fails, and the exit code."""
    figure.text(
        f"{runs} runs of each kind, correct baseline samples, five repetitions, large inputs; where they are drawn, {_SAMPLES} of each task and side. The planted "
        "ratio is the row's: the geometric mean over its tasks, of which some are below what memory can be told from none. What was read is held against it."
    )
    lines = []
    for name, check, ratio, count, called, due, found, smallest, read, tasks, told, truths in table:
        lines.append(
            (
                name, check, f"{min(truths):.3f} to {max(truths):.3f}", f"{min(smallest):.3f} to {max(smallest):.3f}",
                f"{min(read):.3f} to {max(read):.3f}", f"{called} of {count}", f"{found} of {due}", f"{told} of {tasks}",
            )
        )  # fmt: skip
        if ratio > 1 and found < _FOUND * due:
            failures.append(f"{name}, {check}: found in {found} of the {due} runs in which it should be")
        if ratio == 1 and called > max(1, _FALSE * count):
            failures.append(f"{name}, {check}: nothing is planted, and {called} of {count} rows are regressions")
    if all(line[5] == 0 for line in table):
        failures.append("no run has a planted ratio that the row calls detectable")
    head = (
        "planted in each call", "row", "planted ratio", "smallest detectable, printed", "read ÷ planted",
        "rows called regressions", "of those due", "tasks called regressed",
    )  # fmt: skip
    figure.table(head, lines)
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
