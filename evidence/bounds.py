"""Does every static analysis end, in bounded time and memory and without a panic, on any text?

1. A million changed texts (of real samples, reference solutions and the programs under ``crates/assay-python/tests``; numbered,
   so that any of them can be made again) through every analysis: rules by two readings, duplicates, comments, measures, equality.
2. Bombs, each in a process of its own that may have 1 GiB of memory and 60 s of processor time: 10⁵ of everything that nests,
   follows itself or repeats, lines of 10 MB, huge numbers, NULs. No rule may call one clean. What CPython 3.11 says of the same
   text, in such a process, stands beside it.

Exit codes: 0 it holds; 1 a panic, a crash, a limit, a bomb that is clean, or more than ten seconds for one text; 2 wrong
usage; 3 no data in ../shared/data, or no example program (`cargo build --release -p assay-python --example bounds`).
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import analyses
import common

_SEEDS = 600
_MEMORY, _SECONDS, _SLOWEST = 1 << 30, 60, 10.0
_COMPILE = """
import sys, warnings
warnings.simplefilter("ignore")
try:
    compile(sys.stdin.read(), "bomb", "exec")
    print("compiles")
except BaseException as error:
    print(type(error).__name__)
"""


def limited() -> None:
    """Limits of a process that meets a bomb."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ends(command: list[str], text: str) -> tuple[int, str]:
    """Exit code and output of a process under limits."""
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, preexec_fn=limited, encoding="utf-8"
    )
    return done.returncode, done.stdout.strip()


def seeds() -> list[str]:
    """Texts that are changed."""
    real = [text for _, _, text in analyses.sources()]
    return random.Random(20261130).sample(real, _SEEDS) + [text for _, text in analyses.programs()]


def changed(program: Path, page: common.Figure, count: int) -> list[str]:
    """Part 1."""
    page.text("## Changed texts")
    texts = seeds()
    lines = common.json_lines(texts)
    done = subprocess.run([program, "mutated", str(count), "0"], input=lines, capture_output=True, text=True, check=False)
    if done.returncode:
        return [f"the program ended with {done.returncode}: {done.stderr[-600:]}"]
    found: dict[str, Any] = json.loads(done.stdout)
    words = ("found", "clean", "no Python", "beyond limits")
    rows = [
        [name, *(f"{answers.get(word, 0):,}" for word in words), f"{1e3 * found['slowest'][name][0]:.1f}", found["slowest"][name][2]]
        for name, answers in found["answers"].items()
    ]
    page.table(["analysis", *words, "slowest, ms", "its bytes"], rows)
    each = 1e6 * found["seconds"] / found["count"]
    page.text(f"{found['count']:,} texts changed from {len(texts)} seeds; no panic; {each:.0f} µs each for all analyses together.")
    slow = max(slowest[0] for slowest in found["slowest"].values())
    return [f"a changed text took {slow:.1f} s"] if slow > _SLOWEST else []


def bombs(program: Path, page: common.Figure) -> list[str]:
    """Part 2."""
    page.text("## Bombs")
    failures, rows = [], []
    made = subprocess.run([program, "bombs"], capture_output=True, text=True, check=True)
    for name, text in json.loads(made.stdout):
        code, output = ends([str(program), "text"], text)
        if code:
            failures.append(f"{name}: ended with {code}")
            continue
        found = json.loads(output)
        answers = {analysis: word for analysis, word, _ in found["answers"]}
        seconds = max(seconds for _, _, seconds in found["answers"])
        failures += [f"{name}: {analysis} say clean" for analysis, word in answers.items() if "rules" in analysis and word == "clean"]
        if seconds > _SLOWEST:
            failures.append(f"{name}: {seconds:.1f} s")
        code, said = ends([sys.executable, "-c", _COMPILE], text)
        python = said if code == 0 else f"ends with {code}"
        others = [answers[analysis] for analysis in ("rules", "duplicates", "comments", "metrics", "equality", "test code")]
        rows.append([name, found["bytes"], *others, f"{seconds:.2f}", f"{(found['kib'] or 0) / 1024:.0f}", python])
    page.table(
        ["bomb", "bytes", "rules", "duplicates", "comments", "measures", "equality", "test code", "slowest, s", "memory, MiB", "CPython 3.11"], rows
    )
    page.text(f"{len(rows)} bombs; the process that has the text may have {_MEMORY >> 20} MiB and {_SECONDS} s.")
    return failures


def main() -> int:
    """Both parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, help="a built `bounds` example of assay-python")
    parser.add_argument("--count", type=int, default=1_000_000, help="changed texts (default %(default)s)")
    arguments = parser.parse_args()
    try:
        program = arguments.program or common.example("bounds")
        page = common.Figure("bounds", "Any text, in bounded time and memory", program=False)
        failures = changed(program, page, arguments.count) + bombs(program, page)
        return page.conclude(failures, "no panic, no crash, no bomb is clean")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))


if __name__ == "__main__":
    sys.exit(main())
