"""Are assay's ratios of comments difflib's, and its duplicated comments those that follow?

Ratios: of random pairs, half of them comments as people write them and variations of them, half made to be awkward (over 200
characters, where difflib sets popular characters aside; few letters repeated; Unicode); and of all pairs of whole-line comments
within each real sample and reference solution. They must be the same number, bit by bit. Duplications: of every source that
parses, the pairs with a ratio of 0.9 or more among the comments that ``tokenize`` finds on a line of their own, and, for the
reading of ReCatcher's code (commit e620429), whether one text takes part in four of them, among the lines that start with #.

Exit codes: 0 all agree; 1 a difference, which is shown; 2 wrong usage; 3 no data in ../shared/data, or no example program.
"""

from __future__ import annotations

import argparse
import collections
import difflib
import io
import itertools
import random
import sys
import tokenize
from collections.abc import Iterator

import analyses
import common

_WORDS = (
    "check if the number is even odd prime add to list of result return loop over every each item in string reverse first last "
    "word count convert lower upper case sort by value key update sum total initialize variable with zero empty dictionary step "
    "edge cases handle exception read write file line calculate maximum minimum index TODO: fix this later # ## --- === 1 2 3 n x"
).split()
_LETTERS = "abcdefghijklmnopqrstuvwxyz     ABC0123456789_.,:;()[]#-='\"éüßñ中文字🙂𝒳\u0301\u00a0"
_RATIO, _TIMES = 0.9, 4


def realistic(generator: random.Random) -> tuple[str, str]:
    """A comment and a variation of it, or two comments."""
    words = [generator.choice(_WORDS) for _ in range(generator.randint(1, 14))]
    first = "# " + " ".join(words)
    if generator.random() < 0.25:
        return first, "# " + " ".join(generator.choice(_WORDS) for _ in range(generator.randint(1, 14)))
    for _ in range(generator.randint(0, 3)):
        place = generator.randrange(len(words))
        change = generator.randrange(4)
        if change == 0:
            words[place] = generator.choice(_WORDS)
        elif change == 1:
            words.insert(place, generator.choice(_WORDS))
        elif change == 2:
            words[place] = words[place] + generator.choice("s.!1")
        elif len(words) > 1:
            del words[place]
    return first, "# " + " ".join(words)


def awkward(generator: random.Random) -> tuple[str, str]:
    """Two texts that are long, of few letters, of many, or of one another's parts."""
    letters = generator.choice(("a", "ab", "abc ", "aab", _LETTERS, _LETTERS, "é中", "ab" * 50 + "cdefg"))
    longest = generator.choice((3, 20, 120, 205, 205, 450))
    text = lambda: "".join(generator.choice(letters) for _ in range(generator.randint(0, longest)))
    first = text()
    kind = generator.randrange(4)
    if kind == 0:
        return first, text()
    if kind == 1:
        cut = generator.randint(0, len(first))
        return first, first[cut:] + first[:cut]
    if kind == 2:
        changed = list(first)
        for _ in range(generator.randint(0, 1 + len(first) // 20)):
            changed.insert(generator.randint(0, len(changed)), generator.choice(_LETTERS))
        return first, "".join(changed)
    return first, first[:: generator.choice((-1, 2))] + generator.choice(("", first))


def whole_line_comments(source: str) -> list[tuple[int, str]]:
    """Comments with a line to themselves, by Python's own tokenizer."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip():
            found.append((token.start[0], token.string.rstrip()))
    return found


def alike(comments: list[tuple[int, str]]) -> list[list[float]]:
    """Lines of the pairs that are alike, and their ratio."""
    pairs = []
    for (line, first), (later, second) in itertools.combinations(comments, 2):
        ratio = difflib.SequenceMatcher(None, first, second).ratio()
        if ratio >= _RATIO:
            pairs.append([line, later, ratio])
    return pairs


def by_authors_code(source: str) -> bool:
    """Whether one text is in as many of the pairs that are alike."""
    lines = [(0, stripped) for stripped in map(str.strip, source.splitlines()) if stripped.startswith("#")]
    times: collections.Counter[str] = collections.Counter()
    for (_, first), (_, second) in itertools.combinations(lines, 2):
        if difflib.SequenceMatcher(None, first, second).ratio() >= _RATIO:
            times.update([first, second])
    return any(count >= _TIMES for count in times.values())


def pairs_of(count: int, seed: int) -> Iterator[tuple[str, tuple[str, str]]]:
    """Random pairs with their kind."""
    generator = random.Random(seed)
    for place in range(count):
        yield ("realistic", realistic(generator)) if place % 2 else ("awkward", awkward(generator))


def main() -> int:
    """Compares and writes the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100_000, help="random pairs (default %(default)s)")
    parser.add_argument("--seed", type=int, default=20261130, help="of random pairs (default %(default)s)")
    arguments = parser.parse_args()
    try:
        return compare(arguments)
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))


def compare(arguments: argparse.Namespace) -> int:
    """Ratios, then duplications."""
    sources = analyses.sources()
    pairs = list(pairs_of(arguments.pairs, arguments.seed))
    of_source = {}
    for name, _, source in sources:
        try:
            of_source[name] = whole_line_comments(source)
        except (tokenize.TokenError, SyntaxError):
            continue
        texts = dict.fromkeys(text for _, text in of_source[name])
        pairs += [("of one real source", pair) for pair in itertools.product(texts, repeat=2)]
    rows, differences = collections.defaultdict(collections.Counter), []
    answers = analyses.answers({"id": place, "first": one, "second": other} for place, (_, (one, other)) in enumerate(pairs))
    for (kind, (one, other)), answer in zip(pairs, answers, strict=True):
        ratio = difflib.SequenceMatcher(None, one, other).ratio()
        rows[kind].update(pairs=1, long=len(other) >= 200, alike=ratio >= _RATIO, differences=ratio != answer["ratio"])
        if ratio != answer["ratio"]:
            differences.append(f"{kind}: difflib {ratio}, assay {answer['ratio']}: {one!r} {other!r}")
    judged = collections.Counter()
    found = analyses.answers({"id": name, "source": source} for name, _, source in sources)
    for (name, _, source), answer in zip(sources, found, strict=True):
        if "not_parsed" in answer or name not in of_source:
            continue
        expected, by_authors = alike(of_source[name]), by_authors_code(source)
        judged.update(sources=1, pairs=len(expected) >= _TIMES, text=by_authors)
        judged["between"] += (len(expected) >= _TIMES) != by_authors
        if sorted(expected) != answer["comments"]:
            differences.append(f"{name}: Python {expected}, assay {answer['comments']}")
        if by_authors != answer["comments_authors_code"]:
            differences.append(f"{name}: by ReCatcher's code {by_authors}, assay {answer['comments_authors_code']}")
    page = common.Figure("difflib_agreement", "assay's comparison of comments and difflib's", program=False)
    head = ["pairs", "all", "second of 200 characters or more", "ratio of 0.9 or more", "differences"]
    page.table(head, [[kind, row["pairs"], row["long"], row["alike"], row["differences"]] for kind, row in rows.items()])
    page.text(
        f"{judged['sources']} sources that parse: {judged['pairs']} have four pairs that are alike (default and paper), "
        f"{judged['text']} a text that takes part in four (authors' code); {judged['between']} are told apart by that."
    )
    print("\n".join(differences[:20]))
    return page.conclude(
        [f"{len(differences)} differences"] if differences else [], "0 differences in ratios, pairs and duplications"
    )


if __name__ == "__main__":
    sys.exit(main())
