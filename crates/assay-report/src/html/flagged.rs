//! The samples behind the static rows: in which tasks they are, and a few of them with what is flagged.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::code;
use super::foreign::{foreign, name};
use crate::{FlaggedExample, FlaggedRow, FlaggedSide, FlaggedTask, Report, words};

/// Tasks listed of a row; report.json holds all.
const MOST_TASKS: usize = 40;

/// Where on the page the samples behind each check are: the first entry's place among `flagged`, of those with any.
pub(super) fn places(report: &Report) -> BTreeMap<&str, usize> {
    let mut places = BTreeMap::new();
    for (place, row) in shown_rows(report) {
        places.entry(row.check.as_str()).or_insert(place);
    }
    places
}

/// The entries with a sample to show, and their places among `flagged`.
fn shown_rows(report: &Report) -> impl Iterator<Item = (usize, &FlaggedRow)> {
    report.flagged.iter().enumerate().filter(|(_, row)| !row.tasks.is_empty())
}

/// The id of an entry's samples on the page.
pub(super) fn id(place: usize) -> String {
    format!("flagged-{place}")
}

/// Whether there is anything to show.
pub(super) fn any(report: &Report) -> bool {
    shown_rows(report).next().is_some()
}

/// The section.
pub(super) fn section(report: &Report) -> Markup {
    html! {
        @if any(report) {
            section id="flagged" {
                h2 { "Flagged samples" }
                p {
                    "The samples behind the rows that are read from the code, first the tasks where the candidate is flagged "
                    "most beyond the baseline. " code { "assay show RUN TASK SAMPLE" } " shows any of them whole; the numbers are "
                    "those that it takes."
                }
                @for (place, row) in shown_rows(report) { (details(place, row)) }
            }
        }
    }
}

fn details(place: usize, row: &FlaggedRow) -> Markup {
    let mut tasks: Vec<&FlaggedTask> = row.tasks.iter().collect();
    let share = |side: &FlaggedSide| f64::from(side.flagged) / f64::from(side.judged.max(1));
    let change = |task: &FlaggedTask| share(&task.baseline) - share(&task.candidate);
    tasks.sort_by(|one, other| change(one).total_cmp(&change(other)));
    let count = |of: fn(&FlaggedTask) -> &FlaggedSide| {
        words::grouped(row.tasks.iter().map(|task| u64::from(of(task).flagged)).sum())
    };
    html! {
        details.case {
            summary {
                code { (name(&row.check)) }
                span.shares {
                    (count(|task| &task.baseline)) " → " (count(|task| &task.candidate)) " samples "
                    (words::flagged(&row.check))
                }
            }
            div id=(id(place)) {
                @for example in &row.examples { (shown(example)) }
                table.tasks {
                    thead {
                        tr {
                            th scope="col" { "task" }
                            th.number scope="col" { "baseline" }
                            th.number scope="col" { "candidate" }
                            th scope="col" { "the candidate’s samples" }
                        }
                    }
                    tbody {
                        @for task in tasks.iter().take(MOST_TASKS) {
                            tr {
                                th scope="row" { code { (name(task.id.as_str())) } }
                                td.number { (task.baseline.flagged) " of " (task.baseline.judged) }
                                td.number { (task.candidate.flagged) " of " (task.candidate.judged) }
                                td { (samples(&task.candidate)) }
                            }
                        }
                    }
                }
                @if tasks.len() > MOST_TASKS {
                    p.note { "… and " (tasks.len() - MOST_TASKS) " more tasks in report.json." }
                }
            }
        }
    }
}

fn samples(side: &FlaggedSide) -> String {
    let numbers: Vec<String> = side.samples.iter().map(u32::to_string).collect();
    let more = (side.flagged as usize).saturating_sub(numbers.len());
    match (numbers.is_empty(), more) {
        (true, _) => "–".to_owned(),
        (false, 0) => numbers.join(", "),
        (false, _) => format!("{} and {more} more", numbers.join(", ")),
    }
}

fn shown(example: &FlaggedExample) -> Markup {
    let marked: Vec<u64> = example.findings.iter().map(|finding| finding.line).collect();
    html! {
        div.flagged-example {
            h4 { "Candidate’s sample " (example.repetition) " of " code { (name(example.id.as_str())) } }
            (code::numbered(&example.code, &marked, "flagged code"))
            ul.plain {
                @for finding in &example.findings {
                    li {
                        "line " (finding.line) ": " (foreign(&finding.message, 300)) " "
                        code.code-word { (name(finding.pylint.as_deref().unwrap_or(&finding.rule))) }
                    }
                }
            }
        }
    }
}
