//! A sample as it is shown: whose it is, what was answered, what was made of it and what was found.

use std::sync::Arc;

use assay_check::static_checks::StaticFindings;
use assay_report::{Report, SideSummary};
use assay_types::{FailCause, FieldKind, Finding, Outcome, Side, TaskId};

/// What a report says of a side.
pub(super) fn summary_of(report: &Report, side: Side) -> &SideSummary {
    match side {
        Side::Baseline => &report.baseline,
        Side::Candidate => &report.candidate,
    }
}

/// One sample, with everything that is known of it.
#[derive(Debug, Clone)]
pub struct ShownSample {
    /// Whose it is.
    pub side: Side,
    /// The model's name.
    pub model: String,
    /// The task.
    pub task: TaskId,
    /// Its place among the model's samples of the task, from 0.
    pub repetition: u32,
    /// The line of the samples file.
    pub line: u64,
    /// How the answer was to be read; none for a sample that was refused before.
    pub field: Option<FieldKind>,
    /// The raw answer, under the same condition. Untrusted.
    pub raw: Option<Arc<str>>,
    /// The extraction rule that fired.
    pub rule: &'static str,
    /// The extraction rules that changed something besides.
    pub edits: Vec<&'static str>,
    /// The judged module, where there is one. Untrusted.
    pub module: Option<Arc<str>>,
    /// What was found; none where no finding is stored.
    pub finding: Option<Finding>,
    /// What is read from its code; none where the run read none.
    pub static_findings: Option<StaticFindings>,
}

/// The evidence of a wrong answer is about a line of the tests; all other evidence is about the judged module.
#[must_use]
pub fn evidence_is_of_tests(finding: &Finding) -> bool {
    finding.outcome == Outcome::Fail { cause: FailCause::WrongAnswer }
}
