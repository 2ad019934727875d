//! Quantiles, and the five numbers that sum up a sample.
//!
//! Source: type 7 of Hyndman and Fan 1996, The American Statistician 50, 361–365.
//! Twin: `numpy.quantile`, whose default it is.
//!
//! Degenerate: an empty sample or a value that is not finite is refused; of one value all five are that value.

use crate::refusal::{Refusal, finite};

/// A sample summed up, as a box plot draws it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FiveNumbers {
    /// The least value.
    pub least: f64,
    /// A quarter of the values lie below.
    pub lower_quartile: f64,
    /// The middle value, or the mean of the two in the middle.
    pub median: f64,
    /// A quarter of the values lie above.
    pub upper_quartile: f64,
    /// The greatest value.
    pub greatest: f64,
}

impl FiveNumbers {
    /// Sums up values in any order.
    ///
    /// # Errors
    /// [`Refusal::Empty`], [`Refusal::NotFinite`].
    pub fn of(values: &[f64]) -> Result<Self, Refusal> {
        finite(values)?;
        let mut ascending = values.to_vec();
        ascending.sort_unstable_by(f64::total_cmp);
        let at = |level| quantile(&ascending, level);
        Ok(Self {
            least: at(0.0),
            lower_quartile: at(0.25),
            median: at(0.5),
            upper_quartile: at(0.75),
            greatest: at(1.0),
        })
    }

    /// The five, ascending.
    #[must_use]
    pub fn ascending(self) -> [f64; 5] {
        [self.least, self.lower_quartile, self.median, self.upper_quartile, self.greatest]
    }
}

/// Returns the quantile of ascending values, of which there is at least one, by linear interpolation between the two nearest.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a position within the slice")]
pub(crate) fn quantile(ascending: &[f64], level: f64) -> f64 {
    let last = ascending.len() - 1;
    let position = level * last as f64;
    let below = (position.floor() as usize).min(last);
    let above = (below + 1).min(last);
    ascending[below] + (position - below as f64) * (ascending[above] - ascending[below])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_checked_case() {
        let five = FiveNumbers::of(&[7.0, 1.0, 2.0, 4.0]).unwrap();
        assert_eq!(five.ascending().to_vec(), [1.0, 1.75, 3.0, 4.75, 7.0]);
        assert_eq!(FiveNumbers::of(&[3.0]).unwrap().ascending().to_vec(), [3.0; 5]);
    }

    #[test]
    fn nothing_and_what_is_no_number_are_refused() {
        assert_eq!(FiveNumbers::of(&[]), Err(Refusal::Empty));
        assert_eq!(FiveNumbers::of(&[1.0, f64::NAN]), Err(Refusal::NotFinite));
    }

    #[test]
    fn a_quantile_interpolates() {
        assert!((quantile(&[0.0, 10.0, 20.0], 0.25) - 5.0).abs() < 1e-12);
        assert!((quantile(&[0.0, 10.0, 20.0], 1.0) - 20.0).abs() < 1e-12);
        assert!((quantile(&[7.0], 0.3) - 7.0).abs() < 1e-12);
    }
}
