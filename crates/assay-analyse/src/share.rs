//! One model alone: its mean share of passing samples, with an interval over tasks.

use assay_stats::{Bootstrap, Interval, RESAMPLES, RandomSource};

/// A mean share and its 95 % BCa bootstrap interval over tasks, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanShare {
    /// The mean over tasks.
    pub mean: f64,
    /// The interval's ends.
    pub interval: [f64; 2],
}

/// The mean of the tasks' shares; `None` without a task. A share lies between 0 and 1, which matters where all are
/// equal.
#[must_use]
pub fn mean_pass_share(shares: &[f64], seed: u64) -> Option<MeanShare> {
    let mut source = RandomSource::new(seed, "mean pass share");
    let bootstrap = Bootstrap::of_mean(shares, RESAMPLES, &mut source)?;
    let bootstrap = bootstrap.with_support(Interval { low: 0.0, high: 1.0 });
    let interval = bootstrap.bca(0.95);
    Some(MeanShare { mean: bootstrap.observed(), interval: [interval.low, interval.high] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_all_tasks_are_equal_the_interval_reaches_as_far_as_a_share_can() {
        let unseen = 1.0 - 0.025_f64.powf(1.0 / 164.0);
        let share = mean_pass_share(&[1.0; 164], 0).unwrap();
        assert!((share.mean - 1.0).abs() < 1e-12);
        assert!(
            (share.interval[0] - (1.0 - unseen)).abs() < 1e-12 && (share.interval[1] - 1.0).abs() < 1e-12
        );
        let share = mean_pass_share(&[0.5; 164], 0).unwrap();
        assert!((share.interval[0] - (0.5 - 0.5 * unseen)).abs() < 1e-12, "{share:?}");
        assert!((share.interval[1] - (0.5 + 0.5 * unseen)).abs() < 1e-12, "{share:?}");
    }

    #[test]
    fn no_task_has_no_mean() {
        assert_eq!(mean_pass_share(&[], 0), None);
    }
}
