//! Agreement of raters beyond chance: Cohen's and Fleiss' kappa. Categories are numbers from 0.
//!
//! Twins: statsmodels `cohens_kappa` and `fleiss_kappa`.
//!
//! Degenerate: nothing rated is refused, and so is everything in one category, where chance alone agrees; one item is
//! rated like any other. There are no floats to refuse.

use std::collections::BTreeMap;

use crate::refusal::Refusal;

/// Returns Cohen's kappa of two raters of the same items: (o − e) ÷ (1 − e), o the share of items on which they
/// agree and e = Σ over categories of the product of both raters' shares.
///
/// Source: Cohen 1960, Educational and Psychological Measurement 20(1), 37–46.
///
/// # Errors
/// [`Refusal::Uneven`], [`Refusal::Empty`], [`Refusal::OneCategory`].
pub fn cohens_kappa(first: &[u32], second: &[u32]) -> Result<f64, Refusal> {
    if first.len() != second.len() {
        return Err(Refusal::Uneven);
    }
    if first.is_empty() {
        return Err(Refusal::Empty);
    }
    let items = first.len() as f64;
    let agreed = first.iter().zip(second).filter(|(left, right)| left == right).count() as f64;
    let mut totals: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for (left, right) in first.iter().zip(second) {
        totals.entry(*left).or_default().0 += 1.0;
        totals.entry(*right).or_default().1 += 1.0;
    }
    if totals.len() == 1 {
        return Err(Refusal::OneCategory);
    }
    let expected = totals.values().map(|(left, right)| left * right).sum::<f64>() / items;
    Ok((agreed - expected) / (items - expected))
}

/// Returns Fleiss' kappa: rows are items, columns categories, entries how many raters chose it; every item has the same
/// number of raters, at least two.
///
/// Source: Fleiss 1971, Psychological Bulletin 76(5), 378–382.
///
/// # Errors
/// [`Refusal::Empty`] without items or with fewer than two raters, [`Refusal::Uneven`] if rows have different lengths or
/// numbers of raters, [`Refusal::OneCategory`].
pub fn fleiss_kappa(counts: &[Vec<u32>]) -> Result<f64, Refusal> {
    let raters_of = |row: &Vec<u32>| row.iter().map(|count| u64::from(*count)).sum::<u64>();
    let first = counts.first().ok_or(Refusal::Empty)?;
    let raters = raters_of(first);
    if raters < 2 {
        return Err(Refusal::Empty);
    }
    if counts.iter().any(|row| row.len() != first.len() || raters_of(row) != raters) {
        return Err(Refusal::Uneven);
    }
    let (items, raters) = (counts.len() as f64, raters as f64);
    let pairs = |count: f64| count * (count - 1.0);
    let agreeing: f64 = counts.iter().flatten().map(|count| pairs(f64::from(*count))).sum();
    let observed = agreeing / (items * pairs(raters));
    let total = |column: usize| counts.iter().map(|row| u64::from(row[column])).sum::<u64>() as f64;
    let totals: Vec<f64> = (0..first.len()).map(total).filter(|total| *total > 0.0).collect();
    if totals.len() == 1 {
        return Err(Refusal::OneCategory);
    }
    let expected: f64 = totals.iter().map(|total| (total / (items * raters)).powi(2)).sum();
    Ok((observed - expected) / (1.0 - expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_raters_by_hand() {
        // Agree on 3 of 4; expected ½ × ¼ + ½ × ¾ = ½.
        assert!((cohens_kappa(&[0, 0, 1, 1], &[0, 1, 1, 1]).unwrap() - 0.5).abs() < 1e-15);
        assert!((cohens_kappa(&[0, 7], &[0, 7]).unwrap() - 1.0).abs() < 1e-15);
        assert!(cohens_kappa(&[0], &[1]).unwrap().abs() < 1e-15);
    }

    #[test]
    fn three_raters_by_hand() {
        // Observed (6 + 2) ÷ 12, expected (4 ÷ 6)² + (2 ÷ 6)² = 5 ÷ 9.
        let found = fleiss_kappa(&[vec![3, 0], vec![1, 2]]).unwrap();
        assert!((found - (2.0 / 3.0 - 5.0 / 9.0) / (4.0 / 9.0)).abs() < 1e-15);
    }

    #[test]
    fn what_has_no_kappa_is_refused() {
        assert_eq!(cohens_kappa(&[], &[]), Err(Refusal::Empty));
        assert_eq!(cohens_kappa(&[1], &[1, 2]), Err(Refusal::Uneven));
        assert_eq!(cohens_kappa(&[1, 1], &[1, 1]), Err(Refusal::OneCategory));
        assert_eq!(fleiss_kappa(&[]), Err(Refusal::Empty));
        assert_eq!(fleiss_kappa(&[vec![1, 0]]), Err(Refusal::Empty));
        assert_eq!(fleiss_kappa(&[vec![2, 0], vec![1, 0]]), Err(Refusal::Uneven));
        assert_eq!(fleiss_kappa(&[vec![2, 0], vec![2]]), Err(Refusal::Uneven));
        assert_eq!(fleiss_kappa(&[vec![2, 0], vec![2, 0]]), Err(Refusal::OneCategory));
    }
}
