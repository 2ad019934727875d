"""Maintenance tasks from real repositories: what is mined, what is admitted and why the rest is not, what it costs, and how it grades.

Each repository is a local clone, named on the command line as OWNER/NAME=FOLDER, or as OWNER/NAME=FOLDER:MOST. Its history is mined, and its
candidates (or so many of the newest) are admitted. Then three things are graded from empty stores: the reference patches, three times, which must all resolve and give
the same bytes; and patches that change nothing but add a file beside the source, whose tests must run and fail.

Exit codes: 0 it holds; 1 it does not; 2 wrong usage; 3 no assay, or no repository.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common

_WORK = common.WORK / "maintenance"
_LEAST_TASKS = 25
_TURNS = 3
#: A patch that changes nothing that any test could see.
_IDLE = "diff --git a/NOTHING.txt b/NOTHING.txt\nnew file mode 100644\n--- /dev/null\n+++ b/NOTHING.txt\n@@ -0,0 +1 @@\n+nothing\n"


@dataclass
class Repository:
    """A local clone, and what came of it."""

    name: str
    clone: Path
    #: So many candidates are tried, the newest first; all of them without a number.
    most: int | None

    @classmethod
    def of(cls, given: str) -> Repository:
        """OWNER/NAME=FOLDER, or OWNER/NAME=FOLDER:MOST."""
        name, _, clone = given.partition("=")
        folder, colon, most = clone.rpartition(":")
        return cls(name, Path(folder), int(most)) if colon and most.isdigit() else cls(name, Path(clone), None)

    @property
    def folder(self) -> Path:
        """Where its results are."""
        return _WORK / self.name.replace("/", "__")

    @property
    def benchmark(self) -> Path:
        """Its tasks."""
        return self.folder / "admitted" / "benchmark"

    def tasks(self) -> list[str]:
        """Their ids."""
        return json.loads((self.benchmark / "benchmark.json").read_text(encoding="utf-8"))["tasks"]


def disk(folder: Path) -> int:
    """Bytes on the disk below a folder."""
    return 1024 * int(subprocess.run(["du", "-sk", folder], capture_output=True, text=True, check=True).stdout.split()[0])


def admitted(repository: Repository, keep: bool) -> dict[str, Any]:
    """Mines and admits, and says what it took."""
    folder, store = repository.folder, _WORK / "store"
    if not keep:
        common.fresh_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    common.run_assay(["mine", repository.clone, "--out", folder / "mined"], store)
    lines = (folder / "mined" / "candidates.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    chosen = folder / "candidates.jsonl"
    chosen.write_text("".join(lines[: repository.most]), encoding="utf-8")
    began = time.monotonic()
    common.run_assay(
        ["admit", chosen, "--repository", repository.clone, "--name", repository.name, "--out", folder / "admitted"], store
    )
    yields = json.loads((folder / "admitted" / "admitted.json").read_text(encoding="utf-8"))["yields"]
    return {"seconds": time.monotonic() - began, "candidates": len(lines[: repository.most]), "mined": len(lines), "yields": yields}


def grades(repository: Repository, patch_of: Any, name: str, turn: int) -> tuple[bytes, float]:
    """The grades of one prediction for each task, from an empty store, and the seconds of the process."""
    predictions = repository.folder / f"{name}.jsonl"
    common.write_lines(
        predictions,
        [{"instance_id": task, "model_name_or_path": name, "model_patch": patch_of(task)} for task in repository.tasks()],
    )
    store, out = repository.folder / f"store-{name}-{turn}", repository.folder / f"{name}-{turn}"
    common.fresh_folder(store)
    common.fresh_folder(out)
    began = time.monotonic()
    common.run_assay(["grade", predictions, "--benchmark", repository.benchmark, "--out", out], store)
    return (out / "grades.jsonl").read_bytes(), time.monotonic() - began


def graded(repository: Repository) -> tuple[list[object], list[str]]:
    """One line of the table, and what does not hold."""

    def reference(task: str) -> str:
        return (repository.benchmark / "tasks" / task / "reference.patch").read_text(encoding="utf-8")

    tasks, failures = repository.tasks(), []
    turns = [grades(repository, reference, "reference", turn) for turn in range(_TURNS)]
    idle, _ = grades(repository, lambda _task: _IDLE, "idle", 0)
    resolved = [sum(outcome(line) == "pass" for line in text.splitlines()) for text, _ in turns]
    of_idle = sum(json.loads(line)["failure"] == "target_tests_fail" for line in idle.splitlines())
    if any(count != len(tasks) for count in resolved):
        failures.append(f"{repository.name}: {resolved} of {len(tasks)} reference patches resolve")
    if of_idle != len(tasks):
        failures.append(f"{repository.name}: {of_idle} of {len(tasks)} patches that change nothing end as target tests fail")
    if len({text for text, _ in turns}) > 1:
        failures.append(f"{repository.name}: the runs of the reference patches have other grades")
    seconds = min(seconds for _, seconds in turns)
    line = [
        repository.name, len(tasks), *(f"{count} of {len(tasks)}" for count in resolved), f"{of_idle} of {len(tasks)}",
        "yes" if len({text for text, _ in turns}) == 1 else "NO", f"{seconds / max(1, len(tasks)):.2f}",
    ]  # fmt: skip
    return line, failures


def outcome(line: bytes) -> str:
    """A grade's outcome in a word."""
    return json.loads(line)["outcome"]["kind"]


def main() -> int:
    """Runs the script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", metavar="OWNER/NAME=FOLDER[:MOST]", help="local clones with their full history")
    parser.add_argument("--keep", action="store_true", help="what was admitted before is not done again")
    arguments = parser.parse_args()
    repositories = [Repository.of(given) for given in arguments.repositories]
    try:
        common.assay_binary()
        for repository in repositories:
            if not repository.clone.is_dir():
                raise common.Absent(f"{repository.clone} is no folder")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    _WORK.mkdir(parents=True, exist_ok=True)
    if not arguments.keep:
        common.fresh_folder(_WORK / "store")
    figure = common.Figure("maintenance", "Maintenance tasks from real repositories")
    rows, reasons, failures = [], Counter(), []
    for repository in repositories:
        found = admitted(repository, arguments.keep)
        tasks = repository.tasks() if repository.benchmark.exists() else []
        for category, counts in found["yields"].items():
            rows.append((repository.name, category, counts["candidates"], counts["admitted"]))
            reasons.update({(repository.name, reason): count for reason, count in counts["dropped"].items()})
        size = disk(repository.benchmark) if tasks else 0
        each = f"{found['seconds']:.0f} s ({found['seconds'] / max(1, found['candidates']):.1f} s a candidate)"
        took = "taken up from a run before, which was not timed" if arguments.keep else f"in {each}"
        figure.fact(
            f"{repository.name}: {found['candidates']} of {found['mined']} candidates {took}, {size / max(1, len(tasks)) / 1e6:.2f} MB a task on the disk"
        )
    figure.table(("repository", "category", "candidates", "admitted"), rows)
    figure.text("Why the others are no tasks:")
    figure.table(("repository", "reason", "candidates"), [(name, f"`{reason}`", count) for (name, reason), count in sorted(reasons.items())])
    total = sum(row[3] for row in rows)
    if total < _LEAST_TASKS:
        failures.append(f"{total} tasks were admitted, and {_LEAST_TASKS} are wanted")
    figure.text("Graded, each time from an empty store:")
    lines = []
    for repository in repositories:
        if repository.benchmark.exists():
            line, failed = graded(repository)
            lines.append(line)
            failures += failed
    head = ("repository", "tasks", *(f"reference patches resolved, {turn + 1}" for turn in range(_TURNS)), "patches without effect: target tests fail", "the same bytes", "s a task, tests included")
    figure.table(head, lines)
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
