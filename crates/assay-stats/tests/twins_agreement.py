"""Twins of agreement, classification, pass@k and medians."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import krippendorff
import numpy as np
from sklearn import metrics
from sklearn.dummy import DummyClassifier
from statsmodels.stats import inter_rater

Case = dict[str, Any]


def cohens_kappa(case: Case) -> list[float]:
    """Cohen's kappa from the table of both raters."""
    table = np.zeros((case["categories"], case["categories"]))
    np.add.at(table, (case["first"], case["second"]), 1)
    return [float(inter_rater.cohens_kappa(table).kappa)]


def fleiss_kappa(case: Case) -> list[float]:
    """Fleiss' kappa from the counts."""
    return [float(inter_rater.fleiss_kappa(np.array(case["counts"]), method="fleiss"))]


def krippendorff_alpha(case: Case) -> list[float]:
    """Alpha by all three metrics; the package takes raters by items, missing ratings as NaN."""
    items = case["items"]
    table = np.full((max(len(item) for item in items), len(items)), np.nan)
    for column, item in enumerate(items):
        table[: len(item), column] = item
    metrics = ("nominal", "ordinal", "interval")
    return [float(krippendorff.alpha(table, level_of_measurement=metric)) for metric in metrics]


def classification(case: Case) -> list[float]:
    """Accuracy, kappa, each class, the means over classes; then the same of always the most frequent class."""
    truth, answers = np.array(case["truth"]), np.array(case["answers"])
    labels = list(range(case["classes"]))
    usual = DummyClassifier(strategy="most_frequent").fit(truth.reshape(-1, 1), truth)
    found: list[float] = []
    for said in (answers, usual.predict(truth.reshape(-1, 1))):
        found.append(float(metrics.accuracy_score(truth, said)))
        found.append(float(metrics.cohen_kappa_score(truth, said, labels=labels)))
        for average in (None, "macro"):
            figures = metrics.precision_recall_fscore_support(
                truth, said, labels=labels, average=average, zero_division=0
            )
            found.extend(float(value) for values in figures[:3] for value in np.atleast_1d(values))
    return found


def pass_at_k(case: Case) -> list[float]:
    """1 - C(n - c, k) / C(n, k) of every task over exact fractions, and their mean."""
    k = case["k"]
    values = [1 - Fraction(comb(n - c, k), comb(n, k)) for n, c in case["tasks"]]
    return [*map(float, values), float(sum(values) / len(values))]


def medians(case: Case) -> list[float]:
    """Both kinds of differences, and the median of the Walsh averages."""
    first, second = np.array(case["first"]), np.array(case["second"])
    upper = np.triu_indices(len(first))
    return [
        float(np.median(first) - np.median(second)),
        float(np.median(np.subtract.outer(first, second))),
        float(np.median(np.add.outer(first, first)[upper] / 2)),
    ]


def five_numbers(case: Case) -> list[float]:
    """Least, quartiles, greatest, by the default method."""
    return [float(value) for value in np.quantile(case["values"], [0, 0.25, 0.5, 0.75, 1])]


PROCEDURES: dict[str, Callable[[Case], list[float]]] = {
    "cohens_kappa": cohens_kappa,
    "fleiss_kappa": fleiss_kappa,
    "krippendorff_alpha": krippendorff_alpha,
    "classification": classification,
    "pass_at_k": pass_at_k,
    "medians": medians,
    "five_numbers": five_numbers,
}
