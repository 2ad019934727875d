//! The paper's other baseline: cyclomatic complexity and maintainability index of paired samples, compared by the
//! Wilcoxon signed-rank test (`ReCatcher`, "Static Code Issues" of the comparison with its baselines).
//!
//! It makes no verdict. Its test takes every pair for an independent one, as the paper does; samples of one task are not, so
//! its p-values are smaller than they should be.

use assay_stats::{
    Alternative, RankMethod, Refusal, SignedRank, ZeroMethod, difference_of_medians, median, signed_rank,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rate::tidy;

/// A measure of a sample's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodeMetric {
    /// `McCabe`'s cyclomatic complexity of the whole module, from 1; lower is better.
    CyclomaticComplexity,
    /// The maintainability index, from 0 to 100; higher is better.
    MaintainabilityIndex,
}

impl CodeMetric {
    /// All of them, in the paper's order.
    pub const ALL: [Self; 2] = [Self::CyclomaticComplexity, Self::MaintainabilityIndex];
}

/// What is measured of a sample that parses.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CodeMetrics {
    /// `McCabe`'s cyclomatic complexity of the whole module, as radon adds it up for its maintainability index.
    pub cyclomatic_complexity: u64,
    /// radon's maintainability index; null where radon itself fails.
    pub maintainability_index: Option<f64>,
}

impl CodeMetrics {
    /// The value of one measure.
    fn of(self, metric: CodeMetric) -> Option<f64> {
        match metric {
            CodeMetric::CyclomaticComplexity => Some(self.cyclomatic_complexity as f64),
            CodeMetric::MaintainabilityIndex => self.maintainability_index,
        }
    }
}

/// Samples of both sides, paired by task and repetition.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PairedSamples {
    /// Each pair's measures, baseline first; `None` of a sample that does not parse or has no code. In any order.
    pub pairs: Vec<[Option<CodeMetrics>; 2]>,
    /// Samples without a partner on the other side.
    pub unpaired: u64,
}

/// Cyclomatic complexity and maintainability index of both sides. No verdict, and no part of any.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Complexity {
    /// Pairs of samples: the same task and repetition on both sides.
    pub pairs: u64,
    /// Those of them that are left out, because one of the two does not parse.
    pub pairs_not_parsed: u64,
    /// Samples without a partner on the other side, left out too.
    pub unpaired: u64,
    /// One comparison of each measure.
    pub metrics: Vec<MetricComparison>,
}

/// How the p-value of a signed-rank test came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignedRankMethod {
    /// From all patterns of signs of the ranks as they are, ties included.
    Exact,
    /// From the normal approximation, its variance corrected for ties; no correction for continuity.
    Asymptotic,
}

/// One measure of all pairs. Differences are the candidate's value less the baseline's: positive means that the
/// candidate's is higher.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MetricComparison {
    /// The measure.
    pub metric: CodeMetric,
    /// Pairs that are compared: both samples have a value.
    pub pairs: u64,
    /// Those of them without a difference. They are dropped before ranking (Wilcoxon's own way, `zero_method="wilcox"` in
    /// `SciPy`).
    pub zeros: u64,
    /// Median of the baseline's values.
    pub baseline_median: f64,
    /// Median of the candidate's values.
    pub candidate_median: f64,
    /// The candidate's median less the baseline's: what is typical of each side.
    pub difference_of_medians: f64,
    /// The same by the baseline's median, in per cent, as in the paper; null where that is 0.
    pub difference_of_medians_percent: Option<f64>,
    /// Median of the pairs' differences: by how much a sample typically differs from its partner.
    pub median_of_differences: f64,
    /// Sum of the ranks of positive differences.
    pub positive_ranks: f64,
    /// Sum of the ranks of negative differences.
    pub negative_ranks: f64,
    /// The standardised sum of positive ranks, by the normal approximation with its variance corrected for ties.
    pub z: f64,
    /// Two-sided p-value of the signed-rank test, with every pair taken for an independent one; not corrected for the
    /// number of tests.
    pub p_value: f64,
    /// How it came about.
    pub p_method: SignedRankMethod,
    /// The paper's effect size as its authors compute it: Z ÷ √n, with n all pairs, also those without a difference.
    pub r_over_all_pairs: f64,
    /// Z ÷ √n with n the pairs that differ, on which Z rests; null where none does.
    pub r_over_differing_pairs: Option<f64>,
    /// Matched-pairs rank-biserial correlation: (positive ranks − negative ranks) ÷ their sum, from −1 to 1; null where no
    /// pair differs.
    pub rank_biserial: Option<f64>,
}

impl MetricComparison {
    /// Whether all of its numbers are, as they must be to be written as JSON.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let always = [
            self.baseline_median,
            self.candidate_median,
            self.difference_of_medians,
            self.median_of_differences,
            self.positive_ranks,
            self.negative_ranks,
            self.z,
            self.p_value,
            self.r_over_all_pairs,
        ];
        let mut some =
            [self.difference_of_medians_percent, self.r_over_differing_pairs, self.rank_biserial].into_iter();
        always.into_iter().all(f64::is_finite) && some.all(|number| number.is_none_or(f64::is_finite))
    }
}

/// The most differing pairs whose p-value is exact; `SciPy` draws the line there, too.
const MOST_EXACT: usize = 50;

/// Compares the measures of paired samples. A measure that no pair has is not among the result's.
#[must_use]
pub fn complexity(samples: &PairedSamples) -> Complexity {
    let both =
        || samples.pairs.iter().filter_map(|[baseline, candidate]| Some([(*baseline)?, (*candidate)?]));
    let compared = CodeMetric::ALL.into_iter().filter_map(|metric| {
        let values = both().filter_map(|[one, other]| Some((one.of(metric)?, other.of(metric)?)));
        compare(metric, values.unzip()).ok()
    });
    Complexity {
        pairs: samples.pairs.len() as u64,
        pairs_not_parsed: (samples.pairs.len() - both().count()) as u64,
        unpaired: samples.unpaired,
        metrics: compared.collect(),
    }
}

fn compare(
    metric: CodeMetric,
    (baseline, candidate): (Vec<f64>, Vec<f64>),
) -> Result<MetricComparison, Refusal> {
    let differences: Vec<f64> = candidate.iter().zip(&baseline).map(|(new, old)| new - old).collect();
    let difference_of_medians = difference_of_medians(&candidate, &baseline)?;
    let baseline_median = median(baseline)?;
    let test = |method| signed_rank(&differences, ZeroMethod::Wilcox, Alternative::TwoSided, method);
    let approximate = test(RankMethod::Asymptotic)?;
    let SignedRank { positive, negative, zeros, .. } = approximate;
    let (p_value, p_method) = if differences.len() - zeros <= MOST_EXACT {
        (test(RankMethod::Exact)?.p_value, SignedRankMethod::Exact)
    } else {
        (approximate.p_value, SignedRankMethod::Asymptotic)
    };
    Ok(MetricComparison {
        metric,
        pairs: differences.len() as u64,
        zeros: zeros as u64,
        baseline_median: tidy(baseline_median),
        candidate_median: tidy(median(candidate)?),
        difference_of_medians: tidy(difference_of_medians),
        difference_of_medians_percent: (baseline_median.abs() > 0.0)
            .then(|| tidy(100.0 * difference_of_medians / baseline_median)),
        positive_ranks: positive,
        negative_ranks: negative,
        z: tidy(approximate.z.unwrap_or_default()),
        p_value: tidy(p_value),
        p_method,
        r_over_all_pairs: tidy(approximate.r_over_all_pairs().unwrap_or_default()),
        r_over_differing_pairs: approximate.r_over_differing_pairs().map(tidy),
        rank_biserial: approximate.rank_biserial().map(tidy),
        median_of_differences: tidy(median(differences)?),
    })
}

#[cfg(test)]
mod tests;
