//! Time and memory, task by task: both sides' samples as box plots, on a scale relative to the baseline's median.

use assay_analyse::{MeasuredSide, PerformanceTasks, TaskPerformance, TaskState, TaskVerdict};
use maud::{Markup, html};

use super::super::figure::Scale;
use super::super::foreign::name;
use super::{label, ticks};
use crate::words::{self, performance};
use crate::{Report, text::one_line};

/// Rows of a measure before the rest is folded away, where fewer tasks than this changed.
const OPEN_ROWS: usize = 20;

/// Rows before the rest is folded away, however many tasks changed.
const MOST_OPEN_ROWS: usize = 40;

/// Rows of a measure at all.
const MOST_ROWS: usize = 80;

/// Names of tasks that were not compared.
const MOST_NAMES: usize = 200;

/// The widest scale: what lies beyond it ends at its edge.
const WIDEST: f64 = 100.0;

/// Whether there is anything to show.
pub(in super::super) fn any(report: &Report) -> bool {
    !report.performance_tasks.is_empty()
}

/// The section; nothing where nothing was measured.
pub(in super::super) fn section(report: &Report) -> Markup {
    if !any(report) {
        return html! {};
    }
    html! {
        section id="performance" {
            h2 { "Time and memory, task by task" }
            p {
                "Only correct samples are measured, each several times in fresh processes; its median counts. A task’s ratio is the "
                "candidate’s median ÷ the baseline’s. A task got worse or better where its samples differ beyond chance, "
                "corrected for all compared tasks, and by at least 5" "\u{a0}" "%."
            }
            @for measured in &report.performance_tasks { (measure(measured)) }
        }
    }
}

fn measure(measured: &PerformanceTasks) -> Markup {
    let tasks = performance::by_change(&measured.tasks);
    let drawn = &tasks[..tasks.len().min(MOST_ROWS)];
    let count = |verdict| tasks.iter().filter(|(task, _)| task.verdict == Some(verdict)).count();
    let changed = count(TaskVerdict::Regressed) + count(TaskVerdict::Improved);
    let (open, folded) = drawn.split_at(drawn.len().min(changed.clamp(OPEN_ROWS, MOST_OPEN_ROWS)));
    let scale = common_scale(drawn);
    html! {
        h3 {
            code { (measured.check.name()) } " "
            span.count {
                (count(TaskVerdict::Regressed)) " worse, " (count(TaskVerdict::Improved)) " better, "
                (count(TaskVerdict::Unchanged)) " not told apart"
            }
        }
        @if !open.is_empty() { (rows(measured, open, scale)) }
        @if !folded.is_empty() {
            details { summary { (folded.len()) " more" } (rows(measured, folded, scale)) }
        }
        @if tasks.len() > drawn.len() { p.note { (tasks.len() - drawn.len()) " more in report.json." } }
        (others(measured, TaskState::Equal, "answered with the same programs by both, equally often: equal without measuring"))
        (others(measured, TaskState::TooFew, "with too few correct samples on a side"))
    }
}

/// A scale of logarithms that holds every box, and the medians of both sides at least.
fn common_scale(tasks: &[(&TaskPerformance, f64)]) -> Scale {
    let ends = tasks.iter().filter_map(|(task, _)| {
        let [ours, theirs] = [five(task.baseline)?, five(task.candidate)?];
        Some([ours[0], ours[4], theirs[0], theirs[4]].map(|value| (value / ours[2]).ln()))
    });
    let most = WIDEST.ln();
    Scale::around_zero(ends.flatten().map(|end| end.clamp(-most, most)), 1.25_f64.ln())
}

fn five(side: Option<MeasuredSide>) -> Option<[f64; 5]> {
    side?.five_numbers
}

fn rows(measured: &PerformanceTasks, tasks: &[(&TaskPerformance, f64)], scale: Scale) -> Markup {
    html! {
        table.tasks.performance role="table" {
            caption {
                "Each side’s samples, relative to the baseline’s median: least, quartiles, median, greatest. Upper box, outlined: baseline. "
                "Lower box, filled: candidate."
            }
            thead role="rowgroup" {
                tr role="row" {
                    th role="columnheader" scope="col" { "task" }
                    th.number role="columnheader" scope="col" { "baseline" }
                    th.track role="columnheader" scope="col" {
                        svg aria-hidden="true" width="100%" height="12" {
                            @for tick in ticks(scale, 5) {
                                text.tick x=(scale.at(tick.ln())) y="11" text-anchor="middle" { (label(tick)) }
                            }
                        }
                        span.unseen { "both sides’ samples, drawn" }
                    }
                    th.number role="columnheader" scope="col" { "candidate" }
                    th.number role="columnheader" scope="col" { "times" }
                    th.word role="columnheader" scope="col" { "q" }
                }
            }
            tbody role="rowgroup" {
                @for (task, ratio) in tasks { (row(measured, task, *ratio, scale)) }
            }
        }
    }
}

fn row(measured: &PerformanceTasks, task: &TaskPerformance, ratio: f64, scale: Scale) -> Markup {
    let value = |value: f64| performance::value(measured.check, value).replace(' ', "\u{a0}");
    let median = |side| five(side).map_or("–".into(), |five| value(five[2]));
    let all = |side: Option<MeasuredSide>| {
        let numbers = five(side).map(|five| five.map(value).join(", ")).unwrap_or_default();
        format!("{} samples: {numbers}", side.map_or(0, |side| side.samples))
    };
    html! {
        tr role="row" {
            th role="rowheader" scope="row" {
                (name(task.id.as_str()))
                @if task.whole_test { " " span.note { "whole\u{a0}test" } }
            }
            td.number role="cell" title=(all(task.baseline)) { (median(task.baseline)) }
            td.track role="cell" { (boxes(task, scale)) }
            td.number role="cell" title=(all(task.candidate)) { (median(task.candidate)) }
            td.number.change role="cell" { "×" (performance::times(ratio)) }
            td.word.(class(task)) role="cell" {
                span aria-hidden="true" { (sign(task)) } " "
                (words::p_relation(task.q_value.unwrap_or(1.0)).trim_start_matches("= "))
                span.unseen { ", " (performance::task_verdict(task)) }
            }
        }
    }
}

/// Two boxes; the numbers beside them, and in their titles, are their text.
fn boxes(task: &TaskPerformance, scale: Scale) -> Markup {
    let (Some(ours), Some(theirs)) = (five(task.baseline), five(task.candidate)) else { return html! {} };
    let at = |value: f64| (value / ours[2]).ln();
    html! {
        svg.(class(task)) aria-hidden="true" width="100%" height="30" {
            line.grid x1=(scale.at(0.0)) x2=(scale.at(0.0)) y1="0" y2="30" {}
            @for (side, [least, lower, median, upper, greatest], top) in [("baseline", ours, 3.0), ("candidate", theirs, 17.0)] {
                line.whisker x1=(scale.at(at(least))) x2=(scale.at(at(greatest))) y1=(top + 5.0) y2=(top + 5.0) {}
                rect.(side) x=(scale.at(at(lower))) width=(scale.width(at(lower), at(upper))) y=(top) height="10" {}
                line.median x1=(scale.at(at(median))) x2=(scale.at(at(median))) y1=(top - 1.0) y2=(top + 11.0) {}
            }
        }
    }
}

fn class(task: &TaskPerformance) -> &'static str {
    match task.verdict {
        Some(TaskVerdict::Regressed) => "regression",
        Some(TaskVerdict::Improved) => "improvement",
        Some(TaskVerdict::Unchanged) | None => "no-difference",
    }
}

/// A shape for those who do not see the colour.
fn sign(task: &TaskPerformance) -> &'static str {
    match task.verdict {
        Some(TaskVerdict::Regressed) => "▼",
        Some(TaskVerdict::Improved) => "▲",
        Some(TaskVerdict::Unchanged) | None => "·",
    }
}

fn others(measured: &PerformanceTasks, state: TaskState, words: &str) -> Markup {
    let tasks: Vec<&TaskPerformance> = measured.tasks.iter().filter(|task| task.state == state).collect();
    html! {
        @if !tasks.is_empty() {
            details {
                summary { (tasks.len()) " " (words) }
                p.names {
                    @for task in tasks.iter().take(MOST_NAMES) { span { (one_line(task.id.as_str(), 200)) } " " }
                    @if tasks.len() > MOST_NAMES { "and " (tasks.len() - MOST_NAMES) " more" }
                }
            }
        }
    }
}
