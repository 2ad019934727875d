"""Are real models' patches read as git reads them, and is each malformed one named?

The 300 predictions for SWE-bench Lite in ../shared/data/patches are read by assay-patch and, each on its own, by
``git apply --numstat``, which reads a patch without applying it. Compared are: which are patches at all, their files, and
the lines that each file gains and loses. Each patch is then damaged in ways that models damage patches (cut off, a line lost
in a hunk, a count wrong, the last end missing, CRLF, reversed), and what is read of those is counted.

Exit codes: 0 all agree; 1 a difference, which is shown; 2 wrong usage; 3 no data, no example program or no git.
"""

from __future__ import annotations

import argparse
import collections
import json
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Any

import common

_PREDICTIONS = common.DATA / "patches" / "aider-lite-predictions.jsonl"


def read_by_git(patch: str, folder: str) -> list[tuple[str, int, int]] | None:
    """Files with lines added and removed as git reads them; None if it does not."""
    done = subprocess.run(
        ["git", "apply", "--numstat", "-z", "-"], input=patch.encode(), cwd=folder, capture_output=True, check=False
    )
    if done.returncode != 0 or not done.stdout:
        return None
    rows = [row.split("\t") for row in done.stdout.decode().split("\0") if row]
    return [(path, int(added.replace("-", "0")), int(removed.replace("-", "0"))) for added, removed, path in rows]


def damaged(patch: str) -> dict[str, str]:
    """The patch as models damage patches."""
    lines = patch.splitlines(keepends=True)
    hunk = next(place for place, line in enumerate(lines) if line.startswith("@@"))
    other = re.sub(r"@@ -(\d+),(\d+)", lambda found: f"@@ -{found[1]},{int(found[2]) + 1}", patch, count=1)
    return {
        "cut off in its last hunk": "".join(lines[:-1]) if len(lines) - hunk > 2 else "".join(lines[: hunk + 1]),
        "a line of its first hunk lost": "".join(lines[: hunk + 1] + lines[hunk + 2 :]),
        "a count too large by one": other,
        "its last end missing": patch.rstrip("\n"),
        "CRLF": patch.replace("\n", "\r\n"),
        "without its headers": "".join(lines[hunk:]),
    }


def compared(predictions: list[dict[str, Any]], answers: list[dict[str, Any]]) -> tuple[list[str], dict[str, int]]:
    """What is read otherwise than git does, and counts."""
    failures = []
    counts: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for prediction, answer in zip(predictions, answers, strict=True):
            name = prediction["instance_id"]
            by_git = read_by_git(prediction["model_patch"] or "", folder)
            ours = answer.get("files")
            ours = ours and [(file["path"], file["added"], file["removed"]) for file in ours]
            if ours is None:
                counts[answer["outcome"]] += 1
                print(f"{name}: {answer['outcome']}: {answer['fault']}")
            else:
                counts["a patch"] += 1
                counts["files"] += len(ours)
                counts["with repairs"] += answer["repairs"] > 0
            if ours != by_git:
                failures.append(f"{name}: {ours or answer.get('fault')}, by git {by_git}")
    return failures, counts


def main() -> int:
    """Reads everything, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    try:
        if shutil.which("git") is None:
            raise common.Absent("no git")
        common.require_data(_PREDICTIONS)
        program = common.example("patches", "assay-patch")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    predictions = common.read_lines(_PREDICTIONS)
    requests = [{"id": row["instance_id"], "patch": row["model_patch"]} for row in predictions]
    answers = common.ask([program], requests)
    figure = common.Figure("patches", "Real models' patches, read as git reads them", program=False)
    figure.fact(f"{common.version_of(['git', '--version'])}; {len(predictions)} predictions of {common.relative(_PREDICTIONS)}")
    failures, counts = compared(predictions, answers)
    figure.text("What they are (git reads the same files with the same lines, or is named below):")
    figure.table(("what", "count"), sorted(counts.items()))
    for answer in answers:
        if "fault" in answer:
            figure.text(f"`{answer['id']}`: `{answer['outcome']}`: {answer['fault']}")
    whole = [row["patch"] for row, answer in zip(requests, answers, strict=True) if "files" in answer]
    rows: list[tuple[object, ...]] = []
    variants = [damaged(patch) for patch in whole]
    for kind in variants[0]:
        read = common.ask([program], [{"id": kind, "patch": variant[kind]} for variant in variants])
        outcomes = collections.Counter(answer.get("outcome", "a patch") for answer in read)
        mended = sum(answer.get("repairs", 0) > 0 for answer in read)
        rows.append((kind, json.dumps(dict(sorted(outcomes.items()))), mended))
        named = all("line" in answer["fault"] for answer in read if answer.get("outcome") == "fail(does_not_apply)")
        failures += [] if named else [f"{kind}: a fault without its line"]
    figure.text(f"The {len(whole)} patches, damaged:")
    figure.table(("damage", "read as", "mended while reading"), rows)
    figure.text(f"Read otherwise than git: {len(failures)}.")
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
