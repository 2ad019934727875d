//! Whether a benchmark judges rightly: its references pass, always and in any order, its wrong solutions fail, and its
//! tests judge something.
//!
//! What is found of a task has one of two severities. A *problem* means that verdicts on samples may be wrong; a *note* is
//! worth a look. Nothing is said of what cannot be known.

mod document;
mod finding;
mod repetitions;
mod sources;
mod variants;

use assay_benchmark::Benchmark;
use assay_sandbox::Limits;
use assay_types::{Outcome, Task, TaskId};

use crate::error::RunError;
use crate::progress::Progress;
use crate::references::{References, judge_references};
use crate::session::Session;
use crate::timing::Timing;

pub use document::{LintDocument, lint_schema};
pub use finding::{LintCode, LintFinding, Severity};

/// What a benchmark was asked and answered.
#[derive(Debug)]
pub struct Lint {
    /// References that were judged.
    pub references: usize,
    /// Wrong solutions that were judged.
    pub wrong_solutions: usize,
    /// What is not as it should be, in the order of the tasks.
    pub findings: Vec<LintFinding>,
    /// Tasks whose tests were not run in the reverse order, and why.
    pub order_not_tried: Vec<(TaskId, &'static str)>,
    /// Where the time went.
    pub timing: Timing,
}

impl Lint {
    /// How many findings are of this severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.code.severity() == severity).count()
    }
}

/// How to examine a benchmark.
#[derive(Debug, Clone, Copy)]
pub struct LintSettings {
    /// Trials of each reference beside the first, in the usual surroundings; 0 leaves out those elsewhere, too.
    pub repetitions: usize,
}

/// Asks a benchmark whether it judges rightly on this machine.
pub fn lint(
    session: &Session,
    benchmark: &Benchmark,
    settings: LintSettings,
    progress: &dyn Progress,
) -> Result<Lint, RunError> {
    session.require_controls()?;
    let mut timing = Timing::default();
    let tasks: Vec<&Task> = benchmark.tasks.iter().collect();
    let judged = judge_references(session, &tasks, progress, &mut timing)?;
    let references = Reference::all(session, &tasks, &judged);
    let mut findings: Vec<(usize, LintFinding)> = Vec::new();
    let version = crate::mutation::grammar(session);
    for reference in &references {
        let said = sources::findings(reference, version);
        findings.extend(said.into_iter().map(|finding| (reference.number, finding)));
    }
    let variants = variants::judge_variants(session, &references, version, progress, &mut timing)?;
    findings.extend(variants.findings);
    findings.extend(repetitions::findings(session, &references, settings, progress, &mut timing)?);
    session.settle()?;
    findings.sort_by_key(|(number, finding)| (*number, finding.code, finding.line));
    let mut findings: Vec<LintFinding> = findings.into_iter().map(|(_, finding)| finding).collect();
    leave_out_consequences(&mut findings);
    Ok(Lint {
        references: tasks.len(),
        wrong_solutions: variants.wrong_solutions,
        findings,
        order_not_tried: variants.order_not_tried,
        timing,
    })
}

/// A reference that fails because there is no test, or because it fails now and then, has only the cause said.
fn leave_out_consequences(findings: &mut Vec<LintFinding>) {
    let causes: Vec<(TaskId, LintCode)> =
        findings.iter().map(|finding| (finding.task.clone(), finding.code)).collect();
    let has = |task: &TaskId, code| causes.iter().any(|(other, cause)| other == task && *cause == code);
    findings.retain(|finding| match finding.code {
        LintCode::ReferenceNotJudged => !has(&finding.task, LintCode::EmptyTests),
        LintCode::ReferenceFails => !has(&finding.task, LintCode::ReferenceFlaky),
        _ => true,
    });
}

/// A task and what became of its reference solution.
struct Reference<'a> {
    /// The task's place in the benchmark.
    number: usize,
    task: &'a Task,
    /// What a trial of the task may use.
    limits: Limits,
    /// Where it does not pass: the outcome, and why.
    failure: Option<(&'a Outcome, &'a str)>,
}

impl<'a> Reference<'a> {
    fn all(session: &Session, tasks: &[&'a Task], judged: &'a References) -> Vec<Self> {
        let mut failures = judged.without_score.iter().zip(&judged.failures).peekable();
        let mut references = Vec::new();
        for (number, task) in tasks.iter().enumerate() {
            let failed = failures.next_if(|((id, _), _)| *id == task.id);
            let measured = judged.limits(&task.id);
            references.push(Self {
                number,
                task,
                limits: measured.unwrap_or_else(|| session.circumstances.limit_rule_of(task).calibration()),
                failure: failed.map(|((_, reason), outcome)| (outcome, reason.as_str())),
            });
        }
        references
    }

    fn passes(&self) -> bool {
        self.failure.is_none()
    }
}
