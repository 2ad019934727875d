//! A sample judged again: does it come to the same?

use std::sync::Arc;

use assay_check::{Check as _, Plan, Subject};
use assay_environment::Environment;
use assay_types::{Finding, Outcome};
use schemars::JsonSchema;
use serde::Serialize;

use super::{FinishedRun, ShowError, ShownSample};
use crate::check::blame;
use crate::error::RunError;
use crate::progress::Progress;
use crate::references::judge_references;
use crate::scheduler::{self, Job};
use crate::session::Session;
use crate::timing::Timing;

/// What came of judging a sample again.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Rerun {
    /// What was found now. The stored finding stays what it is.
    pub finding: Finding,
    /// Whether the outcome is what the run found; none where its finding is not stored.
    pub same: Option<bool>,
    /// What is otherwise than in the run, in a phrase each.
    pub circumstances: Vec<String>,
}

impl FinishedRun {
    /// Judges a sample again, whatever is stored of it, and stores nothing of what is found. The task's reference is
    /// judged and stored as in any run where it is not yet.
    pub fn rerun(
        &self,
        session: &Session,
        sample: &ShownSample,
        progress: &dyn Progress,
    ) -> Result<Rerun, ShowError> {
        let nothing = |reason: &str| ShowError::nothing_to_run(sample, reason);
        let Some(module) = &sample.module else {
            return Err(nothing("there is no judged module"));
        };
        session.require_controls()?;
        let task = self.task(sample.task.as_str())?;
        let mut timing = Timing::default();
        let references = judge_references(session, &[task], progress, &mut timing)?;
        let Some(limits) = references.limits(&task.id) else {
            return Err(nothing("the task's own reference solution does not pass here"));
        };
        let trial =
            |module: &Arc<str>| match session.check.plan(&Subject { task, module: module.clone() }, limits) {
                Plan::Trial(trial) => Some(trial),
                Plan::Known(_) => None,
            };
        let Some(planned) = trial(module) else { return Err(nothing("it is judged without a trial")) };
        let reference = trial(&task.reference).map(Arc::new);
        let jobs = vec![Job { number: 0, group: 0, trial: planned, measuring: None, reference }];
        let mut found = None;
        scheduler::run(session, jobs, &mut timing, |_, report| {
            found = Some(blame(session.check.read(&report)));
            Ok(())
        })?;
        session.settle()?;
        let finding = found.ok_or(RunError::ThreadLost)?;
        let same = |before: &Finding| before.outcome == finding.outcome;
        let before = sample.finding.as_ref().filter(|_| finding.outcome != Outcome::Infrastructure);
        let mut circumstances = self.changes(&session.environment, &session.circumstances.controls);
        if self.circumstances.limit_rule != session.circumstances.limit_rule {
            circumstances.push("another rule for limits".to_owned());
        }
        Ok(Rerun { same: before.map(same), finding, circumstances })
    }

    /// What may make an outcome another one in this environment, with these controls in force.
    pub(super) fn changes(&self, environment: &Environment, controls: &[String]) -> Vec<String> {
        let then = &self.report.environment;
        let mut changes = Vec::new();
        if then.digest != environment.digest {
            changes.push(format!(
                "another environment (Python {} now, {} then)",
                environment.python, then.python
            ));
        }
        if then.controls != controls {
            changes.push("other isolation controls in force".to_owned());
        }
        if then.judge != assay_sandbox::judge_version() {
            changes.push("another version of the judging code".to_owned());
        }
        changes
    }
}
