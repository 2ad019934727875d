//! Tasks lost and gained: what was asked, and a sample of each side beside the other.

use maud::{Markup, html};

use super::code;
use super::foreign::{foreign, name};
use crate::{ChangedTask, Example, Report, words};

/// Tasks shown with their code; more would make the page slow, and nobody reads on.
const MOST_WITH_CODE: usize = 50;

/// Lost tasks that are open from the start.
const OPEN: usize = 3;

/// Evidence shown of a sample.
const MOST_EVIDENCE: usize = 1_000;

/// The tasks that the candidate lost.
pub(super) fn lost(report: &Report) -> Markup {
    let note = "The baseline passes with at least half of its samples, the candidate with fewer.";
    section(report, "lost", "Tasks lost", note, &report.tasks_lost, OPEN)
}

/// The tasks that the candidate gained.
pub(super) fn gained(report: &Report) -> Markup {
    let note = "The candidate passes with at least half of its samples, the baseline with fewer.";
    section(report, "gained", "Tasks gained", note, &report.tasks_gained, 0)
}

fn section(report: &Report, id: &str, title: &str, note: &str, tasks: &[ChangedTask], open: usize) -> Markup {
    if tasks.is_empty() {
        return html! {};
    }
    let rest = tasks.get(MOST_WITH_CODE..).unwrap_or_default();
    html! {
        section id=(id) {
            h2 { (title) " " span.count { (tasks.len()) } }
            p { (note) " Each is shown with one sample of what most of a side’s samples came to." }
            @for (place, task) in tasks.iter().take(MOST_WITH_CODE).enumerate() {
                @let has_code = task.baseline_example.is_some() || task.candidate_example.is_some();
                details.case open[place < open && has_code] {
                    summary {
                        code { (name(task.id.as_str())) }
                        span.shares { (words::unbroken(&shares(task))) }
                    }
                    @if !task.prompt.is_empty() {
                        h4 { "What was asked" }
                        (code::prompt(&task.prompt))
                    }
                    (pair(report, task))
                }
            }
            @if !rest.is_empty() {
                p { "Without their code, which report.json holds:" }
                ul.plain {
                    @for task in rest { li { code { (name(task.id.as_str())) } " " span.shares { (words::unbroken(&shares(task))) } } }
                }
            }
        }
    }
}

fn shares(task: &ChangedTask) -> String {
    let change = words::signed(100.0 * (task.candidate - task.baseline));
    format!("{:.0} % → {:.0} % pass ({change})", 100.0 * task.baseline, 100.0 * task.candidate)
}

fn pair(report: &Report, task: &ChangedTask) -> Markup {
    let (baseline, candidate) = (task.baseline_example.as_ref(), task.candidate_example.as_ref());
    html! {
        @if baseline.is_none() && candidate.is_none() {
            p.note { "No example was kept of either side." }
        } @else {
            div.pair {
                (side("Baseline", &report.baseline.name, baseline))
                (side("Candidate", &report.candidate.name, candidate))
            }
        }
    }
}

fn side(role: &str, model: &str, example: Option<&Example>) -> Markup {
    html! {
        div.side {
            h4 { (role) " " span.model { (name(model)) } }
            @match example {
                None => p.note { "No example was kept." },
                Some(example) => (sample(role, example)),
            }
        }
    }
}

fn sample(role: &str, example: &Example) -> Markup {
    let passed = example.outcome == "pass";
    // The line of a wrong answer is one of the tests, not of this code.
    let of_the_tests = example.outcome == "fail(wrong_answer)";
    let marked = example.line.filter(|_| !of_the_tests && !passed).map(u64::from);
    html! {
        (code::numbered(&example.code, marked.as_slice(), &format!("{role}’s code")))
        p.evidence.(if passed { "passed" } else { "failed" }) {
            strong { (name(&words::outcome(&example.outcome))) }
            @if let Some(line) = example.line.filter(|_| !passed) {
                @if of_the_tests { ", line " (line) " of the tests" } @else { ", line " (line) }
            }
            @if let Some(evidence) = &example.evidence {
                ": " code { (foreign(evidence, MOST_EVIDENCE)) }
            }
        }
        p.note { "Sample " (u64::from(example.repetition) + 1) ", extracted by the rule " code { (name(&example.rule)) } "." }
    }
}
