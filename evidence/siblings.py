"""What an honest sample notices while its neighbour is attacked.

Runs the conformance suite of `assay-sandbox` (or reads what a run of it has written) and sets each attack's sibling
beside itself: the median CPU time of its right sample alone, before the attack, and during it. The suite itself fails
where a verdict changes, or where the median during the attack is above twice the largest time alone. Wall times depend
on what else the machine does; they are given for the reader, and nothing follows from them.

Exit codes: 0 written; 1 the suite failed; 2 wrong usage; 3 no cargo.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import common

#: The slowest siblings that a reader sees by name.
_SHOWN = 10


def run_suite(file: Path) -> bool:
    """Whether every attack failed; its siblings' times are then in the file."""
    common.fresh_folder(file.parent)
    command = ["cargo", "test", "--locked", "--package", "assay-sandbox", "--test", "trial", "--", "attack_", "own_"]
    environment = {**os.environ, "ASSAY_SIBLINGS": str(file.absolute())}
    return subprocess.run(command, cwd=common.REPOSITORY, env=environment, check=False).returncode == 0


def main() -> int:
    """Runs, and writes the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="file", type=Path, help="a file that ASSAY_SIBLINGS named in an earlier run")
    file = parser.parse_args().file
    if file is None:
        if shutil.which("cargo") is None:
            return common.stop(common.ABSENT, "no cargo")
        file = common.WORK / "siblings" / "siblings.jsonl"
        if not run_suite(file):
            return common.stop(common.FAILS, "the suite failed; its output says where")
    # The tests of the suite itself are no attacks.
    rows = [row for row in common.read_lines(file) if "::guards::" not in row["attack"]]
    figure = common.Figure("siblings", "What an honest sample notices of its neighbour's attack")
    ratios = {what: [row[what][1] / row[what][0] for row in rows] for what in ("cpu_microseconds", "wall_microseconds")}
    pairs = sum(row["trials"][1] for row in rows)
    figure.text(f"{len(rows)} attacks, {pairs} pairs of honest trials beside them; no verdict changed. Median beside the attack ÷ median alone:")
    figure.table(
        ("time", "least", "median", "most"),
        [
            (what.split("_")[0], *(f"{value:.2f}" for value in (min(of), statistics.median(of), max(of))))
            for what, of in ratios.items()
        ],
    )
    figure.text("The attacks that cost their neighbour the most CPU time:")
    slowest = sorted(rows, key=lambda row: row["cpu_microseconds"][0] / row["cpu_microseconds"][1])[:_SHOWN]
    figure.table(
        ("attack", "pairs beside", "µs of CPU alone", "beside", "µs in all alone", "beside"),
        [
            (f"`{row['attack'].rsplit('::')[-1]}`", row["trials"][1], *row["cpu_microseconds"], *row["wall_microseconds"])
            for row in slowest
        ],
    )
    figure.write()
    return common.HOLDS


if __name__ == "__main__":
    sys.exit(main())
