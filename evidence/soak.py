"""Judges 10³, 10⁴ and 10⁵ distinct samples, and watches what the program takes while it does.

Each size is one `assay check` over a generated file. A sample is one of a few small solutions (about 250 bytes, as long
as CodeGen's answers to HumanEval are on average) with a
number of its own in a comment, so that none is shared with another: correct ones, wrong answers, exceptions and missing
names as planted, and some that raise, that print, and that fork and leave a process behind. Where a sample ends must
depend on its text without the number alone: two copies with different outcomes fail the run.

Once a second is read, from outside: memory (VmRSS; the most ever, VmHWM, more often), descriptors, threads and mounts
of the program, the processes below it, and control groups named after it. How far the run is comes from its progress
lines. Cost per trial is CPU time (user and system) of the program and of everything it started, less what a run of a
dozen samples takes (start, probes of the controls, slots), and the time on the clock from the first trial to the last.
The smallest size runs several times, before and after the others, so that a machine that drifts shows.

It fails when, at the largest size, the program ever holds over 200 MB; when memory grows by more than 20 % plus
10 MB from 10 % of the run to its end; when descriptors, threads, processes, mounts or groups in the last fifth of the
run are above all that was seen in the second fifth; when anything is left afterwards; or when a trial costs more than
1.15 times what it costs at the smallest size, in CPU or on the clock.

Exit codes: 0 all of this holds; 1 something does not; 2 wrong usage; 3 no assay.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import dataclasses
import os
import re
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import common

_WORK = common.WORK / "soak"
_MOST_MEMORY, _GROWTH_SHARE, _GROWTH_BYTES, _COST_RATIO = 200e6, 0.20, 10e6, 1.15
#: Seconds between two looks at the most memory alone, which would miss its peak at the end otherwise.
_POLL = 0.05
#: Samples of the run whose cost is everybody's beginning.
_FEW = 12
_COUNTED = ("descriptors", "threads", "processes below", "mounts", "control groups")
_PR_SET_CHILD_SUBREAPER = 36

_BENCHMARK = _WORK / "benchmark"
#: Entry point, a right solution, a wrong one, tests.
_TASKS = {
    "runs": (
        "runs",
        "def runs(values):\n    found = []\n    for value in values:\n        if found and found[-1][0] == value:\n"
        "            found[-1][1] += 1\n        else:\n            found.append([value, 1])\n    return found\n",
        "def runs(values):\n    return [[value, values.count(value)] for value in sorted(set(values))]\n",
        "def check(candidate):\n    assert candidate([]) == []\n    assert candidate([1, 1, 2]) == [[1, 2], [2, 1]]\n"
        "    for n in range(6):\n        assert candidate([0, n, 0]) == ([[0, 3]] if n == 0 else [[0, 1], [n, 1], [0, 1]])\n",
    ),
    "words": (
        "words",
        "import re\nfrom collections import Counter\n\n\ndef words(text):\n    counts = Counter(re.findall(r'[a-z]+', text.lower()))\n"
        "    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))\n",
        "def words(text):\n    return sorted({word: text.split().count(word) for word in text.split()}.items())\n",
        "def check(candidate):\n    assert candidate('') == []\n    assert candidate('b a. B') == [('b', 2), ('a', 1)]\n",
    ),
    "digits": (
        "digits",
        "def digits(number, base):\n    if not 2 <= base <= 36:\n        raise ValueError('base')\n    found = []\n"
        "    while True:\n        number, digit = divmod(number, base)\n        found.append(digit)\n"
        "        if number == 0:\n            return found[::-1]\n",
        "def digits(number, base):\n    found = []\n    while number:\n        number, digit = divmod(number, base)\n"
        "        found.append(digit)\n    return found\n",
        "def check(candidate):\n    assert candidate(0, 2) == [0]\n    assert candidate(10, 2) == [1, 0, 1, 0]\n"
        "    try:\n        candidate(1, 1)\n    except ValueError:\n        return\n    raise AssertionError('no error')\n",
    ),
}

#: What is done to a correct solution to make the odd ones.
_RAISES = "raise RuntimeError('soak')\n"
_PRINTS = "for _line in range(50):\n    print('soak ' * 10)\n"
_FORKS = (
    "import os as _os, time as _time\nfor _child in range(3):\n    if _os.fork() == 0:\n"
    "        _time.sleep(60 if _child == 2 else 0)\n        _os._exit(0)\n"
)
_ODD = {"raises": _RAISES, "prints": _PRINTS, "forks": _FORKS}
#: Of twenty samples.
_MIX = ("correct",) * 12 + ("fault",) * 5 + tuple(_ODD)


@dataclasses.dataclass
class Look:
    """What was seen at one moment."""

    at: float
    memory: int
    counts: dict[str, int]


@dataclasses.dataclass
class Run:
    """One run of `assay check`."""

    samples: int
    trials: int
    judging: float
    cpu: float
    #: The most memory that the program ever held.
    peak: int
    looks: list[Look]
    #: Moments and the trials done by then, from the first to the last.
    progress: list[tuple[float, int]]
    left: list[str]

    def at(self, share: float) -> Look:
        """The first look after this share of the trials was done."""
        return next((look for look in self.looks if self.share(look.at) >= share), self.looks[-1])

    def between(self, low: float, high: float) -> list[Look]:
        """The looks of a part of the run."""
        return [look for look in self.looks if low <= self.share(look.at) <= high]

    def share(self, at: float) -> float:
        """How much of the trials was done at a moment; below 0 before the first, above 1 after the last."""
        (start, _), (end, all_done) = self.progress[0], self.progress[-1]
        if not start <= at <= end:
            return -1.0 if at < start else 2.0
        for (early, few), (late, more) in zip(self.progress, self.progress[1:], strict=False):
            if at <= late:
                return (few + (more - few) * (at - early) / max(late - early, 1e-9)) / all_done
        return 1.0


def write_benchmark() -> None:
    """A benchmark of three small tasks, whose solutions are about as long as real models' answers to HumanEval."""
    for task, (entry_point, correct, _faulty, tests) in _TASKS.items():
        folder = _BENCHMARK / "tasks" / task
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "task.toml").write_text(f'entry_point = "{entry_point}"\n', encoding="utf-8")
        (folder / "prompt.py").write_text("", encoding="utf-8")
        (folder / "reference.py").write_text(correct, encoding="utf-8")
        (folder / "tests.py").write_text(tests, encoding="utf-8")
    head = 'format = 1\nname = "soak"\nversion = "1"\nlicense = "Apache-2.0"\n'
    (_BENCHMARK / "benchmark.toml").write_text(head, encoding="utf-8")


def templates() -> dict[str, list[tuple[str, str]]]:
    """Task and text of right and wrong solutions."""
    return {
        "correct": [(task, correct) for task, (_entry, correct, _faulty, _tests) in _TASKS.items()],
        "fault": [(task, faulty) for task, (_entry, _correct, faulty, _tests) in _TASKS.items()],
    }


def samples(first: int, count: int) -> Iterator[dict[str, str]]:
    """Distinct samples, in the same mix whatever their number."""
    texts = templates()
    for number in range(first, first + count):
        kind = _MIX[number % len(_MIX)]
        of_kind = texts["fault" if kind == "fault" else "correct"]
        task, text = of_kind[number // len(_MIX) * 7 % len(of_kind)] if kind in _ODD else of_kind[number % len(of_kind)]
        # The odd part comes last: a `from __future__` must be first, and a solution may define what it needs.
        yield {"task_id": task, "solution": f"{text}\n{_ODD.get(kind, '')}# {number:07}\n"}


def ancestors() -> dict[int, int]:
    """Every process's parent."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            with contextlib.suppress(OSError):
                rest = Path("/proc", entry, "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2]
                parents[int(entry)] = int(rest.split()[1])
    return parents


def below(process: int) -> int:
    """How many processes descend from one."""
    parents = ancestors()
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return len(found) - 1


def groups(process: int) -> list[str]:
    """Control groups of one assay process."""
    return [
        os.path.join(folder, name)
        for folder, names, _files in os.walk("/sys/fs/cgroup")
        for name in names
        if name.startswith(f"assay-{process}-")
    ]


def look(process: int) -> Look | None:
    """What a process has now; nothing if it has ended."""
    here = Path("/proc", str(process))
    memory = memory_of(process)
    try:
        own = [len(os.listdir(here / name)) for name in ("fd", "task")]
        mounts = len((here / "mountinfo").read_text(encoding="utf-8").splitlines())
    except OSError:
        return None
    if not memory or not mounts:
        return None  # ended meanwhile
    values = (*own, below(process), mounts, len(groups(process)))
    return Look(time.monotonic(), memory["VmRSS"], dict(zip(_COUNTED, values, strict=True)))


def memory_of(process: int) -> dict[str, int]:
    """What a process has of memory, in bytes, by the kernel's names; nothing if it has ended."""
    try:
        text = Path("/proc", str(process), "status").read_text(encoding="utf-8")
    except OSError:
        return {}
    return {name: int(value) * 1024 for name, value in re.findall(r"^(Vm\w+):\s*(\d+) kB", text, re.MULTILINE)}


def run(first: int, count: int, store: Path, interval: float) -> Run:
    """Judges so many samples, from this number on, under observation."""
    file, labelled = _WORK / f"samples-{count}.jsonl", _WORK / f"labelled-{count}.jsonl"
    common.write_lines(file, samples(first, count))
    command = [str(common.assay_binary()), "check", str(file), "--benchmark", str(_BENCHMARK), "--out", str(labelled)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(
        [*command, "--timing"],
        env={**os.environ, "ASSAY_STORE": str(store)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    said: list[tuple[float, str]] = []
    errors = process.stderr
    assert errors is not None
    reader = threading.Thread(target=lambda: said.extend((time.monotonic(), line) for line in errors))
    reader.start()
    looks: list[Look] = []
    peak, start = 0, time.monotonic()
    while process.poll() is None:
        peak = max(peak, memory_of(process.pid).get("VmHWM", 0))
        if time.monotonic() >= start + len(looks) * interval and (seen := look(process.pid)) is not None:
            looks.append(seen)
        time.sleep(_POLL)
    reader.join()
    left = left_behind(process.pid)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    messages = "".join(line for _at, line in said)
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} exited with {process.returncode}:\n{messages}")
    total, judging = common.trials(messages)
    begun = [at for at, line in said if re.match(r"samples: \d+ to run", line)]
    done = [(at, int(match[1])) for at, line in said if (match := re.match(r"samples: (\d+) of", line))]
    end = next(at for at, line in said if re.match(r"\d+ trials on", line))
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(count, total, judging, cpu, peak, looks, [(begun[0], 0), *done, (end, count)], left)


def left_behind(process: int) -> list[str]:
    """What is there two seconds after a run's end. Orphans are this script's children, and counted with the rest."""
    deadline = time.monotonic() + 2
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < deadline:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.01)
    processes, kept = below(os.getpid()), groups(process)
    left = [f"{processes} processes"] if processes else []
    return left + ([f"{len(kept)} empty control groups, such as {kept[0]}"] if kept else [])


def differing(sizes: list[int]) -> list[str]:
    """Samples whose copies, the number aside, came to another outcome."""
    outcomes: dict[tuple[str, str], set[str]] = {}
    for size in sizes:
        for row, sample in zip(
            common.read_lines(_WORK / f"labelled-{size}.jsonl"),
            common.read_lines(_WORK / f"samples-{size}.jsonl"),
            strict=True,
        ):
            text = sample["solution"].rpartition("#")[0]
            outcomes.setdefault((sample["task_id"], text), set()).add(row["outcome"])
    return [f"{task}: one text came to {sorted(found)}" for (task, _), found in outcomes.items() if len(found) > 1]


def main() -> int:
    """Runs all sizes and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000", help="samples of each run (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of the smallest size before and after (default 3)")
    parser.add_argument("--interval", type=float, default=1.0, help="seconds between two looks (default 1)")
    arguments = parser.parse_args()
    sizes = sorted(int(size) for size in arguments.sizes.split(","))
    if len(sizes) < 2 or sizes[0] <= _FEW or arguments.rounds < 1:
        parser.error("two sizes, of more than a dozen samples, and one round are needed at least")
    try:
        common.assay_binary()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    store = common.fresh_folder(_WORK) / "store"
    write_benchmark()
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    figure = common.Figure("soak", "Many trials in one run: cost, memory and what is left")
    runs: dict[int, list[Run]] = {size: [] for size in sizes}
    first, beginning, left = 0, [], []
    order = [_FEW] * 4 + sizes[:1] * arguments.rounds + sizes[1:] + sizes[:1] * arguments.rounds
    for place, size in enumerate(order):
        one = run(first, size, store, arguments.interval)
        first += size
        left += [f"a run of {size} samples left {what}" for what in one.left]
        print(f"{size} samples: {one.judging:.1f} s, {one.cpu:.1f} s of CPU", file=sys.stderr)
        if size == _FEW and place > 0:  # the first makes the environment and times the references
            beginning.append(one.cpu)
        elif size != _FEW:
            runs[size].append(one)
    failures = costs(figure, runs, statistics.median(beginning))
    failures += memory(figure, runs)
    failures += growth(figure, runs[sizes[-1]][0])
    different = differing(sizes)
    figure.text(
        f"Texts whose outcome depends on more than the text: {len(different)}. Of {len(order)} runs,"
        f" {len(left)} left processes or control groups."
    )
    failures += different + left
    return figure.conclude(failures)


def costs(figure: common.Figure, runs: dict[int, list[Run]], beginning: float) -> list[str]:
    """Cost per trial, by size."""
    figure.fact(f"The beginning (a run of {_FEW} samples, median): {beginning:.2f} s of CPU, taken off below")
    rows: list[tuple[object, ...]] = []
    failures, smallest = [], (0.0, 0.0)
    for size, of_size in runs.items():
        cpu = statistics.median(1000 * (one.cpu - beginning) / (one.trials - _FEW) for one in of_size)
        clock = statistics.median(1000 * one.judging / one.trials for one in of_size)
        if not rows:
            smallest = (cpu, clock)
        ratios = (cpu / smallest[0], clock / smallest[1])
        each = ", ".join(f"{one.trials / one.judging:.0f}" for one in of_size)
        rows.append(
            (size, of_size[0].trials, each, f"{clock:.2f}", f"{ratios[1]:.2f}", f"{cpu:.2f}", f"{ratios[0]:.2f}")
        )
        failures += [
            f"a trial of {size} costs {ratio:.2f} times one of {min(runs)}, {what}"
            for ratio, what in zip(ratios, ("in CPU", "on the clock"), strict=True)
            if ratio > _COST_RATIO
        ]
    head = ("samples", "trials", "trials/s of each run", "ms a trial", "ratio", "CPU ms a trial", "ratio")
    figure.text("Cost per trial; ratios to the smallest size:")
    figure.table(head, rows)
    return failures


def memory(figure: common.Figure, runs: dict[int, list[Run]]) -> list[str]:
    """Memory of the program, by size and by how far the run is."""
    rows, failures = [], []
    for size, of_size in runs.items():
        one = of_size[0]
        bytes_of_file = (_WORK / f"samples-{size}.jsonl").stat().st_size
        at = [one.at(share).memory for share in (0.1, 0.5, 1.0)]
        # The last look within the run: after it come the report and the labelled rows.
        at[2] = max((look.memory for look in one.between(0.9, 1.0)), default=at[2])
        rows.append((size, *(f"{value / 1e6:.1f}" for value in (bytes_of_file, *at, one.peak))))
    if one.peak > _MOST_MEMORY:
        failures.append(f"{one.peak / 1e6:.0f} MB of memory at {size} samples, over {_MOST_MEMORY / 1e6:.0f}")
    if at[2] - at[0] > _GROWTH_SHARE * at[0] + _GROWTH_BYTES:
        failures.append(f"memory grows from {at[0] / 1e6:.1f} MB to {at[2] / 1e6:.1f} MB within {size} samples")
    head = ("samples", "their file", "at 10 % of the trials", "at 50 %", "at 100 %", "most ever")
    figure.text("Memory of the program in MB (10⁶ bytes; the most ever includes writing the labelled data set):")
    figure.table(head, rows)
    return failures


def growth(figure: common.Figure, one: Run) -> list[str]:
    """Counts early and late in the largest run."""
    rows, failures = [], []
    early, late = one.between(0.2, 0.4), one.between(0.8, 1.0)
    if not early or not late:
        return ["too few looks to say what grows: take a smaller --interval"]
    for name in _COUNTED:
        before, after = ([look.counts[name] for look in looks] for looks in (early, late))
        grown = max(0, min(after) - max(before))
        spans = [f"{min(values)}–{max(values)}, {statistics.mean(values):.1f}" for values in (before, after)]
        rows.append((name, *spans, max(look.counts[name] for look in one.looks), grown))
        if grown:
            failures.append(f"{name} grow by {grown} within {one.samples} samples")
    figure.text(
        f"In the run of {one.samples} samples, {len(one.looks)} looks; lowest to highest and mean of the second fifth"
        " and of the last; growth is what the last fifth's lowest is above the second fifth's highest:"
    )
    figure.table(("what", "second fifth", "last fifth", "most ever", "growth"), rows)
    return failures


if __name__ == "__main__":
    sys.exit(main())
