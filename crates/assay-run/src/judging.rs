//! Subjects in, findings out: equal subjects judged once, stored findings reused, new ones stored as they come.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use assay_check::{Check, Plan, Subject};
use assay_sandbox::{Judging, Limits, Trial};
use assay_types::{Digest, Finding, Outcome, Task};

use crate::error::RunError;
use crate::progress::{Phase, Progress};
use crate::scheduler::{self, Job};
use crate::session::Session;
use crate::timing::Timing;

/// A subject and what its trial may use.
pub(crate) struct Assignment<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) limits: Limits,
    /// Subjects of one task have one number.
    pub(crate) task: usize,
    /// The task's reference solution, where it is known to pass.
    pub(crate) reference: Option<Subject<'a>>,
    /// Run it even where its finding is stored, and keep its times under this key if it passes.
    pub(crate) measure: Option<Digest>,
}

impl<'a> Assignment<'a> {
    /// A module that answers a task whose reference passes.
    pub(crate) fn of_sample((number, task): (usize, &'a Task), module: Arc<str>, limits: Limits) -> Self {
        Self {
            subject: Subject { task, module },
            limits,
            task: number,
            reference: Some(Subject { task, module: task.reference.clone() }),
            measure: None,
        }
    }
}

/// Judges all assignments; the findings come in their order, those of equal subjects shared.
pub(crate) fn judge(
    session: &Session,
    phase: Phase,
    assignments: &[Assignment<'_>],
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<Vec<Arc<Finding>>, RunError> {
    let check = &session.check;
    let keys: Vec<Digest> =
        assignments.iter().map(|assignment| check.key(&assignment.subject, &session.circumstances)).collect();
    let mut findings: HashMap<Digest, Arc<Finding>> = HashMap::new();
    let mut jobs = Vec::new();
    let mut planned: HashSet<Digest> = HashSet::new();
    let mut references: HashMap<usize, Option<Arc<Trial>>> = HashMap::new();
    let mut judgings: HashMap<usize, Arc<Judging>> = HashMap::new();
    for (number, (assignment, key)) in assignments.iter().zip(&keys).enumerate() {
        if !planned.insert(*key) {
            continue;
        }
        if assignment.measure.is_none()
            && let Some(finding) = session.store.finding(*key)?
        {
            findings.insert(*key, Arc::new(finding));
            continue;
        }
        match check.plan(&assignment.subject, assignment.limits) {
            Plan::Known(finding) => {
                findings.insert(*key, Arc::new(finding));
            }
            Plan::Trial(mut trial) => {
                // A hundred thousand samples of a task have one way to be judged in common.
                let known = judgings.entry(assignment.task).or_insert_with(|| trial.judging.clone());
                if *known == trial.judging {
                    trial.judging = known.clone();
                }
                let reference = references
                    .entry(assignment.task)
                    .or_insert_with(|| reference_trial(session, assignment, &trial).map(Arc::new));
                let reference = reference.clone();
                jobs.push(Job { number, group: assignment.task, reference, trial, measuring: None });
            }
        }
    }
    let known = assignments.len() - jobs.len();
    timing.reused += known as u64;
    progress.begin(phase, jobs.len(), known);
    let writer = session.store.writer()?;
    let ran = scheduler::run(session, jobs, timing, |number, report| {
        let finding = check.read(&report);
        progress.advance(&finding.outcome);
        // A fault of ours says nothing about the sample: the next run tries again.
        if finding.outcome != Outcome::Infrastructure {
            match assignments[number].measure.filter(|_| finding.outcome.passed()) {
                Some(calibration) => writer.finding_and_times(keys[number], finding.clone(), calibration)?,
                None => writer.finding(keys[number], finding.clone())?,
            }
        }
        findings.insert(keys[number], Arc::new(finding));
        Ok(())
    });
    progress.end();
    // What has been judged is stored, however the run ended; an error of the store comes first, it explains the rest.
    writer.finish()?;
    ran?;
    // A gap would move every later finding to another sample.
    let found = keys.iter().map(|key| findings.get(key).cloned()).collect::<Option<Vec<Arc<Finding>>>>();
    found.ok_or(RunError::ThreadLost)
}

fn reference_trial(session: &Session, assignment: &Assignment<'_>, trial: &Trial) -> Option<Trial> {
    let subject = assignment.reference.as_ref()?;
    match session.check.plan(subject, trial.limits) {
        Plan::Trial(trial) => Some(trial),
        Plan::Known(_) => None,
    }
}
