"""Plants slow-downs and memory in the starter's baseline samples, and counts how often the report finds them.

A run gives both sides the correct baseline samples of each task, or draws eight of them for either side at random, so that
the two differ as two models' would. The candidate's get a few lines at their end: every call of the task's function then takes a
tenth, or half, longer than it took (by as much work of the processor), and where memory is planted its highest point is a fifth
higher. The baseline's get the same lines with nothing planted, since in a fresh process they take some ten microseconds of their
own. What is measured are calls with large inputs (`--performance-inputs`): a call of some microseconds takes a tenth longer for
the planting alone. Tasks whose memory is below what can be told from none read the same with a fifth more; a row's planted
ratio is the geometric mean over all its tasks.

In every run whose planted ratio reaches the smallest detectable one that the row prints, the row has to be a regression; at
least in nine runs of ten. A row in which nothing is planted may be a regression only as often as alpha allows.

Exit codes: 0 it holds; 1 it does not; 2 wrong usage; 3 no assay.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import math
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

# What follows a sample. The extra work is one call that runs in C, so that it has no lines of its own to count, and so long
# that all that is planted takes its share of what the call itself took. Memory is added only where it is being traced, and
# given back at once; what traces it is taken from where it is built in, since loading the module around it would count.
_LINES = '''

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


@dataclasses.dataclass
class Plant:
    """What is planted in the candidate's samples of a run."""

    name: str
    #: Of a call's time and of its memory, the share that is added.
    slower: float
    larger: float
    #: Whether the sides' samples are drawn, or the same.
    is_drawn: bool


_PLANTS = (
    Plant("+10 % time, +20 % memory, in the same samples", 0.1, 0.2, False),
    Plant("+20 % memory, in samples drawn", 0.0, 0.2, True),
    Plant("+50 % time, in samples drawn", 0.5, 0.0, True),
)


@dataclasses.dataclass
class Row:
    """One row of the report, over all runs of a plant."""

    plant: str
    check: str
    #: What a planted task's ratio is.
    ratio: float
    #: Of each run: the row's planted ratio, the smallest detectable one that it prints, its own, and whether it is a regression.
    truths: list[float] = dataclasses.field(default_factory=list)
    smallest: list[float] = dataclasses.field(default_factory=list)
    read: list[float] = dataclasses.field(default_factory=list)
    called: list[bool] = dataclasses.field(default_factory=list)
    #: Tasks that were compared in all runs, and those of them that regressed.
    tasks: int = 0
    regressed: int = 0

    def due(self) -> list[bool]:
        """Of the runs in which the row should be a regression, whether it was one."""
        runs = zip(self.truths, self.smallest, self.called, strict=True)
        return [called for truth, smallest, called in runs if 1 < truth and smallest <= truth]

    def count(self, report: dict[str, Any]) -> None:
        """One run's report."""
        row = next(row for row in report["rows"] if row["check"] == self.check)
        tasks = next(measured["tasks"] for measured in report["performance_tasks"] if measured["check"] == self.check)
        resolution = report["measuring"]["instruments"]["resolution_bytes"] if self.check == "memory_usage" else 0.0
        self.truths.append(planted_ratio(tasks, self.ratio, resolution))
        self.smallest.append(row["smallest_detectable"])
        self.read.append(row["ratio"][1])
        self.called.append(row["verdict"] == "regression")
        compared_tasks = [task for task in tasks if task["state"] == "compared"]
        self.tasks += len(compared_tasks)
        self.regressed += sum(task["verdict"] == "regressed" for task in compared_tasks)
        print(self.plant, self.check, self.truths[-1], self.smallest[-1], row["ratio"], row["verdict"], flush=True)

    def cells(self) -> list[str]:
        """Its line of the table."""
        return [
            self.plant,
            f"`{self.check}`",
            span(self.truths),
            span(self.smallest),
            span([read / truth for read, truth in zip(self.read, self.truths, strict=True)]),
            f"{sum(self.called)} of {len(self.called)}",
            f"{sum(self.due())} of {len(self.due())}",
            f"{self.regressed} of {self.tasks}",
        ]

    def failures(self) -> list[str]:
        """What does not hold of it."""
        due = self.due()
        if sum(due) < _FOUND * len(due):
            return [f"{self.plant}, {self.check}: found in {sum(due)} of the {len(due)} runs in which it should be"]
        return []


def false_alarms(rows: list[Row]) -> tuple[str, list[str]]:
    """What all rows without a plant came to, together: a few of each say nothing by themselves."""
    called = [alarm for row in rows if row.ratio == 1 for alarm in row.called]
    count, runs = sum(called), len(called)
    chance = sum(math.comb(runs, more) * _FALSE**more * (1 - _FALSE) ** (runs - more) for more in range(count, runs + 1))
    said = f"Rows without a plant: {count} of {runs} were called regressions; at {_FALSE:.0%} each, so many or more have a chance of {chance:.2f}."
    return said, [said] if chance < _FALSE else []


def span(numbers: list[float]) -> str:
    """From the least to the greatest."""
    return f"{min(numbers):.3f} to {max(numbers):.3f}"


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


def sides(plans: dict[str, Plan], seed: int, plant: Plant, steps: float) -> list[Any]:
    """The two files of a run."""
    choose, planted = random.Random(seed), planted_tasks()
    rows: list[list[dict[str, str]]] = [[], []]
    for task, plan in plans.items():
        correct = [name for name in plan["baseline"] if outcome(plan, name) == "pass"]
        for side in (0, 1):
            for name in choose.sample(correct, min(_SAMPLES, len(correct))) if plant.is_drawn else correct:
                module = sample_module(task, plan, name)
                if task in planted:
                    slower, larger = (plant.slower, plant.larger) if side == 1 else (0.0, 0.0)
                    module += _LINES.format(slower=slower, larger=larger, rate=steps, name=task)
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
    rows: list[Row] = []
    try:
        for plant in _PLANTS:
            ratios = (("execution_time", 1 + plant.slower), ("memory_usage", 1 + plant.larger))
            rows += [Row(plant.name, check, ratio) for check, ratio in ratios]
            for seed in range(arguments.runs):
                run(rows[-2:], sides(plans, seed, plant, steps), seed)
    finally:
        if busy is not None:
            busy.kill()
            busy.wait()
    return concluded(figure, rows, arguments.runs)


def run(rows: list[Row], files: list[Any], seed: int) -> None:
    """One comparison, counted in the rows that it belongs to."""
    options = ["--aspects", "performance", "--performance-inputs", str(_INPUTS), "--seed", str(seed)]
    report, _, _ = compared(files, STARTER, options, _WORK)
    for row in rows:
        row.count(report)


def concluded(figure: common.Figure, rows: list[Row], runs: int) -> int:
    """The table, what fails, and the exit code."""
    figure.text(
        f"{runs} runs of each kind, correct baseline samples, five repetitions, large inputs; where they are drawn, {_SAMPLES} of each "
        "task and side. The planted ratio is the row's: the geometric mean over its tasks, of which some are below what memory can be "
        "told from none. What was read is held against it."
    )
    head = (
        "planted in each call", "row", "planted ratio", "smallest detectable, printed", "read ÷ planted",
        "rows called regressions", "of those due", "tasks called regressed",
    )  # fmt: skip
    figure.table(head, [row.cells() for row in rows])
    said, failures = false_alarms(rows)
    figure.text(said)
    failures += [failure for row in rows for failure in row.failures()]
    for kind in _PLANTS:
        # A plant that no row calls detectable shows nothing.
        if not any(row.due() for row in rows if row.plant == kind.name):
            failures.append(f"{kind.name}: in no run the row calls it detectable")
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
