//! `McNemar`'s test of two yes-or-no answers to each task.
//!
//! Source: `McNemar` 1947, Psychometrika 12(2), 153–157, in its exact conditional form; mid-p: Fagerland, Lydersen and
//! Laake 2013, BMC Medical Research Methodology 13, article 91.
//! Twins: statsmodels `mcnemar(exact=True)`; for mid-p the binomial sums over exact fractions.
//!
//! Degenerate: without a task on which the two differ, both p-values are 1. Time grows with `min(first, second)`.

/// Both p-values of `McNemar`'s test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// Two-sided exact: 2 P(X ≤ min(b, c)), at most 1, with X binomial of b + c trials and ½.
    pub exact: f64,
    /// Two-sided mid-p: `exact` less P(X = min(b, c)); less conservative, not guaranteed to keep its level.
    pub mid_p: f64,
}

/// Tests whether the two kinds of discordant tasks are equally likely: `first` tasks that only the first model passes,
/// `second` that only the second passes.
#[must_use]
pub fn mcnemar(first: u32, second: u32) -> McNemar {
    if first == second {
        return McNemar { exact: 1.0, mid_p: 1.0 };
    }
    let (fewer, all) = (first.min(second), u64::from(first) + u64::from(second));
    let point = point_probability(all, fewer);
    let mut tail = 0.0;
    let mut term = point;
    for successes in (0..=fewer).rev() {
        tail += term;
        // P(X = k − 1) = P(X = k) × k ÷ (n − k + 1).
        term *= f64::from(successes) / (all - u64::from(successes) + 1) as f64;
        if term <= tail * 1e-18 {
            break;
        }
    }
    let floor = |p_value: f64| p_value.clamp(f64::MIN_POSITIVE, 1.0);
    McNemar { exact: floor(2.0 * tail), mid_p: floor(2.0 * tail - point) }
}

/// Returns C(n, k) ÷ 2^n by products, with halvings mixed in so that nothing overflows on the way.
fn point_probability(all: u64, successes: u32) -> f64 {
    let mut probability = 1.0_f64;
    let mut halvings = all;
    for taken in 1..=u64::from(successes) {
        probability *= (all - u64::from(successes) + taken) as f64 / taken as f64;
        while probability >= 1.0 && halvings > 0 {
            probability *= 0.5;
            halvings -= 1;
        }
    }
    // Half a power of two at a time: one alone would underflow where the product of both is still a number.
    while halvings > 0 && probability > 0.0 {
        let step = halvings.min(512);
        probability *= 0.5_f64.powi(i32::try_from(step).unwrap_or(512));
        halvings -= step;
    }
    probability
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_against_five_by_hand() {
        // 2 × (1 + 6) ÷ 64, and less 6 ÷ 64.
        let found = mcnemar(1, 5);
        assert!((found.exact - 14.0 / 64.0).abs() < 1e-15 && (found.mid_p - 8.0 / 64.0).abs() < 1e-15);
        assert_eq!(mcnemar(5, 1), found);
    }

    #[test]
    fn equal_counts_are_no_evidence_and_none_are_neither() {
        for count in [0, 1, 9, u32::MAX] {
            assert_eq!(mcnemar(count, count), McNemar { exact: 1.0, mid_p: 1.0 });
        }
    }

    #[test]
    fn a_single_discordant_task_and_very_many() {
        assert!((mcnemar(0, 1).exact - 1.0).abs() < 1e-15 && (mcnemar(0, 1).mid_p - 0.5).abs() < 1e-15);
        let strong = mcnemar(0, u32::MAX);
        assert!(strong.exact > 0.0 && strong.exact < 1e-300);
    }

    #[test]
    fn small_counts_equal_the_full_enumeration() {
        for (first, second) in (0_u32..9).flat_map(|first| (0_u32..9).map(move |second| (first, second))) {
            let (all, fewer) = (first + second, first.min(second));
            let share = |holds: &dyn Fn(u32) -> bool| {
                (0_u32..1 << all).filter(|pattern| holds(pattern.count_ones())).count() as f64
                    / f64::from(1_u32 << all)
            };
            let exact = (2.0 * share(&|count| count <= fewer)).min(1.0);
            let mid_p = 2.0 * share(&|count| count <= fewer) - share(&|count| count == fewer);
            let found = mcnemar(first, second);
            assert!((found.exact - exact).abs() < 1e-13 && (found.mid_p - mid_p).abs() < 1e-13);
        }
    }
}
