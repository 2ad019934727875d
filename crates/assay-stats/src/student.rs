//! Student's t distribution, for errors that are themselves estimated from few values.
//!
//! Source: Student 1908, Biometrika 6(1), 1–25. Twin: `scipy.stats.t`.

use statrs::distribution::{Continuous, ContinuousCDF, StudentsT};

use crate::normal::normal_quantile;

/// Degrees of freedom above which the distribution's own functions lose digits.
const EXPANDED_ABOVE: f64 = 1e4;

/// Returns the t whose chance of not being exceeded is this probability, with so many degrees of freedom.
///
/// Above 10,000 degrees by the expansion around the normal quantile (Abramowitz and Stegun 1964, 26.7.5), which there is right to
/// twelve digits. Not a number outside 0 to 1, or with degrees that are not above 0. One Newton step follows the quantile of `statrs`, which by
/// itself is right to some eight digits.
#[must_use]
pub fn student_quantile(probability: f64, degrees: f64) -> f64 {
    if degrees > EXPANDED_ABOVE {
        let z = normal_quantile(probability);
        let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * degrees.powi(2));
        return z + (z.powi(3) + z) / (4.0 * degrees) + second;
    }
    let Ok(student) = StudentsT::new(0.0, 1.0, degrees) else { return f64::NAN };
    if !(0.0..=1.0).contains(&probability) {
        return f64::NAN;
    }
    let estimate = student.inverse_cdf(probability);
    let density = student.pdf(estimate);
    if density <= 0.0 || !estimate.is_finite() {
        return estimate;
    }
    estimate - (student.cdf(estimate) - probability) / density
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_textbooks() {
        for (probability, degrees, expected) in
            [(0.975, 1.0, 12.706), (0.975, 10.0, 2.228), (0.95, 23.0, 1.714), (0.2, 5.0, -0.920)]
        {
            assert!(
                (student_quantile(probability, degrees) - expected).abs() < 5e-4,
                "{probability} {degrees}"
            );
        }
        assert!((student_quantile(0.975, 1e7) - normal_quantile(0.975)).abs() < 1e-6);
        // Nothing jumps where the expansion begins.
        assert!((student_quantile(0.99, 1e4) - student_quantile(0.99, 1e4 + 1e-6)).abs() < 1e-7);
        assert!(student_quantile(1.1, 5.0).is_nan() && student_quantile(0.5, 0.0).is_nan());
    }
}
