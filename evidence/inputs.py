"""Gives assay files that are very large or made to do harm, and measures what reading them costs.

A million lines must be read in reasonable time and memory; a fault on the last of them, an answer of 100 MB, a line
above the limit and a compressed file that unpacks to 5 GiB must each end with exit 2, one message with file and line,
and no store. With ``--keep-going`` the answer of 100 MB becomes an outcome and a million lines of no known task are
counted. Needs about 4 GB of disk below ``target``; removes it at the end.

Exit codes: 0 all as said; 1 not so; 2 wrong usage; 3 no assay.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import common

LINES = 1_000_000
_STARTER = common.REPOSITORY / "benchmarks" / "starter" / "samples" / "baseline.jsonl"
_GOOD = _STARTER.read_bytes().splitlines(keepends=True)
_BROKEN = b'{"task_id": "split_amount", "solution": \n'
_ANSWER = 100_000_000


@dataclass(frozen=True)
class Case:
    """A file, how it is read, and what must come of it."""

    title: str
    file: str
    write: Callable[[BinaryIO], None]
    flags: tuple[str, ...]
    code: int
    says: str


def million(file: BinaryIO) -> None:
    """The starter's samples again and again."""
    for place in range(LINES):
        file.write(_GOOD[place % len(_GOOD)])


def million_and_broken(file: BinaryIO) -> None:
    """A million different answers; the last line is broken."""
    for place in range(LINES - 1):
        line = _GOOD[place % len(_GOOD)].rstrip()
        file.write(line.removesuffix(b'"}') + b'\\n# %d"}\n' % place)
    file.write(_BROKEN)


def million_unknown(file: BinaryIO) -> None:
    """One sample, and a million of another benchmark."""
    file.write(_GOOD[0])
    for place in range(LINES):
        file.write(b'{"task_id": "HumanEval/%d", "completion": "x"}\n' % (place % 164))


def answer(file: BinaryIO, times: int = 1) -> None:
    """A good sample, and one whose answer has a hundred million characters, or that so many times."""
    file.write(_GOOD[0])
    file.write(b'{"task_id": "split_amount", "answer": "')
    # In pieces: what this process once held would count as the most memory of those that it starts.
    for _ in range(100 * times):
        file.write(b"x" * (_ANSWER // 100))
    file.write(b'"}\n')


def bomb(file: BinaryIO) -> None:
    """5 GiB of white space, compressed."""
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=1, mtime=0) as packed:
        for _ in range(5 << 10):
            packed.write(b" " * (1 << 20))


def zstandard_bomb(file: BinaryIO) -> None:
    """5 GiB of white space, compressed by the program zstd."""
    with subprocess.Popen(["zstd", "-q", "-c"], stdin=subprocess.PIPE, stdout=file) as packer:
        assert packer.stdin is not None
        for _ in range(5 << 10):
            packer.stdin.write(b" " * (1 << 20))


def table(file: BinaryIO) -> None:
    """A table whose quotation mark opens a cell of 300 MB."""
    file.write(b'task_id,exp_0\nsplit_amount,"')
    for _ in range(300):
        file.write(b"x" * 1_000_000)


def blank(file: BinaryIO) -> None:
    """Twenty million empty lines."""
    for _ in range(20):
        file.write(b"\n" * 1_000_000)


KEEP = ("--keep-going",)
CASES = (
    Case("a million lines, 240 answers again and again", "million.jsonl", million, (), 0, "1000000 samples of 24 tasks"),
    Case(
        "a million different answers, the last line broken",
        "broken.jsonl",
        million_and_broken,
        (),
        2,
        f"broken.jsonl:{LINES}: EOF while parsing a value",
    ),
    Case("a million lines of no known task", "other.jsonl", million_unknown, KEEP, 0, "1000000 lines are not judged"),
    Case("an answer of 100 MB", "answer.jsonl", answer, (), 2, "answer.jsonl:2: the answer has 100000000 bytes"),
    Case("the same", "answer.jsonl", answer, KEEP, 0, "1  refused(too_large)"),
    Case(
        "a line of 300 MB",
        "line.jsonl",
        lambda file: answer(file, 3),
        (),
        2,
        "line.jsonl:2: the line is longer than 256 MiB",
    ),
    Case("23 MB that unpack to 5 GiB", "bomb.jsonl.gz", bomb, (), 2, "bomb.jsonl.gz:1: the file unpacks to more than"),
    Case(
        "the same by zstd",
        "bomb.jsonl.zst",
        zstandard_bomb,
        (),
        2,
        "bomb.jsonl.zst:1: the file unpacks to more than",
    ),
    Case("a cell of 300 MB", "table.csv", table, (), 2, "table.csv:2: the row is longer than 256 MiB"),
    Case("20 million empty lines", "blank.jsonl", blank, (), 2, "blank.jsonl:10000001: the file has more than"),
)


def measure(folder: Path, case: Case) -> tuple[bool, list[object]]:
    """Runs a case; whether it came out as it must, and its row of the table."""
    path, store = folder / case.file, folder / "store"
    with path.open("wb") as file:
        case.write(file)
    command = [str(common.assay_binary()), "check", case.file, "--benchmark", "starter", *case.flags]
    began = time.monotonic()
    with (folder / "said").open("wb+") as said:
        # Waited for by hand: the usage of one process, not of all that there were.
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, "ASSAY_STORE": str(store)}, stdout=said, stderr=said
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - began
        said.seek(0)
        text = said.read().decode()
    untouched = case.code == 0 or not store.exists()
    holds = process.returncode == case.code and case.says in text and untouched
    size = path.stat().st_size
    path.unlink()
    shutil.rmtree(store, ignore_errors=True)
    if not holds:
        print(f"{case.title}: exit {process.returncode}, store untouched: {untouched}\n{text}", file=sys.stderr)
    flags = " ".join(case.flags) or "–"
    row = [case.title, flags, f"{size / 1e6:.0f}", process.returncode, f"{seconds:.1f}", usage.ru_maxrss >> 10]
    return holds, [*row, f"`{case.says}`"]


def main() -> int:
    """Measures all cases and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    try:
        common.assay_binary()
        if shutil.which("zstd") is None:
            raise common.Absent("there is no zstd (Debian: zstd)")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    figure = common.Figure("inputs", "What large and harmful files cost")
    folder = common.fresh_folder(common.WORK / "inputs")
    measured = [measure(folder, case) for case in CASES]
    shutil.rmtree(folder)
    figure.table(
        ("file", "flag", "MB", "exit", "seconds", "most memory, MiB", "says"), (row for _, row in measured)
    )
    failures = sum(not holds for holds, _ in measured)
    failed = [f"{failures} of {len(CASES)} are not as they must be"] if failures else []
    return figure.conclude(failed, "each as it must be; where the exit code is 2, no store was made")


if __name__ == "__main__":
    sys.exit(main())
