//! How large a difference a comparison can see.

use crate::normal::normal_quantile;
use crate::spread::all_equal;

/// The power that [`smallest_detectable`] is stated at in reports.
pub const POWER: f64 = 0.80;

/// Returns the standard error of the mean: s ÷ √n with s² = Σ(x − mean)² ÷ (n − 1).
///
/// `None` with fewer than two values, and with values that are all equal: then the sample shows no spread to learn
/// an error from, and "zero error, everything is detectable" would be the wrong thing to print.
#[must_use]
pub fn standard_error(values: &[f64]) -> Option<f64> {
    standard_deviation(values).map(|deviation| deviation / (values.len() as f64).sqrt())
}

/// Returns the sample standard deviation (n − 1), or `None` where [`standard_error`] gives `None`.
pub(crate) fn standard_deviation(values: &[f64]) -> Option<f64> {
    if all_equal(values) {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Returns the smallest true difference that a two-sided test at `corrected_alpha` finds with this power:
/// (z(1 − α/2) + z(power)) × standard error.
///
/// Source: Chow, Shao and Wang 2008, "Sample Size Calculations in Clinical Research", 2nd ed., 3.1.1, solved for the
/// difference (normal approximation; the chance of a significant result in the wrong direction is left out).
#[must_use]
pub fn smallest_detectable(standard_error: f64, corrected_alpha: f64, power: f64) -> f64 {
    (normal_quantile(1.0 - corrected_alpha / 2.0) + normal_quantile(power)) * standard_error
}

/// Returns α ÷ rows: the level the smallest p-value of a report must meet, Holm's first step, hence the level that
/// is safe to plan any one row with. No rows count as one.
#[must_use]
pub fn corrected_alpha(alpha: f64, rows: usize) -> f64 {
    alpha / rows.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_of_a_hand_checked_sample() {
        // mean 2.5, squares 2.25 + 0.25 + 0.25 + 2.25 = 5, s² = 5/3, s/√4.
        let error = standard_error(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!((error - (5.0_f64 / 3.0).sqrt() / 2.0).abs() < 1e-15);
    }

    #[test]
    fn no_spread_is_no_standard_error() {
        assert_eq!(standard_error(&[]), None);
        assert_eq!(standard_error(&[0.5]), None);
        assert_eq!(standard_error(&[0.1, 0.1, 0.1]), None);
    }

    #[test]
    fn the_usual_factor_is_two_point_eight() {
        assert!((smallest_detectable(1.0, 0.05, POWER) - 2.801_585_218_112_968).abs() < 1e-12);
        assert!((corrected_alpha(0.05, 10) - 0.005).abs() < 1e-18);
        assert!((corrected_alpha(0.05, 0) - 0.05).abs() < 1e-18);
    }
}
