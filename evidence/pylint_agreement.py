"""Do the static rules say what Pylint says, message by message?

Every text is judged by Pylint and by assay's rules; for each of Pylint's ids that a rule equals, the pairs (id, line) are
compared as multisets. Texts: all real samples, all reference solutions, and the programs under
``crates/assay-python/tests/edges``. Differences that are known are listed, with their reasons, in
``evidence/pylint_differences.jsonl``; any other one fails. Pylint's answers are kept below ``target``, by content.

With ``--pylint 3`` only names (C0103, C0104) are compared, with Pylint 3.3 and the profile that names as it does.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import analyses
import common

PYLINTS = {4: "pylint==4.1.4", 3: "pylint==3.3.9"}
IDS = (
    "E0001 E0602 W0631 R1705 R1720 R1723 W0107 R1710 C0103 C0104 W0621 W0622 W2901 C0123 C3001 W0108".split()
)
#: What differs between the versions, and is compared with the earlier one.
NAMING = ("C0103", "C0104")
KNOWN = Path(__file__).with_name("pylint_differences.jsonl")
FENCE = re.compile(r"```[^\n]*\n(.*?)(?:\n```|\Z)", re.DOTALL)
#: Texts that are given to a Pylint of their own at most.
MOST_ALONE = 200
#: The most that may differ, as a share of texts, even with reasons.
MOST = 0.001


def texts(selected: set[str]) -> Iterator[tuple[str, str, str]]:
    """Group, name and text of everything that is compared."""
    benchmarks = common.DATA / "benchmarks"
    tasks = {row["task_id"]: row for row in common.read_lines(common.HUMAN_EVAL)}
    for name in ("gpt-4", "gpt-4-reflexion", "codegen-16b-first10", "codegen-16b-second10"):
        for number, row in enumerate(common.read_lines(common.samples_file(name))):
            completion = row.get("completion", row.get("solution"))
            yield "samples", f"{name}:{number}", tasks[row["task_id"]]["prompt"] + completion
    for name in ("classeval-gpt-3.5", "classeval-gpt-4"):
        for number, row in enumerate(common.read_lines(common.samples_file(name))):
            fenced = FENCE.search(row["answer"])
            yield "samples", f"{name}:{number}", fenced[1] if fenced else row["answer"]
    for task in tasks.values():
        yield "references", task["task_id"], task["prompt"] + task["canonical_solution"]
    for row in common.read_lines(benchmarks / "MbppPlus.jsonl.gz"):
        yield "references", row["task_id"], row["canonical_solution"]
    for row in common.read_lines(benchmarks / "BigCodeBench.jsonl.gz"):
        yield "references", row["task_id"], row["complete_prompt"] + row["canonical_solution"]
    for row in json.loads((benchmarks / "ClassEval_data.json").read_text(encoding="utf-8")):
        yield "references", row["task_id"], row["solution_code"]
    numbers: collections.Counter[str] = collections.Counter()
    for path, text in analyses.programs("edges"):
        numbers[path.name] += 1
        yield "edges", f"{path.name}:{numbers[path.name]}", text.strip("\n") + "\n"


def pylint_program(version: int) -> Path:
    """Pylint of the pinned version, installed once."""
    folder = common.WORK / "pylint" / ("environment" if version == 4 else f"environment-{version}")
    return common.tools("PYLINT_PYTHON", folder, PYLINTS[version])


def run_pylint(python: Path, batch: list[tuple[str, str]]) -> dict[str, list[list[object]]]:
    """Pylint's messages for texts, by their hashes. Files have names that are valid module names."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for digest, text in batch:
            (folder / f"sample_{digest}.py").write_bytes(text.encode("utf-8", "surrogatepass"))
        command = [
            *(str(python), "-m", "pylint", "--rcfile=/dev/null", "--persistent=n", "--score=n", "--output-format=json"),
            *("--load-plugins=pylint.extensions.redefined_loop_name", "--disable=all", f"--enable={','.join(IDS)}"),
            *(f"sample_{digest}.py" for digest, _ in batch),
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        found: dict[str, list[list[object]]] = {digest: [] for digest, _ in batch}
        for message in json.loads(done.stdout):
            digest = Path(message["path"]).stem.removeprefix("sample_")
            found[digest].append([message["message-id"], message["line"], message["column"], message["message"]])
    return found


def cache_of(version: int, kind: str) -> Path:
    """Where answers of one version are kept."""
    path = common.WORK / "pylint" / f"{kind}-{PYLINTS[version].partition('==')[2]}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def pylint_alone(some: dict[str, str], version: int) -> dict[str, list[list[object]]]:
    """Pylint's messages for texts that each have a process of their own.

    Pylint 4.1.4 remembers where the `elif`s of earlier files were, and misses R1705, R1720 and R1723 at such places.
    """
    cache = cache_of(version, "alone")
    known = {row["hash"]: row["messages"] for row in common.read_lines(cache)} if cache.exists() else {}
    python = pylint_program(version)
    with cache.open("a", encoding="utf-8") as file:
        for digest, text in some.items():
            if digest not in known:
                known |= run_pylint(python, [(digest, text)])
                file.write(json.dumps({"hash": digest, "messages": known[digest]}) + "\n")
    return {digest: known[digest] for digest in some}


def pylint_messages(all_texts: dict[str, str], jobs: int, version: int) -> dict[str, list[list[object]]]:
    """Pylint's messages for every text, from the cache where they are there."""
    cache = cache_of(version, "messages")
    known = {}
    if cache.exists():
        known = {row["hash"]: row["messages"] for row in common.read_lines(cache)}
    missing = [(digest, text) for digest, text in all_texts.items() if digest not in known]
    if missing:
        python = pylint_program(version)
        batches = [missing[start : start + 200] for start in range(0, len(missing), 200)]
        with ThreadPoolExecutor(jobs) as pool, cache.open("a", encoding="utf-8") as file:
            for found in pool.map(lambda batch: run_pylint(python, batch), batches):
                known.update(found)
                for digest, messages in found.items():
                    file.write(json.dumps({"hash": digest, "messages": messages}) + "\n")
                file.flush()
    return {digest: known[digest] for digest in all_texts}


def digest_of(text: str) -> str:
    """A short name of a text's content."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def our_findings(program: Path, all_texts: dict[str, str], version: int) -> dict[str, dict[str, object]]:
    """What the rules find in every text."""
    # The profile that has every rule which equals a message of Pylint.
    found = common.ask([program, "authors-code", f"pylint{version}"], all_texts.values())
    return dict(zip(all_texts, found, strict=True))


def differences(
    pylint: list[list[object]], ours: dict[str, object], ids: set[str]
) -> list[tuple[str, int, str, str]]:
    """What one side says and the other does not: id, line, side, message. Undecided names count as said by both."""
    # Where a text stops being Python is told differently by every parser: only that it does is compared.
    place = lambda row: (row[0], 0 if row[0] == "E0001" else row[1])
    theirs = collections.Counter(place(row) for row in pylint if row[0] in ids)
    mine = collections.Counter(place(row) for row in ours["findings"] if row[0] in ids)
    unsure = collections.Counter(place(row) for row in ours["undecided"] if row[0] in ids)
    messages = {place(row): row[3] for row in [*ours["findings"], *pylint]}
    only_pylint = theirs - mine - unsure
    only_assay = mine - theirs
    return [(*key, "pylint", messages[key]) for key in sorted(only_pylint.elements())] + [
        (*key, "assay", messages[key]) for key in sorted(only_assay.elements())
    ]


def main() -> int:
    """Compares, prints, writes the figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, help="a built `findings` example of assay-python")
    parser.add_argument("--pylint", type=int, choices=PYLINTS, default=4, help="major version (default %(default)s)")
    parser.add_argument("--ids", help="compare these of Pylint's ids only")
    parser.add_argument("--groups", default="samples,references,edges", help="of samples, references, edges")
    parser.add_argument("--show", type=int, default=20, help="print that many differences with their texts")
    parser.add_argument("--jobs", type=int, default=2, help="Pylint processes at a time")
    parser.add_argument("--no-figure", action="store_true", help="write no figure file")
    arguments = parser.parse_args()
    common.require_data(common.HUMAN_EVAL)
    program = arguments.program or common.example("findings")
    version = arguments.pylint
    usual = ",".join(IDS if version == 4 else NAMING)
    ids, groups = set((arguments.ids or usual).split(",")), set(arguments.groups.split(","))
    named = [(group, name, text) for group, name, text in texts(groups) if group in groups]
    all_texts = {digest_of(text): text for _, _, text in named}
    pylint, ours = pylint_messages(all_texts, arguments.jobs, version), our_findings(program, all_texts, version)
    alone = [digest for digest in all_texts if differences(pylint[digest], ours[digest], ids)]
    pylint |= pylint_alone({digest: all_texts[digest] for digest in alone[:MOST_ALONE]}, version)
    return report(arguments, named, pylint, ours, ids)


def report(arguments, named, pylint, ours, ids) -> int:
    """Prints and writes what agrees and what does not."""
    known = {(row["hash"], row["id"], row["line"]): row["reason"] for row in common.read_lines(KNOWN)} if KNOWN.exists() else {}
    said, wrong = collections.Counter(), collections.defaultdict(set)
    unexplained, shown, count = 0, 0, collections.Counter(group for group, _, _ in named)
    failed = [name for _, name, text in named if ours[digest_of(text)]["failed"]]
    for group, name, text in named:
        digest = digest_of(text)
        said.update((group, row[0]) for row in pylint[digest] if row[0] in ids)
        for id_, line, side, message in differences(pylint[digest], ours[digest], ids):
            wrong[group, id_].add(name)
            if (digest, id_, line) in known:
                continue
            unexplained += 1
            if shown < arguments.show:
                shown += 1
                around = text.splitlines()[max(0, line - 8) : line + 4]
                print(f"\n{name} {digest}: {id_} line {line}, only {side}: {message}")
                print("\n".join(f"    {number:4} {each}" for number, each in enumerate(around, max(0, line - 8) + 1)))
    rows = []
    for id_ in sorted(ids):
        cells = [f"{said[group, id_]} / {len(wrong[group, id_])}" for group in count]
        rows.append([id_, *cells])
    if arguments.no_figure:
        for row in rows:
            print(*row, sep="\t")
    else:
        name = "pylint_agreement" if arguments.pylint == 4 else f"pylint_{arguments.pylint}_agreement"
        figure = common.Figure(name, "The static rules beside Pylint", program=False)
        figure.fact(f"{PYLINTS[arguments.pylint]} with --load-plugins=pylint.extensions.redefined_loop_name; IDs: {' '.join(sorted(ids))}")
        figure.fact(f"texts: {', '.join(f'{number} {group}' for group, number in count.items())}")
        figure.table(["message", *(f"{group}: messages / texts that differ" for group in count)], rows)
        figure.text(f"{len(failed)} texts are beyond the limits of the analysis. {unexplained} differences without a reason.")
        figure.write()
    texts_wrong = len(set().union(*wrong.values())) if wrong else 0
    print(f"{unexplained} unexplained differences; {texts_wrong} of {len(named)} texts differ; beyond limits: {failed}")
    return common.FAILS if unexplained or texts_wrong > MOST * len(named) else common.HOLDS


if __name__ == "__main__":
    try:
        sys.exit(main())
    except common.Absent as absent:
        sys.exit(common.stop(common.ABSENT, str(absent)))
