"""A benchmark of one's own, by a newcomer who follows docs/your-own-benchmark.md, and twelve planted faults.

Step by step from nothing: init, lint, compare, then a task of one's own with its slips on the way; each step is timed and
says whether the program answered as the page promises. Then twelve benchmarks, each sound but for one planted fault, which
lint must name, and nothing else beside it; and the same benchmark without a fault, of which lint must say nothing. Each
fault that hangs on chance is planted in another way than in the tests of the program.

Exit codes: 0 every step and every fault as it must be; 1 not so; 2 wrong usage; 3 no assay.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import common

_WORK = common.WORK / "own_benchmark"
_HOME = _WORK / "home"

#: A task as a newcomer writes it, by its files.
_INITIALS = {
    "task.toml": 'entry_point = "initials"\n',
    "prompt.py": 'def initials(name: str) -> str:\n    """The first letters of a name\'s words, as capitals."""\n',
    "reference.py": 'def initials(name):\n    return "".join(word[0] for word in name.split()).upper()\n',
    "cases.toml": '[[cases]]\narguments = ["ada lovelace"]\nexpected = "AL"\n\n'
    '[[cases]]\narguments = ["  grace  brewster  hopper "]\nexpected = "GBH"\n\n'
    '[[cases]]\narguments = [""]\nexpected = ""\n',
    "wrong/splits_at_one_space.py": 'def initials(name):\n    return "".join(w[0] for w in name.strip().split(" ")).upper()\n',
}
_PYTEST = "def test_two_words():\n    assert initials('ada lovelace') == 'AL'\n"


class Step:
    """One thing that the newcomer does, what came of it, and what must."""

    def __init__(self, what: str, arguments: list[str], code: int, says: str = "") -> None:
        self.what, self.arguments, self.code, self.says = what, arguments, code, says
        self.seconds = 0.0
        self.problem = ""

    def run(self) -> None:
        """Does it."""
        began = time.monotonic()
        done = assay(self.arguments)
        self.seconds = time.monotonic() - began
        said = done.stdout + done.stderr
        if done.returncode != self.code:
            self.problem = f"exit code {done.returncode} instead of {self.code}: {said.strip()[-300:]}"
        elif self.says not in said:
            self.problem = f"does not say {self.says!r}: {said.strip()[-300:]}"


def assay(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs the program as somebody who has nothing but a home."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(_HOME)}
    command = [str(common.assay_binary()), *arguments]
    return subprocess.run(command, env=environment, cwd=_HOME, capture_output=True, text=True, check=False)


def write(folder: Path, files: dict[str, str]) -> None:
    """Writes files, with the folders that they are in."""
    for inner, text in files.items():
        path = folder / inner
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def newcomer() -> list[Step]:
    """Follows the page; returns every step, done."""
    lint = ["benchmark", "lint", "our-tasks"]
    samples = ["our-tasks/samples/before.jsonl", "our-tasks/samples/after.jsonl"]
    compare = ["compare", *samples, "--benchmark", "our-tasks", "--aspects", "logic,static", "--out", "report"]
    task = _HOME / "our-tasks" / "tasks" / "initials"
    done: list[Step] = []

    def step(what: str, arguments: list[str], code: int, says: str = "") -> None:
        done.append(Step(what, arguments, code, says))
        done[-1].run()

    step("init starts a benchmark", ["benchmark", "init", "our-tasks"], 0, "next: assay benchmark lint our-tasks")
    step("lint finds nothing; the first command that runs samples", lint, 0, "2 references, 2 wrong solutions, 0 problems")
    step("compare, with the samples that came with it", compare, 0, "report: report/report.html")
    shutil.copytree(task.parent / "slug", task)
    write(task, {"task.toml": _INITIALS["task.toml"]})
    step("a task copied, only its entry point changed", lint, 1, "does not define initials, which is the task's entry_point")
    write(task, {name: _INITIALS[name] for name in ("prompt.py", "reference.py")})
    (task / "cases.toml").unlink()
    step("the old cases deleted, no new tests yet", lint, 2, "tests.py: this file of the task is missing: add it, or cases")
    write(task, {"tests.py": _PYTEST})
    step("tests as for pytest, isolation left as it was", lint, 1, "test_two_words is never run: with isolation = \"split\"")
    (task / "tests.py").unlink()
    write(task, {"cases.toml": _INITIALS["cases.toml"].replace("expected", "expects")})
    step("cases with a key that is none", lint, 2, "cases.toml:3: unknown field `expects`")
    write(task, {"cases.toml": _INITIALS["cases.toml"]})
    step("cases; the copied wrong solution is still slug's", lint, 0, "looks wrong at once, and so tells nothing")
    shutil.rmtree(task / "wrong")
    write(task, _INITIALS)
    step("a wrong solution of its own", lint, 0, "3 references, 3 wrong solutions, 0 problems\n")
    step("what the tests are worth", [*lint, "--mutants"], 0, "mutants of 3 tasks are caught")
    rows = [
        {"task_id": "initials", "solution": _INITIALS[name]}
        for name in ("reference.py", "wrong/splits_at_one_space.py")
    ]
    for file, row in zip(samples, rows, strict=True):
        with (_HOME / file).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row) + "\n")
    step("compare, with answers to the new task", compare, 0, "report: report/report.html")
    lost = json.loads((_HOME / "report" / "report.json").read_text(encoding="utf-8"))["tasks_lost"]
    if "initials" not in [task["id"] for task in lost]:
        done[-1].problem = f"tasks_lost is {lost}"
    return done


def first_by_hash() -> str:
    """Which of six letters has the smallest hash where samples run."""
    code = "print(min('abcdef', key=hash))"
    environment = {"PYTHONHASHSEED": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


#: A benchmark that judges rightly, into which the faults are planted one at a time.
_SOUND = {
    "benchmark.toml": 'format = 1\nname = "sound"\nversion = "1"\nlicense = "MIT"\n',
    "tasks/double/task.toml": 'entry_point = "double"\n',
    "tasks/double/prompt.py": "",
    "tasks/double/reference.py": "def double(x):\n    return 2 * x\n",
    "tasks/double/tests.py": "def check(candidate):\n    assert candidate(1) == 2\n    assert candidate('a') == 'aa'\n",
    "tasks/double/wrong/square.py": "def double(x):\n    return x * x\n",
    "tasks/stack/task.toml": 'entry_point = "Stack"\nisolation = "shared"\n',
    "tasks/stack/prompt.py": "",
    "tasks/stack/reference.py": "class Stack:\n    def __init__(self):\n        self.all = []\n\n"
    "    def push(self, x):\n        self.all.append(x)\n\n    def pop(self):\n        return self.all.pop()\n",
    "tasks/stack/tests.py": "import unittest\n\n\nclass StackTest(unittest.TestCase):\n"
    "    def test_last_comes_first(self):\n        stack = Stack()\n        stack.push(1)\n        stack.push(2)\n"
    "        self.assertEqual([stack.pop(), stack.pop()], [2, 1])\n\n"
    "    def test_nothing_to_pop(self):\n        with self.assertRaises(IndexError):\n            Stack().pop()\n",
}
_TESTS = "tasks/double/tests.py"
_REFERENCE = "tasks/double/reference.py"
_CLASS_TESTS = "tasks/stack/tests.py"

#: The fault, the files that plant it, the exit code, and what lint must say: a code in its document, or a message.
_FAULTS: list[tuple[str, dict[str, str], int, str]] = [
    (
        "two tasks of one id",
        {"tasks/stack/task.toml": 'id = "double"\n' + _SOUND["tasks/stack/task.toml"]},
        2,
        "tasks/stack/task.toml:1: the task double is there already",
    ),
    (
        "an unknown key",
        {"tasks/double/task.toml": 'entry_point = "double"\ntimeout = 3\n'},
        2,
        "tasks/double/task.toml:2: unknown field `timeout`",
    ),
    (
        "the same input twice",
        {_TESTS: _SOUND[_TESTS] + "    assert 2 == candidate( 1 )\n"},
        0,
        "duplicate_input",
    ),
    (
        "an empty test",
        {_CLASS_TESTS: _SOUND[_CLASS_TESTS] + "\n    def test_peek(self):\n        pass\n"},
        1,
        "empty_tests",
    ),
    (
        "a test without assertion",
        {_CLASS_TESTS: _SOUND[_CLASS_TESTS] + "\n    def test_push(self):\n        Stack().push(1)\n"},
        1,
        "no_assertion",
    ),
    ("a reference that fails", {_REFERENCE: "def double(x):\n    return x + 1\n"}, 1, "reference_fails"),
    (
        "a wrong solution that passes",
        {"tasks/double/wrong/adds.py": "def double(x):\n    return x + x\n"},
        1,
        "wrong_solution_passes",
    ),
    (
        "tests that pass a function that does nothing",
        {
            _REFERENCE: "def double(x):\n    if x < 0:\n        raise ValueError(x)\n",
            _TESTS: "assert double(1) is None\nassert double(2) is not False\n",
        },
        1,
        "empty_solution_passes",
    ),
    (
        "tests that must run in their order",
        {
            _CLASS_TESTS: "import unittest\n\nstack = Stack()\n\n\nclass StackTest(unittest.TestCase):\n"
            "    def test_a_push(self):\n        self.assertIsNone(stack.push(1))\n\n"
            "    def test_b_pop(self):\n        self.assertEqual(stack.pop(), 1)\n"
        },
        1,
        "depends_on_order",
    ),
    (
        "a reference that passes now and then",
        {_REFERENCE: "import uuid\n\n\ndef double(x):\n    return 2 * x if uuid.uuid4().int % 3 else x\n"},
        1,
        "reference_flaky",
    ),
    (
        "a reference that hangs on the hash seed",
        {
            _REFERENCE: f"FIRST = {first_by_hash()!r}\n\n\ndef double(x):\n"
            "    return 2 * x if min('abcdef', key=hash) == FIRST else x\n"
        },
        1,
        "depends_on_hash_seed",
    ),
    (
        "a reference that hangs on the time zone",
        {_REFERENCE: "import time\n\n\ndef double(x):\n    return 2 * x if time.localtime(0).tm_hour == 0 else x\n"},
        1,
        "depends_on_time_zone",
    ),
]


def planted(files: dict[str, str], code: int, expected: str | None) -> tuple[str, str]:
    """What lint finds of the sound benchmark with these files, and what is wrong with that."""
    folder = common.fresh_folder(_HOME / "planted")
    write(folder, {**_SOUND, **files})
    done = assay(["-q", "benchmark", "lint", "planted", "--json"])
    if done.returncode == 2:
        found = done.stderr.strip().split("\n")[0].removeprefix("assay: planted/")
        right = code == 2 and expected is not None and found.startswith(expected)
    else:
        codes = sorted({finding["code"] for finding in json.loads(done.stdout)["findings"]})
        found = ", ".join(codes) or "nothing"
        right = done.returncode == code and codes == ([expected] if expected else [])
    return found, "" if right else f"exit code {done.returncode} instead of {code}; {done.stderr.strip()}"


def main() -> int:
    """Follows the page, plants the faults, and returns the exit code."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    try:
        common.assay_binary()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_HOME)
    figure = common.Figure("own_benchmark", "A benchmark of one's own: a newcomer's way, and twelve planted faults")
    steps = newcomer()
    figure.text("A newcomer with an empty home follows docs/your-own-benchmark.md, slips included:")
    figure.table(
        ("step", "exit code", "seconds", "as promised"),
        [(step.what, step.code, f"{step.seconds:.1f}", "no" if step.problem else "yes") for step in steps],
    )
    failures = [f"{step.what}: {step.problem}" for step in steps if step.problem]
    figure.text("A sound benchmark of two tasks, with one fault at a time; lint says this and nothing else:")
    rows = []
    for fault, files, code, expected in [("none", {}, 0, None), *_FAULTS]:
        found, problem = planted(files, code, expected)
        rows.append((fault, found, code, "no" if problem else "yes"))
        failures += [f"{fault}: {found}: {problem}"] if problem else []
    figure.table(("planted", "found", "exit code", "as planted"), rows)
    shutil.rmtree(_WORK)
    return figure.conclude(failures, "every step is as the page promises, and every planted fault is named")


if __name__ == "__main__":
    sys.exit(main())
