//! How many of many independent trials may turn out one way before chance is a poor explanation.
//!
//! Source: the binomial distribution; the bound is its upper quantile (Johnson, Kemp and Kotz 2005, "Univariate Discrete
//! Distributions", 3.4). Twin: `scipy.stats.binom.isf`.
//!
//! Degenerate: without trials, and at a probability of 0, the bound is 0; at a probability of 1 it is all trials.

/// Returns the smallest count k with P(X > k) ≤ `level`, X binomial of so many trials and this probability (clamped to 0
/// to 1): more than k are seen in at most that share of all repetitions. Time grows with `trials`.
#[must_use]
pub fn binomial_bound(trials: u32, probability: f64, level: f64) -> u32 {
    let probability = probability.clamp(0.0, 1.0);
    let (success, failure) = (probability.ln(), (-probability).ln_1p());
    if !success.is_finite() || trials == 0 {
        return 0;
    }
    if !failure.is_finite() {
        return trials;
    }
    // From the far end, where the chances are smallest, so that none is lost beside a larger one.
    let mut logarithm = f64::from(trials) * success;
    let mut tail = 0.0;
    for count in (1..=trials).rev() {
        tail += logarithm.exp();
        if tail > level {
            return count;
        }
        // P(X = k − 1) = P(X = k) × k ÷ (n − k + 1) × (1 − p) ÷ p.
        logarithm += (f64::from(count) / f64::from(trials - count + 1)).ln() + failure - success;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P(X > k) by counting every pattern of fair trials.
    fn beyond(trials: u32, count: u32) -> f64 {
        let patterns = 1_u32 << trials;
        (0..patterns).filter(|pattern| pattern.count_ones() > count).count() as f64 / f64::from(patterns)
    }

    #[test]
    fn every_pattern_of_fair_trials_counted() {
        for trials in 1..=12 {
            for level in [0.001, 0.01, 0.05, 0.3] {
                let bound = binomial_bound(trials, 0.5, level);
                assert!(beyond(trials, bound) <= level + 1e-12, "{trials} {level}");
                assert!(bound == 0 || beyond(trials, bound - 1) > level, "{trials} {level}");
            }
        }
    }

    #[test]
    fn bounds_that_scipy_gives() {
        // scipy.stats.binom.isf(level, trials, probability)
        let cases = [
            (200, 0.05, 0.0025, 20),
            (1000, 0.05, 0.0025, 70),
            (1000, 0.05, 0.01, 67),
            (50, 0.001, 0.01, 1),
            (1000, 0.999, 0.05, 1000),
            (100_000, 0.05, 0.0025, 5194),
        ];
        for (trials, probability, level, bound) in cases {
            assert_eq!(binomial_bound(trials, probability, level), bound, "{trials} {probability} {level}");
        }
    }

    #[test]
    fn the_ends_of_what_can_be_asked() {
        assert_eq!(binomial_bound(0, 0.5, 0.05), 0);
        assert_eq!(binomial_bound(10, 0.0, 0.05), 0);
        assert_eq!(binomial_bound(10, 1.0, 0.05), 10);
        assert_eq!(binomial_bound(10, 0.5, 1.0), 0);
    }
}
