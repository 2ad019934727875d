//! Krippendorff's alpha: agreement beyond chance of any number of raters, with ratings missing.
//!
//! Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", University of Pennsylvania.
//! Twin: the Python package `krippendorff` 0.9.0.
//!
//! Degenerate: items with fewer than two ratings say nothing and are left out; if none is left, or a rating is not
//! finite, it is refused, and so are ratings that are all the same, or so far apart or so close that the square of their
//! difference is no number above zero.

use crate::refusal::Refusal;

/// What a difference between two ratings means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Equal or not: 0 or 1.
    Nominal,
    /// Only their order counts: (Σ of how often the values from one to the other occur − half of both ends)².
    Ordinal,
    /// Their difference counts: (c − k)².
    Interval,
}

/// Returns α = 1 − observed ÷ expected disagreement. Each item is the list of its ratings, in any order.
///
/// Observed: Σ over items of Σ δ² over ordered pairs of its m ratings ÷ (m − 1), ÷ n ratings in all. Expected: Σ δ² over
/// ordered pairs of all n ratings ÷ (n (n − 1)).
///
/// # Errors
/// [`Refusal::NotFinite`], also if a disagreement overflows, or the expected one vanishes; [`Refusal::Empty`] without an item of two ratings; [`Refusal::OneCategory`].
pub fn krippendorff_alpha(items: &[Vec<f64>], metric: Metric) -> Result<f64, Refusal> {
    if items.iter().flatten().any(|rating| !rating.is_finite()) {
        return Err(Refusal::NotFinite);
    }
    let items: Vec<&Vec<f64>> = items.iter().filter(|item| item.len() > 1).collect();
    if items.is_empty() {
        return Err(Refusal::Empty);
    }
    // −0 + 0 is 0, so that both are one value.
    let mut ratings: Vec<f64> =
        items.iter().flat_map(|item| item.iter().map(|rating| rating + 0.0)).collect();
    ratings.sort_by(f64::total_cmp);
    let groups = ratings.chunk_by(|left, right| left.total_cmp(right).is_eq());
    let (values, totals): (Vec<f64>, Vec<f64>) = groups.map(|group| (group[0], group.len() as f64)).unzip();
    if values.len() == 1 {
        return Err(Refusal::OneCategory);
    }
    let scale = scale(&values, &totals, metric);
    let squared = |left: usize, right: usize| match metric {
        Metric::Nominal => f64::from(u8::from(left != right)),
        Metric::Ordinal | Metric::Interval => (scale[left] - scale[right]).powi(2),
    };
    let observed: f64 = items
        .iter()
        .map(|item| {
            let counts = counts(item, &values);
            disagreement(&counts, squared) / (item.len() - 1) as f64
        })
        .sum();
    let all: Vec<(usize, f64)> = totals.iter().copied().enumerate().collect();
    let expected = disagreement(&all, squared);
    let alpha = 1.0 - (ratings.len() - 1) as f64 * observed / expected;
    if expected > 0.0 && expected.is_finite() && alpha.is_finite() {
        Ok(alpha)
    } else {
        Err(Refusal::NotFinite)
    }
}

/// Places the values so that the difference of two places is the metric's: the values themselves, or how many ratings
/// lie below, half of the value's own counted.
fn scale(values: &[f64], totals: &[f64], metric: Metric) -> Vec<f64> {
    if metric != Metric::Ordinal {
        return values.to_vec();
    }
    let below = totals.iter().scan(0.0, |below, total| {
        let place = *below + total / 2.0;
        *below += total;
        Some(place)
    });
    below.collect()
}

/// How often an item has each value that it has.
fn counts(item: &[f64], values: &[f64]) -> Vec<(usize, f64)> {
    let mut found: Vec<usize> = item
        .iter()
        .map(|rating| values.partition_point(|value| value.total_cmp(&(rating + 0.0)).is_lt()))
        .collect();
    found.sort_unstable();
    found.chunk_by(|left, right| left == right).map(|group| (group[0], group.len() as f64)).collect()
}

/// Σ δ² over ordered pairs of ratings, given how often each value occurs.
fn disagreement(counts: &[(usize, f64)], squared: impl Fn(usize, usize) -> f64) -> f64 {
    let pairs = counts.iter().flat_map(|left| counts.iter().map(move |right| (left, right)));
    pairs.map(|(left, right)| left.1 * right.1 * squared(left.0, right.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const METRICS: [Metric; 3] = [Metric::Nominal, Metric::Ordinal, Metric::Interval];

    #[test]
    fn three_items_by_hand() {
        // Pairs (0, 0), (1, 1), (0, 1). Observed 2; expected over six ratings 2 × 3 × 3 = 18: 1 − 5 × 2 ÷ 18.
        let items = [vec![0.0, 0.0], vec![1.0, 1.0], vec![0.0, 1.0], vec![9.0], vec![]];
        for metric in METRICS {
            assert!((krippendorff_alpha(&items, metric).unwrap() - 8.0 / 18.0).abs() < 1e-15);
        }
    }

    #[test]
    fn full_agreement_is_one() {
        for metric in METRICS {
            let found = krippendorff_alpha(&[vec![1.0; 3], vec![4.0; 2], vec![-0.0, 0.0]], metric).unwrap();
            assert!((found - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn what_has_no_alpha_is_refused() {
        let alpha = |items: &[Vec<f64>]| krippendorff_alpha(items, Metric::Ordinal);
        assert_eq!(alpha(&[]), Err(Refusal::Empty));
        assert_eq!(alpha(&[vec![1.0], vec![2.0]]), Err(Refusal::Empty));
        assert_eq!(alpha(&[vec![1.0, 1.0], vec![1.0, 1.0]]), Err(Refusal::OneCategory));
        assert_eq!(alpha(&[vec![1.0, f64::NAN]]), Err(Refusal::NotFinite));
    }

    #[test]
    fn ratings_too_far_apart_or_too_close_for_their_squares_are_refused() {
        for ratings in [vec![1e200, -1e200], vec![0.0, 1e-200], vec![1e154, -1e154, 0.0]] {
            let far = krippendorff_alpha(&[ratings.clone(), ratings.clone()], Metric::Interval);
            assert_eq!(far, Err(Refusal::NotFinite), "{ratings:?}");
            assert!(krippendorff_alpha(&[ratings.clone(), ratings], Metric::Ordinal).unwrap().is_finite());
        }
    }
}
