//! What a reader of a comparison should know.

use std::collections::BTreeSet;

use assay_benchmark::maintenance::MaintenanceBenchmark;
use assay_report::Warning;
use assay_types::TaskId;

use super::GradedSide;

pub(super) fn warnings(
    benchmark: &MaintenanceBenchmark,
    baseline: GradedSide<'_>,
    candidate: GradedSide<'_>,
    without: usize,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, message: String| warnings.push(Warning { code: code.to_owned(), message });
    for (word, side) in [("baseline", baseline), ("candidate", candidate)] {
        let answered: BTreeSet<&TaskId> = side.predictions.tasks().collect();
        let missing = benchmark.tasks.iter().filter(|task| !answered.contains(task.id())).count();
        if missing > 0 {
            warn(
                "tasks_without_samples",
                format!("the {word} has no prediction for {missing} of {} tasks", benchmark.tasks.len()),
            );
        }
    }
    if without > 0 {
        let message = format!("{without} tasks give no grade here: their own references do not pass");
        warn("tasks_without_score", message);
    }
    let elsewhere = baseline.graded.elsewhere.len().max(candidate.graded.elsewhere.len());
    if elsewhere > 0 {
        let message = format!(
            "the tests of {elsewhere} tasks ran in another environment than the one that they were admitted in"
        );
        warn("other_environment", message);
    }
    warnings
}
