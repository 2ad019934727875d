//! Whether a benchmark judges rightly: its references pass, and its wrong solutions fail.

use assay_benchmark::Benchmark;
use assay_check::Subject;
use assay_types::{Outcome, Task, TaskId};

use crate::error::RunError;
use crate::judging::{Assignment, judge};
use crate::progress::{Phase, Progress};
use crate::references::judge_references;
use crate::session::Session;
use crate::timing::Timing;

/// What a benchmark was asked and answered.
#[derive(Debug)]
pub struct Lint {
    /// References that were judged.
    pub references: usize,
    /// Wrong solutions that were judged.
    pub wrong_solutions: usize,
    /// What is not as it should be.
    pub problems: Vec<LintProblem>,
    /// Where the time went.
    pub timing: Timing,
}

/// One thing that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintProblem {
    /// The task.
    pub task: TaskId,
    /// What is wrong, in a sentence.
    pub problem: String,
}

/// Asks a benchmark whether it judges rightly on this machine.
pub fn lint(session: &Session, benchmark: &Benchmark, progress: &dyn Progress) -> Result<Lint, RunError> {
    session.require_controls()?;
    let mut timing = Timing::default();
    let tasks: Vec<&Task> = benchmark.tasks.iter().collect();
    let references = judge_references(session, &tasks, progress, &mut timing)?;
    let mut problems: Vec<LintProblem> = references
        .without_score
        .iter()
        .map(|(task, reason)| LintProblem {
            task: task.clone(),
            problem: format!("the reference solution does not pass: {reason}"),
        })
        .collect();
    let mut names = Vec::new();
    let mut assignments = Vec::new();
    for (number, task) in tasks.iter().enumerate() {
        let Some(limits) = references.limits(&task.id) else { continue };
        for (name, module) in &task.wrong {
            names.push((&task.id, name));
            assignments.push(Assignment {
                subject: Subject { task, module: module.clone() },
                limits,
                task: number,
                reference: None,
                measure: None,
            });
        }
    }
    let findings = judge(session, Phase::Samples, &assignments, progress, &mut timing)?;
    session.settle()?;
    for ((task, name), finding) in names.iter().zip(&findings) {
        let problem = match &finding.outcome {
            Outcome::Pass => format!("the wrong solution {name} passes"),
            Outcome::Infrastructure | Outcome::NotJudged => {
                format!("the wrong solution {name} could not be judged: {}", finding.outcome)
            }
            _ => continue,
        };
        problems.push(LintProblem { task: (*task).clone(), problem });
    }
    Ok(Lint { references: tasks.len(), wrong_solutions: names.len(), problems, timing })
}
