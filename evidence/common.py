"""What the evidence scripts share: where things are, running `assay`, and writing a figure file.

Nothing here knows a path of any one machine. Data that the project must not contain is looked for in
``../shared/data`` from the repository's root; a script that needs it and does not find it exits with 3.
"""

from __future__ import annotations

import datetime
import gzip
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[1]
DATA = REPOSITORY.parent / "shared" / "data"
HUMAN_EVAL = DATA / "benchmarks" / "HumanEval.jsonl.gz"
SAMPLES = DATA / "samples"
#: Where scripts leave what is not a figure; below ``target``, which git ignores.
WORK = REPOSITORY / "target" / "evidence"
FIGURES = REPOSITORY / "docs" / "evidence"

#: Exit codes of every script here.
HOLDS, FAILS, USAGE, ABSENT = 0, 1, 2, 3

#: An A/A pair: one model's samples, so no honest report tells its halves apart.
SAME_MODEL = ("codegen-16b-first10", "codegen-16b-second10")
#: Two ways of asking one model.
TWO_MODELS = ("gpt-4", "gpt-4-reflexion")


class Absent(Exception):
    """Something that the evidence needs is not on this machine."""


def stop(code: int, message: str) -> int:
    """Tells the reader why a script ends early; returns the exit code."""
    print(message, file=sys.stderr)
    return code


def assay_binary() -> Path:
    """The program under test: ``$ASSAY``, or the release build."""
    path = Path(os.environ.get("ASSAY") or REPOSITORY / "target" / "release" / "assay").absolute()
    if not path.is_file():
        raise Absent("no assay: run `cargo build --release`, or name the program with ASSAY=…")
    return path


def example(name: str, package: str = "assay-python") -> Path:
    """An example program of a package, in a release build: in ``$EXAMPLES``, or where cargo puts it."""
    folder = Path(os.environ.get("EXAMPLES") or REPOSITORY / "target" / "release" / "examples").absolute()
    if not (folder / name).is_file():
        raise Absent(f"no {name}: run `cargo build --release --package {package} --examples`, or name its folder with EXAMPLES=…")
    return folder / name


def ask(command: Sequence[str | Path], values: Iterable[Any]) -> list[Any]:
    """What a program answers to values: a line of JSON each way."""
    done = subprocess.run(command, input=json_lines(values), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{Path(command[0]).name} exited with {done.returncode}:\n{done.stderr[-2000:]}")
    # Not `splitlines`: JSON may hold other ends of lines, such as U+2028, as they are.
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def environment(folder: Path, *requirements: str) -> Path:
    """The Python of a virtual environment that has these requirements, installed once."""
    python = folder / "bin" / "python"
    if not (folder / "installed").exists():
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *requirements], check=True)
        (folder / "installed").write_text("\n".join(requirements), encoding="utf-8")
    return python


def tools(variable: str, folder: Path, *requirements: str) -> Path:
    """A Python with these requirements: the one that a variable names, or an environment that is made once."""
    given = os.environ.get(variable)
    return Path(given) if given else environment(folder, *requirements)


def require_data(*paths: Path) -> None:
    """Stops where the real data is not beside the repository."""
    for path in paths:
        if not path.is_file():
            raise Absent(
                f"{relative(path)} is absent: the real data is expected in ../shared/data from the repository's root"
            )


def relative(path: Path) -> str:
    """A path as seen from the repository's root, so that no figure names a folder of one machine."""
    return os.path.relpath(path, REPOSITORY)


def samples_file(name: str) -> Path:
    """A file of real samples."""
    return SAMPLES / f"{name}.jsonl"


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file, compressed or not."""
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in text.decode().split("\n") if line.strip()]


def json_lines(values: Iterable[Any]) -> str:
    """Values as JSON Lines."""
    return "".join(json.dumps(value) + "\n" for value in values)


def write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Writes a JSON Lines file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json_lines(rows), encoding="utf-8")


def fresh_folder(path: Path) -> Path:
    """An empty folder, whatever was there before."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def run_assay(arguments: Sequence[str | Path], store: Path, folder: Path | None = None) -> str:
    """Runs ``assay`` and returns its standard output; anything but exit 0 is an error here."""
    return assay_done(arguments, store, folder).stdout


def assay_done(
    arguments: Sequence[str | Path], store: Path, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs ``assay`` and returns all that it said; anything but exit 0 is an error here."""
    environment = {**os.environ, "ASSAY_STORE": str(store)}
    command = [str(assay_binary()), *map(str, arguments)]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"assay {' '.join(map(str, arguments))} exited with {done.returncode}:\n{done.stderr}")
    return done


def trials(messages: str) -> tuple[int, float]:
    """How many trials a run had and the seconds from the first to the last, from what it said on standard error."""
    match = re.search(r"^(\d+) trials on \d+ slots in ([\d.]+) s", messages, re.MULTILINE)
    if match is None:
        raise RuntimeError(f"assay's output is not as expected:\n{messages}")
    return int(match[1]), float(match[2])


def machine() -> str:
    """The processor, its cores, the kernel and how busy it all is, in one line."""
    model = platform.machine()
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return f"{model}, {os.cpu_count()} cores, Linux {platform.release()}"


def load() -> str:
    """The load average over one minute."""
    return f"{os.getloadavg()[0]:.1f}"


def version_of(command: Sequence[str]) -> str:
    """What a program says when it is asked for its version."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout or done.stderr).strip().splitlines()[-1]


class Figure:
    """A small Markdown file of one script's findings, with where they come from."""

    def __init__(self, name: str, title: str, interpreter: str | None = None, program: bool = True) -> None:
        """Notes the circumstances; `interpreter` is what runs the samples, where that is a question.

        `program` is false where `assay` itself is not what is asked.
        """
        self._path = FIGURES / f"{name}.md"
        script = relative(Path(sys.argv[0]).resolve())
        self._lines = [
            f"# {title}",
            "",
            f"- Made by `python3 {' '.join([script, *sys.argv[1:]])}`, {datetime.date.today().isoformat()}",
            f"- Machine: {machine()}; load {load()} at the start",
            f"- Versions: {version_of([str(assay_binary()), '--version']) if program else 'the working copy'}"
            + (f", samples run by {version_of([interpreter, '--version'])}" if interpreter else "")
            + f", this script by Python {platform.python_version()}",
        ]

    def fact(self, text: str) -> None:
        """One more line of the head."""
        self._lines.append(f"- {text}")

    def text(self, text: str) -> None:
        """A paragraph, on the terminal too."""
        print(text)
        self._lines += ["", text]

    def table(self, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """A table, on the terminal too."""
        cells = [[str(cell).replace("|", "\\|").replace("\n", " ") for cell in row] for row in [head, *rows]]
        widths = [max(len(row[place]) for row in cells) for place in range(len(head))]
        lines = [
            "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
            for row in cells
        ]
        lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
        print("\n".join(lines))
        self._lines += ["", *lines]

    def conclude(self, failures: Sequence[str], holds: str = "it holds") -> int:
        """States the result, puts the file in place, and returns the exit code that says the same."""
        self.text("Result: FAILS:" if failures else f"Result: {holds}.")
        if failures:
            self.text("\n".join(f"    {failure}" for failure in failures))
        self.write()
        return FAILS if failures else HOLDS

    def write(self) -> None:
        """Puts the file in place."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text("\n".join(self._lines) + f"\n\nLoad at the end: {load()}.\n", encoding="utf-8")
        print(f"\nwritten: {relative(self._path)}")
