//! For a task whose majority changed: what was asked, and a typical answer of each side.

use assay_analyse::TaskChange;
use assay_benchmark::Benchmark;
use assay_report::{ChangedTask, Example};

use crate::check::LabelledSample;

/// Whether the baseline's majority passes (a task lost) or the candidate's (a task gained).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Lost,
    Gained,
}

/// Adds prompt and examples to a changed task.
pub(crate) fn changed_task(
    benchmark: &Benchmark,
    change: &TaskChange,
    direction: Direction,
    baseline: &[LabelledSample],
    candidate: &[LabelledSample],
) -> ChangedTask {
    let example = |samples: &[LabelledSample], passing: bool| {
        samples
            .iter()
            .filter(|sample| sample.task_id == change.id && sample.finding.outcome.is_judged())
            .find(|sample| sample.finding.outcome.passed() == passing)
            .map(|sample| Example {
                repetition: sample.repetition,
                outcome: sample.outcome.to_string(),
                code: sample.module.as_deref().unwrap_or_default().to_owned(),
                rule: sample.rule.to_owned(),
                evidence: sample.finding.evidence.clone(),
                line: sample.finding.line,
            })
    };
    ChangedTask {
        id: change.id.clone(),
        baseline: change.baseline,
        candidate: change.candidate,
        prompt: benchmark.task(&change.id).map_or_else(String::new, |task| task.prompt.to_string()),
        baseline_example: example(baseline, direction == Direction::Lost),
        candidate_example: example(candidate, direction == Direction::Gained),
    }
}
