//! Task by task: both sides' shares of passing samples, sorted by what changed.

use std::cmp::Ordering;

use assay_types::TaskId;
use maud::{Markup, html};

use super::figure::Scale;
use super::foreign::name;
use crate::{Report, words};

mod overview;

/// Rows shown of a direction before the rest is folded away.
const OPEN_ROWS: usize = 20;

/// Rows drawn of a direction at all.
const MOST_ROWS: usize = 200;

/// Fewer tasks than this need no overview: the rows are one.
const OVERVIEW_FROM: usize = 25;

/// A task that both sides have a judged sample of.
struct Task<'a> {
    id: &'a TaskId,
    baseline: f64,
    candidate: f64,
}

impl Task<'_> {
    fn change(&self) -> f64 {
        self.candidate - self.baseline
    }

    /// Worse, equal or better; half a hundredth of a point is rounding.
    fn direction(&self) -> Ordering {
        if self.change().abs() < 5e-5 { Ordering::Equal } else { self.change().total_cmp(&0.0) }
    }
}

/// The section; nothing where no task was compared.
pub(super) fn section(report: &Report) -> Markup {
    let mut tasks: Vec<Task> = report
        .tasks
        .iter()
        .filter_map(|task| Some(Task { id: &task.id, baseline: task.baseline?, candidate: task.candidate? }))
        .collect();
    if tasks.is_empty() {
        return html! {};
    }
    // Stable: tasks that changed equally stay in the benchmark's order.
    tasks.sort_by(|one, other| one.change().total_cmp(&other.change()));
    let of =
        |direction| tasks.iter().filter(move |task| task.direction() == direction).collect::<Vec<&Task>>();
    let (worse, equal, mut better) = (of(Ordering::Less), of(Ordering::Equal), of(Ordering::Greater));
    better.sort_by(|one, other| other.change().total_cmp(&one.change()));
    html! {
        section id="tasks" {
            h2 { "Task by task" }
            p {
                "The share of a task’s samples that pass, on both sides. Of " (tasks.len()) " tasks, "
                strong { (worse.len()) } " got worse, " strong { (better.len()) } " got better and "
                strong { (equal.len()) } " did not change. A single task may change by chance alone, above all with few "
                "samples; the verdict is about all of them together."
            }
            @if tasks.len() >= OVERVIEW_FROM { (overview::figure(&tasks)) }
            (direction("Worse", &worse))
            (direction("Better", &better))
            (unchanged(&equal))
            @let missing = report.tasks.len() - tasks.len();
            @if missing > 0 { p.note { "Left out, for want of a judged sample on one side: " (missing) "." } }
        }
    }
}

fn direction(title: &str, tasks: &[&Task]) -> Markup {
    let drawn = &tasks[..tasks.len().min(MOST_ROWS)];
    let (open, folded) = drawn.split_at(drawn.len().min(OPEN_ROWS));
    html! {
        @if !tasks.is_empty() {
            h3 { (title) " " span.count { (tasks.len()) } }
            (rows(title, open))
            @if !folded.is_empty() {
                details { summary { (folded.len()) " more" } (rows(title, folded)) }
            }
            @if tasks.len() > drawn.len() { p.note { (tasks.len() - drawn.len()) " more in report.json." } }
        }
    }
}

fn rows(title: &str, tasks: &[&Task]) -> Markup {
    let scale = Scale::shares();
    html! {
        table.tasks role="table" {
            caption { span.unseen { (title) ". " } "Ring: baseline. Dot: candidate." }
            thead role="rowgroup" {
                tr role="row" {
                    th role="columnheader" scope="col" { "task" }
                    th.number role="columnheader" scope="col" { "baseline" }
                    th.track role="columnheader" scope="col" {
                        svg aria-hidden="true" width="100%" height="12" {
                            @for (share, label) in [(0.0, "0"), (0.5, "50"), (1.0, "100 %")] {
                                text.tick x=(scale.at(share)) y="11" text-anchor="middle" { (label) }
                            }
                        }
                        span.unseen { "both shares, drawn" }
                    }
                    th.number role="columnheader" scope="col" { "candidate" }
                    th.number role="columnheader" scope="col" { "change" }
                }
            }
            tbody role="rowgroup" {
                @for task in tasks {
                    tr role="row" {
                        th role="rowheader" scope="row" { (name(task.id.as_str())) }
                        td.number role="cell" { (percent(task.baseline)) }
                        td.track role="cell" { (dumbbell(task, scale)) }
                        td.number role="cell" { (percent(task.candidate)) }
                        td.number.change role="cell" { (words::signed(100.0 * task.change())) }
                    }
                }
            }
        }
    }
}

/// A ring for the baseline, a dot for the candidate, and what lies between. The numbers beside it are its text.
fn dumbbell(task: &Task, scale: Scale) -> Markup {
    let (from, to) = (scale.at(task.baseline), scale.at(task.candidate));
    html! {
        svg.(class(task)) aria-hidden="true" width="100%" height="18" {
            @for share in [0.0, 0.5, 1.0] { line.grid x1=(scale.at(share)) x2=(scale.at(share)) y1="0" y2="18" {} }
            line.between x1=(from) x2=(to) y1="9" y2="9" {}
            circle.baseline cx=(from) cy="9" r="4.5" {}
            circle.candidate cx=(to) cy="9" r="5" {}
        }
    }
}

fn class(task: &Task) -> &'static str {
    match task.direction() {
        Ordering::Less => "regression",
        Ordering::Equal => "no-difference",
        Ordering::Greater => "improvement",
    }
}

/// Tasks without change, by how often they pass.
fn unchanged(tasks: &[&Task]) -> Markup {
    let group =
        |belongs: fn(f64) -> bool| tasks.iter().filter(|task| belongs(task.baseline)).collect::<Vec<_>>();
    let groups = [
        ("always pass on both sides", group(|share| share >= 1.0)),
        ("sometimes pass, equally often", group(|share| share > 0.0 && share < 1.0)),
        ("never pass on either side", group(|share| share <= 0.0)),
    ];
    html! {
        @if !tasks.is_empty() {
            h3 { "Unchanged " span.count { (tasks.len()) } }
            @for (words, tasks) in groups {
                @if !tasks.is_empty() {
                    details {
                        summary { (tasks.len()) " " (words) }
                        p.names {
                            @for task in tasks.iter().take(MOST_ROWS) { span { (name(task.id.as_str())) } " " }
                            @if tasks.len() > MOST_ROWS { "and " (tasks.len() - MOST_ROWS) " more" }
                        }
                    }
                }
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}\u{a0}%", 100.0 * share)
}
