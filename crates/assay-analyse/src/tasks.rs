//! Task by task: shares, and whose majority changed.

use assay_stats::Share;

use crate::comparison::{TaskChange, TaskRates};
use crate::input::{Input, Tally};
use crate::rate::tidy;

/// The share of samples that pass, per task.
pub(crate) fn rates(input: &Input) -> Vec<TaskRates> {
    let passing = |share: Option<Share>| share.map(|share| tidy(1.0 - share.value()));
    let judged = |share: Option<Share>| share.map_or(0, Share::judged);
    input
        .tasks
        .iter()
        .map(|task| {
            let [baseline, candidate] =
                [&task.baseline, &task.candidate].map(|side| Tally::of_outcomes(&side.outcomes).share());
            TaskRates {
                id: task.task.clone(),
                baseline: passing(baseline),
                candidate: passing(candidate),
                baseline_judged: judged(baseline),
                candidate_judged: judged(candidate),
            }
        })
        .collect()
}

/// Tasks lost (baseline's share at least one half, candidate's below) and gained (the reverse), in the given order.
pub(crate) fn changes(tasks: &[TaskRates]) -> (Vec<TaskChange>, Vec<TaskChange>) {
    let mut lost = Vec::new();
    let mut gained = Vec::new();
    for task in tasks {
        let (Some(baseline), Some(candidate)) = (task.baseline, task.candidate) else { continue };
        let change = TaskChange { id: task.id.clone(), baseline, candidate };
        match (baseline >= 0.5, candidate >= 0.5) {
            (true, false) => lost.push(change),
            (false, true) => gained.push(change),
            _ => {}
        }
    }
    (lost, gained)
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::TaskId;

    #[test]
    fn half_counts_as_solved_and_a_missing_side_as_nothing() {
        let task = |id: &str, baseline, candidate| TaskRates {
            id: TaskId::new(id).unwrap(),
            baseline,
            candidate,
            baseline_judged: 10,
            candidate_judged: 10,
        };
        let (lost, gained) = changes(&[
            task("lost", Some(0.5), Some(0.4)),
            task("gained", Some(0.0), Some(1.0)),
            task("kept", Some(0.5), Some(0.5)),
            task("absent", Some(1.0), None),
        ]);
        let ids =
            |changes: &[TaskChange]| changes.iter().map(|change| change.id.to_string()).collect::<Vec<_>>();
        assert_eq!((ids(&lost), ids(&gained)), (vec!["lost".to_owned()], vec!["gained".to_owned()]));
    }
}
