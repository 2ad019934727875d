//! The benchmark's own reference solutions: they must pass here, and their time sets the limits.

use std::collections::HashMap;
use std::sync::Arc;

use assay_check::{Check, Subject};
use assay_sandbox::Limits;
use assay_types::{Digest, Outcome, Task, TaskId};

use crate::error::RunError;
use crate::judging::{Assignment, judge};
use crate::machine;
use crate::progress::{Phase, Progress};
use crate::session::Session;
use crate::timing::Timing;

/// What the references say about a benchmark on this machine.
pub(crate) struct References {
    limits: HashMap<TaskId, Limits>,
    /// Tasks that give no score, and why.
    pub(crate) without_score: Vec<(TaskId, String)>,
    /// What became of the references of those tasks, in the same order.
    pub(crate) failures: Vec<Outcome>,
}

impl References {
    /// A task's limits; `None` where it gives no score here.
    pub(crate) fn limits(&self, task: &TaskId) -> Option<Limits> {
        self.limits.get(task).copied()
    }
}

/// As [`judge_references`] where tests run; else no reference is asked, and no task is without a score.
pub(crate) fn references_of(
    session: &Session,
    tasks: &[&Task],
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<References, RunError> {
    if session.checks.logic {
        session.require_controls()?;
        return judge_references(session, tasks, progress, timing);
    }
    let limits =
        tasks.iter().map(|task| (task.id.clone(), session.circumstances.limit_rule_of(task).calibration()));
    Ok(References { limits: limits.collect(), without_score: Vec::new(), failures: Vec::new() })
}

/// Judges the references of the given tasks. Measured once per environment, machine and task; then remembered.
pub(crate) fn judge_references(
    session: &Session,
    tasks: &[&Task],
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<References, RunError> {
    let machine = machine::fingerprint();
    let mut assignments = Vec::new();
    let mut calibrated = Vec::new();
    for (number, task) in tasks.iter().enumerate() {
        let subject = Subject { task, module: task.reference.clone() };
        let key = session.check.key(&subject, &session.circumstances);
        let calibration = Digest::of_parts(&[machine.as_bytes().as_slice(), key.as_bytes().as_slice()]);
        let known = session.store.calibration(calibration)?;
        calibrated.push(known);
        assignments.push(Assignment {
            subject,
            limits: session.circumstances.limit_rule_of(task).calibration(),
            task: number,
            reference: None,
            measure: known.is_none().then_some(calibration),
        });
    }
    let findings = judge(session, Phase::References, &assignments, progress, timing)?;
    let mut references =
        References { limits: HashMap::new(), without_score: Vec::new(), failures: Vec::new() };
    let mut broken = None;
    for ((task, finding), known) in tasks.iter().zip(findings).zip(calibrated) {
        let finding = Arc::unwrap_or_clone(finding);
        if finding.outcome == Outcome::Infrastructure {
            let problem = finding.evidence.unwrap_or_default();
            broken.get_or_insert(RunError::Reference { task: task.id.clone(), problem });
            continue;
        }
        if !finding.outcome.passed() {
            let evidence = finding.evidence.map_or_else(String::new, |evidence| format!(": {evidence}"));
            references.without_score.push((task.id.clone(), format!("{}{evidence}", finding.outcome)));
            references.failures.push(finding.outcome);
            continue;
        }
        let limits = session.circumstances.limit_rule_of(task).limits(known.unwrap_or(finding.time));
        references.limits.insert(task.id.clone(), limits);
    }
    broken.map_or(Ok(references), Err)
}
