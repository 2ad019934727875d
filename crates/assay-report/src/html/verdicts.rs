//! The verdicts: for each row a badge, a sentence, the interval and the numbers.

use assay_analyse::{Aspect, PerformanceRow, Row, Verdict};
use maud::{Markup, html};

use super::foreign::{foreign, name};
use super::{flagged, intervals, performance};
use crate::words::performance::{range, times};
use crate::{Report, Rows, words};

/// The section that comes first.
pub(super) fn section(report: &Report) -> Markup {
    let scale = intervals::common_scale(&report.rows.rate);
    let samples = flagged::places(report);
    html! {
        section id="verdict" aria-label="Verdict" class=[(report.rows.len() > 1).then_some("several")] {
            @if report.rows.len() > 1 { (summary(&report.rows)) }
            @if report.rows.is_empty() { p { "No check was compared." } }
            @for (place, row) in report.rows.rate.iter().enumerate() {
                article.verdict.(class(row.verdict)) id=(format!("row-{place}")) {
                    header {
                        span.badge { span aria-hidden="true" { (sign(row.verdict)) } " " (words::verdict(row.verdict)) }
                        " "
                        h2.check { code { (name(&words::row_name(row))) } }
                    }
                    p.sentence { (foreign(&words::unbroken(&words::sentence(row)), 1200)) }
                    @if row.tasks > 0 {
                        figure {
                            (intervals::interval(row, place, scale))
                            @if place == 0 { (key(row)) }
                        }
                        (numbers(row))
                        @if let Some(place) = samples.get(row.check.as_str()) {
                            p.note { a href=(format!("#{}", flagged::id(*place))) { "The samples behind this row" } }
                        }
                    }
                }
            }
            @let scale = performance::common_scale(&report.rows.performance);
            @for (place, row) in report.rows.performance.iter().enumerate() { (performance::article(row, place, scale)) }
        }
    }
}

/// Every row in a line, where there are several.
fn summary(rows: &Rows) -> Markup {
    html! {
        p.tally { (tally(rows)) }
        table.summary {
            thead {
                tr {
                    th scope="col" { "verdict" }
                    th scope="col" { "check" }
                    th.number scope="col" { @if rows.performance.is_empty() { "points" } @else { "points, times" } }
                    th.number scope="col" { (words::unbroken("95 % interval")) }
                }
            }
            tbody {
                @for (place, row) in rows.rate.iter().enumerate() {
                    @let [low, high] = row.interval.map(words::signed);
                    tr {
                        td.word.(class(row.verdict)) {
                            span aria-hidden="true" { (sign(row.verdict)) } " " (words::verdict(row.verdict))
                        }
                        th scope="row" { a href=(format!("#row-{place}")) { (name(&words::row_name(row))) } }
                        td.number { (words::signed(row.difference_percent)) }
                        td.number { (low) " to " (high) }
                    }
                }
                @for (place, row) in rows.performance.iter().enumerate() { (performance_line(row, place)) }
            }
        }
    }
}

fn performance_line(row: &PerformanceRow, place: usize) -> Markup {
    let ratio = |of: fn([f64; 3]) -> String| row.ratio.map_or("–".to_owned(), of);
    html! {
        tr {
            td.word.(class(row.verdict)) {
                span aria-hidden="true" { (sign(row.verdict)) } " " (words::verdict(row.verdict))
            }
            th scope="row" { a href=(format!("#performance-{place}")) { (row.check.name()) } }
            td.number { (ratio(|ratio| format!("×{}", times(ratio[1])))) }
            td.number { (ratio(|[low, _, high]| format!("×{}", range([low, high]).replace("to ", "to ×")))) }
        }
    }
}

/// A verdict's class in the style sheet.
pub(super) fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Regression => "regression",
        Verdict::Improvement => "improvement",
        Verdict::NoDifference => "no-difference",
        Verdict::Inconclusive => "inconclusive",
    }
}

/// A shape beside the word, for those who do not see the colour.
pub(super) fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Regression => "▼",
        Verdict::Improvement => "▲",
        Verdict::NoDifference => "=",
        Verdict::Inconclusive => "?",
    }
}

/// How many rows came to what.
fn tally(rows: &Rows) -> String {
    let order = [Verdict::Regression, Verdict::Improvement, Verdict::NoDifference, Verdict::Inconclusive];
    let counts: Vec<String> = order
        .into_iter()
        .filter_map(|verdict| {
            let count = rows.with_verdict(verdict);
            let plural = count > 1 && matches!(verdict, Verdict::Regression | Verdict::Improvement);
            (count > 0).then(|| {
                format!("{count} {}{}", words::verdict(verdict), if plural { "s" } else { "" })
                    .replace(' ', "\u{a0}")
            })
        })
        .collect();
    format!("{} checks: {}.", rows.len(), counts.join(", "))
}

/// What the figure's marks mean.
fn key(row: &Row) -> Markup {
    html! {
        figcaption {
            "Difference in percentage points. Dot: observed. Thick bar: 90" "\u{a0}" "% interval. Thin line: 95" "\u{a0}"
            "% interval. Shaded: differences under " (words::plain(row.margin)) "\u{a0}points, too small to matter."
        }
    }
}

fn numbers(row: &Row) -> Markup {
    let flagged = words::flagged(&row.check);
    let rate = |rate: f64| words::unbroken(&words::percent(rate));
    let points = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1} points"));
    let [low, high] = row.interval;
    let entries = [
        (format!("baseline’s samples that {flagged}"), rate(row.baseline.rate)),
        (format!("candidate’s samples that {flagged}"), rate(row.candidate.rate)),
        (
            format!(
                "points of difference; 95 % interval {}\u{a0}to\u{a0}{}",
                words::signed(low),
                words::signed(high)
            ),
            words::signed(row.difference_percent),
        ),
        (
            "p, corrected for all rows of this report".into(),
            words::p_relation(row.p_corrected).trim_start_matches("= ").to_owned(),
        ),
        ("smallest detectable difference".into(), points(row.smallest_detectable)),
        ("tasks compared".into(), row.tasks.to_string()),
    ];
    let counted = [("baseline", &row.baseline), ("candidate", &row.candidate)]
        .into_iter()
        .filter(|(_, rate)| rate.not_judged > 0)
        .map(|(side, rate)| {
            (format!("{side}’s samples that this check cannot judge"), words::grouped(rate.not_judged))
        });
    let paper =
        (words::signed(row.difference_percent_paper) != words::signed(row.difference_percent)).then(|| {
            (
                "points of difference as the paper counts: of all samples and tasks".to_owned(),
                words::signed(row.difference_percent_paper),
            )
        });
    html! {
        dl.numbers {
            @for (term, value) in entries.into_iter().chain(counted).chain(paper) {
                div { dt { (words::unbroken(&term)) } dd { (value) } }
            }
            @if row.shared_mode_share > 0.0 && row.aspect == Aspect::Logic {
                div { dt { "tasks run in the tests’ own process" } dd { (words::unbroken(&words::percent(row.shared_mode_share))) } }
            }
        }
    }
}
