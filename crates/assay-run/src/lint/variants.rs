//! What must fail and what must still pass: wrong solutions, a solution that does nothing, the tests in the reverse order.

use std::sync::Arc;

use assay_check::Subject;
use assay_python::test_code::reversed;
use assay_python::{Definition, Module, PythonVersion};
use assay_sandbox::Limits;
use assay_types::{FailCause, Finding, Outcome, Task, TaskId};

use super::Reference;
use super::finding::{LintCode, LintFinding};
use super::sources::running;
use crate::error::RunError;
use crate::judging::{Assignment, judge};
use crate::progress::{Phase, Progress};
use crate::session::Session;
use crate::timing::Timing;

/// What came of the variants, each finding with its task's place in the benchmark.
pub(super) struct Variants {
    pub(super) findings: Vec<(usize, LintFinding)>,
    pub(super) wrong_solutions: usize,
    pub(super) order_not_tried: Vec<(TaskId, &'static str)>,
}

/// A module that is judged instead of the reference, or the reference under other tests.
enum Variant<'a> {
    Wrong(&'a str),
    Empty(String),
    Reversed,
}

/// Judges all variants of the tasks whose references pass.
pub(super) fn judge_variants(
    session: &Session,
    references: &[Reference<'_>],
    version: PythonVersion,
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<Variants, RunError> {
    let passing: Vec<&Reference<'_>> = references.iter().filter(|reference| reference.passes()).collect();
    let mut order_not_tried = Vec::new();
    let mut turned: Vec<(&Reference<'_>, Task)> = Vec::new();
    for reference in &passing {
        match in_reverse(reference.task, version) {
            Ok(task) => turned.push((reference, task)),
            Err(reason) => order_not_tried.push((reference.task.id.clone(), reason)),
        }
    }
    let mut variants: Vec<(&Reference<'_>, Variant<'_>)> = Vec::new();
    let mut assignments = Vec::new();
    for reference in &passing {
        let of_sample = |module: Arc<str>| {
            Assignment::of_sample((reference.number, reference.task), module, reference.limits)
        };
        for (name, module) in &reference.task.wrong {
            variants.push((reference, Variant::Wrong(name)));
            assignments.push(of_sample(module.clone()));
        }
        let empty = does_nothing(reference.task, version);
        assignments.push(of_sample(Arc::from(empty.as_str())));
        variants.push((reference, Variant::Empty(empty)));
    }
    for (reference, task) in &turned {
        variants.push((reference, Variant::Reversed));
        assignments.push(of_reference(references.len() + reference.number, task, reference.limits));
    }
    let findings = judge(session, Phase::Variants, &assignments, progress, timing)?;
    let wrong_solutions = variants.iter().filter(|(_, variant)| matches!(variant, Variant::Wrong(_))).count();
    let said = variants.iter().zip(&findings).filter_map(|((reference, variant), finding)| {
        let (code, message) = variant.judged(reference.task, finding)?;
        Some((reference.number, LintFinding::new(&reference.task.id, code, message)))
    });
    Ok(Variants { findings: said.collect(), wrong_solutions, order_not_tried })
}

impl Variant<'_> {
    /// What is wrong with the tests by what became of it.
    fn judged(&self, task: &Task, finding: &Finding) -> Option<(LintCode, String)> {
        let outcome = &finding.outcome;
        let of_ours = matches!(outcome, Outcome::Infrastructure | Outcome::NotJudged);
        match self {
            Self::Wrong(name) if outcome.passed() => {
                Some((LintCode::WrongSolutionPasses, format!("the wrong solution {name} passes")))
            }
            Self::Wrong(name) if of_ours => {
                let message = format!("the wrong solution {name} could not be judged: {outcome}");
                Some((LintCode::WrongSolutionNotJudged, message))
            }
            Self::Wrong(name) if defines_nothing(task, finding) => {
                let evidence = finding.evidence.as_deref().unwrap_or_default();
                let message = format!(
                    "the wrong solution {name} looks wrong at once, and so tells nothing: {evidence}"
                );
                Some((LintCode::WrongSolutionDefinesNothing, message))
            }
            Self::Empty(text) if outcome.passed() => {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                Some((LintCode::EmptySolutionPasses, format!("a solution that does nothing passes: {text}")))
            }
            Self::Reversed if !outcome.passed() && *outcome != Outcome::Infrastructure => {
                let evidence =
                    finding.evidence.as_deref().map_or_else(String::new, |text| format!(": {text}"));
                let message = format!(
                    "the reference solution does not pass when the tests run in the reverse order: {outcome}{evidence}"
                );
                Some((LintCode::DependsOnOrder, message))
            }
            _ => None,
        }
    }
}

/// Whether a module does not even define what the tests call.
fn defines_nothing(task: &Task, finding: &Finding) -> bool {
    let missing = format!("does not define {}", task.entry_point);
    match finding.outcome {
        Outcome::Fail { cause: FailCause::Syntax } => true,
        Outcome::Fail { cause: FailCause::MissingName } => {
            finding.evidence.as_deref().is_some_and(|evidence| evidence.ends_with(&missing))
        }
        _ => false,
    }
}

fn of_reference(number: usize, task: &Task, limits: Limits) -> Assignment<'_> {
    let subject = Subject { task, module: task.reference.clone() };
    Assignment { subject, limits, task: number, reference: None, measure: None }
}

/// The task with its tests in the reverse order.
fn in_reverse(task: &Task, version: PythonVersion) -> Result<Task, &'static str> {
    let tests = Module::parse(task.tests.clone(), version).map_err(|_| "its tests cannot be parsed")?;
    let tests = reversed(&tests, running(task))?;
    Ok(Task { tests: Arc::from(tests), ..task.clone() })
}

/// A module that defines what the tests call, takes whatever they pass, and does nothing.
fn does_nothing(task: &Task, version: PythonVersion) -> String {
    let name = &task.entry_point;
    let reference = Module::parse(task.reference.clone(), version);
    match reference.ok().and_then(|reference| reference.definition(name)) {
        Some(Definition::Class) => {
            format!("class {name}:\n    def __init__(self, *arguments, **keywords):\n        pass\n")
        }
        Some(Definition::Coroutine) => format!("async def {name}(*arguments, **keywords):\n    pass\n"),
        _ => format!("def {name}(*arguments, **keywords):\n    pass\n"),
    }
}
