//! What is wrong with a task by the text of its tests, and whether its reference passes at all.

use assay_benchmark::made_of_cases;
use assay_python::test_code::{Idle, IdleTest, RepeatedInput, Running, idle_tests, repeated_inputs};
use assay_python::{Module, PythonVersion};
use assay_types::{Isolation, Outcome, Task};

use super::Reference;
use super::finding::{LintCode, LintFinding};

/// The most characters of a test's text that a message holds.
const SHOWN: usize = 80;

/// How a task's tests are run.
pub(super) fn running(task: &Task) -> Running {
    match task.isolation {
        Isolation::Split => Running::Statements,
        Isolation::Shared => Running::Collected,
    }
}

pub(super) fn findings(reference: &Reference<'_>, version: PythonVersion) -> Vec<LintFinding> {
    let task = reference.task;
    let mut findings = Vec::new();
    if let Some((outcome, reason)) = reference.failure {
        let (code, what) = match outcome {
            Outcome::NotJudged => (LintCode::ReferenceNotJudged, "cannot be judged"),
            _ => (LintCode::ReferenceFails, "does not pass"),
        };
        let missing = format!("the sample does not define {}", task.entry_point);
        let message = if reason.ends_with(&missing) {
            let name = &task.entry_point;
            format!("the reference solution does not define {name}, which is the task's entry_point")
        } else {
            format!("the reference solution {what}: {reason}")
        };
        findings.push(LintFinding::new(&task.id, code, message));
    }
    // Tests that do not parse fail with the reference; what runs them says it best.
    let Ok(tests) = Module::parse(task.tests.clone(), version) else { return findings };
    let of_cases = made_of_cases(&task.tests);
    let names = ["candidate", task.entry_point.as_str()];
    for test in idle_tests(&tests, running(task), &names) {
        // A reference that passes has met a test, whatever the text says.
        if test.kind != Idle::NoTest || !reference.passes() {
            let line = (!of_cases && test.kind != Idle::NoTest).then_some(test.line);
            let code =
                if test.kind == Idle::NoAssertion { LintCode::NoAssertion } else { LintCode::EmptyTests };
            findings.push(LintFinding::new(&task.id, code, said_of(&test, task, of_cases)).at(line));
        }
    }
    for input in repeated_inputs(&tests, &names) {
        let line = input.places.is_empty().then(|| input.lines.first().copied()).flatten();
        let finding = LintFinding::new(&task.id, LintCode::DuplicateInput, said_of_input(&input));
        findings.push(finding.at(line));
    }
    findings
}

fn said_of(test: &IdleTest, task: &Task, of_cases: bool) -> String {
    if of_cases {
        return "there is no test: its file of cases holds no case".to_owned();
    }
    let name = test.name.as_deref().unwrap_or("the tests");
    match (test.kind, task.isolation) {
        (Idle::NoTest, Isolation::Split) => {
            "there is no test: the tests are neither statements nor a function check".to_owned()
        }
        (Idle::NoTest, Isolation::Shared) => {
            "there is no test: with isolation = \"shared\" tests are functions \
             test_*, classes Test* and classes of unittest.TestCase"
                .to_owned()
        }
        (Idle::Empty, _) => format!("{name} tests nothing: there is nothing in it that runs"),
        (Idle::NeverRun, _) => format!(
            "{name} is never run: with isolation = \"split\" statements and a function check are; \
             isolation = \"shared\" in task.toml runs tests as unittest and pytest do"
        ),
        (Idle::NoAssertion, _) => format!("{name} has no assertion: whatever is returned, it passes"),
    }
}

fn said_of_input(input: &RepeatedInput) -> String {
    let text: String = input.text.chars().take(SHOWN).collect();
    let text = if text.len() < input.text.len() { text + "…" } else { text };
    let places = if input.places.is_empty() {
        let lines: Vec<String> = input.lines.iter().map(ToString::to_string).collect();
        format!("lines {}", lines.join(", "))
    } else {
        input.places.join(", ")
    };
    format!("the same input with the same expectation stands more than once ({places}): {text}")
}
