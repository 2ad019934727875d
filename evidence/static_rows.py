"""The static rows of real comparisons: one model against itself shows nothing, and two models show what they differ in.

The A/A pair is two halves of one model's samples of HumanEval. By every profile, and with the sides exchanged, none of its
static rows may be a regression or an improvement. Beside it stands a pair of two models, whose rows are shown, not
expected. Both are read alone (`--aspects static`): nothing is run, and the time of the whole process is shown.

Exit codes: 0 all of this holds; 1 something does not; 2 wrong usage; 3 no data in ../shared/data, or no assay.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from typing import Any

import common

_WORK = common.WORK / "static-rows"
_PROFILES = ("default", "paper", "authors-code")
_ROWS = 8


def compared(pair: tuple[str, str], profile: str) -> tuple[list[dict[str, Any]], float]:
    """The static rows of a pair, and how long the process took."""
    out = common.fresh_folder(_WORK / "out")
    began = time.monotonic()
    common.run_assay(
        [
            "-q", "compare", *map(common.samples_file, pair), "--benchmark", common.HUMAN_EVAL,
            "--aspects", "static", "--static-profile", profile, "--out", out,
        ],
        _WORK / "store",
    )
    seconds = time.monotonic() - began
    return json.loads((out / "report.json").read_text(encoding="utf-8"))["rows"], seconds


def main() -> int:
    """Compares the pairs and returns the exit code."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, [*common.TWO_MODELS, *common.SAME_MODEL]))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    figure = common.Figure("static_rows", "The static rows of one model against itself, and of two models")
    failures = []
    compared(common.SAME_MODEL, "default")  # which builds the environment
    straight, turned = tuple(common.SAME_MODEL), tuple(reversed(common.SAME_MODEL))
    for title, pair, profiles in (
        ("The A/A pair", straight, _PROFILES),
        ("The A/A pair, its sides exchanged", turned, _PROFILES[:1]),
        ("Two models", common.TWO_MODELS, _PROFILES[:1]),
    ):
        for profile in profiles:
            rows, seconds = compared(pair, profile)
            judged = rows[1]["baseline"]["judged"] + rows[1]["candidate"]["judged"]
            figure.text(f"{title} ({', '.join(pair)}), profile `{profile}`: {judged} samples that parse, {seconds:.2f} s.")
            figure.table(
                ("row", "baseline", "candidate", "points", "corrected p", "verdict"),
                [
                    (
                        f"`{row['check']}`",
                        *(f"{row[side]['flagged']} of {row[side]['judged']}" for side in ("baseline", "candidate")),
                        f"{round(row['difference_percent'], 1) + 0.0:+.1f}",
                        f"{row['p_corrected']:.3f}",
                        row["verdict"],
                    )
                    for row in rows
                ],
            )
            if len(rows) != _ROWS:
                failures.append(f"{title}, {profile}: {len(rows)} rows")
            if pair != common.TWO_MODELS:
                failures += [
                    f"{title}, {profile}: {row['check']} is a{'n' if row['verdict'][0] == 'i' else ''} {row['verdict']}"
                    for row in rows
                    if row["verdict"] in ("regression", "improvement")
                ]
    shutil.rmtree(_WORK)
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
