"""Lets the tools themselves write one model's samples, and asks assay whether they are the same samples.

1,640 real completions are made whole modules and written by EvalPlus 0.3.1 (its folder and its file), by pandas 2.2.3
(the table that ReCatcher reads), and by the program zstd at three levels. Each must give every sample the outcome that
the plain file gives it. What EvalPlus' own reader finds in its folder is compared too: task by task, text by text.

Needs ../shared/data, zstd, and once the network, to install both packages into ``target/oracles-formats``.
Exit codes: 0 all the same; 1 not so; 2 wrong usage; 3 something needed is absent.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import common

_MODEL = "codegen-16b-first10"
_ENVIRONMENT = common.REPOSITORY / "target" / "oracles-formats"
# EvalPlus without the packages of its providers: only its reader and its writer are run.
_PACKAGES = (("--no-deps", "evalplus==0.3.1"), ("pandas==2.2.3", "tempdir", "wget", "appdirs"))
_WRITER = """
import importlib.util, json, sys
from pathlib import Path
import pandas

modules, folder = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")], Path(sys.argv[2])
place = next(path for path in map(Path, sys.path) if (path / "evalplus").is_dir())
found = importlib.util.spec_from_file_location("evalplus_files", place / "evalplus/data/utils.py")
evalplus = importlib.util.module_from_spec(found)
found.loader.exec_module(evalplus)
evalplus.write_directory(str(folder / "evalplus"), modules)
evalplus.write_jsonl(str(folder / "evalplus.jsonl"), modules)
evalplus.write_jsonl(str(folder / "evalplus.jsonl.gz"), modules)
rows = {}
for module in modules:
    row = rows.setdefault(module["task_id"], {"task_id": module["task_id"], "prompt": "said\\n\\"before\\""})
    row[f"exp_{len(row) - 2}"] = module["solution"]
pandas.DataFrame(list(rows.values())).to_csv(folder / "recatcher.csv")
found = [(sample["task_id"], sample["solution"]) for sample in evalplus.load_solutions(str(folder / "evalplus"))]
print(json.dumps(found))
"""


def interpreter() -> Path:
    """A Python with the tools."""
    python = _ENVIRONMENT / "bin" / "python"
    if not python.is_file():
        subprocess.run([sys.executable, "-m", "venv", str(_ENVIRONMENT)], check=True)
        for packages in _PACKAGES:
            done = subprocess.run([str(python), "-m", "pip", "install", "-q", *packages], capture_output=True, check=False)
            if done.returncode != 0:
                shutil.rmtree(_ENVIRONMENT)
                raise common.Absent("EvalPlus and pandas cannot be installed: is there a network?")
    return python


def outcomes(file: Path, folder: Path) -> list[tuple[str, int, str]]:
    """What assay says of each sample."""
    labelled = folder / "labelled.jsonl"
    common.run_assay(
        ["check", file, "--benchmark", common.HUMAN_EVAL, "--out", labelled, "--quiet"], folder / "store"
    )
    return sorted((row["task_id"], row["repetition"], row["outcome"]) for row in common.read_lines(labelled))


def files(folder: Path, modules: Path) -> Iterable[tuple[str, Path]]:
    """The samples as each tool writes them."""
    yield "EvalPlus 0.3.1: folder", folder / "evalplus"
    yield "EvalPlus 0.3.1: file", folder / "evalplus.jsonl"
    yield "EvalPlus 0.3.1: file, gzip", folder / "evalplus.jsonl.gz"
    yield "pandas 2.2.3: table", folder / "recatcher.csv"
    for flags in (["-1"], ["-19"], ["-19", "--long=27", "-T2"]):
        packed = folder / f"modules{''.join(flags)}.jsonl.zst"
        subprocess.run(["zstd", "-q", *flags, "-o", str(packed), str(modules)], check=True)
        yield f"zstd {' '.join(flags)}", packed


def compare(figure: common.Figure, folder: Path) -> int:
    """Writes the table; how many files are not the same samples."""
    prompts = {task["task_id"]: task["prompt"] for task in common.read_lines(common.HUMAN_EVAL)}
    samples = common.read_lines(common.samples_file(_MODEL))
    modules = [
        {"task_id": sample["task_id"], "solution": prompts[sample["task_id"]] + sample["completion"]}
        for sample in samples
    ]
    plain = folder / "modules.jsonl"
    common.write_lines(plain, modules)
    done = subprocess.run(
        [str(interpreter()), "-c", _WRITER, str(plain), str(folder)], capture_output=True, text=True, check=True
    )
    read_back = Counter((task, text) for task, text in json.loads(done.stdout))
    # Its reader opens files as text, so that every line ends with a line feed.
    unified = re.compile("\r\n?")
    written = Counter((module["task_id"], unified.sub("\n", module["solution"])) for module in modules)
    expected = outcomes(plain, folder)
    rows, differing = [], int(read_back != written)
    for title, path in files(folder, plain):
        found = outcomes(path, folder)
        different = len(set(expected) ^ set(found))
        differing += different != 0 or len(found) != len(expected)
        rows.append((title, len(found), different))
    figure.table(("written by", "samples", "other outcomes"), rows)
    same = "the same" if read_back == written else "not the same"
    figure.text(f"EvalPlus' own reader finds {same} {sum(written.values())} texts in its folder, line ends aside.")
    return differing


def main() -> int:
    """Compares all files and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, common.samples_file(_MODEL))
        if shutil.which("zstd") is None:
            raise common.Absent("there is no zstd (Debian: zstd)")
        interpreter()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    figure = common.Figure("formats", "One model's samples as other tools write them")
    folder = common.fresh_folder(common.WORK / "formats")
    differing = compare(figure, folder)
    shutil.rmtree(folder)
    failures = [f"{differing} files are not the same samples"] if differing else []
    return figure.conclude(failures, "every sample has the outcome that the plain file gives it")


if __name__ == "__main__":
    sys.exit(main())
