//! Tasks that are lost or gained, each with a prediction of either side.

use assay_analyse::TaskChange;
use assay_benchmark::maintenance::MaintenanceBenchmark;
use assay_report::{ChangedTask, Example};
use assay_types::TaskId;

use super::GradedSide;
use crate::grade::Grade;

/// The most characters of a patch that a report shows.
const SHOWN: usize = 20_000;

pub(super) fn changed_task(
    benchmark: &MaintenanceBenchmark,
    change: &TaskChange,
    baseline_solves: bool,
    [baseline, candidate]: [GradedSide<'_>; 2],
) -> ChangedTask {
    let statement = benchmark.task(&change.id).map(|task| task.task.statement.to_string());
    ChangedTask {
        id: change.id.clone(),
        baseline: change.baseline,
        candidate: change.candidate,
        prompt: statement.unwrap_or_default(),
        baseline_example: example(baseline, &change.id, baseline_solves),
        candidate_example: example(candidate, &change.id, !baseline_solves),
    }
}

/// The first prediction of a task that resolves it, or the first that does not.
fn example(side: GradedSide<'_>, task: &TaskId, resolves: bool) -> Option<Example> {
    let fits = |grade: &&Grade| {
        grade.task_id == *task && grade.outcome.is_judged() && grade.outcome.passed() == resolves
    };
    let grade = side.graded.grades.iter().find(fits)?;
    let is_it = |sample: &&assay_types::Sample| sample.task == *task && sample.repetition == grade.repetition;
    let sample = side.predictions.samples.iter().find(is_it);
    Some(Example {
        repetition: grade.repetition,
        outcome: grade.outcome.to_string(),
        code: sample.map_or_else(String::new, |sample| sample.raw.chars().take(SHOWN).collect()),
        rule: grade.extraction.join(" "),
        evidence: grade.evidence.clone(),
        line: None,
    })
}
