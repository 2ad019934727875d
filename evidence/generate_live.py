"""Two small models asked by `assay generate`, for real: how fast, the same bytes again, and from nothing to a report in one command.

SmolLM2-135M-Instruct and Gemma 3 270M answer the first tasks of HumanEval in assay's own process, by the protocols in
demo/recorded, twice from empty stores: the samples files must be the same bytes. A second run on the first store must ask nothing.
Then `assay compare --protocol` asks both for five tasks, judges and reports, from an empty store, in one command.

ASSAY names a program that was built with `--features embedded`; the weights are where ASSAY_MODELS says, else in target/demo/models
(tools/models.sh).

Exit codes: 0 it holds; 1 it does not; 2 wrong usage; 3 no weights, or a program without embedded models.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from pathlib import Path

import common

_WORK = common.WORK / "generate_live"
_MODELS = Path(os.environ.get("ASSAY_MODELS") or common.REPOSITORY / "target" / "demo" / "models").absolute()
_FILES = {"smollm2": "SmolLM2-135M-Instruct.Q4_1.gguf", "gemma3": "gemma-3-270m-q4_k_m.gguf"}


def protocol(name: str, folder: Path, **changes: str) -> Path:
    """A protocol of the demo with the weights by their whole path, and other values for some keys."""
    text = (common.REPOSITORY / "demo" / "recorded" / f"{name}.toml").read_text(encoding="utf-8")
    text = re.sub(r'weights = ".*"', f'weights = "{_MODELS / _FILES[name]}"', text)
    for key, value in changes.items():
        text, count = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", text)
        if count == 0:
            text = text.replace("[protocol]\n", f"[protocol]\n{key} = {value}\n")
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def asked(name: str, turn: int, tasks: int, samples: int) -> tuple[bytes, str, float]:
    """The samples file of a fresh store, what the program said, and the seconds it took."""
    store, out = _WORK / f"store-{name}-{turn}", _WORK / f"{name}-{turn}.jsonl"
    arguments = ["generate", "--protocol", protocol(name, _WORK), "--benchmark", common.HUMAN_EVAL, "--limit", str(tasks)]
    began = time.monotonic()
    said = common.run_assay([*arguments, "--samples-per-task", str(samples), "--out", out], store)
    seconds = time.monotonic() - began
    again = common.run_assay([*arguments, "--samples-per-task", str(samples), "--out", _WORK / "again.jsonl"], store)
    if " 0 of them new" not in again or (_WORK / "again.jsonl").read_bytes() != out.read_bytes():
        raise RuntimeError(f"{name} was asked again for what is stored:\n{again}")
    return out.read_bytes(), said, seconds


def tokens(said: str) -> tuple[int, int]:
    """Tokens read and written, as the program's summary has them."""
    found = re.search(r"attempts, (\d+) tokens read, (\d+) written", said)
    if found is None:
        raise RuntimeError(f"the summary is not as expected:\n{said}")
    return int(found[1]), int(found[2])


def in_one_command(figure: common.Figure) -> list[str]:
    """From a protocol to a report: both models on five tasks."""
    first = protocol("smollm2", _WORK, samples_per_task="2", max_tokens="128").read_text(encoding="utf-8")
    other = first.split("[models.smollm2]", 1)[1]
    gemma = protocol("gemma3", _WORK).read_text(encoding="utf-8").split("[models.gemma3]", 1)[1]
    path = _WORK / "pair.toml"
    path.write_text(first.split("[models.", 1)[0] + "[models.smollm2]" + other + "\n[models.gemma3]" + gemma, encoding="utf-8")
    out = common.fresh_folder(_WORK / "report")
    began = time.monotonic()
    done = common.assay_done(
        ["compare", "smollm2", "gemma3", "--protocol", path, "--benchmark", common.HUMAN_EVAL, "--limit", "5", "--out", out], _WORK / "store-pair"
    )
    seconds = time.monotonic() - began
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    sides = [report["protocol"][side] for side in ("baseline", "candidate")]
    figure.text(
        f"`assay compare smollm2 gemma3 --protocol … --limit 5` from an empty store, two samples a task of at most 128 tokens: {seconds:.0f} s to a report on 5 of "
        f"{report['benchmark']['tasks']} tasks, {report['baseline']['samples']} and {report['candidate']['samples']} samples, {len(report['rows'])} rows, "
        f"weights by sha256 {' and '.join(next(iter(side['weights'].values()))[:12] for side in sides)}."
    )
    failures = []
    if not (out / "report.html").is_file() or report["baseline"]["samples"] != 10 or report["candidate"]["samples"] != 10:
        failures.append(f"no whole report: {done.stderr[-500:]}")
    return failures


def main() -> int:
    """Runs the script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=10, help="tasks of HumanEval (default 10)")
    parser.add_argument("--samples", type=int, default=2, help="answers to each (default 2)")
    arguments = parser.parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL)
        for file in _FILES.values():
            if not (_MODELS / file).is_file():
                raise common.Absent(f"no {file}: `tools/models.sh target/demo/models` gets it; ASSAY_MODELS names another folder")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    figure = common.Figure("generate_live", "Two small models asked for real")
    rows, failures = [], []
    for name, file in _FILES.items():
        (first, said, seconds), (second, _, _) = (asked(name, turn, arguments.tasks, arguments.samples) for turn in (1, 2))
        read, written = tokens(said)
        rows.append((file, len(first.splitlines()), read, written, f"{seconds:.0f}", f"{written / seconds:.0f}", "yes" if first == second else "NO"))
        if first != second:
            failures.append(f"{name}: another answer by the same seed")
    figure.text(
        f"`assay generate` by the protocols of demo/recorded (temperature 0.1, at most 512 tokens, seed 1, one thread an answer and two answers at once): the first "
        f"{arguments.tasks} tasks of HumanEval, {arguments.samples} answers to each; tokens a second are those written, the whole process' time:"
    )
    figure.table(("weights", "answers", "tokens read", "written", "seconds", "tokens/s", "the same bytes from another empty store"), rows)
    figure.text("The same command again on either store asked nothing and wrote the same file.")
    failures += in_one_command(figure)
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
