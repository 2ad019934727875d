//! The exact distribution of a sum under random signs, on a grid of whole numbers.

use crate::fraction::TaskDifference;

/// Additions that the convolution may take.
pub(crate) const STEP_BUDGET: usize = 400_000_000;
/// Positions of the grid that the convolution may hold.
pub(crate) const POSITION_BUDGET: usize = 4_000_000;

/// Differences on their common denominator, without the zeros, in lowest terms.
struct Grid {
    /// Magnitudes, ascending.
    units: Vec<u128>,
    /// The smaller of Σ units of the positive and Σ units of the negative differences.
    minority: u128,
}

/// Returns P(|S*| ≥ |S|), or `None` if it would cost more than the budgets.
///
/// Flipping the set F of W = Σ units gives S* = W − 2 Σ F. With K = Σ F, |S*| ≥ |S| means K ≤ k or K ≥ W − k, where
/// k = (W − |S|) ÷ 2 is the smaller of the two directions' totals. K is symmetric about W ÷ 2, so p = 2 P(K ≤ k),
/// at most 1 (the two tails share a point only if S = 0), and only positions 0 to k are ever needed.
pub(super) fn exact_p_value(differences: &[TaskDifference]) -> Option<f64> {
    let grid = Grid::of(differences)?;
    let last_position = usize::try_from(grid.minority).ok().filter(|last| *last < POSITION_BUDGET)?;
    let units =
        grid.units.iter().map(|unit| usize::try_from(*unit).unwrap_or(usize::MAX)).collect::<Vec<_>>();
    if steps(&units, last_position) > STEP_BUDGET {
        return None;
    }
    let tail: f64 = subset_sum_probabilities(&units, last_position).iter().sum();
    // Beyond about 1,074 tasks all in one direction, the true value is below the smallest float.
    Some((2.0 * tail).clamp(f64::MIN_POSITIVE, 1.0))
}

impl Grid {
    /// Lays the differences on a grid; `None` if its numbers do not fit 128 bits.
    fn of(differences: &[TaskDifference]) -> Option<Self> {
        let reduced: Vec<(i128, u128)> = differences.iter().filter_map(|one| lowest_terms(*one)).collect();
        let common = reduced.iter().try_fold(1_u128, |common, (_, denominator)| {
            (common / greatest_common_divisor(common, *denominator)).checked_mul(*denominator)
        })?;
        let mut signed = Vec::with_capacity(reduced.len());
        for (numerator, denominator) in reduced {
            signed.push((numerator > 0, numerator.unsigned_abs().checked_mul(common / denominator)?));
        }
        let divisor =
            signed.iter().fold(0, |divisor, (_, unit)| greatest_common_divisor(divisor, *unit)).max(1);
        let total = |wanted: bool| {
            let units = signed.iter().filter(|(positive, _)| *positive == wanted);
            units.map(|(_, unit)| unit / divisor).try_fold(0_u128, u128::checked_add)
        };
        let minority = total(true)?.min(total(false)?);
        let mut units: Vec<u128> = signed.iter().map(|(_, unit)| unit / divisor).collect();
        units.sort_unstable();
        Some(Self { units, minority })
    }
}

/// Reduces a difference; `None` if it is zero.
fn lowest_terms(difference: TaskDifference) -> Option<(i128, u128)> {
    let (numerator, denominator) = (difference.numerator(), u128::from(difference.denominator()));
    let divisor = greatest_common_divisor(numerator.unsigned_abs(), denominator);
    // The divisor divides a 64-bit denominator, so it fits.
    (numerator != 0).then(|| (numerator / divisor.cast_signed(), denominator / divisor))
}

pub(crate) fn greatest_common_divisor(mut left: u128, mut right: u128) -> u128 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// Counts the additions that [`subset_sum_probabilities`] makes.
pub(crate) fn steps(units: &[usize], last_position: usize) -> usize {
    let mut reached = 0_usize;
    units.iter().fold(0_usize, |steps, unit| {
        reached = reached.saturating_add(*unit).min(last_position);
        steps.saturating_add(reached + 1)
    })
}

/// Returns P(K = position) for positions 0 to `last_position`, K the sum of a random half of the units.
pub(crate) fn subset_sum_probabilities(units: &[usize], last_position: usize) -> Vec<f64> {
    let mut current = vec![1.0_f64];
    let mut next = Vec::new();
    for unit in units {
        // Unflipped alone below `unit`, both where they overlap, flipped alone above, a gap between if there is one.
        let length = current.len().saturating_add(*unit).min(last_position + 1);
        let alone = current.len().min(*unit);
        let gap_end = length.min(*unit);
        next.clear();
        next.extend(current[..alone].iter().map(|unflipped| 0.5 * unflipped));
        next.resize(gap_end, 0.0);
        next.extend(
            current[alone..].iter().zip(&current).map(|(unflipped, flipped)| 0.5 * (unflipped + flipped)),
        );
        next.extend(
            current[current.len() - alone..][..length - next.len()].iter().map(|flipped| 0.5 * flipped),
        );
        std::mem::swap(&mut current, &mut next);
    }
    current
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subset_sums_of_a_hand_checked_case() {
        // Subsets of {1, 2}: 0, 1, 2, 3, each once in four.
        assert_eq!(subset_sum_probabilities(&[1, 2], 3), vec![0.25; 4]);
        assert_eq!(subset_sum_probabilities(&[1, 2], 1), vec![0.25; 2]);
        assert_eq!(subset_sum_probabilities(&[5], 0), vec![0.5]);
    }

    #[test]
    fn the_cost_is_counted_before_it_is_paid() {
        assert_eq!(steps(&[1, 2, 3], 4), 2 + 4 + 5);
        assert_eq!(steps(&[usize::MAX, usize::MAX], 4), 10);
    }

    #[test]
    fn a_divisor_of_zero_is_the_other_number() {
        assert_eq!(greatest_common_divisor(0, 6), 6);
        assert_eq!(greatest_common_divisor(12, 18), 6);
    }
}
