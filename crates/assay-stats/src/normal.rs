//! The standard normal distribution.

use statrs::distribution::{Continuous, ContinuousCDF, Normal};

/// Returns Φ(x), the chance that a standard normal value is at most `x`.
///
/// `statrs` computes it as ½ erfc(−x ÷ √2), with an error of up to 2.5e-11 around |x| = 0.7 (version 0.19.1, compared
/// with `SciPy`'s `ndtr`); its quantile is right to the last digits. So one Newton step through the quantile follows,
/// which leaves about 1e-15: the error would otherwise show in the ends of a bootstrap interval of few tasks.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    let normal = Normal::standard();
    let estimate = normal.cdf(x);
    if estimate <= 0.0 || estimate >= 1.0 || estimate.is_nan() {
        return estimate;
    }
    let error = normal.inverse_cdf(estimate) - x;
    (estimate - error * normal.pdf(x)).clamp(0.0, 1.0)
}

/// Returns Φ⁻¹(probability): −∞ at 0, ∞ at 1, not a number outside 0 to 1.
///
/// `statrs` computes it as −√2 erfc⁻¹(2 × probability).
#[must_use]
pub fn normal_quantile(probability: f64) -> f64 {
    if (0.0..=1.0).contains(&probability) { Normal::standard().inverse_cdf(probability) } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tabled_points() {
        assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-12);
        assert!((normal_quantile(0.80) - 0.841_621_233_572_914).abs() < 1e-12);
        assert!((normal_cdf(1.0) - 0.841_344_746_068_543).abs() < 1e-14);
        assert!((normal_cdf(-0.71) - 0.238_852_068_089_987).abs() < 1e-14);
        assert!(normal_quantile(0.5).abs() < 1e-15);
    }

    #[test]
    fn the_ends_are_infinite_and_outside_is_not_a_number() {
        assert!(normal_quantile(0.0).is_infinite() && normal_quantile(0.0) < 0.0);
        assert!(normal_quantile(1.0).is_infinite() && normal_quantile(1.0) > 0.0);
        assert!(normal_quantile(-0.1).is_nan() && normal_quantile(f64::NAN).is_nan());
        assert!(normal_cdf(f64::NEG_INFINITY).abs() < f64::EPSILON);
    }
}
