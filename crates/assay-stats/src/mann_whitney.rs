//! The Mann-Whitney U test of two independent samples.
//!
//! Source: Mann and Whitney 1947, Ann. Math. Statist. 18(1), 50–60; with ties, the permutation distribution of the
//! mid-ranks: Lehmann 1975, "Nonparametrics", 1.4. Normal approximation with ties: the same, 1.3.
//! Twin: `scipy.stats.mannwhitneyu`; exact with ties its `PermutationMethod` over all arrangements.
//!
//! Degenerate: an empty sample or a value that is not finite is refused; one value a side is a test like any other
//! (two-sided p = 1); if all values are equal, p = 1 and z = 0.

use crate::ranks::{Alternative, MidRanks, RankMethod, from_tails, normal_approximation};
use crate::refusal::{Refusal, finite};
use crate::sign_flip::grid::{POSITION_BUDGET, STEP_BUDGET, greatest_common_divisor};

/// The result of a Mann-Whitney U test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// U of the first sample: the number of pairs in which its value is the larger, ties counted half.
    pub u: f64,
    /// The standardised statistic, positive if the first sample's values are larger; `None` of the exact test.
    pub z: Option<f64>,
    /// The p-value: at most 1, and above 0 for an exact test.
    pub p_value: f64,
}

/// Tests whether values of the first sample tend to be larger or smaller than those of the second.
///
/// U = R − n(n + 1) ÷ 2, R the first sample's sum of mid-ranks. Exact: every choice of n of the N ranks is equally
/// likely; two-sided p = 2 min(P(U* ≤ u), P(U* ≥ u)), at most 1. Asymptotic: mean nm ÷ 2, variance
/// nm ÷ 12 × (N + 1 − Σ(t³ − t) ÷ (N(N − 1))).
///
/// # Errors
/// [`Refusal::Empty`], [`Refusal::NotFinite`]; [`Refusal::TooLarge`] if the exact distribution would take over
/// 4 × 10^8 additions or 4 million positions (without ties, two samples of about 105 values).
pub fn mann_whitney(
    first: &[f64],
    second: &[f64],
    alternative: Alternative,
    method: RankMethod,
) -> Result<MannWhitney, Refusal> {
    finite(first)?;
    finite(second)?;
    let pooled = [first, second].concat();
    let ranks = MidRanks::of(&pooled);
    let (n, m, all) = (first.len() as f64, second.len() as f64, pooled.len() as f64);
    let rank_sum = ranks.doubled[..first.len()].iter().sum::<u64>() as f64 / 2.0;
    let u = rank_sum - n * (n + 1.0) / 2.0;
    if method == RankMethod::Exact {
        let (at_most, at_least) = tails(&ranks.doubled, first.len())?;
        return Ok(MannWhitney { u, z: None, p_value: from_tails(at_most, at_least, alternative) });
    }
    let variance = n * m / 12.0 * (all + 1.0 - ranks.ties / (all * (all - 1.0)));
    let all_equal = ranks.doubled.iter().all(|rank| *rank == ranks.doubled[0]);
    let variance = if all_equal { 0.0 } else { variance };
    let (z, p_value) = normal_approximation(u - n * m / 2.0, variance, alternative, method);
    Ok(MannWhitney { u, z: Some(z), p_value })
}

/// Returns the chances of a rank sum at most, and at least, that of the first `chosen` ranks.
fn tails(doubled: &[u64], chosen: usize) -> Result<(f64, f64), Refusal> {
    // The smaller sample is the cheaper one to follow, and its rank sum is the other's turned around.
    let (small, large) = doubled.split_at(chosen);
    if small.len() > large.len() {
        let turned = [large, small].concat();
        let (at_most, at_least) = tails(&turned, large.len())?;
        return Ok((at_least, at_most));
    }
    let least = doubled.iter().copied().min().unwrap_or(0);
    let step =
        doubled.iter().fold(0_u128, |step, rank| greatest_common_divisor(step, u128::from(rank - least)));
    let unit =
        |rank: &u64| usize::try_from(u128::from(rank - least) / step.max(1)).map_err(|_| Refusal::TooLarge);
    let mut units = doubled.iter().map(unit).collect::<Result<Vec<usize>, Refusal>>()?;
    let observed: usize = units[..chosen].iter().sum();
    units.sort_unstable();
    let probabilities = sum_probabilities(&units, chosen)?;
    Ok((probabilities[..=observed].iter().sum(), probabilities[observed..].iter().sum()))
}

/// Returns P(sum = position) for the sum of `chosen` of the ascending units, each choice equally likely.
///
/// Unit i is taken with chance (still to choose) ÷ (units left). Only products and sums of positive numbers, so small
/// chances keep their digits.
fn sum_probabilities(units: &[usize], chosen: usize) -> Result<Vec<f64>, Refusal> {
    let length = units[units.len() - chosen..].iter().sum::<usize>() + 1;
    let positions = length.checked_mul(chosen + 1).filter(|positions| *positions <= POSITION_BUDGET);
    let steps = positions.and_then(|positions| positions.checked_mul(units.len()));
    if steps.is_none_or(|steps| steps > STEP_BUDGET) {
        return Err(Refusal::TooLarge);
    }
    let mut taken = vec![vec![0.0_f64; length]; chosen + 1];
    taken[0][0] = 1.0;
    for (index, unit) in units.iter().enumerate() {
        let left = units.len() - index;
        for count in (0..=chosen.min(index + 1)).rev() {
            let skip = left.saturating_sub(chosen - count) as f64 / left as f64;
            taken[count].iter_mut().for_each(|probability| *probability *= skip);
            let Some(fewer) = count.checked_sub(1) else { continue };
            let take = (chosen - fewer) as f64 / left as f64;
            let (before, after) = taken.split_at_mut(count);
            let targets = after[0].iter_mut().skip(*unit);
            targets.zip(&before[fewer]).for_each(|(target, probability)| *target += take * probability);
        }
    }
    Ok(taken.swap_remove(chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p_value(first: &[f64], second: &[f64], alternative: Alternative, method: RankMethod) -> f64 {
        mann_whitney(first, second, alternative, method).unwrap().p_value
    }

    #[test]
    fn three_above_three_is_one_choice_in_twenty() {
        let (high, low) = ([4.0, 5.0, 6.0], [1.0, 2.0, 3.0]);
        let found = mann_whitney(&high, &low, Alternative::Greater, RankMethod::Exact).unwrap();
        assert!((found.p_value - 0.05).abs() < 1e-15 && (found.u - 9.0).abs() < 1e-15);
        assert!((p_value(&high, &low, Alternative::TwoSided, RankMethod::Exact) - 0.1).abs() < 1e-15);
        assert!((p_value(&high, &low, Alternative::Less, RankMethod::Exact) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn all_ties_and_single_values_are_no_evidence() {
        for method in [RankMethod::Exact, RankMethod::Asymptotic, RankMethod::AsymptoticWithContinuity] {
            for alternative in [Alternative::TwoSided, Alternative::Less, Alternative::Greater] {
                assert!((p_value(&[2.0; 7], &[2.0; 4], alternative, method) - 1.0).abs() < 1e-15);
            }
        }
        assert!((p_value(&[1.0], &[2.0], Alternative::TwoSided, RankMethod::Exact) - 1.0).abs() < 1e-15);
        assert!((p_value(&[1.0], &[2.0], Alternative::Less, RankMethod::Exact) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn nothing_and_what_is_no_number_are_refused() {
        let test = |first: &[f64], second: &[f64]| {
            mann_whitney(first, second, Alternative::TwoSided, RankMethod::Exact).unwrap_err()
        };
        assert_eq!(test(&[], &[1.0]), Refusal::Empty);
        assert_eq!(test(&[1.0], &[]), Refusal::Empty);
        assert_eq!(test(&[f64::NAN], &[1.0]), Refusal::NotFinite);
        assert_eq!(test(&[1.0], &[f64::INFINITY]), Refusal::NotFinite);
        let many: Vec<f64> = (0..5000).map(f64::from).collect();
        assert_eq!(test(&many, &many), Refusal::TooLarge);
    }

    /// Both tails by walking through every choice.
    fn enumerate(values: &[f64], chosen: usize) -> (f64, f64) {
        let ranks = MidRanks::of(values).doubled;
        let observed: u64 = ranks[..chosen].iter().sum();
        let sums: Vec<u64> = (0_u32..1 << values.len())
            .filter(|pattern| pattern.count_ones() as usize == chosen)
            .map(|pattern| {
                (0..values.len()).filter(|bit| pattern >> bit & 1 == 1).map(|bit| ranks[bit]).sum()
            })
            .collect();
        let share = |holds: &dyn Fn(u64) -> bool| {
            sums.iter().filter(|sum| holds(**sum)).count() as f64 / sums.len() as f64
        };
        (share(&|sum| sum <= observed), share(&|sum| sum >= observed))
    }

    #[test]
    fn the_exact_tails_equal_the_full_enumeration_with_ties() {
        let mut source = crate::RandomSource::new(2, "mann-whitney");
        for case in 0..400 {
            let (n, m, kinds) = (1 + source.index(6), 1 + source.index(6), 1 + source.index(9));
            let values: Vec<f64> = (0..n + m).map(|_| source.index(kinds) as f64).collect();
            let found = tails(&MidRanks::of(&values).doubled, n).unwrap();
            let expected = enumerate(&values, n);
            assert!((found.0 - expected.0).abs() < 1e-12, "case {case}: {found:?}, expected {expected:?}");
            assert!((found.1 - expected.1).abs() < 1e-12, "case {case}: {found:?}, expected {expected:?}");
        }
    }
}
