//! What a comparison's precision is made of, and how it grows with tasks and with samples per task.
//!
//! A task's difference is a mean of samples: its variance over tasks has a part that more samples per task do not
//! lessen (the models differ more on some tasks than on others) and a part that they do (a task's samples differ among
//! themselves). With n samples per task on each side and T tasks, the standard error of the mean difference is
//! √((between + within ÷ n) ÷ T).
//!
//! Source: the one-way random effects model, its variance components by the analysis of variance with the within-task
//! variance estimated in each task: Searle, Casella and `McCulloch` 1992, "Variance Components", 3.6 (unequal numbers:
//! 3.6.d, here with tasks weighing equally, as the mean difference weighs them).

use crate::fraction::{Share, TaskDifference};
use crate::power::standard_deviation;

/// Variances of a task's difference between the shares of flagged samples (shares from 0 to 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VarianceComponents {
    /// Variance over tasks of the true difference, b − c, of a task's two shares.
    pub between: f64,
    /// Mean over tasks of b(1 − b) + c(1 − c): what one sample of each side adds, to be divided by their number.
    pub within: f64,
}

impl VarianceComponents {
    /// Estimates both from a comparison. Without bias but for the cut of `between` at 0: within a task by
    /// p(1 − p) × n ÷ (n − 1), and between tasks by the variance of the differences less what sampling adds to it.
    ///
    /// `None` unless two tasks have two judged samples on both sides: from single samples the two cannot be told apart.
    /// Tasks with a single sample on a side are left out.
    #[must_use]
    pub fn estimate(differences: &[TaskDifference]) -> Option<Self> {
        let usable: Vec<&TaskDifference> = differences
            .iter()
            .filter(|task| task.baseline.judged() > 1 && task.candidate.judged() > 1)
            .collect();
        if usable.len() < 2 {
            return None;
        }
        let mean = |of: fn(&TaskDifference) -> f64| {
            usable.iter().map(|task| of(task)).sum::<f64>() / usable.len() as f64
        };
        let within = mean(|task| bernoulli(task.baseline) + bernoulli(task.candidate));
        let sampling = mean(|task| of_mean(task.baseline) + of_mean(task.candidate));
        let values: Vec<f64> = usable.iter().map(|task| task.value()).collect();
        let total = standard_deviation(&values).unwrap_or(0.0).powi(2);
        Some(Self { between: (total - sampling).max(0.0), within })
    }

    /// The components where nothing was measured yet: both models' shares have this mean, and on each side a share
    /// `intraclass` of a sample's variance, mean × (1 − mean), lies between tasks, of which the two models have the
    /// share `common` in common (the correlation of what they find hard).
    ///
    /// Source: for shares of any distribution, Var(share) = ρ m(1 − m) defines the intraclass correlation ρ of its
    /// samples (as in the beta-binomial model: Griffiths 1973, Biometrics 29(4), 637–648), E[p(1 − p)] =
    /// (1 − ρ) m(1 − m), and Var(b − c) = 2 (1 − common) Var(share).
    #[must_use]
    pub fn assumed(mean: f64, intraclass: f64, common: f64) -> Self {
        let variance = mean * (1.0 - mean);
        Self {
            between: 2.0 * (1.0 - common) * intraclass * variance,
            within: 2.0 * (1.0 - intraclass) * variance,
        }
    }

    /// The standard error of the mean difference over so many tasks, with so many samples of each on each side.
    #[must_use]
    pub fn standard_error(&self, tasks: u64, samples: u64) -> f64 {
        ((self.between + self.within / samples.max(1) as f64) / tasks.max(1) as f64).sqrt()
    }

    /// The fewest samples per task, on each side, with which the standard error is at most this; `None` where no number
    /// of them is enough, because tasks differ too much among themselves.
    #[must_use]
    pub fn samples_for(&self, standard_error: f64, tasks: u64) -> Option<u64> {
        let left = tasks as f64 * standard_error.powi(2) - self.between;
        if self.within <= 0.0 {
            return (left >= 0.0).then_some(1);
        }
        (left > 0.0).then(|| whole(self.within / left))
    }

    /// The fewest tasks with which the standard error is at most this, with so many samples of each on each side.
    #[must_use]
    pub fn tasks_for(&self, standard_error: f64, samples: u64) -> Option<u64> {
        let variance = self.between + self.within / samples.max(1) as f64;
        (standard_error > 0.0).then(|| whole(variance / standard_error.powi(2)))
    }
}

/// The unbiased estimate of p(1 − p) from one task's samples.
fn bernoulli(share: Share) -> f64 {
    let judged = f64::from(share.judged());
    share.value() * (1.0 - share.value()) * judged / (judged - 1.0)
}

/// The unbiased estimate of the variance of one task's share.
fn of_mean(share: Share) -> f64 {
    bernoulli(share) / f64::from(share.judged())
}

/// The least whole number, from 1, that is not below a value but for rounding.
fn whole(value: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number from 1; `as` saturates"
    )]
    let number = (value * (1.0 - 1e-12)).ceil().max(1.0) as u64;
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(baseline: (u32, u32), candidate: (u32, u32)) -> TaskDifference {
        let share = |(flagged, judged)| Share::new(flagged, judged).unwrap();
        TaskDifference { baseline: share(baseline), candidate: share(candidate) }
    }

    #[test]
    fn the_components_of_a_hand_checked_comparison() {
        // Task one: ½ and 0 of two samples; task two: 0 and 1 of two. p(1 − p) × 2: ½ and 0; 0 and 0.
        let found = VarianceComponents::estimate(&[task((1, 2), (0, 2)), task((0, 2), (2, 2))]).unwrap();
        assert!((found.within - 0.25).abs() < 1e-15);
        // Differences ½ and −1: variance 1.125, less the mean of ¼ and 0.
        assert!((found.between - (1.125 - 0.125)).abs() < 1e-15);
    }

    #[test]
    fn single_samples_tell_nothing_about_the_components() {
        assert_eq!(VarianceComponents::estimate(&[task((1, 1), (0, 1)); 9]), None);
        assert_eq!(VarianceComponents::estimate(&[task((1, 2), (0, 2))]), None);
        assert_eq!(VarianceComponents::estimate(&[]), None);
    }

    #[test]
    fn chance_alone_leaves_no_variance_between_tasks() {
        let found = VarianceComponents::estimate(&[task((1, 2), (1, 2)); 5]).unwrap();
        assert!(found.between.abs() < 1e-15 && (found.within - 1.0).abs() < 1e-15);
    }

    #[test]
    fn assumed_components_of_independent_single_samples_are_two_binomial_variances() {
        // Whatever the correlation within tasks, one sample a task of unrelated models varies by 2 m(1 − m).
        for intraclass in [0.0, 0.3, 1.0] {
            let found = VarianceComponents::assumed(0.25, intraclass, 0.0);
            assert!((found.between + found.within - 2.0 * 0.1875).abs() < 1e-15);
        }
        let equal = VarianceComponents::assumed(0.25, 0.5, 1.0);
        assert!(equal.between.abs() < 1e-15 && (equal.within - 0.1875).abs() < 1e-15);
    }

    #[test]
    fn what_is_needed_is_the_least_that_is_enough() {
        let components = VarianceComponents { between: 0.02, within: 0.3 };
        for tasks in [40_u64, 164, 1000] {
            let error = components.standard_error(tasks, 7);
            assert_eq!(components.samples_for(error, tasks), Some(7));
            assert_eq!(components.samples_for(error * 1.001, tasks), Some(7));
            assert_eq!(components.samples_for(error * 0.999, tasks), Some(8));
            assert_eq!(components.tasks_for(error, 7), Some(tasks));
        }
        // √(0.02 ÷ 100): what no number of samples reaches.
        assert_eq!(components.samples_for(0.014, 100), None);
        assert_eq!(components.tasks_for(0.0, 1), None);
        let certain = VarianceComponents { between: 0.01, within: 0.0 };
        assert_eq!((certain.samples_for(0.01, 100), certain.samples_for(0.009, 100)), (Some(1), None));
    }
}
