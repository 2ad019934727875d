//! How far two samples are apart, by medians. Differences are first − second.
//!
//! The two names say two things: a difference of medians compares what is typical of each side; a median of
//! differences says by how much values of one side typically exceed those of the other. For skewed samples they differ.
//! Twin: `NumPy`'s median over all differences.
//!
//! Degenerate: an empty sample or a value that is not finite is refused; of one value a side both are the difference.

use crate::refusal::{Refusal, finite};

/// Pairs of values that a median of differences may hold (400 MB).
const PAIR_BUDGET: usize = 50_000_000;

/// Returns the median: the middle value, or the mean of the two in the middle.
///
/// # Errors
/// [`Refusal::Empty`], [`Refusal::NotFinite`].
pub fn median(mut values: Vec<f64>) -> Result<f64, Refusal> {
    finite(&values)?;
    Ok(middle_of(&mut values))
}

/// Returns the median of the first sample less the median of the second.
///
/// # Errors
/// [`Refusal::Empty`], [`Refusal::NotFinite`].
pub fn difference_of_medians(first: &[f64], second: &[f64]) -> Result<f64, Refusal> {
    finite(first)?;
    finite(second)?;
    Ok(middle_of(&mut first.to_vec()) - middle_of(&mut second.to_vec()))
}

/// Returns the median of all n × m differences between a value of the first and one of the second sample: the
/// Hodges-Lehmann estimate of the shift between two independent samples, which goes with the Mann-Whitney test.
///
/// Source: Hodges and Lehmann 1963, Ann. Math. Statist. 34(2), 598–611.
///
/// # Errors
/// [`Refusal::Empty`], [`Refusal::NotFinite`]; [`Refusal::TooLarge`] above 50 million pairs.
pub fn median_of_differences(first: &[f64], second: &[f64]) -> Result<f64, Refusal> {
    finite(first)?;
    finite(second)?;
    affordable(first.len().checked_mul(second.len()))?;
    let pairs = first.iter().flat_map(|left| second.iter().map(move |right| left - right));
    Ok(middle_of(&mut pairs.collect::<Vec<f64>>()))
}

/// Returns the median of the means of all pairs of differences, each with itself too (Walsh averages): the
/// Hodges-Lehmann estimate of the centre of paired differences, which goes with the signed-rank test.
///
/// Source: Hodges and Lehmann 1963, as above.
///
/// # Errors
/// [`Refusal::Empty`], [`Refusal::NotFinite`]; [`Refusal::TooLarge`] above 50 million pairs.
pub fn pseudomedian(differences: &[f64]) -> Result<f64, Refusal> {
    finite(differences)?;
    let count = differences.len();
    affordable(count.checked_add(1).and_then(|next| count.checked_mul(next)).map(|twice| twice / 2))?;
    let pairs = differences
        .iter()
        .enumerate()
        .flat_map(|(index, left)| differences[index..].iter().map(move |right| f64::midpoint(*left, *right)));
    Ok(middle_of(&mut pairs.collect::<Vec<f64>>()))
}

fn affordable(pairs: Option<usize>) -> Result<(), Refusal> {
    if pairs.is_some_and(|pairs| pairs <= PAIR_BUDGET) { Ok(()) } else { Err(Refusal::TooLarge) }
}

/// The middle of a list that is not empty, or the mean of the two in the middle.
fn middle_of(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    let even = values.len().is_multiple_of(2);
    let (below, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let lower = below.iter().copied().max_by(f64::total_cmp).filter(|_| even).unwrap_or(*upper);
    f64::midpoint(lower, *upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_names_are_two_numbers_for_skewed_samples() {
        // Differences 0, −1, 1, 0, 9, 8.
        let (first, second) = ([1.0, 2.0, 10.0], [1.0, 2.0]);
        assert!((difference_of_medians(&first, &second).unwrap() - 0.5).abs() < 1e-15);
        assert!((median_of_differences(&first, &second).unwrap() - 0.5).abs() < 1e-15);
        let skewed = [0.0, 0.0, 9.0];
        assert!((difference_of_medians(&skewed, &[0.0, 4.0, 5.0]).unwrap() + 4.0).abs() < 1e-15);
        assert!(median_of_differences(&skewed, &[0.0, 4.0, 5.0]).unwrap().abs() < 1e-15);
    }

    #[test]
    fn a_median_is_the_middle_or_the_mean_of_the_middle_two() {
        assert!((median(vec![9.0, 1.0, 2.0]).unwrap() - 2.0).abs() < 1e-15);
        assert!((median(vec![9.0, 1.0, 2.0, 3.0]).unwrap() - 2.5).abs() < 1e-15);
        assert_eq!(median(vec![]), Err(Refusal::Empty));
        assert_eq!(median(vec![f64::NAN]), Err(Refusal::NotFinite));
    }

    #[test]
    fn the_pseudomedian_of_a_hand_checked_case() {
        // Means 1, 1.5, 3.5, 2, 4, 6.
        assert!((pseudomedian(&[1.0, 2.0, 6.0]).unwrap() - 2.75).abs() < 1e-15);
        assert!((pseudomedian(&[3.0]).unwrap() - 3.0).abs() < 1e-15);
        assert!((pseudomedian(&[3.0; 5]).unwrap() - 3.0).abs() < 1e-15);
    }

    #[test]
    fn nothing_what_is_no_number_and_too_much_are_refused() {
        assert_eq!(difference_of_medians(&[], &[1.0]), Err(Refusal::Empty));
        assert_eq!(median_of_differences(&[1.0], &[f64::NAN]), Err(Refusal::NotFinite));
        assert_eq!(pseudomedian(&[]), Err(Refusal::Empty));
        assert_eq!(pseudomedian(&[f64::INFINITY]), Err(Refusal::NotFinite));
        assert_eq!(pseudomedian(&vec![0.0; 10_000]), Err(Refusal::TooLarge));
    }
}
