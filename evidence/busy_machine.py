"""Judges both real comparisons while others use all processors: no verdict may change, and no correct answer come late.

Processes that only compute, twice as many as there are processors, each in a session of its own, run beside assay.
Both real pairs are compared in turn, quiet and busy, each time with a new store; `assay check` then gives the outcome
of every sample from the same store. Every outcome must be that of the quiet run, and report.json the same file.

Then a benchmark of one task whose reference answers at once, so that its CPU limit is the floor. Samples that compute
for 0.9 of that limit, by their own `time.process_time()`, and then answer rightly must all pass on the busy machine;
samples that compute for 1.3 of it must all end as limit(cpu). Each has a text of its own, so that none is shared.
The least share of a processor that one had is given: below CPU limit ÷ wall limit, nothing can end within both.

Exit codes: 0 all of this holds; 1 something does not, and what; 2 wrong usage; 3 no data in ../shared/data, or no
assay.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import common

_WORK = common.WORK / "busy-machine"
_PAIRS = (common.TWO_MODELS, common.SAME_MODEL)
_WITHIN, _BEYOND = 0.9, 1.3
_PR_SET_PDEATHSIG = 1

_BENCHMARK = {
    "benchmark.toml": 'format = 1\nname = "burning"\nversion = "1"\nlicense = "Apache-2.0"\n',
    "tasks/next_number/task.toml": 'entry_point = "next_number"\n',
    "tasks/next_number/prompt.py": 'def next_number(number):\n    """The number after this one."""\n',
    "tasks/next_number/reference.py": "def next_number(number):\n    return number + 1\n",
    "tasks/next_number/tests.py": "def check(candidate):\n    assert candidate(1) == 2\n",
}
_BURNING = """import time

def next_number(number):  # {name}
    end = time.process_time() + {seconds!r}
    while time.process_time() < end:
        pass
    return number + 1
"""

#: File, line.
Place = tuple[str, int]


@contextlib.contextmanager
def busy(count: int) -> Iterator[list[int]]:
    """So many processes that compute, ended with this block or with this script, whatever ends it."""
    libc = ctypes.CDLL(None)
    running: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(count):
            running.append(
                subprocess.Popen(
                    [sys.executable, "-S", "-c", "while True: pass"],
                    start_new_session=True,
                    preexec_fn=lambda: libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0),
                )
            )
        yield [process.pid for process in running]
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


def cpu_of(processes: list[int]) -> float:
    """Seconds of CPU that running processes have used."""
    ticks = 0
    for process in processes:
        fields = Path("/proc", str(process), "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def judge(name: str, few: int | None) -> tuple[dict[Place, dict[str, Any]], list[tuple[str, int, float]], list[bytes]]:
    """Both comparisons with a new store: every sample's row, each pair's trials and seconds, each report.json."""
    folder = common.fresh_folder(_WORK / name)
    rows: dict[Place, dict[str, Any]] = {}
    speeds, reports = [], []
    for pair in _PAIRS:
        store = common.fresh_folder(folder / "store")
        for side in pair:
            common.write_lines(folder / f"{side}.jsonl", common.read_lines(common.samples_file(side))[:few])
        files = [f"{side}.jsonl" for side in pair]
        options = ["--benchmark", str(common.HUMAN_EVAL)]
        done = common.assay_done(["compare", *files, *options, "--aspects", "logic,static", "--out", "out"], store, folder)
        speeds.append((" → ".join(pair), *common.trials(done.stderr)))
        reports.append((folder / "out" / "report.json").read_bytes())
        for side, file in zip(pair, files, strict=True):
            common.run_assay(["-q", "check", file, *options, "--out", "labelled.jsonl"], store, folder)
            rows |= {(side, row["line"]): row for row in common.read_lines(folder / "labelled.jsonl")}
    return rows, speeds, reports


def burn(limit: float, copies: int) -> dict[float, list[dict[str, Any]]]:
    """The rows of samples that compute for a share of the limit, by that share."""
    folder = common.fresh_folder(_WORK / "burning")
    for name, text in _BENCHMARK.items():
        path = folder / "benchmark" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shares = [_WITHIN] * copies + [_BEYOND] * max(1, copies // 5)
    texts = [_BURNING.format(name=f"copy {copy}", seconds=share * limit) for copy, share in enumerate(shares)]
    common.write_lines(folder / "samples.jsonl", ({"task_id": "next_number", "solution": text} for text in texts))
    arguments = ["-q", "check", "samples.jsonl", "--benchmark", "benchmark", "--out", "labelled.jsonl"]
    common.run_assay(arguments, folder / "store", folder)
    rows: dict[float, list[dict[str, Any]]] = {}
    for share, row in zip(shares, common.read_lines(folder / "labelled.jsonl"), strict=True):
        rows.setdefault(share, []).append(row)
    return rows


def main() -> int:
    """Runs all of it and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--hogs", type=int, default=2 * (os.cpu_count() or 1), help="processes beside (default 2 a core)"
    )
    parser.add_argument("--copies", type=int, default=20, help="samples just within the limit (default 20)")
    parser.add_argument("--samples", type=int, help="only so many of each file (default: all)")
    arguments = parser.parse_args()
    if arguments.hogs < 1 or arguments.copies < 1:
        parser.error("at least one process and one copy are needed")
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *(common.samples_file(side) for pair in _PAIRS for side in pair))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    # So that an end from outside passes through `busy`, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    figure = common.Figure("busy_machine", "Verdicts on a machine that others keep busy")
    print("both comparisons, quiet", file=sys.stderr)
    quiet = judge("quiet", arguments.samples)
    limits = json.loads(quiet[2][0])["environment"]["limits"]
    start = time.monotonic()
    with busy(arguments.hogs) as processes:
        print(f"both comparisons beside {arguments.hogs} processes", file=sys.stderr)
        loaded = judge("busy", arguments.samples)
        print("samples that compute", file=sys.stderr)
        burning = burn(limits["floor_seconds"], arguments.copies)
        taken, seconds = cpu_of(processes), time.monotonic() - start
        figure.fact(
            f"Busy: {arguments.hogs} processes that only compute, at assay's own priority; they got {taken:.0f} s of"
            f" CPU in {seconds:.0f} s; load {common.load()} then"
        )
    failures = comparisons(figure, quiet, loaded)
    failures += near_the_limit(figure, burning, limits)
    return figure.conclude(failures)


def comparisons(figure: common.Figure, quiet: Any, loaded: Any) -> list[str]:
    """Both pairs, quiet and busy."""
    differ = [
        (side, line, row["task_id"], row["outcome"], loaded[0].get((side, line), {}).get("outcome", "absent"))
        for (side, line), row in quiet[0].items()
        if row["outcome"] != loaded[0].get((side, line), {}).get("outcome")
    ]
    table, failures = [], [f"{side} line {line}: {one}, busy {other}" for side, line, _task, one, other in differ]
    for place, pair in enumerate(_PAIRS):
        of_pair = sum(side in pair for side, _line in quiet[0])
        same = quiet[2][place] == loaded[2][place]
        rates = [
            f"{count} in {seconds:.1f} s ({count / seconds:.0f}/s)"
            for _, count, seconds in (quiet[1][place], loaded[1][place])
        ]
        table.append(
            (
                quiet[1][place][0],
                of_pair,
                *rates,
                sum(row[0] in pair for row in differ),
                "byte-identical" if same else "DIFFERS",
            )
        )
        if not same:
            failures.append(f"{quiet[1][place][0]}: report.json differs")
    figure.text("Both real pairs, with a new store each time:")
    head = ("pair", "samples", "trials, quiet", "trials, busy", "outcomes that differ", "report.json")
    figure.table(head, table)
    if differ:
        figure.table(("file", "line", "task", "quiet", "busy"), differ)
    return failures


def near_the_limit(figure: common.Figure, burning: dict[float, list[dict[str, Any]]], limits: Any) -> list[str]:
    """The samples that compute for a share of their limit."""
    table, failures = [], []
    for share, rows in burning.items():
        found = Counter(row["outcome"] for row in rows)
        wanted = "pass" if share < 1 else "limit(cpu)"
        times = [row["finding"]["time"] for row in rows]
        spans = [sorted(row[f"{kind}_microseconds"] / 1e6 for row in times) for kind in ("cpu", "wall")]
        table.append(
            (
                f"{share} × the limit",
                len(rows),
                ", ".join(f"{name}: {count}" for name, count in found.items()),
                *(f"{span[0]:.2f}–{span[-1]:.2f}" for span in spans),
                f"{min(row['cpu_microseconds'] / row['wall_microseconds'] for row in times):.2f}",
            )
        )
        failures += [
            f"{count} samples of {share} of the limit end as {name}" for name, count in found.items() if name != wanted
        ]
    cpu = limits["floor_seconds"]
    figure.text(
        f"Samples that compute before they answer rightly, on the busy machine; the limit is {cpu:.0f} s of CPU, and"
        f" {limits['wall_multiple']:.0f} times that on the clock, with as many for the tests as their CPU limit:"
    )
    figure.table(("computing for", "samples", "outcomes", "seconds of CPU", "on the clock", "least share"), table)
    return failures


if __name__ == "__main__":
    sys.exit(main())
