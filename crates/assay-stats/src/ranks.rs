//! Ranks with ties, and what every rank test shares: alternatives, methods and the normal approximation.

use crate::normal::normal_cdf;

/// Which departures from the null hypothesis count as extreme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// Either direction: twice the smaller tail, at most 1.
    TwoSided,
    /// The first sample, or the differences, tend to be smaller.
    Less,
    /// The first sample, or the differences, tend to be larger.
    Greater,
}

/// How a rank test's p-value is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankMethod {
    /// From the full permutation distribution of the ranks as they are, ties included.
    Exact,
    /// From the normal approximation, its variance corrected for ties.
    Asymptotic,
    /// The same with the statistic moved by ½ towards its mean.
    AsymptoticWithContinuity,
}

/// Mid-ranks: equal values share the mean of their ranks.
pub(crate) struct MidRanks {
    /// Twice each value's rank (from 1), in the order of the values: a whole number.
    pub(crate) doubled: Vec<u64>,
    /// Σ (t³ − t) over groups of t equal values.
    pub(crate) ties: f64,
}

impl MidRanks {
    /// Ranks finite values; 0 and −0 are equal.
    pub(crate) fn of(values: &[f64]) -> Self {
        let value = |index: usize| values[index] + 0.0;
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|left, right| value(*left).total_cmp(&value(*right)));
        let mut doubled = vec![0; values.len()];
        let mut ties = 0.0;
        let mut above = 0_u64;
        for group in order.chunk_by(|left, right| value(*left).total_cmp(&value(*right)).is_eq()) {
            let size = group.len() as u64;
            for index in group {
                doubled[*index] = 2 * above + size + 1;
            }
            above += size;
            ties += tie_term(size);
        }
        Self { doubled, ties }
    }
}

/// t³ − t.
pub(crate) fn tie_term(size: u64) -> f64 {
    let size = size as f64;
    size.powi(3) - size
}

/// Returns z and p for a statistic that lies `deviation` above its mean under the null hypothesis.
///
/// Without variance every arrangement gives the same statistic: z = 0, p = 1.
pub(crate) fn normal_approximation(
    deviation: f64,
    variance: f64,
    alternative: Alternative,
    method: RankMethod,
) -> (f64, f64) {
    if variance <= 0.0 {
        return (0.0, 1.0);
    }
    let half = if method == RankMethod::AsymptoticWithContinuity { 0.5 } else { 0.0 };
    let direction = match alternative {
        Alternative::Greater => 1.0,
        Alternative::Less => -1.0,
        Alternative::TwoSided if deviation.abs() > 0.0 => deviation.signum(),
        Alternative::TwoSided => 0.0,
    };
    let z = (deviation - direction * half) / variance.sqrt();
    let p_value = match alternative {
        Alternative::Greater => normal_cdf(-z),
        Alternative::Less => normal_cdf(z),
        Alternative::TwoSided => (2.0 * normal_cdf(-z.abs())).min(1.0),
    };
    (z, p_value)
}

/// Returns the p-value from the chances of a statistic at most, and at least, as large as the one observed.
///
/// Never 0: what is seen has a chance, if one below the smallest float.
pub(crate) fn from_tails(at_most: f64, at_least: f64, alternative: Alternative) -> f64 {
    let p_value = match alternative {
        Alternative::Less => at_most,
        Alternative::Greater => at_least,
        Alternative::TwoSided => 2.0 * at_most.min(at_least),
    };
    p_value.clamp(f64::MIN_POSITIVE, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_ranks() {
        let ranks = MidRanks::of(&[3.0, 0.0, -0.0, 7.0, 3.0, 3.0]);
        assert_eq!(ranks.doubled, [8, 3, 3, 12, 8, 8]);
        assert!((ranks.ties - (6.0 + 24.0)).abs() < 1e-15);
        assert!(MidRanks::of(&[]).doubled.is_empty());
    }
}
