//! What comes first where there are several rows: what got worse, in one sentence, and every row in a line.

use assay_analyse::Verdict;
use maud::{Markup, html};

use super::figure::Scale;
use super::foreign::name;
use super::verdicts::{class, sign};
use super::{intervals, performance};
use crate::rows::AnyRow;
use crate::words::performance::{range, times};
use crate::{Report, Rows, words};

/// The sentence, the way to the warnings, the table.
pub(super) fn section(report: &Report) -> Markup {
    let rows = &report.rows;
    let points = intervals::common_scale(&rows.rate);
    let ratios = performance::common_scale(&rows.performance).mirrored().with_zero_as_in(points);
    html! {
        p.tally { (tally(rows)) @if let Some(changed) = changed(rows) { " " (changed) } }
        @if !report.warnings.is_empty() {
            p.note { a href="#warnings" { "Before you believe this: " (counted(report.warnings.len(), "warning")) } }
        }
        table.summary {
            thead {
                tr {
                    th scope="col" { "verdict" }
                    th.aspect scope="col" { "aspect" }
                    th scope="col" { "check" }
                    th.drawn scope="col" aria-hidden="true" { span { "← worse" } span { "better →" } }
                    th.number scope="col" { @if rows.performance.is_empty() { "points" } @else { "points, times" } }
                    th.number scope="col" { (words::unbroken("95 % interval")) }
                }
            }
            tbody { @for (place, row) in rows.iter().enumerate() { (line(row, place, rows, (points, ratios))) } }
        }
    }
}

/// One row. Its aspect is written where another one's rows come before it.
fn line(row: AnyRow<'_>, place: usize, rows: &Rows, (points, ratios): (Scale, Scale)) -> Markup {
    let before = place.checked_sub(1).and_then(|before| rows.iter().nth(before)).map(AnyRow::aspect);
    let (target, drawn, change, interval) = match row {
        AnyRow::Rate(row) => {
            let [low, high] = row.interval.map(words::signed);
            let drawn = (row.tasks > 0).then(|| intervals::small(row, points));
            (
                format!("#row-{place}"),
                drawn,
                words::signed(row.difference_percent),
                format!("{low} to {high}"),
            )
        }
        AnyRow::Performance(row) => {
            let told = |of: fn([f64; 3]) -> String| row.ratio.map_or("–".to_owned(), of);
            (
                format!("#performance-{}", place - rows.rate.len()),
                row.ratio.map(|ratio| performance::small(row, ratio, ratios)),
                told(|ratio| format!("×{}", times(ratio[1]))),
                told(|[low, _, high]| format!("×{}", range([low, high]).replace("to ", "to ×"))),
            )
        }
    };
    html! {
        tr {
            td.word.(class(row.verdict())) {
                span aria-hidden="true" { (sign(row.verdict())) } " " (words::verdict(row.verdict()))
            }
            td.aspect {
                span.repeated[before == Some(row.aspect())] { (words::word(&row.aspect())) }
            }
            th scope="row" { a href=(target) { (name(&words::any_row_name(row))) } }
            td.drawn aria-hidden="true" { @if let Some(drawn) = drawn { (drawn) } }
            td.number { (change) }
            td.number { (interval) }
        }
    }
}

/// How many rows came to what.
fn tally(rows: &Rows) -> String {
    let order = [Verdict::Regression, Verdict::Improvement, Verdict::NoDifference, Verdict::Inconclusive];
    let counts: Vec<String> = order
        .into_iter()
        .filter_map(|verdict| {
            let count = rows.with_verdict(verdict);
            let is_counted = matches!(verdict, Verdict::Regression | Verdict::Improvement);
            let word = words::verdict(verdict);
            let told = if is_counted { counted(count, word) } else { format!("{count} {word}") };
            (count > 0).then(|| told.replace(' ', "\u{a0}"))
        })
        .collect();
    format!("{} checks: {}.", rows.len(), counts.join(", "))
}

/// The aspects with a regression, and those with an improvement.
fn changed(rows: &Rows) -> Option<String> {
    let told: Vec<String> = [(Verdict::Regression, "Worse in"), (Verdict::Improvement, "Better in")]
        .into_iter()
        .filter_map(|(verdict, words)| {
            let mut aspects: Vec<String> = rows
                .iter()
                .filter(|row| row.verdict() == verdict)
                .map(|row| words::word(&row.aspect()))
                .collect();
            aspects.dedup();
            (!aspects.is_empty()).then(|| format!("{words} {}.", aspects.join(", ")))
        })
        .collect();
    (!told.is_empty()).then(|| told.join(" "))
}

fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
