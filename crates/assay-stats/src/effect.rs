//! Effect sizes. A rate row's `effect` is [`cohens_h`]; [`standardised_mean_difference`] stands beside it.

use crate::power::standard_deviation;

/// Returns Cohen's h between two mean shares: 2 asin √baseline − 2 asin √candidate. Positive means that the
/// candidate improves.
///
/// The one shown as a row's effect: one scale serves rare and common faults (0.2 small, 0.5 medium, 0.8
/// large), and more samples per task do not change what it estimates. It ignores the pairing by task. Shares a
/// rounding error outside 0 to 1 are moved to the border.
///
/// Source: Cohen 1988, "Statistical Power Analysis for the Behavioral Sciences", 2nd ed., section 6.2.
/// Twin: statsmodels `proportion_effectsize`.
#[must_use]
pub fn cohens_h(baseline: f64, candidate: f64) -> f64 {
    let angle = |share: f64| 2.0 * share.clamp(0.0, 1.0).sqrt().asin();
    angle(baseline) - angle(candidate)
}

/// Returns the matched-pairs standardised mean difference: mean ÷ sample standard deviation (n − 1) of the task
/// differences. `None` with fewer than two tasks or without any spread.
///
/// Source: Cohen 1988, section 2.3.5 (his d′z).
#[must_use]
pub fn standardised_mean_difference(differences: &[f64]) -> Option<f64> {
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    standard_deviation(differences).map(|deviation| mean / deviation)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_3, PI};

    use super::*;

    #[test]
    fn h_is_a_difference_of_angles() {
        assert!((cohens_h(1.0, 0.0) - PI).abs() < 1e-15);
        // asin √½ = π/4 and asin √¼ = π/6.
        assert!((cohens_h(0.5, 0.25) - (PI / 2.0 - FRAC_PI_3)).abs() < 1e-15);
        assert!((cohens_h(0.25, 0.5) + (PI / 2.0 - FRAC_PI_3)).abs() < 1e-15);
        assert!(cohens_h(0.3, 0.3).abs() < 1e-15);
    }

    #[test]
    fn a_share_just_outside_its_range_is_not_an_error() {
        assert!(cohens_h(1.0 + 1e-16, -1e-16).is_finite());
    }

    #[test]
    fn the_standardised_difference_of_a_hand_checked_sample() {
        // mean 0.5, s = √(1/3).
        let found = standardised_mean_difference(&[0.0, 1.0, 0.0, 1.0]).unwrap();
        assert!((found - 0.5 * 3.0_f64.sqrt()).abs() < 1e-15);
        assert_eq!(standardised_mean_difference(&[]), None);
        assert_eq!(standardised_mean_difference(&[0.2, 0.2]), None);
    }
}
