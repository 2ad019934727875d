"""What grading a patch costs above the tests themselves.

The tasks are those that evidence/maintenance.py admitted. Of each repository the first few are graded with their reference patches, one at a time
(`--jobs 1`), from a store that has their environments and nothing else. Beside it the same tests run plainly: the parent's files with the reference
and its tests applied by git, in a virtual environment with the task's lock, by pytest or unittest, as a whole process. The interpreter is the
same for both, and each is done in several rounds, in turn; the least of each counts.

Exit codes: 0 the difference is under a second a task; 1 it is not; 2 wrong usage; 3 no assay, no git or no admitted tasks.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from typing import Any

import common

_ADMITTED = common.WORK / "maintenance"
_WORK = common.WORK / "grading"
_MOST_SECONDS = 1.0


class Plain:
    """A task's solved repository in a folder, and the command that runs its tests there."""

    def __init__(self, folder: Path, place: Path, python: str) -> None:
        """Unpacks, applies and installs; `folder` is the task's own."""
        self.task: dict[str, Any] = json.loads((folder / "task.json").read_text(encoding="utf-8"))
        self.tree, environment = place / "tree", place / "environment"
        with tarfile.open(folder / "repository.tar") as archive:
            archive.extractall(self.tree, filter="data")
        for name in ("reference.patch", "tests.patch"):
            subprocess.run(["git", "apply", "--whitespace=nowarn", folder / name], cwd=self.tree, check=True)
        subprocess.run([python, "-m", "venv", environment], check=True)
        self.python = environment / "bin" / "python"
        install = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
        subprocess.run([*install, "-r", folder / "requirements.txt"], check=True)

    def seconds(self) -> float:
        """One run of its tests as a whole process; raises if one of them fails."""
        tests = [*self.task["target_tests"], *self.task["regression_tests"]]
        # Names of many tests do not fit a command line: their files run whole.
        if self.task["runner"] == "pytest":
            files = sorted({test.split("::", 1)[0] for test in tests})
            command = [self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
        else:
            files = sorted({test.rsplit(".", 2)[0] for test in tests})
            command = [self.python, "-m", "unittest", "-q", *files]
        search = {"PYTHONPATH": f"{self.tree}:{self.tree / 'src'}", "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
        began = time.monotonic()
        done = subprocess.run(command, cwd=self.tree, env=search, capture_output=True, text=True, check=False)
        took = time.monotonic() - began
        # Tests that the task leaves out, because they are not stable, may fail here.
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{self.task['id']}: plain tests end with {done.returncode}:\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
        return took


def graded(benchmark: Path, tasks: list[str], warm: Path) -> float:
    """Seconds of the whole command for these tasks, from a store that has environments alone."""
    store, predictions = common.fresh_folder(_WORK / "store"), _WORK / "predictions.jsonl"
    for name in ("environments", "tools"):
        if (warm / name).exists():
            shutil.copytree(warm / name, store / name, symlinks=True)
    read = [{"instance_id": task, "model_patch": (benchmark / "tasks" / task / "reference.patch").read_text(encoding="utf-8")} for task in tasks]
    common.write_lines(predictions, read)
    out = common.fresh_folder(_WORK / "out")
    began = time.monotonic()
    common.run_assay(["-q", "grade", predictions, "--benchmark", benchmark, "--out", out, "--jobs", "1"], store)
    took = time.monotonic() - began
    kinds = [json.loads(line)["outcome"]["kind"] for line in (out / "grades.jsonl").read_text(encoding="utf-8").splitlines()]
    if kinds != ["pass"] * len(tasks):
        raise RuntimeError(f"reference patches come to {kinds}")
    return took


def main() -> int:
    """Measures in turn, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=6, help="tasks of each repository (default: 6)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default: 3)")
    parser.add_argument("--python", default="/usr/bin/python3", help="the interpreter that assay uses (default: the distribution's)")
    arguments = parser.parse_args()
    benchmarks = sorted(_ADMITTED.glob("*/admitted/benchmark/benchmark.json"))
    try:
        common.assay_binary()
        if not benchmarks:
            raise common.Absent("no admitted tasks: run evidence/maintenance.py")
        if shutil.which("git") is None:
            raise common.Absent("no git")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    figure = common.Figure("grading", "What grading costs above the tests themselves")
    rows, failures = [], []
    for listed in benchmarks:
        benchmark, repository = listed.parent, listed.parents[2].name
        tasks = json.loads(listed.read_text(encoding="utf-8"))["tasks"][: arguments.tasks]
        plain = [Plain(benchmark / "tasks" / task, _WORK / repository / task, arguments.python) for task in tasks]
        whole, alone = [], []
        for _ in range(arguments.rounds):
            whole.append(graded(benchmark, tasks, listed.parents[2] / "store-reference-0"))
            alone.append(sum(task.seconds() for task in plain))
        above = (min(whole) - min(alone)) / len(tasks)
        rows.append((repository, len(tasks), f"{min(whole):.2f} s", f"{min(alone):.2f} s", f"{above:.2f} s"))
        if above > _MOST_SECONDS:
            failures.append(f"{repository}: {above:.2f} s a task above the tests")
    figure.table(("repository", "tasks", "graded, the whole command", "tests run plainly", "above them, a task"), rows)
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
