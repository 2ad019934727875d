//! Effect sizes that go with the rank tests. Positive, or above ½, means that the first sample is the larger.
//!
//! Degenerate: an empty sample or a value that is not finite is refused; equal samples give A12 = ½ and 0 for the
//! others. Where every difference is zero, r over all pairs is 0, as Z is, and the other matched-pairs ones are `None`.
//! Twin: counts over all pairs in `NumPy`.

use crate::mann_whitney::mann_whitney;
use crate::ranks::{Alternative, RankMethod};
use crate::refusal::Refusal;
use crate::signed_rank::SignedRank;

/// Returns Vargha and Delaney's A12 = P(X > Y) + ½ P(X = Y) for values drawn from the two samples: U ÷ (nm).
///
/// Source: Vargha and Delaney 2000, J. Educ. Behav. Stat. 25(2), 101–132.
///
/// # Errors
/// [`Refusal::Empty`], [`Refusal::NotFinite`].
pub fn vargha_delaney(first: &[f64], second: &[f64]) -> Result<f64, Refusal> {
    let test = mann_whitney(first, second, Alternative::TwoSided, RankMethod::Asymptotic)?;
    Ok(test.u / (first.len() as f64 * second.len() as f64))
}

/// Returns Cliff's delta = P(X > Y) − P(X < Y) = 2 A12 − 1. It is also the rank-biserial correlation of two independent
/// samples, 2U ÷ (nm) − 1 with the first sample's U (Wendt 1972, Eur. J. Soc. Psychol. 2(4), 463–465).
///
/// Source: Cliff 1993, Psychological Bulletin 114(3), 494–509.
///
/// # Errors
/// [`Refusal::Empty`], [`Refusal::NotFinite`].
pub fn cliffs_delta(first: &[f64], second: &[f64]) -> Result<f64, Refusal> {
    Ok(2.0 * vargha_delaney(first, second)? - 1.0)
}

impl SignedRank {
    /// Returns the matched-pairs rank-biserial correlation: (R⁺ − R⁻) ÷ (R⁺ + R⁻). By `ZSplit` the zeros' halves stand
    /// in both sums. `None` if all differences are zero.
    ///
    /// Source: Kerby 2014, Comprehensive Psychology 3, article 1.
    #[must_use]
    pub fn rank_biserial(&self) -> Option<f64> {
        (self.zeros < self.pairs).then(|| (self.positive - self.negative) / (self.positive + self.negative))
    }

    /// Returns r = Z ÷ √N with N all pairs, those without a difference included, as some papers' programs do. 0
    /// if all differences are zero; `None` for the exact test, which has no Z.
    ///
    /// Source: Rosenthal 1991, "Meta-Analytic Procedures for Social Research", 2.3.
    #[must_use]
    pub fn r_over_all_pairs(&self) -> Option<f64> {
        self.z.map(|z| z / (self.pairs as f64).sqrt())
    }

    /// Returns r = Z ÷ √N with N the pairs that differ, those on which Z rests by `Wilcox`: adding tasks on which the
    /// two do not differ leaves it alone. `None` for the exact test and if all differences are zero.
    #[must_use]
    pub fn r_over_differing_pairs(&self) -> Option<f64> {
        let differing = self.pairs - self.zeros;
        self.z.filter(|_| differing > 0).map(|z| z / (differing as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signed_rank::{ZeroMethod, signed_rank};

    #[test]
    fn the_pairs_of_a_hand_checked_case() {
        // Of four pairs two are larger, one equal, one smaller.
        assert!((vargha_delaney(&[2.0, 3.0], &[1.0, 3.0]).unwrap() - 0.625).abs() < 1e-15);
        assert!((cliffs_delta(&[2.0, 3.0], &[1.0, 3.0]).unwrap() - 0.25).abs() < 1e-15);
        assert!(cliffs_delta(&[5.0; 3], &[5.0; 8]).unwrap().abs() < 1e-15);
        assert_eq!(vargha_delaney(&[], &[1.0]), Err(Refusal::Empty));
        assert_eq!(cliffs_delta(&[f64::NAN], &[1.0]), Err(Refusal::NotFinite));
    }

    #[test]
    fn the_two_r_differ_by_the_zeros_alone() {
        let test = |differences: &[f64], method| {
            signed_rank(differences, ZeroMethod::Wilcox, Alternative::TwoSided, method).unwrap()
        };
        let without = test(&[1.0, 2.0, -3.0, 4.0], RankMethod::Asymptotic);
        let with = test(&[1.0, 2.0, -3.0, 4.0, 0.0, 0.0], RankMethod::Asymptotic);
        assert_eq!(with.r_over_differing_pairs(), without.r_over_all_pairs());
        let (all, differing) = (with.r_over_all_pairs().unwrap(), with.r_over_differing_pairs().unwrap());
        assert!((all / differing - (4.0_f64 / 6.0).sqrt()).abs() < 1e-15);
        assert!((with.rank_biserial().unwrap() - 0.4).abs() < 1e-15);
        assert_eq!(test(&[1.0], RankMethod::Exact).r_over_all_pairs(), None);
        let nothing = test(&[0.0; 3], RankMethod::Asymptotic);
        assert_eq!((nothing.rank_biserial(), nothing.r_over_differing_pairs()), (None, None));
        assert_eq!(nothing.r_over_all_pairs(), Some(0.0));
    }
}
