//! When two floats are the same number apart from rounding.
//!
//! Means of the same differences summed in another order differ in their last bits. Two mathematically distinct
//! means of T tasks lie at least 1 ÷ (T × common denominator) apart, far above this tolerance for any real run.

/// Rounding is allowed this share of the largest value.
const RELATIVE_TOLERANCE: f64 = 1e-12;

/// Returns the distance below which two means of these values count as equal.
pub(crate) fn tolerance(values: &[f64]) -> f64 {
    RELATIVE_TOLERANCE * values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()))
}

/// Tells whether the values are all the same number; so are none and one.
pub(crate) fn all_equal(values: &[f64]) -> bool {
    let allowed = tolerance(values);
    values.first().is_none_or(|first| values.iter().all(|value| (value - first).abs() <= allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_not_spread() {
        assert!(all_equal(&[0.1 + 0.2, 0.3]));
        assert!(all_equal(&[0.0, -0.0]));
        assert!(all_equal(&[]));
        assert!(!all_equal(&[0.0, 1e-9]));
    }
}
