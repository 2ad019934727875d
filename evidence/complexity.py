"""Is `--complexity` what radon, SciPy and NumPy make of the same samples, and what is its test worth on one model against itself?

Two real comparisons: an A/A pair (two halves of one model's samples of HumanEval) and two models. From the labelled data sets, which
hold each sample's complexity and index, SciPy's `wilcoxon` (zeros dropped, asymptotic, no correction) and NumPy's medians compute every
number of the block again, but for an exact p-value, whose twin is in the tests of assay-stats; and radon 6.0.1 measures the judged modules of one comparison, taken from `assay show`,
one by one. Numbers agree within 1e-9 of their size. What is shown of the A/A pair is no promise: its samples are of one model, so a
small p-value there is what the pairs' dependence does.

Exit codes: 0 all agree; 1 something does not; 2 wrong usage; 3 no data in ../shared/data, or no assay.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import common

_WORK = common.WORK / "complexity"
_METRICS = ("cyclomatic_complexity", "maintainability_index")
_REQUIREMENTS = ("radon==6.0.1", "scipy==1.17.1", "numpy==2.4.6")


def tools_python() -> Path:
    """The Python that has radon, SciPy and NumPy, installed once."""
    return common.tools("COMPLEXITY_PYTHON", _WORK.with_name("complexity-tools"), *_REQUIREMENTS)


def as_tools() -> None:
    """Answers questions on standard input by the tools: modules by radon, pairs of numbers by SciPy and NumPy."""
    import numpy
    from radon.metrics import mi_visit
    from radon.visitors import ComplexityVisitor
    from scipy.stats import wilcoxon

    for line in sys.stdin:
        question = json.loads(line)
        if "module" in question:
            module = question["module"]
            answer: dict[str, Any] = {
                "cyclomatic_complexity": ComplexityVisitor.from_code(module).total_complexity,
                "maintainability_index": mi_visit(module, multi=True),
            }
        else:
            baseline, candidate = (numpy.array(values, dtype=float) for values in question["pairs"])
            differences = candidate - baseline
            differing = int(numpy.count_nonzero(differences))
            asymptotic = {"zero_method": "wilcox", "correction": False, "method": "asymptotic"}
            test = wilcoxon(differences, **asymptotic)
            # The two-sided test's z is that of the smaller rank sum; this one's is of the positive ranks.
            z = float(wilcoxon(differences, alternative="greater", **asymptotic).zstatistic)
            ranked = numpy.abs(differences[differences != 0])
            ranks = ranked.argsort(kind="stable").argsort() + 1.0
            for value in numpy.unique(ranked):
                ranks[ranked == value] = ranks[ranked == value].mean()
            positive = float(ranks[differences[differences != 0] > 0].sum())
            negative = float(ranks.sum()) - positive
            answer = {
                "pairs": len(differences),
                "zeros": len(differences) - differing,
                "baseline_median": float(numpy.median(baseline)),
                "candidate_median": float(numpy.median(candidate)),
                "difference_of_medians": float(numpy.median(candidate) - numpy.median(baseline)),
                "difference_of_medians_percent": float(100 * (numpy.median(candidate) / numpy.median(baseline) - 1)),
                "median_of_differences": float(numpy.median(differences)),
                "positive_ranks": positive,
                "negative_ranks": negative,
                "z": z,
                "p_value": float(test.pvalue),
                "r_over_all_pairs": z / math.sqrt(len(differences)),
                "r_over_differing_pairs": z / math.sqrt(differing),
                "rank_biserial": (positive - negative) / (positive + negative),
            }
        print(json.dumps(answer))


def near(one: float, other: float) -> bool:
    """Whether two numbers agree."""
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def compared(pair: Sequence[str]) -> tuple[dict[str, Any], list[dict[tuple[str, int], dict[str, Any]]]]:
    """The block of a comparison's report, and each side's labelled samples by task and repetition."""
    out = common.fresh_folder(_WORK / "out")
    common.run_assay(
        ["-q", "compare", *map(common.samples_file, pair), "--benchmark", common.HUMAN_EVAL, "--aspects", "static",
         "--complexity", "--labelled", "--out", out],
        _WORK / "store",
    )  # fmt: skip
    sides = []
    for side in ("baseline", "candidate"):
        rows = common.read_lines(out / f"labelled.{side}.jsonl")
        sides.append({(row["task_id"], row["repetition"]): row for row in rows})
    return json.loads((out / "report.json").read_text(encoding="utf-8"))["complexity"], sides


def main() -> int:
    """Compares the pairs and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--as-tools", action="store_true", help=argparse.SUPPRESS)
    if parser.parse_args().as_tools:
        as_tools()
        return common.HOLDS
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, [*common.TWO_MODELS, *common.SAME_MODEL]))
        python = tools_python()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    tools = [python, Path(__file__).resolve(), "--as-tools"]
    figure = common.Figure("complexity", "Cyclomatic complexity and maintainability index, beside radon, SciPy and NumPy")
    figure.fact(f"Tools: {', '.join(_REQUIREMENTS)}")
    failures = []
    for title, pair in (("The A/A pair", common.SAME_MODEL), ("Two models", common.TWO_MODELS)):
        block, sides = compared(pair)
        both = [(row, sides[1][place]) for place, row in sides[0].items() if place in sides[1]]
        parsed = [rows for rows in both if all("metrics" in row for row in rows)]
        counts = (len(both), len(both) - len(parsed), sum(map(len, sides)) - 2 * len(both))
        if counts != (block["pairs"], block["pairs_not_parsed"], block["unpaired"]):
            failures.append(f"{title}: pairs are {block}, and should be {counts}")
        figure.text(
            f"{title} ({', '.join(pair)}): {counts[0]} pairs, {counts[1]} left out because one of the two does not parse, "
            f"{counts[2]} samples without a partner."
        )
        values = [[[row["metrics"][metric] for row in rows] for rows in zip(*parsed, strict=True)] for metric in _METRICS]
        expected = common.ask(tools, [{"pairs": pairs} for pairs in values])
        rows, compared_numbers = [], 0
        for found, said in zip(block["metrics"], expected, strict=True):
            for name, number in said.items():
                if name == "p_value" and found["p_method"] == "exact":
                    continue
                compared_numbers += 1
                if not near(found[name], number):
                    failures.append(f"{title}, {found['metric']}: {name} is {found[name]}, and {number} by the tools")
            rows.append(
                (
                    found["metric"].replace("_", " "),
                    f"{found['baseline_median']:g} → {found['candidate_median']:g}",
                    f"{found['difference_of_medians_percent']:+.2f} %",
                    f"{found['median_of_differences']:+g}",
                    found["zeros"],
                    f"{found['p_value']:.3g}, {found['p_method']}",
                    f"{found['r_over_all_pairs']:+.3f}",
                    f"{found['r_over_differing_pairs']:+.3f}",
                    f"{found['rank_biserial']:+.3f}",
                )
            )
        figure.table(
            ("measure", "medians", "by the baseline's", "median of differences", "zeros", "p", "r, all pairs", "r, differing", "rank-biserial"),
            rows,
        )
        figure.text(f"{compared_numbers} numbers compared with SciPy's and NumPy's.")
    measured, wrong = radons(tools, sides)
    failures += wrong
    figure.text(f"radon's complexity and index of the {measured} judged modules that parse, of both models: {len(wrong)} differ.")
    shutil.rmtree(_WORK)
    return figure.conclude(failures)


def radons(tools: Sequence[str | Path], sides: Sequence[dict[tuple[str, int], dict[str, Any]]]) -> tuple[int, list[str]]:
    """How many modules of the last comparison radon measured, and where it says something else."""
    modules, rows = [], []
    for side, samples in zip(("baseline", "candidate"), sides, strict=True):
        for (task, repetition), row in samples.items():
            if "metrics" in row:
                shown = common.run_assay(
                    ["show", _WORK / "out", task, str(repetition), "--side", side, "--json"], _WORK / "store"
                )
                modules.append({"module": json.loads(shown)["samples"][0]["module"]})
                rows.append((side, task, repetition, row["metrics"]))
    wrong = []
    for (side, task, repetition, found), said in zip(rows, common.ask(tools, modules), strict=True):
        if not all(near(found[metric], said[metric]) for metric in _METRICS):
            wrong.append(f"{side}, {task}, sample {repetition}: {found}, and by radon {said}")
    return len(modules), wrong


if __name__ == "__main__":
    sys.exit(main())
