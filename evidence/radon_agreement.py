"""Are assay's complexities, Halstead's measures, raw counts and maintainability indices radon's?

radon 6.0.1 runs as a library under CPython 3.11, text by text, in one process. Compared are: which texts it measures and
on which it fails although they parse; every block with its name, place and complexity; Halstead's numbers of the module and
of its functions; the raw counts; and the maintainability index with and without strings as comments (within 1e-9). Texts
are all real samples, all reference solutions, the programs under ``crates/assay-python/tests``, awkward texts put together
at random, and every character that may stand in a name.

Exit codes: 0 all agree; 1 a difference, which is shown; 2 wrong usage; 3 no data in ../shared/data, no example program,
or no Python 3.11 (this script must run under it: radon's answers hang on the version).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
from pathlib import Path
from typing import Any

import analyses
import common

RADON = "radon==6.0.1"
#: Pieces that awkward texts are put together from; many of them parse.
_PIECES = (
    *"abx01.,:;()[]{}'\"\\#\n\n\n =+-*é\u00a0\u0301ªⅧ\x0c\u2028\x85\x1c\r\t",
    "'''", '"""', "\\\n", "\r\n", "\\'", "# c", "if a: ", "x = 1\n", "x: int\n", "f(", ")", "'a'", "\n    ", "'a\x0cb'\n", "b'", "rb'",
    "'''a\n\nb'''\n", "\"a\\\nb\"\n", "def f():\n    return 1\n", "lambda: 0", "x[1:2]; y\n", "0x1", "1e5", "1.j", "1_0", "...", ":=",
    "(\n  1,\n\n  2)\n", "x = 1 + \\\n  2\n", "\n# c\n", "\n\n", "else: y\n", "ﬁ", "'\\ud800'", "f'{x}'", "\ufeff", "𝒳", "e\u0301 = 1\n",
)  # fmt: skip


def radon_python() -> Path:
    """The Python 3.11 that has radon, installed once."""
    given = os.environ.get("RADON_PYTHON")
    if given:
        return Path(given)
    if sys.version_info[:2] != (3, 11):
        raise common.Absent("run this script by Python 3.11, or name one that has radon 6.0.1 with RADON_PYTHON=…")
    return common.environment(common.WORK / "radon", RADON)


def awkward(count: int, seed: int) -> list[str]:
    """Texts for the tokenizer."""
    generator = random.Random(seed)
    return ["".join(generator.choice(_PIECES) for _ in range(generator.randint(1, 12))) for _ in range(count)]


def letters() -> list[str]:
    """A name with each character that may stand in one behind its first."""
    codes = [*range(0x80, 0xD800), *range(0xE000, 0x110000)]
    return [f"a{chr(code)} = 1\n" for code in codes if f"a{chr(code)}".isidentifier()]


def texts(arguments: argparse.Namespace) -> dict[str, list[str]]:
    """All texts by their kind."""
    kinds: dict[str, list[str]] = {}
    for name, _, text in analyses.sources():
        kind = name.split(":")[0] if ":" in name else name.split("/")[0].split("_")[0]
        kinds.setdefault(kind, []).append(text)
    for folder in ("measured", "edges"):
        kinds[f"programs of tests/{folder}"] = [text for _, text in analyses.programs(folder)]
    kinds["awkward texts"] = awkward(arguments.awkward, arguments.seed)
    if not arguments.no_letters:
        kinds["names of two characters"] = letters()
    return kinds


def radons(all_texts: list[str]) -> list[dict[str, Any]]:
    """What radon says to each text: this script, by the Python that has it."""
    return common.ask([radon_python(), Path(__file__).resolve(), "--as-radon"], all_texts)


def as_radon() -> None:
    """Answers texts on standard input, in the shape of the example program's answers."""
    import ast
    import warnings

    from radon.metrics import h_visit_ast, mi_visit
    from radon.raw import analyze
    from radon.visitors import ComplexityVisitor

    def function(block: Any) -> list[Any]:
        closures = [function(inner) for inner in block.closures]
        return [block.name, block.lineno, block.col_offset, block.classname, block.complexity, closures]

    def class_(block: Any) -> list[Any]:
        methods = [function(method) for method in block.methods]
        inner = [class_(one) for one in block.inner_classes]
        return [block.name, block.lineno, block.col_offset, block.real_complexity, block.complexity, methods, inner]

    def halstead(report: Any) -> list[float]:
        return [report.h1, report.h2, report.N1, report.N2, *report[6:]]

    def answer(text: str) -> dict[str, Any]:
        text = text.removeprefix("\ufeff")
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return {"error": str(error)}
        visitor = ComplexityVisitor.from_ast(tree)
        counted = h_visit_ast(tree)
        row = {
            "total": visitor.total_complexity,
            "functions": [function(block) for block in visitor.functions],
            "classes": [class_(block) for block in visitor.classes],
            "halstead": [halstead(counted.total), *([name, halstead(report)] for name, report in counted.functions)],
        }
        try:
            return row | {"raw": list(analyze(text)), "index": [mi_visit(text, False), mi_visit(text, True)]}
        except SyntaxError:
            return row | {"raw": None, "index": None}

    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20_000)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))))


def same(one: Any, other: Any) -> bool:
    """Whether two answers are equal, numbers with a fraction within 1e-9 of their size."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return None not in (one, other) and math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return one == other


def blocks(row: dict[str, Any]) -> int:
    """How many blocks an answer names, those inside of others too."""
    functions = lambda some: sum(1 + functions(one[5]) for one in some)
    classes = lambda some: sum(1 + functions(one[5]) + classes(one[6]) for one in some)
    return functions(row["functions"]) + classes(row["classes"])


def main() -> int:
    """Compares and writes the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, help="a built `measures` example of assay-python")
    parser.add_argument("--awkward", type=int, default=100_000, help="awkward texts (default %(default)s)")
    parser.add_argument("--seed", type=int, default=20261130, help="of awkward texts (default %(default)s)")
    parser.add_argument("--no-letters", action="store_true", help="leave out the names of two characters")
    parser.add_argument("--as-radon", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.as_radon:
        as_radon()
        return common.HOLDS
    try:
        return compare(arguments.program or common.example("measures"), texts(arguments))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))


def compare(program: Path, kinds: dict[str, list[str]]) -> int:
    """Compares all texts."""
    differences: list[str] = []
    rows = []
    widest, ends = 0.0, 0
    for kind, some in kinds.items():
        theirs, mine = radons(some), common.ask([program], some)
        parsed = [row for row in theirs if "error" not in row]
        before = len(differences)
        for text, one, other in zip(some, theirs, mine, strict=True):
            if ("error" in one) != ("error" in other):
                if "error" in other and text.endswith("\\\r\n"):
                    ends += 1
                    continue
                differences.append(f"{kind}: radon {one.get('error', 'parses')}, assay {other.get('error', 'parses')}: {text!r:.300}")
                continue
            wrong = [] if "error" in one else [part for part in one if not same(one[part], other[part])]
            differences += [f"{kind}: {part}: radon {one[part]}, assay {other[part]}: {text!r:.300}" for part in wrong]
            if "error" not in one and one["index"] and other["index"]:
                widest = max(widest, *(abs(index - another) for index, another in zip(one["index"], other["index"])))
        fails = sum(row["raw"] is None for row in parsed)
        rows.append([kind, len(some), len(parsed), sum(map(blocks, parsed)), fails, len(differences) - before])
    figure = common.Figure("radon_agreement", "assay's measures and radon's", program=False)
    figure.fact(f"{RADON} under Python 3.11")
    head = ["texts", "all", "that parse", "blocks", "on which radon fails although they parse", "differences"]
    figure.table(head, rows)
    figure.text(f"The widest difference of two maintainability indices: {widest:.1e}. "
        f"{ends} texts end in a backslash before CR LF: CPython parses such a string, but no such file, and assay does not.")
    print("\n".join(differences[:40]))
    return figure.conclude(
        [f"{len(differences)} differences"] if differences else [], "0 differences in blocks, counts, measures and indices"
    )


if __name__ == "__main__":
    sys.exit(main())
