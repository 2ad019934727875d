"""Is the verdict the same however an answer is dressed?

The 164 completions of a real model are dressed in more than 20 ways that models have: fenced by several marks, between
prose, with the prompt, as a body without its indent, after reasoning, before tokens and garbage, in `class Solution`, cut
at the end, and so on. `assay check` judges each on HumanEval. As they are, 140 pass; the same 140 must pass in every
dress, by what `assay-extract` makes of it.

Exit codes: 0 the same tasks pass in every dress; 1 a dress changes a verdict; 2 wrong usage; 3 no data in ../shared/data,
or no assay.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import common

_MODEL = "gpt-4"
_PASSES = 140
#: Where `--benchmark humaneval` looks for the fetched file in a store.
_FETCHED = Path("benchmarks", "humaneval", "1.0.3", "HumanEval.jsonl.gz")
_WORK = common.WORK / "redressed"


class Original(NamedTuple):
    """A completion, taken apart."""

    prompt: str
    entry_point: str
    #: The whole module.
    module: str
    #: What completes the prompt, indented.
    body: str
    #: The module with the function as a method of a class.
    wrapped: str


def take_apart(task: dict[str, Any], completion: str) -> Original:
    """Takes a completion apart that repeats its prompt. What does not parse is its own body."""
    prompt, name = task["prompt"], task["entry_point"]
    try:
        tree = ast.parse(completion)
    except SyntaxError:
        return Original(prompt, name, completion, completion, completion)
    lines = completion.splitlines(keepends=True)

    def source(first: ast.stmt, last: ast.stmt) -> str:
        return "".join(lines[first.lineno - 1 : last.end_lineno])

    known = {ast.dump(statement) for statement in ast.parse(prompt + "    pass\n").body}
    function = next(
        statement for statement in tree.body if isinstance(statement, ast.FunctionDef) and statement.name == name
    )
    inner = function.body[1:] if ast.get_docstring(function) is not None and len(function.body) > 1 else function.body
    helpers = {statement.name for statement in ast.parse(prompt + "    pass\n").body if hasattr(statement, "name")}
    extra = [
        source(statement, statement)
        for statement in tree.body
        if statement is not function
        and ast.dump(statement) not in known
        and getattr(statement, "name", None) not in helpers
    ]
    # Comments before the first statement belong to the body, too.
    start = (function.body[0].end_lineno or 0) if inner is not function.body else inner[0].lineno - 1
    body = textwrap.indent("".join(extra), "    ") + "".join(lines[start : function.end_lineno]).rstrip("\n") + "\n"
    before, after = "".join(lines[: function.lineno - 1]), "".join(lines[function.end_lineno or 0 :])
    method = source(function, function).replace(f"def {name}(", f"def {name}(self, ", 1).rstrip("\n") + "\n"
    wrapped = f"{before}class Solution:\n{textwrap.indent(method, '    ')}{after}"
    return Original(prompt, name, completion, body, wrapped)


def fenced(code: str, mark: str = "```", language: str = "python") -> str:
    """Code as a fenced block."""
    return f"{mark}{language}\n{code.rstrip()}\n{mark}\n"


def with_fence_in_docstring(module: str) -> str:
    """The module with a fence within its first docstring."""
    quotes = min(('"""', "'''"), key=lambda quotes: (module.find(quotes) < 0, module.find(quotes)))
    return module.replace(quotes, f"{quotes}\n    ```\n    an example\n    ```\n    ", 1)


def without_first_indent(body: str) -> str:
    """A body whose first line was trimmed."""
    return body.lstrip()


GARBAGE = "<|endoftext|>package main\n\nimport (\n\t\"fmt\"\n\ndef broken(:\n"
DRAFT = "<think>\nThe user wants a function.\n```python\ndef draft(x)\n    retur\n```\nThat's not it; let me write it.\n</think>\n\n"

#: What it is called, the field, and how it is made.
DRESSES: tuple[tuple[str, str, Callable[[Original], str]], ...] = (
    ("as it is", "completion", lambda o: o.module),
    ("a module", "solution", lambda o: o.module),
    ("fenced, as a solution", "solution", lambda o: fenced(o.module)),
    ("fenced, `python`", "answer", lambda o: fenced(o.module)),
    ("fenced, no language", "answer", lambda o: fenced(o.module, language="")),
    ("fenced, `py`, prose around", "answer", lambda o: f"Sure!\n\n{fenced(o.module, language='py')}\nHope it helps."),
    ("fenced by tildes, wrong language", "answer", lambda o: fenced(o.module, "~~~", "ruby")),
    ("prose around, no fence", "answer", lambda o: f"Here is the code:\n\n{o.module.rstrip()}\n\nIt's short and clear.\n"),
    ("the prompt quoted, then the code", "answer", lambda o: f"For\n{fenced(o.prompt)}I wrote\n{fenced(o.module)}"),
    ("only the body, fenced", "answer", lambda o: f"The body:\n{fenced(o.body)}"),
    ("only the body, fenced, no indent", "answer", lambda o: fenced(textwrap.dedent(o.body))),
    ("only the body, first indent lost", "completion", lambda o: without_first_indent(o.body)),
    ("only the body, no indent", "completion", lambda o: textwrap.dedent(o.body)),
    ("only the body, then a fence and prose", "completion", lambda o: f"{o.body}```\n\nThat is all.\n"),
    ("CR LF", "answer", lambda o: f"Code:\n{fenced(o.module)}".replace("\n", "\r\n")),
    ("byte order mark", "answer", lambda o: "\ufeff" + fenced(o.module)),
    ("reasoning before", "answer", lambda o: DRAFT + fenced(o.module)),
    ("reasoning that the prompt opened", "answer", lambda o: DRAFT.removeprefix("<think>\n") + fenced(o.module)),
    ("end token and garbage", "completion", lambda o: o.body + GARBAGE),
    ("end token and garbage, fenced", "answer", lambda o: fenced(o.module) + GARBAGE),
    ("a helper after it", "answer", lambda o: fenced(f"{o.module.rstrip()}\n\ndef helper(value):\n    return value\n")),
    (
        "guard and prints after it",
        "answer",
        lambda o: fenced(
            f"{o.module.rstrip()}\n\nprint('loaded')\n\nif __name__ == '__main__':\n    print({o.entry_point}(input()))\n"
        ),
    ),
    ("main reads and is called", "answer", lambda o: fenced(
        f"{o.module.rstrip()}\n\ndef main():\n    print({o.entry_point}(input()))\n\nmain()\n"
    )),
    ("`class Solution`", "answer", lambda o: fenced(o.wrapped)),
    ("a fence in the docstring", "answer", lambda o: fenced(with_fence_in_docstring(o.module))),
    ("fence never closed", "answer", lambda o: f"Here:\n```python\n{o.module}"),
    ("cut in a second function", "answer", lambda o: f"```python\n{o.module.rstrip()}\n\ndef test():\n    assert {o.entry_point}(["),
    ("usage, then code", "answer", lambda o: f"Use:\n{fenced(f'print({o.entry_point}(1))')}Code:\n{fenced(o.module)}"),
    ("a test that imports it, then code", "answer", lambda o: fenced(f"from code import {o.entry_point}\nassert {o.entry_point}") + fenced(o.module)),
    ("in a list", "answer", lambda o: f"1. Write this:\n\n{textwrap.indent(fenced(o.module), '   ')}\n2. Run it.\n"),
    (
        "headers of a chat",
        "answer",
        lambda o: f"<|im_start|>assistant\n{fenced(o.module)}<|im_end|>\n<|im_start|>user\nThanks!<|im_end|>\n",
    ),
    ("fence closed on the last line of code", "answer", lambda o: f"So: ```python\n{o.module.rstrip()}```\n"),
    ("imports in a block of their own", "answer", lambda o: split_imports(o.module)),
)


def split_imports(module: str) -> str:
    """A module in two blocks: its imports, and the rest."""
    lines = module.splitlines(keepends=True)
    imports = [line for line in lines if line.startswith(("import ", "from "))]
    rest = [line for line in lines if not line.startswith(("import ", "from "))]
    return f"First:\n{fenced(''.join(imports))}Then:\n{fenced(''.join(rest))}"


def judged(folder: Path, field: str, answers: dict[str, str]) -> tuple[set[str], Counter[str]]:
    """The tasks whose answers pass, and how often each rule found the module."""
    samples, out, store = folder / "samples.jsonl", folder / "labelled.jsonl", folder / "store"
    common.write_lines(samples, ({"task_id": task, field: answer} for task, answer in answers.items()))
    arguments = ["check", str(samples), "--benchmark", "humaneval", "--out", str(out), "--quiet"]
    common.run_assay(arguments, store)
    rows = common.read_lines(out)
    return {row["task_id"] for row in rows if row["outcome"] == "pass"}, Counter(row["rule"] for row in rows)


def main() -> int:
    """Dresses, judges, compares, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, common.samples_file(_MODEL))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    figure = common.Figure("redressed", "The same answers in other dress")
    folder = common.fresh_folder(_WORK)
    (folder / "store" / _FETCHED).parent.mkdir(parents=True)
    shutil.copyfile(common.HUMAN_EVAL, folder / "store" / _FETCHED)
    tasks = {task["task_id"]: task for task in common.read_lines(common.HUMAN_EVAL)}
    originals = {
        row["task_id"]: take_apart(tasks[row["task_id"]], row["completion"])
        for row in common.read_lines(common.samples_file(_MODEL))
    }
    rows, failures = [], 0
    expected: set[str] = set()
    for name, field, dress in DRESSES:
        answers = {task: dress(original) for task, original in originals.items()}
        passed, rules = judged(folder, field, answers)
        expected = expected or passed
        holds = passed == expected and len(passed) == _PASSES
        failures += not holds
        if not holds:
            print(f"{name}: lost {sorted(expected - passed)}, gained {sorted(passed - expected)}", file=sys.stderr)
        found = ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items(), key=lambda item: -item[1]))
        rows.append([name, field, len(passed), len(expected - passed), len(passed - expected), found])
    shutil.rmtree(folder)
    figure.table(("dress", "field", "passes", "lost", "gained", "module found by"), rows)
    failed = [f"{failures} of {len(DRESSES)} dresses change a verdict"] if failures else []
    return figure.conclude(failed, f"the same {_PASSES} of {len(originals)} pass in each of {len(DRESSES)} dresses")


if __name__ == "__main__":
    sys.exit(main())
