"""What the comparisons of static analyses share: the sources they run over, and assay's own answers.

(a) are all samples of ``../shared/data/samples``, each as the module that would be judged: a HumanEval completion
behind its prompt, or alone where it brings its own function; of a ClassEval answer the first fenced block. (b) are the
reference solutions of HumanEval, MBPP+, BigCodeBench and ClassEval. All are read as text; nothing is run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import common

_FENCED = re.compile(r"^ *```[^\n`]*\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
_HUMAN_EVAL_SAMPLES = ("gpt-4", "gpt-4-reflexion", "codegen-16b-first10", "codegen-16b-second10")
_CLASS_EVAL_SAMPLES = ("classeval-gpt-3.5", "classeval-gpt-4")
_BENCHMARKS = common.DATA / "benchmarks"
_TESTS = common.REPOSITORY / "crates" / "assay-python" / "tests"
_ENDS = re.compile(r"^# -{4,}.*$\n?", re.MULTILINE)

Source = tuple[str, str, str]


def samples() -> Iterator[Source]:
    """(a): id, task and source."""
    tasks = {row["task_id"]: row for row in common.read_lines(common.HUMAN_EVAL)}
    for name in _HUMAN_EVAL_SAMPLES:
        for place, row in enumerate(common.read_lines(common.samples_file(name))):
            task, text = tasks[row["task_id"]], row["completion"]
            whole = re.search(rf"^def {re.escape(task['entry_point'])}\b", text, re.MULTILINE)
            yield f"{name}:{place}", row["task_id"], text if whole else task["prompt"] + text
    for name in _CLASS_EVAL_SAMPLES:
        for place, row in enumerate(common.read_lines(common.samples_file(name))):
            block = _FENCED.search(row["answer"])
            yield f"{name}:{place}", row["task_id"], block[1] if block else row["answer"]


def references() -> Iterator[Source]:
    """(b): id, task and source."""
    for name, prompt in (("HumanEval", "prompt"), ("MbppPlus", "prompt"), ("BigCodeBench", "complete_prompt")):
        for row in common.read_lines(_BENCHMARKS / f"{name}.jsonl.gz"):
            yield row["task_id"], row["task_id"], row[prompt] + row["canonical_solution"]
    for row in json.loads((_BENCHMARKS / "ClassEval_data.json").read_text(encoding="utf-8")):
        yield row["task_id"], row["task_id"], row["solution_code"]


def sources() -> list[Source]:
    """(a), then (b)."""
    common.require_data(common.HUMAN_EVAL, _BENCHMARKS / "ClassEval_data.json", common.samples_file("gpt-4"))
    return [*samples(), *references()]


def programs(folder: str = "*") -> Iterator[tuple[Path, str]]:
    """The programs under ``crates/assay-python/tests`` with their files: a line `# ----` ends one."""
    for path in sorted(_TESTS.glob(f"{folder}/*.py")):
        parts = _ENDS.split(path.read_text(encoding="utf-8"))
        yield from ((path, part) for part in parts if part.strip())


def answers(requests: Iterable[dict[str, Any]], *options: str) -> list[dict[str, Any]]:
    """What assay-python says to requests, in their order, by its example program in a release build."""
    return common.ask([common.example("analyses"), *options], requests)
