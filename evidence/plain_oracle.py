"""Asks plain Python, with no sandbox and no protocol, whether assay's verdicts are right.

Every sample of four files of real models, and every reference solution, runs once as a process of its own:

    python3 -s -P FILE        FILE: prompt + completion + the benchmark's tests + check(entry_point)

A sample passes if the process gets to the line after `check`, where it writes a random token to a pipe that the
sample has no reason to know, and then exits with 0. It has assay's limits: CPU time of 10 × the reference's and at
least 2 s, five times that on the clock, 2 GiB of data. assay judges the same files with a fresh store, and the two
are compared sample by sample. Which verdict is the question; why a sample fails is compared too, coarsely and for
information: the plain process only has its last line of standard error.

Exit codes: 0 all verdicts agree and the numbers are the known ones, and assay sees no difference between two halves
of one model's samples; 1 not so; 2 wrong usage; 3 no data in ../shared/data, or no assay.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import math
import os
import re
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import common

#: Passing samples by file, as counted before assay was written (../shared/data/README.md).
KNOWN_PASSES = {
    "references": 164,
    "gpt-4": 140,
    "gpt-4-reflexion": 150,
    "codegen-16b-first10": 348,
    "codegen-16b-second10": 374,
}
#: Where the outcomes are left for `throughput.py`, which drops the samples that never end.
OUTCOMES = common.WORK / "plain_outcomes.jsonl"

# The rule of the limits, as assay has it.
_CPU_MULTIPLE, _CPU_FLOOR, _WALL_MULTIPLE, _MEMORY = 10.0, 2.0, 5.0, 2 << 30
_OUTPUT = 16 << 20

#: Runs FILE under the name that assay gives a sample, instead of `__main__`.
_AS_MODULE = "import runpy; runpy.run_path({path!r}, run_name='solution')"


@dataclasses.dataclass(frozen=True)
class Job:
    """One sample to run."""

    file: str
    line: int
    task: str
    program: str
    python: str
    cpu_seconds: int
    as_module: bool


@dataclasses.dataclass(frozen=True)
class Plain:
    """What became of it."""

    passed: bool
    cause: str
    evidence: str
    cpu: float


def program(prompt: str, completion: str, tests: str, entry_point: str) -> str:
    """The whole program but for its last line."""
    return f"{prompt}{completion}\n{tests}\ncheck({entry_point})\n"


def run_job(job: Job) -> Plain:
    """Runs one sample. Called in a process with a single thread."""
    with tempfile.TemporaryDirectory(prefix="plain-") as folder:
        return _run_in(job, Path(folder))


def _run_in(job: Job, folder: Path) -> Plain:
    token = secrets.token_hex(16).encode()
    receiving, sending = os.pipe()
    os.set_blocking(receiving, False)
    work = folder / "work"
    work.mkdir()
    script = folder / "sample.py"
    ending = f"import os as _os; _os.write({sending}, {token!r})\n"
    script.write_bytes((job.program + ending).encode("utf-8", "surrogatepass"))
    how = ["-c", _AS_MODULE.format(path=str(script))] if job.as_module else [str(script)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with (folder / "errors").open("w+b") as errors:
        process = subprocess.Popen(
            [job.python, "-s", "-P", *how],
            cwd=work,
            env={"PATH": os.defpath, "HOME": str(work), "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            pass_fds=[sending],
            start_new_session=True,
            preexec_fn=lambda: _limit(job.cpu_seconds),
        )
        late = False
        try:
            process.wait(job.cpu_seconds * _WALL_MULTIPLE)
        except subprocess.TimeoutExpired:
            late = True
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # and whatever it left behind
        code = process.wait()
        os.close(sending)
        try:
            marked = os.read(receiving, 4096) == token
        except BlockingIOError:
            marked = False
        os.close(receiving)
        errors.seek(0, os.SEEK_END)
        errors.seek(max(0, errors.tell() - 65536))
        text = errors.read().decode("utf-8", "replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    evidence = last_error(text)
    passed = marked and code == 0 and not late
    return Plain(passed, "pass" if passed else cause_of(code, late, evidence), evidence, cpu)


def _limit(cpu_seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_OUTPUT, _OUTPUT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def last_error(text: str) -> str:
    """The line that names the exception. A message may have several lines: the first after the last traceback."""
    lines = text.rstrip().splitlines()
    starts = [place for place, line in enumerate(lines) if line.startswith("Traceback (most recent call last)")]
    for line in lines[starts[-1] + 1 :] if starts else []:
        if re.match(r"[A-Za-z_][\w.]*(:|$)", line):
            return line[:200]
    return lines[-1][:200] if lines else ""


def cause_of(code: int, late: bool, evidence: str) -> str:
    """A cause in assay's words, as well as a line of standard error tells it."""
    name = evidence.split(":", 1)[0]
    if late or code in (-signal.SIGXCPU, -signal.SIGKILL) or name == "MemoryError":
        return "limit"
    if name == "AssertionError":
        return "wrong_answer"
    if name in ("SyntaxError", "IndentationError", "TabError") or "null bytes" in evidence:
        return "syntax"
    if name in ("NameError", "ImportError", "ModuleNotFoundError"):
        return "missing_name"
    return "exited" if code >= 0 and (not evidence or name == "SystemExit") else "exception"


def coarse(outcome: str) -> str:
    """An outcome of assay's as a cause: `fail(syntax)` is syntax, `limit(cpu)` is limit."""
    word, _, rest = outcome.partition("(")
    return rest.removesuffix(")") if word == "fail" else word


class Oracle:
    """The benchmark, and the limits that its references set."""

    def __init__(self, python: str) -> None:
        """Times the references with this interpreter."""
        self._python = python
        self._tasks = {task["task_id"]: task for task in common.read_lines(common.HUMAN_EVAL)}
        self._pool = ProcessPoolExecutor(2, mp_context=get_context("fork"))
        empty = min(self._run([self._job("", 0, next(iter(self._tasks)), "pass\n", 60)])[0].cpu for _ in range(3))
        references = [self._job("references", 1, name, self._program(name, None), 60) for name in self._tasks]
        own = [max(0.0, plain.cpu - empty) for plain in self._run(references)]
        self._limits = {
            name: math.ceil(max(_CPU_FLOOR, cpu * _CPU_MULTIPLE)) for name, cpu in zip(self._tasks, own, strict=True)
        }

    @property
    def higher_limits(self) -> dict[str, int]:
        """Tasks whose reference needs more than the floor."""
        return {name: limit for name, limit in self._limits.items() if limit > _CPU_FLOOR}

    def references(self) -> list[dict[str, Any]]:
        """The reference solutions as samples."""
        return [{"task_id": name, "completion": task["canonical_solution"]} for name, task in self._tasks.items()]

    def run(self, file: str, rows: list[dict[str, Any]], as_module: bool = False) -> list[Plain]:
        """Runs every sample of a file, two at a time."""
        jobs = []
        for line, row in enumerate(rows, 1):
            name = row["task_id"]
            text = self._program(name, row["completion"])
            jobs.append(self._job(file, line, name, text, self._limits[name], as_module))
        return self._run(jobs)

    def _program(self, name: str, completion: str | None) -> str:
        task = self._tasks[name]
        body = task["canonical_solution"] if completion is None else completion
        return program(task["prompt"], body, task["test"], task["entry_point"])

    def _job(self, file: str, line: int, name: str, text: str, cpu: int, as_module: bool = False) -> Job:
        return Job(file, line, name, text, self._python, cpu, as_module)

    def _run(self, jobs: list[Job]) -> list[Plain]:
        return list(self._pool.map(run_job, jobs))


@dataclasses.dataclass
class Comparison:
    """One file, judged both ways."""

    name: str
    rows: list[dict[str, Any]]
    plain: list[Plain]
    judged: list[dict[str, Any]]

    def __post_init__(self) -> None:
        """Holds both to the same lines."""
        lines = [row["line"] for row in self.judged]
        if lines != list(range(1, len(self.rows) + 1)):
            raise RuntimeError(f"{self.name}: assay's labelled rows are not the file's lines")

    def passes(self) -> tuple[int, int]:
        """Passing samples, plainly and by assay."""
        return sum(plain.passed for plain in self.plain), sum(row["outcome"] == "pass" for row in self.judged)

    def pairs(self, differ: Callable[[Plain, str], bool]) -> list[tuple[int, str, Plain, dict[str, Any]]]:
        """Line, task and both outcomes, where they differ in the given sense."""
        both = zip(self.rows, self.plain, self.judged, strict=True)
        return [
            (line, row["task_id"], plain, judged)
            for line, (row, plain, judged) in enumerate(both, 1)
            if differ(plain, judged["outcome"])
        ]


def judge(name: str, samples: Path, store: Path) -> list[dict[str, Any]]:
    """assay's labelled data set."""
    labelled = common.WORK / f"{name}.labelled.jsonl"
    common.run_assay(["-q", "check", samples, "--benchmark", common.HUMAN_EVAL, "--out", labelled], store)
    return sorted(common.read_lines(labelled), key=lambda row: row["line"])


def compare_verdict(pair: tuple[str, str], store: Path) -> dict[str, Any]:
    """The report's row for two files of samples."""
    out = common.fresh_folder(common.WORK / "compare")
    files = [common.samples_file(name) for name in pair]
    common.run_assay(["-q", "compare", *files, "--benchmark", common.HUMAN_EVAL, "--aspects", "logic,static", "--out", out], store)
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    row: dict[str, Any] = next(row for row in report["rows"] if row["check"] == "incorrect_code")
    return row


def main() -> int:
    """Runs everything and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default="/usr/bin/python3", help="interpreter (default: the one assay takes)")
    parser.add_argument(
        "--as-main",
        action="store_true",
        help="run every sample a second time, under another name than __main__, and count what changes",
    )
    arguments = parser.parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, list(KNOWN_PASSES)[1:]))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    os.environ["ASSAY_PYTHON"] = arguments.python
    figure = common.Figure("plain_oracle", "assay and plain Python, sample by sample", arguments.python)
    return report(figure, Oracle(arguments.python), arguments.as_main)


def report(figure: common.Figure, oracle: Oracle, as_main: bool) -> int:
    """Compares file by file, then writes the figure."""
    store = common.fresh_folder(common.WORK / "oracle-store")
    common.write_lines(common.WORK / "references.jsonl", oracle.references())
    comparisons, renamed = [], []
    for name in KNOWN_PASSES:
        samples = common.WORK / "references.jsonl" if name == "references" else common.samples_file(name)
        rows = common.read_lines(samples)
        print(f"{name}: {len(rows)} samples", file=sys.stderr)
        plain = oracle.run(name, rows)
        comparison = Comparison(name, rows, plain, judge(name, samples, store))
        comparisons.append(comparison)
        if as_main:
            again = oracle.run(name, rows, as_module=True)
            renamed += [
                (name, line, rows[line - 1]["task_id"], one.cause, other.cause, one.evidence or other.evidence)
                for line, (one, other) in enumerate(zip(plain, again, strict=True), 1)
                if one.passed != other.passed
            ]
    save_outcomes(comparisons)
    failures = verdicts(figure, comparisons)
    causes(figure, comparisons)
    never_ending(figure, comparisons)
    if oracle.higher_limits:
        figure.text(f"CPU limits above {_CPU_FLOOR:.0f} s by the references' own time: {oracle.higher_limits}.")
    if as_main:
        names(figure, renamed, sum(len(comparison.rows) for comparison in comparisons))
    failures += pairs(figure, store)
    return figure.conclude(failures, "everything agrees")


def save_outcomes(comparisons: list[Comparison]) -> None:
    """Leaves the plain outcomes for other scripts."""
    common.write_lines(
        OUTCOMES,
        (
            {"file": comparison.name, "line": line, "task_id": row["task_id"], "cause": plain.cause}
            for comparison in comparisons
            for line, (row, plain) in enumerate(zip(comparison.rows, comparison.plain, strict=True), 1)
        ),
    )


def verdicts(figure: common.Figure, comparisons: list[Comparison]) -> list[str]:
    """The table of passes, and every disagreement."""
    failures, table, disagreements = [], [], []
    for comparison in comparisons:
        differing = comparison.pairs(lambda plain, outcome: plain.passed != (outcome == "pass"))
        plain, judged = comparison.passes()
        known = KNOWN_PASSES[comparison.name]
        table.append((comparison.name, len(comparison.rows), plain, judged, known, len(differing)))
        for line, task, one, other in differing:
            evidence = other["finding"]["evidence"] or ""
            disagreements.append((comparison.name, line, task, one.cause, one.evidence, other["outcome"], evidence))
        if differing:
            failures.append(f"{comparison.name}: {len(differing)} verdicts differ")
        if plain != known:
            failures.append(f"{comparison.name}: {plain} pass plainly where {known} are known to")
    figure.table(("file", "samples", "pass plainly", "pass in assay", "known", "verdicts that differ"), table)
    if disagreements:
        figure.text("Verdicts that differ:")
        figure.table(("file", "line", "task", "plainly", "last line", "assay", "its evidence"), disagreements)
    return failures


def causes(figure: common.Figure, comparisons: list[Comparison]) -> None:
    """Both sides' causes against each other."""
    counts: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], str] = {}
    for comparison in comparisons:
        for line, task, plain, judged in comparison.pairs(lambda _plain, _outcome: True):
            pair = (plain.cause, coarse(judged["outcome"]))
            counts[pair] += 1
            examples.setdefault(pair, f"{comparison.name} line {line}, {task}: {plain.evidence[:80]}")
    same = sum(count for (one, other), count in counts.items() if one == other)
    figure.text(
        f"Causes, for information: the same for {same} of {sum(counts.values())} samples. Those that differ"
        " (`no_answer`: assay does not run an empty completion, plainly it is the bare prompt):"
    )
    figure.table(
        ("plainly", "assay", "samples", "first of them"),
        [(*pair, count, examples[pair]) for pair, count in counts.most_common() if pair[0] != pair[1]],
    )


def never_ending(figure: common.Figure, comparisons: list[Comparison]) -> None:
    """The samples that reach a limit, on either side."""
    rows = [
        (comparison.name, line, task, plain.cause, judged["outcome"], f"{plain.cpu:.2f}")
        for comparison in comparisons
        for line, task, plain, judged in comparison.pairs(
            lambda plain, outcome: "limit" in (plain.cause, coarse(outcome))
        )
    ]
    figure.text("Samples that reach a limit:")
    figure.table(("file", "line", "task", "plainly", "assay", "CPU seconds plainly"), rows)


def names(figure: common.Figure, renamed: Sequence[Sequence[object]], samples: int) -> None:
    """What the module's name changes."""
    figure.text(
        f"Under another name than `__main__` (assay and the field's harnesses import a sample): {len(renamed)} of"
        f" {samples} plain verdicts change."
    )
    if renamed:
        figure.table(("file", "line", "task", "as __main__", "as solution", "last line"), renamed)


def pairs(figure: common.Figure, store: Path) -> list[str]:
    """What assay says about both real pairs."""
    failures, table = [], []
    for pair in (common.SAME_MODEL, common.TWO_MODELS):
        row = compare_verdict(pair, store)
        low, high = row["interval"]
        table.append(
            (
                " → ".join(pair),
                row["verdict"],
                f"{row['difference_percent']:+.2f}",
                f"{low:+.2f} to {high:+.2f}",
                f"{row['p_value']:.3f}",
            )
        )
        if pair == common.SAME_MODEL and row["verdict"] in ("regression", "improvement"):
            failures.append(f"the A/A pair is called {row['verdict']}")
    figure.text("What `assay compare` says of the two pairs; the first is one model against itself:")
    figure.table(("pair", "verdict", "difference in points", "95 % interval", "p"), table)
    return failures


if __name__ == "__main__":
    sys.exit(main())
