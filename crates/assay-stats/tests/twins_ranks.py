"""Twins of the rank tests, their effect sizes and the tests beside them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

Case = dict[str, Any]

EVERY_ARRANGEMENT = stats.PermutationMethod(n_resamples=np.inf)


def method_of(case: Case) -> Any:
    """SciPy's exact method is exact without ties only; with ties it is the walk through all arrangements."""
    if case["method"] != "exact":
        return "asymptotic"
    return EVERY_ARRANGEMENT if case["ties"] else "exact"


def mann_whitney(case: Case) -> list[float]:
    """U of the first sample and p."""
    result = stats.mannwhitneyu(
        case["first"],
        case["second"],
        use_continuity=case["method"] == "continuity",
        alternative=case["alternative"],
        method=method_of(case),
    )
    return [float(result.statistic), float(result.pvalue)]


def signed_rank(case: Case) -> list[float]:
    """The p-value, and z where there is one."""
    result = stats.wilcoxon(
        case["differences"],
        zero_method=case["zero_method"],
        correction=case["method"] == "continuity",
        alternative=case["alternative"],
        method=method_of(case),
    )
    if case["method"] == "exact":
        return [float(result.pvalue)]
    # Two-sided, SciPy gives z the sign minus.
    z = abs(result.zstatistic) if case["alternative"] == "two-sided" else result.zstatistic
    return [float(result.pvalue), float(z)]


def mcnemar_both(case: Case) -> list[float]:
    """Exact by statsmodels and by fractions, mid-p by fractions."""
    first, second = case["first"], case["second"]
    trials, fewer = first + second, min(first, second)
    point = Fraction(comb(trials, fewer), 2**trials)
    tail = Fraction(sum(comb(trials, count) for count in range(fewer + 1)), 2**trials)
    exact = float(mcnemar(np.array([[0, first], [second, 0]]), exact=True).pvalue)
    return [exact, float(min(2 * tail, Fraction(1))), float(2 * tail - point)]


def rank_effects(case: Case) -> list[float]:
    """A12 and Cliff's delta by all pairs; the matched-pairs correlation and both r by SciPy's z."""
    pairs = np.sign(np.subtract.outer(case["first"], case["second"]))
    differences = np.array(case["differences"])
    result = stats.wilcoxon(differences, correction=False, alternative="greater", method="asymptotic")
    kept = differences[differences != 0]
    ranks = stats.rankdata(np.abs(kept))
    return [
        float(np.mean((pairs + 1) / 2)),
        float(np.mean(pairs)),
        float(np.sum(np.sign(kept) * ranks) / np.sum(ranks)),
        float(result.zstatistic / np.sqrt(len(differences))),
        float(result.zstatistic / np.sqrt(len(kept))),
    ]


def benjamini_hochberg(case: Case) -> list[float]:
    """Adjusted p-values."""
    p_values = case["p_values"]
    return [float(p) for p in multipletests(p_values, method="fdr_bh")[1]] if p_values else []


PROCEDURES: dict[str, Callable[[Case], list[float]]] = {
    "mann_whitney": mann_whitney,
    "signed_rank": signed_rank,
    "mcnemar_both": mcnemar_both,
    "rank_effects": rank_effects,
    "benjamini_hochberg": benjamini_hochberg,
}
