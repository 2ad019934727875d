"""Are two texts in one class by assay exactly where Python's trees of them are equal?

A class by Python is ``ast.dump(ast.parse(text))`` under CPython 3.11; classes must be the same sets of texts. Texts are all
real samples and reference solutions, the programs under ``crates/assay-python/tests``, small strings and literals of all
kinds put together at random, and of each real text a twin: printed by ``ast.unparse``, with its ends of lines as CR LF, or with
comments and blanks put in. Of each real text also a twin with other local names (all names that one function binds and that
occur nowhere else in the text are changed): the class that ignores local names must be the same, the other one must not.

Exit codes: 0 all agree; 1 a difference, which is shown; 2 wrong usage; 3 no data in ../shared/data, no example program,
or no Python 3.11.
"""

from __future__ import annotations

import argparse
import ast
import collections
import random
import sys
import warnings
from pathlib import Path

import analyses
import common

_ATOMS = (
    *"'a' u'a' b'a' \"a\" '''a''' r'a' '\\x61' 'a''' '\\ud800' '\\udfff' '\\ufffd' '\ufffd' '\\N{BULLET}' 'a\\\\' '' u'' b''".split(),
    *"f'a' f'' f'{x}' f'{x!r}' f'{x=}' f'{x!s:>3}' f'{x:}' f'{x:{y}}' f'{{x}}' rf'\\d{x}' f'a{x}b' f'{(x)=}' f'{x=:2}' f'{x,}'".split(),
    *"1 1.0 1e0 True 0x1 0b1 1j 1.0j 0 0.0 0j False None ... 10 1_0 1e1 18446744073709551616 0x10000000000000000".split(),
    *"x (x) y x.y x[y] x[:y] x[y:] x[::y] x[y,] x[(y,)] x[*y] x[y,*x] -x +x ~x -1 (-1) x() x(y) x(*y) x(**y) x(y=y) x(*y,z=1)".split(),
    *"[x] (x,) x, {x} {x:y} {**x} {**x,y:x} {y:x,**x} [x,*y] () [] {} x<y x<y<x (x<y)<x x==y".split(),
    "x(y=1, *z)", "x(*z, y=1)", "not x", "x and y and z", "(x and y) and z", "x and (y and z)", "x if y else z", "lambda: x",
    "lambda x: x", "lambda x=1, /, *y, z=2, **w: x", "lambda *, x: x", "[x for x in y if z if w]", "[x for x in y if (z and w)]",
    "{x: y for x, y in z}", "{x for x in y}", "(x for x in y)", "x(x for x in y)", "x((x for x in y))", "(x := 1)", "x - y - z",
    "x - (y - z)", "x ** y ** z", "(x ** y) ** z", "x @ y", "x is not y", "not x is y", "x not in y", "not x in y", "(yield)",
    "'a' 'b'", "'ab'", "u'a' 'b'", "'a' u'b'", "b'a' b'b'", "f'a' 'b'", "'a' f'{x}' 'b'", "u'a' f'{x}b'", "f'{x}' u'b'",
)  # fmt: skip
_SHAPES = (
    "{0}\n", "({0})\n", "q = {0}\n", "q = q2 = {0}\n", "q: {0} = {1}\n", "(q): {0}\n", "q: {0}\n", "q += {0}\n", "return_(({0}), {1})\n",
    "if {0}: {1}\n", "if {0}:\n  {1}\nelif {1}:\n  {0}\n", "if {0}:\n  {1}\nelse:\n  if {1}:\n    {0}\n", "while {0}: {1}\nelse: {0}\n",
    "for q in ({0}): {1}\n", "for q in ({0}):\n  {1}\nelse:\n  pass\n", "with ({0}): pass\n", "with ({0}) as q, {1}: pass\n", "with (({0}) as q, {1}): pass\n",
    "def f(q={0}, *r: {1}) -> {0}: return {1}\n", "def f(q, /, r, *, s={0}, **t): {1}\n", "class A(({0}), k={1}): pass\n", "class A: {0}\n", "class A(): {0}\n",
    "try: {0}\nexcept ({1}) as e: pass\nelse: {1}\nfinally: {0}\n", "try: {0}\nexcept: {1}\n", "try: {0}\nexcept* E: {1}\n", "try: {0}\nfinally: {1}\n",
    "assert {0}, {1}\n", "assert ({0}, {1})\n", "del q, r\n", "del (q, r)\n", "raise ({0}) from {1}\n", "import a.b as c, d\n", "from .. import a as b, c\n", "from .a import (b,)\n",
    "match {0}:\n  case {{'a': 1, **r}} if {1}: pass\n  case [1, *_] | A(b=2) | None: pass\n  case (q): pass\n  case _: pass\n",
    "match {0}:\n  case (1, 2): pass\n  case [1, 2]: pass\n  case -1 | 1+2j: pass\n  case a.b: pass\n", "@{2}\nasync def f():\n  async with x as y: await {2}\n  async for z in {2}: pass\n",
    "global q\nnonlocal_ = {0}\n", "{0}; {1}\n", "{0}\n# comment\n\n{1}\n", "def f():\n  global q, r\n  q = {0}\n",
)  # fmt: skip


def built(count: int, seed: int) -> list[str]:
    """Programs put together from literals and shapes."""
    generator = random.Random(seed)
    names = ("x", "y", "z.w", "x()")
    return [
        generator.choice(_SHAPES).format(generator.choice(_ATOMS), generator.choice(_ATOMS), generator.choice(names))
        for _ in range(count)
    ]


def tree_of(text: str) -> ast.Module | None:
    """Python's tree of a text."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return None


def dressed(text: str, tree: ast.Module, kind: int) -> str:
    """A text with the same tree."""
    if kind == 0:
        return ast.unparse(tree) + "\n"
    if kind == 1:
        return text.replace("\r\n", "\n").replace("\n", "\r\n")
    return "# a comment\n\n" + text + "\n\n   # another\n"


def renamed(text: str, tree: ast.Module) -> str | None:
    """A text with other names for what its functions bind; none where there is nothing to change.

    Only names that occur as nothing but plain names and parameters are changed, each of them everywhere in the text.
    """
    bound, others = set(), set()
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    inside = {id(node) for function in functions for part in function.body for node in ast.walk(part)}
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    in_class = {id(node) for class_ in classes for part in class_.body for node in ast.walk(part)}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) in inside and id(node) not in in_class:
            bound.add(node.id)
        elif isinstance(node, ast.Name) and id(node) not in inside:
            others.add(node.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            others.update(node.names)
        for field in ("name", "attr", "arg", "asname", "module", "id"):
            value = getattr(node, field, None)
            if isinstance(value, str) and not isinstance(node, (ast.Name, ast.arg)):
                others.update(value.split("."))
    # A comprehension's variable that is also read outside of it is two names.
    for comprehension in [node for node in ast.walk(tree) if isinstance(node, ast.comprehension)]:
        others.update(node.id for node in ast.walk(comprehension.target) if isinstance(node, ast.Name))
    local = {name for name in bound - others if len(functions) == 1}
    if not local:
        return None

    class Change(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.Name:
            node.id = f"{node.id}_other" if node.id in local else node.id
            return node

        def visit_arg(self, node: ast.arg) -> ast.arg:
            self.generic_visit(node)
            node.arg = f"{node.arg}_other" if node.arg in local else node.arg
            return node

    return ast.unparse(Change().visit(ast.parse(text))) + "\n"


def main() -> int:
    """Compares and writes the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, help="a built `classes` example of assay-python")
    parser.add_argument("--built", type=int, default=100_000, help="programs put together (default %(default)s)")
    parser.add_argument("--seed", type=int, default=20261130, help="of those (default %(default)s)")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    try:
        if sys.version_info[:2] != (3, 11):
            raise common.Absent("run this script by Python 3.11: the tree hangs on the version")
        return compare(arguments.program or common.example("classes"), arguments)
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))


def compare(program: Path, arguments: argparse.Namespace) -> int:
    """Partitions, then renamed twins."""
    kinds = {"samples and references": [text for _, _, text in analyses.sources()]}
    kinds["programs of tests"] = [text for _, text in analyses.programs()]
    kinds["programs put together"] = built(arguments.built, arguments.seed)
    trees = [(text, tree_of(text)) for text in kinds["samples and references"] + kinds["programs of tests"]]
    trees = [(text, tree) for text, tree in trees if tree is not None]
    kinds["twins of other layout"] = [dressed(text, tree, place % 3) for place, (text, tree) in enumerate(trees)]
    dumps: dict[str, str] = {}
    failures, rows = [], []
    by_python, by_assay = {}, {}
    for kind, texts in kinds.items():
        before, parsed = len(failures), 0
        for text, found in zip(texts, common.ask([program], texts), strict=True):
            tree = tree_of(text)
            if (tree is None) != (found is None):
                failures.append(f"{kind}: parses by {'assay' if found else 'Python'} only: {text!r:.300}")
            if tree is None or found is None:
                continue
            parsed += 1
            dump = ast.dump(tree)
            dumps[dump] = text
            if by_python.setdefault(dump, found[0]) != found[0]:
                failures.append(f"{kind}: equal by Python only: {text!r:.300}")
            if by_assay.setdefault(found[0], dump) != dump:
                failures.append(f"{kind}: equal by assay only: {text!r:.200} and {dumps[by_assay[found[0]]]!r:.200}")
        rows.append([kind, len(texts), parsed, len(failures) - before])
    twins = [(text, twin) for text, tree in trees if (twin := renamed(text, tree))]
    found = common.ask([program], [text for pair in twins for text in pair])
    before = len(failures)
    for (text, twin), one, other in zip(twins, found[::2], found[1::2], strict=True):
        if one is None or other is None or one[0] == other[0] or one[1] != other[1]:
            failures.append(f"renamed: {text!r:.1500} {twin!r:.1500}")
    rows.append(["texts and their renamed twins", 2 * len(twins), 2 * len(twins), len(failures) - before])
    page = common.Figure("ast_agreement", "assay's classes of equal trees and Python's", program=False)
    page.table(["texts", "all", "that parse", "differences"], rows)
    sizes = collections.Counter(map(len, (by_python, by_assay)))
    page.text(f"Classes of all texts together: {len(by_python)} by Python, {len(by_assay)} by assay.")
    print("\n".join(failures[:12]), sizes if len(sizes) > 1 else "")
    return page.conclude([f"{len(failures)} differences"] if failures else [], "0 differences")


if __name__ == "__main__":
    sys.exit(main())
