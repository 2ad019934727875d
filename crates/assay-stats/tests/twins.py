"""The other side of twins.rs: the same procedures by SciPy and statsmodels.

Reads one request from stdin, {"procedure": name, "cases": [...]}, and writes one list of
numbers per case to stdout, in the same order, as JSON.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import twins_agreement
import twins_ranks
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_effectsize

Case = dict[str, Any]
Array = NDArray[Any]


def bca(case: Case) -> list[float]:
    """Mean and BCa intervals, given the resample means of the other side."""
    values = np.array(case["values"])
    bounds: list[float] = [float(values.mean())]
    for level in case["levels"]:
        low, high = degenerate(values, level) if np.ptp(values) < 1e-12 else scipy_bca(case, values, level)
        bounds += [low, high]
    return bounds


def scipy_bca(case: Case, values: Array, level: float) -> tuple[float, float]:
    """SciPy's interval, its own mean snapped to the other side's as its resample means are."""
    observed: float = case["observed"]

    def mean(sample: Array, axis: int = -1) -> Array:
        means = np.mean(sample, axis=axis)
        return np.where(np.abs(means - observed) < 1e-12, observed, means)

    interval = stats.bootstrap(
        (values,),
        mean,
        n_resamples=0,
        vectorized=True,
        confidence_level=level,
        method="BCa",
        bootstrap_result=SimpleNamespace(bootstrap_distribution=np.array(case["resample_means"])),
    ).confidence_interval
    return float(interval.low), float(interval.high)


def clustered(case: Case) -> list[float]:
    """Mean, percentile and BCa intervals over clusters, given the resample means of the other side."""
    sums = np.array([math.fsum(cluster) for cluster in case["clusters"]])
    sizes = np.array([len(cluster) for cluster in case["clusters"]])
    observed: float = case["observed"]

    def mean(drawn: Array, axis: int = -1) -> Array:
        index = drawn.astype(int)
        means = np.sum(sums[index], axis=axis) / np.sum(sizes[index], axis=axis)
        return np.where(np.abs(means - observed) < 1e-12, observed, means)

    bounds: list[float] = [float(sums.sum() / sizes.sum())]
    for level in case["levels"]:
        for method in ("percentile", "BCa"):
            interval = stats.bootstrap(
                (np.arange(len(sums)),),
                mean,
                n_resamples=0,
                vectorized=True,
                confidence_level=level,
                method=method,
                bootstrap_result=SimpleNamespace(bootstrap_distribution=np.array(case["resample_means"])),
            ).confidence_interval
            bounds += [float(interval.low), float(interval.high)]
    return bounds


def degenerate(values: Array, level: float) -> tuple[float, float]:
    """Values without spread: the Clopper-Pearson bound for 0 of T, moved to the ends of -1 to 1."""
    unseen = stats.binomtest(0, len(values)).proportion_ci(level, method="exact").high
    observed = float(values.mean())
    return observed - unseen * (observed + 1), observed + unseen * (1 - observed)


def sign_flip(case: Case) -> list[float]:
    """All 2^T sign patterns, over exact whole numbers."""
    differences = [
        Fraction(baseline[0], baseline[1]) - Fraction(candidate[0], candidate[1])
        for baseline, candidate in case["differences"]
    ]
    scale = math.lcm(*(difference.denominator for difference in differences))
    scaled = np.array([int(difference * scale) for difference in differences])
    if len(scaled) == 1:  # SciPy refuses one task; both of its sign patterns are as extreme.
        return [1.0]
    result = stats.permutation_test(
        (scaled,),
        lambda sample, axis: np.sum(sample, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
        alternative="two-sided",
    )
    return [float(result.pvalue)]


def mcnemar_exact(case: Case) -> list[float]:
    """Exact McNemar on the two-by-two table of one sample per task."""
    table = np.zeros((2, 2), dtype=int)
    for baseline, candidate in case["differences"]:
        table[baseline[0], candidate[0]] += 1
    return [float(mcnemar(table, exact=True).pvalue)]


def holm(case: Case) -> list[float]:
    """Holm's adjusted p-values."""
    p_values = case["p_values"]
    return [float(p) for p in multipletests(p_values, method="holm")[1]] if p_values else []


def power(case: Case) -> list[float]:
    """Normal quantile and distribution, standard error, smallest detectable difference."""
    alpha = case["alpha"] / case["rows"]
    values = np.array(case["values"])
    error = float(stats.sem(values))
    factor = stats.norm.isf(alpha / 2) + stats.norm.ppf(case["power"])
    return [
        float(stats.norm.ppf(case["probability"])),
        float(stats.norm.cdf(case["x"])),
        float(stats.t.ppf(case["probability"], len(values))),
        error,
        float(factor * error),
        float(values.mean() / values.std(ddof=1)),
    ]


def cohens_h(case: Case) -> list[float]:
    """Cohen's h."""
    return [float(proportion_effectsize(case["baseline"], case["candidate"]))]


PROCEDURES: dict[str, Callable[[Case], list[float]]] = {
    "bca": bca,
    "clustered": clustered,
    "sign_flip": sign_flip,
    "mcnemar": mcnemar_exact,
    "holm": holm,
    "power": power,
    "cohens_h": cohens_h,
    **twins_agreement.PROCEDURES,
    **twins_ranks.PROCEDURES,
}


def main() -> None:
    """Answer one request."""
    request = json.load(sys.stdin)
    procedure = PROCEDURES[request["procedure"]]
    json.dump([procedure(case) for case in request["cases"]], sys.stdout)


if __name__ == "__main__":
    main()
