//! How the tasks' shares of passing samples are distributed: the same mean can be all tasks half solved, or half of
//! them solved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::comparison::TaskRates;

/// How many tasks have a share of passing samples within some bounds, on each side.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShareBin {
    /// The share lies above this, or is this where `to` is the same.
    pub from: f64,
    /// The share is at most this; below it where it is 1 and `from` is not.
    pub to: f64,
    /// The baseline's tasks.
    pub baseline: u64,
    /// The candidate's tasks.
    pub candidate: u64,
}

/// The bounds of the bins: never, fifths, always. Tasks that always or never pass are bins of their own, because most
/// tasks are there, and a task that leaves them is what a reader looks for.
const BOUNDS: [(f64, f64); 7] =
    [(0.0, 0.0), (0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0), (1.0, 1.0)];

/// Shares are fractions of at most some thousands of samples: what is nearer than this is equal but for rounding.
const ROUNDING: f64 = 1e-9;

/// Counts the tasks that both sides have a judged sample of, so that both sides add up to the same. Nothing where there
/// is no such task.
#[must_use]
pub fn distribution(tasks: &[TaskRates]) -> Vec<ShareBin> {
    let mut bins = BOUNDS.map(|(from, to)| ShareBin { from, to, baseline: 0, candidate: 0 });
    let mut any = false;
    for task in tasks {
        let (Some(baseline), Some(candidate)) = (task.baseline, task.candidate) else { continue };
        any = true;
        bins[bin(baseline)].baseline += 1;
        bins[bin(candidate)].candidate += 1;
    }
    if any { bins.to_vec() } else { Vec::new() }
}

fn bin(share: f64) -> usize {
    if share <= ROUNDING {
        return 0;
    }
    if share >= 1.0 - ROUNDING {
        return BOUNDS.len() - 1;
    }
    (1..BOUNDS.len() - 2).find(|bin| share <= BOUNDS[*bin].1 + ROUNDING).unwrap_or(BOUNDS.len() - 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::TaskId;

    fn task(baseline: Option<f64>, candidate: Option<f64>) -> TaskRates {
        let id = TaskId::new("t").unwrap();
        TaskRates { id, baseline, candidate, baseline_judged: 10, candidate_judged: 10 }
    }

    #[test]
    fn always_and_never_stand_alone_and_a_bound_belongs_below() {
        let shares = [0.0, 0.1, 0.2, 0.3, 0.1 + 0.2 + 0.1, 0.6, 0.75, 0.8, 0.99, 1.0];
        let found: Vec<usize> = shares.into_iter().map(bin).collect();
        assert_eq!(found, [0, 1, 1, 2, 2, 3, 4, 4, 5, 6]);
    }

    #[test]
    fn both_sides_add_up_to_the_tasks_that_both_answered() {
        let tasks = [task(Some(1.0), Some(0.5)), task(Some(1.0), None), task(Some(0.0), Some(0.5))];
        let bins = distribution(&tasks);
        let counts = |of: fn(&ShareBin) -> u64| bins.iter().map(of).collect::<Vec<_>>();
        assert_eq!(counts(|bin| bin.baseline), [1, 0, 0, 0, 0, 0, 1]);
        assert_eq!(counts(|bin| bin.candidate), [0, 0, 0, 2, 0, 0, 0]);
        assert_eq!(distribution(&tasks[1..2]), []);
    }
}
