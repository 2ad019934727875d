//! Notes for a reader who meets such a report for the first time, and what to do next.

use assay_analyse::{PerformanceRow, Row, Verdict};
use maud::{Markup, html};

use crate::{Report, words};

/// The section.
pub(super) fn section(report: &Report) -> Markup {
    let margin = report.rows.rate.first().map_or("3".into(), |row| words::plain(row.margin));
    let notes = [
        (
            "What is compared",
            "Both models answered the same tasks, each several times or once. A task’s share is how many of a model’s \
             samples pass there. The difference is the mean over tasks of the change in that share, so a task with many \
             samples weighs no more than another."
                .to_owned(),
        ),
        (
            "What the interval means",
            "These tasks stand for many others like them. Had other tasks been drawn, the difference would have come out \
             a little differently; the 95 % interval is the range of true differences that fit what was seen. If it lies \
             wholly on one side of zero, the direction is hardly in doubt. Its width says how precise the comparison is."
                .to_owned(),
        ),
        (
            "What p means",
            "How often chance alone would produce a difference at least this large if the two models were equally good. \
             It is corrected for the number of rows in this report: who looks at many checks finds something by luck."
                .to_owned(),
        ),
        (
            "The four verdicts",
            format!(
                "Regression and improvement: at least {margin} points, and corrected p under 0.05. No difference: the 90 % \
                 interval lies within {margin} points of zero, so whatever difference there is, is too small to matter. \
                 Inconclusive: neither can be said. It does not mean that the models are equal; it means that these \
                 samples cannot tell."
            ),
        ),
        (
            "What could have been seen",
            "The smallest detectable difference is the one that a comparison of this size finds four times in five. \
             A true difference smaller than that can easily stay inconclusive."
                .to_owned(),
        ),
    ];
    let measured = report.rows.performance.first().map(performance);
    html! {
        section.reading id="reading" {
            h2 { "How to read this" }
            dl {
                @for (term, text) in notes.into_iter().chain(measured) { dt { (term) } dd { (words::unbroken(&text)) } }
                dt { "What to do next" }
                dd { ul { @for step in next_steps(report) { li { (with_commands(&words::unbroken(&step))) } } } }
            }
        }
    }
}

/// What a ratio of time or memory says, and of what.
fn performance(row: &PerformanceRow) -> (&'static str, String) {
    let note = format!(
        "Only correct samples are measured, so time and memory are compared on the tasks that both models solve. A task’s \
         ratio is the candidate’s median ÷ the baseline’s; a row’s is the geometric mean of its tasks’, so that twice as \
         long and half as long cancel out. Tasks that both models answered with the same programs count with a ratio of 1. \
         The verdicts are as above, with a factor of {} in place of the points; p comes from the signed-rank test over \
         tasks, corrected for the performance rows alone.",
        words::performance::times(row.margin)
    );
    ("Time and memory", note)
}

/// A sentence whose commands stand in backticks.
fn with_commands(sentence: &str) -> Markup {
    html! {
        @for (place, part) in sentence.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Advice that fits these verdicts.
fn next_steps(report: &Report) -> Vec<String> {
    let row_with = |verdict| report.rows.rate.iter().find(|row| row.verdict == verdict && row.tasks > 0);
    let mut steps = Vec::new();
    if row_with(Verdict::Regression).is_some() {
        steps.push(
            "Read the tasks that got worse, and look for what their failures have in common. `assay show RUN TASK` \
             shows every sample of a task, and why it failed."
                .into(),
        );
    }
    if let Some(row) = row_with(Verdict::Inconclusive) {
        steps.push(inconclusive(row));
    }
    if row_with(Verdict::Improvement).is_some() && !report.tasks_lost.is_empty() {
        steps.push(
            "The candidate is better on the whole and still lost tasks: read them before you switch.".into(),
        );
    }
    if report.rows.performance.iter().any(|row| row.verdict == Verdict::Regression) {
        steps.push(
            "Read the tasks that take longer or need more memory: the tables of time and memory have them first."
                .into(),
        );
    }
    if report.rows.iter().all(|row| row.tasks() == 0) {
        steps.push(
            "Nothing could be compared. Check that both files hold samples of this benchmark’s tasks, and see which tasks \
             give no score here."
                .into(),
        );
    }
    if steps.is_empty() {
        steps.push("Nothing needs doing for these checks. A smaller margin would need more tasks.".into());
    }
    steps
}

fn inconclusive(row: &Row) -> String {
    let more = "To settle what is inconclusive, compare more tasks; more samples per task help as long as a task’s samples \
                differ among themselves.";
    match words::tasks_for_margin(row) {
        Some(tasks) => format!(
            "{more} As a rough guide: about {tasks} tasks like these would show a difference of {} points.",
            words::plain(row.margin)
        ),
        None => more.into(),
    }
}
