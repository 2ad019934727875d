"""How fast is history scanned, beside PyDriller, and what comes of a real repository?

The repository is a local clone that is named on the command line (more-itertools in the published figure). In each round
assay-mine's example program mines it whole, and PyDriller walks the same way of first parents and asks each commit for
its changed files' paths, the least that is needed to tell source from tests; then PyDriller walks all commits, too. Both
are whole processes by the clock, in turn.

Exit codes: 0 at least 1,000 commits a second; 1 fewer; 2 wrong usage; 3 no example program, no repository or no PyDriller.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import common

_PYDRILLER = "PyDriller==2.12"
_LEAST = 1000.0
_WALK = """
import sys
from pydriller import Repository
from git import Repo
way = None
if sys.argv[2] == "first":
    way = set(Repo(sys.argv[1]).git.rev_list("--first-parent", "HEAD").split())
count = files = 0
for commit in Repository(sys.argv[1], only_commits=sorted(way) if way else None).traverse_commits():
    count += 1
    files += sum(1 for file in commit.modified_files if file.new_path or file.old_path)
print(count, files)
"""


def timed(command: list[str | Path]) -> tuple[float, str]:
    """Seconds of a whole process, and what it said."""
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} exited with {done.returncode}:\n{done.stderr[-2000:]}")
    return time.monotonic() - start, done.stdout


def main() -> int:
    """Measures in turn, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path, help="a local clone with its full history")
    parser.add_argument("--name", help="what to call it in the figure (its folder's name by default)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default 3)")
    arguments = parser.parse_args()
    try:
        if not arguments.repository.is_dir():
            raise common.Absent(f"{arguments.repository} is no folder")
        program = common.example("mine", "assay-mine")
        python = common.tools("PYDRILLER_PYTHON", common.WORK / "pydriller", _PYDRILLER)
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    return measure(arguments, program, python)


def measure(arguments: argparse.Namespace, program: Path, python: Path) -> int:
    """All rounds, then the figure."""
    name = arguments.name or arguments.repository.resolve().name
    figure = common.Figure("mining", f"Mining {name}", program=False)
    version = "import importlib.metadata; print(importlib.metadata.version('pydriller'))"
    figure.fact(f"PyDriller {common.version_of([str(python), '-c', version])}")
    document: dict[str, Any] = {}
    rows, rates = [], []
    for turn in range(arguments.rounds):
        load = common.load()
        seconds, said = timed([program, arguments.repository])
        if document and json.loads(said) != document:
            raise RuntimeError("two runs came to different numbers")
        document = json.loads(said)
        first, walked = timed([python, "-c", _WALK, arguments.repository, "first"])
        whole, every = timed([python, "-c", _WALK, arguments.repository, "all"])
        count, total = int(walked.split()[0]), int(every.split()[0])
        rates.append(document["commits"] / seconds)
        row = (turn + 1, load, f"{seconds:.2f}", f"{rates[-1]:.0f}", f"{first:.1f}", f"{count / first:.0f}", f"{whole:.1f}", f"{total / whole:.0f}")
        rows.append(row)
        print(f"round {turn + 1}: {seconds:.2f} s, PyDriller {first:.1f} s", file=sys.stderr)
    figure.text(
        f"{document['commits']} commits on the way of first parents from `{document['head'][:12]}`, {document['merges']} of them merges. "
        "assay mines them whole, merges against their first parents; PyDriller asks for changed files alone, which it has none of for merges, on the same way and over all commits:"
    )
    figure.table(
        ("round", "load", "assay, s", "commits/s", "PyDriller, s", "commits/s", f"all {total} commits, s", "commits/s"), rows
    )
    figure.text("What comes of it:")
    found = [(f"candidate: {key}", value) for key, value in document["candidates"].items()]
    found += [(f"parked: {key}", value) for key, value in document["parked"].items()]
    found += [(f"left out: {key}", value) for key, value in document["left_out"].items()]
    figure.table(("what", "commits"), found)
    rate = statistics.median(rates)
    figure.text(f"Median rate: {rate:.0f} commits/s ({min(rates):.0f} to {max(rates):.0f}).")
    return figure.conclude([f"under {_LEAST:.0f} commits/s"] if rate < _LEAST else [])


if __name__ == "__main__":
    sys.exit(main())
