//! The Wilcoxon signed-rank test of paired differences.
//!
//! Source: Wilcoxon 1945, Biometrics Bulletin 1(6), 80–83; zeros: Pratt 1959, JASA 54, 655–667, and Cureton 1967,
//! JASA 62, 1068–1069; exact with ties, the permutation distribution of the mid-ranks: Lehmann 1975,
//! "Nonparametrics", 3.2 and 3.3.
//! Twin: `scipy.stats.wilcoxon`; exact with ties or zeros its `PermutationMethod` over all signs.
//!
//! Degenerate: no differences or one that is not finite is refused; if all are zero, p = 1 and z = 0; a single
//! difference that is not zero has two-sided p = 1.

use crate::ranks::{Alternative, MidRanks, RankMethod, from_tails, normal_approximation, tie_term};
use crate::refusal::{Refusal, finite};
use crate::sign_flip::grid::{
    POSITION_BUDGET, STEP_BUDGET, greatest_common_divisor, steps, subset_sum_probabilities,
};

/// What becomes of differences that are zero; the names are `SciPy`'s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroMethod {
    /// They are dropped before ranking (Wilcoxon).
    Wilcox,
    /// They are ranked, then their ranks are dropped (Pratt).
    Pratt,
    /// They are ranked, and their ranks count half for either side.
    ZSplit,
}

/// The result of a signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// Sum of the ranks of the positive differences.
    pub positive: f64,
    /// Sum of the ranks of the negative differences.
    pub negative: f64,
    /// The standardised `positive`; `None` of the exact test.
    pub z: Option<f64>,
    /// The p-value: at most 1, and above 0 for an exact test.
    pub p_value: f64,
    /// How many differences there are.
    pub pairs: usize,
    /// How many of them are zero.
    pub zeros: usize,
}

/// Tests whether the differences are symmetric about zero.
///
/// Exact: every pattern of signs of the non-zero differences is equally likely; two-sided p = 2 × the smaller tail, at
/// most 1. By `Pratt` and `ZSplit` it is the same number. Asymptotic: with n ranked differences, mean n(n + 1) ÷ 4,
/// variance (n(n + 1)(2n + 1) − Σ(t³ − t) ÷ 2) ÷ 24, of which `Pratt` takes off n0(n0 + 1) ÷ 4 and
/// n0(n0 + 1)(2n0 + 1) ÷ 24 for n0 zeros, and leaves the zeros out of the ties.
///
/// # Errors
/// [`Refusal::Empty`], [`Refusal::NotFinite`]; [`Refusal::TooLarge`] if the exact distribution would take over
/// 4 × 10^8 additions or 4 million positions (about a thousand differences, half of them in either direction).
pub fn signed_rank(
    differences: &[f64],
    zero_method: ZeroMethod,
    alternative: Alternative,
    method: RankMethod,
) -> Result<SignedRank, Refusal> {
    finite(differences)?;
    let is_zero = |difference: &f64| difference.abs() <= 0.0;
    let zeros = differences.iter().filter(|one| is_zero(one)).count();
    let keep_zeros = zero_method != ZeroMethod::Wilcox;
    let ranked: Vec<f64> = differences.iter().copied().filter(|one| keep_zeros || !is_zero(one)).collect();
    let ranks = MidRanks::of(&ranked.iter().map(|one| one.abs()).collect::<Vec<_>>());
    let sum_where = |holds: &dyn Fn(&f64) -> bool| -> u64 {
        ranked.iter().zip(&ranks.doubled).filter(|(one, _)| holds(one)).map(|(_, rank)| rank).sum()
    };
    let (doubled_positive, doubled_negative) = (sum_where(&|one| *one > 0.0), sum_where(&|one| *one < 0.0));
    let split = if zero_method == ZeroMethod::ZSplit { sum_where(&is_zero) as f64 / 4.0 } else { 0.0 };
    let positive = doubled_positive as f64 / 2.0 + split;
    let negative = doubled_negative as f64 / 2.0 + split;
    let (z, p_value) = if method == RankMethod::Exact {
        let signed = ranked.iter().zip(&ranks.doubled).filter(|(one, _)| !is_zero(one));
        let units: Vec<u64> = signed.map(|(_, rank)| *rank).collect();
        (None, exact(&units, doubled_positive, doubled_negative, alternative)?)
    } else {
        let (mean, variance) = moments(ranked.len(), zeros, ranks.ties, zero_method);
        let variance = if zeros == differences.len() { 0.0 } else { variance };
        let (z, p_value) = normal_approximation(positive - mean, variance, alternative, method);
        (Some(z), p_value)
    };
    Ok(SignedRank { positive, negative, z, p_value, pairs: differences.len(), zeros })
}

/// Returns the p-value over all signs of the ranks. The distribution is symmetric, so the upper tail is the lower one
/// of the other direction's sum.
fn exact(ranks: &[u64], positive: u64, negative: u64, alternative: Alternative) -> Result<f64, Refusal> {
    let divisor =
        ranks.iter().fold(0, |divisor, rank| greatest_common_divisor(divisor, u128::from(*rank))).max(1);
    let unit = |rank: u64| usize::try_from(u128::from(rank) / divisor).map_err(|_| Refusal::TooLarge);
    let mut units = ranks.iter().map(|rank| unit(*rank)).collect::<Result<Vec<usize>, Refusal>>()?;
    units.sort_unstable();
    let (positive, negative) = (unit(positive)?, unit(negative)?);
    let last = match alternative {
        Alternative::TwoSided => positive.min(negative),
        Alternative::Less => positive,
        Alternative::Greater => negative,
    };
    if last >= POSITION_BUDGET || steps(&units, last) > STEP_BUDGET {
        return Err(Refusal::TooLarge);
    }
    let probabilities = subset_sum_probabilities(&units, last);
    let at_most = |end: usize| probabilities.iter().take(end + 1).sum::<f64>();
    Ok(from_tails(at_most(positive), at_most(negative), alternative))
}

/// Returns the mean and the variance of the positive ranks' sum.
fn moments(ranked: usize, zeros: usize, ties: f64, zero_method: ZeroMethod) -> (f64, f64) {
    let sum = |n: f64| n * (n + 1.0) / 4.0;
    let squares = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0);
    let n = ranked as f64;
    let (mean, terms) = match zero_method {
        ZeroMethod::Wilcox | ZeroMethod::ZSplit => (sum(n), squares(n) - ties / 2.0),
        ZeroMethod::Pratt => {
            let none = zeros as f64;
            let ties = ties - tie_term(zeros as u64);
            (sum(n) - sum(none), squares(n) - squares(none) - ties / 2.0)
        }
    };
    (mean, terms / 24.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZERO_METHODS: [ZeroMethod; 3] = [ZeroMethod::Wilcox, ZeroMethod::Pratt, ZeroMethod::ZSplit];

    fn exact_two_sided(differences: &[f64], zero_method: ZeroMethod) -> f64 {
        signed_rank(differences, zero_method, Alternative::TwoSided, RankMethod::Exact).unwrap().p_value
    }

    #[test]
    fn five_in_one_direction_are_two_patterns_of_thirty_two() {
        let found = signed_rank(
            &[1.0, 2.0, 3.0, 4.0, 5.0],
            ZeroMethod::Wilcox,
            Alternative::TwoSided,
            RankMethod::Exact,
        )
        .unwrap();
        assert!((found.p_value - 2.0 / 32.0).abs() < 1e-15);
        assert!((found.positive - 15.0).abs() < 1e-15 && found.negative.abs() < 1e-15);
    }

    #[test]
    fn zeros_alone_and_a_single_difference_are_no_evidence() {
        for zero_method in ZERO_METHODS {
            for method in [RankMethod::Exact, RankMethod::Asymptotic, RankMethod::AsymptoticWithContinuity] {
                for alternative in [Alternative::TwoSided, Alternative::Less, Alternative::Greater] {
                    let found = signed_rank(&[0.0, -0.0, 0.0], zero_method, alternative, method).unwrap();
                    assert!((found.p_value - 1.0).abs() < 1e-15);
                }
            }
            assert!((exact_two_sided(&[4.0], zero_method) - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn nothing_and_what_is_no_number_are_refused() {
        let test = |differences: &[f64]| {
            signed_rank(differences, ZeroMethod::Pratt, Alternative::Less, RankMethod::Exact).unwrap_err()
        };
        assert_eq!(test(&[]), Refusal::Empty);
        assert_eq!(test(&[1.0, f64::NAN]), Refusal::NotFinite);
        assert_eq!(test(&(0..9000).map(f64::from).collect::<Vec<_>>()), Refusal::TooLarge);
    }

    #[test]
    fn only_the_tail_that_is_asked_for_has_to_be_affordable() {
        let test = |differences: &[f64], alternative| {
            signed_rank(differences, ZeroMethod::Wilcox, alternative, RankMethod::Exact)
                .map(|found| found.p_value)
        };
        let rising: Vec<f64> = (1..=2000).map(f64::from).collect();
        let falling: Vec<f64> = rising.iter().map(|one| -one).collect();
        // One pattern of 2^2000, which is below the smallest float.
        assert_eq!(test(&rising, Alternative::Greater), Ok(f64::MIN_POSITIVE));
        assert_eq!(test(&falling, Alternative::Less), Ok(f64::MIN_POSITIVE));
        assert_eq!(test(&rising, Alternative::Less), Err(Refusal::TooLarge));
        assert_eq!(test(&falling, Alternative::Greater), Err(Refusal::TooLarge));
    }

    /// P(sum of the positive ranks at most, at least, the one observed) over all signs of the non-zero differences.
    fn enumerate(differences: &[f64], zero_method: ZeroMethod) -> (f64, f64) {
        let keep = |one: &&f64| zero_method != ZeroMethod::Wilcox || one.abs() > 0.0;
        let kept: Vec<f64> = differences.iter().filter(keep).copied().collect();
        let ranks = MidRanks::of(&kept.iter().map(|one| one.abs()).collect::<Vec<_>>()).doubled;
        let signed: Vec<usize> = (0..kept.len()).filter(|index| kept[*index].abs() > 0.0).collect();
        let observed: u64 =
            signed.iter().filter(|index| kept[**index] > 0.0).map(|index| ranks[*index]).sum();
        let patterns = 1_u32 << signed.len();
        let total = |pattern: u32| -> u64 {
            let chosen = signed.iter().enumerate().filter(|(bit, _)| pattern >> bit & 1 == 1);
            chosen.map(|(_, index)| ranks[*index]).sum()
        };
        let share = |holds: &dyn Fn(u64) -> bool| {
            (0..patterns).filter(|pattern| holds(total(*pattern))).count() as f64 / f64::from(patterns)
        };
        (share(&|sum| sum <= observed), share(&|sum| sum >= observed))
    }

    #[test]
    fn the_exact_p_value_equals_the_full_enumeration_with_ties_and_zeros() {
        let mut source = crate::RandomSource::new(2, "signed rank");
        for case in 0..400 {
            let (pairs, kinds) = (1 + source.index(11), 1 + source.index(6));
            let differences: Vec<f64> =
                (0..pairs).map(|_| source.index(2 * kinds + 1) as f64 - kinds as f64).collect();
            for zero_method in ZERO_METHODS {
                let (at_most, at_least) = enumerate(&differences, zero_method);
                let expected = [(2.0 * at_most.min(at_least)).min(1.0), at_most, at_least];
                let alternatives = [Alternative::TwoSided, Alternative::Less, Alternative::Greater];
                for (alternative, expected) in alternatives.into_iter().zip(expected) {
                    let found =
                        signed_rank(&differences, zero_method, alternative, RankMethod::Exact).unwrap();
                    assert!((found.p_value - expected).abs() < 1e-12, "case {case}: {found:?}, {expected}");
                }
            }
        }
    }
}
