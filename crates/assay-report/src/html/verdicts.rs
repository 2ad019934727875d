//! The verdicts: for each row a badge, a sentence, the interval and the numbers.

use assay_analyse::{Aspect, Row, Verdict};
use maud::{Markup, html};

use super::foreign::{foreign, name};
use super::{flagged, intervals, performance, summary};
use crate::{Report, words};

/// The section that comes first.
pub(super) fn section(report: &Report) -> Markup {
    let scale = intervals::common_scale(&report.rows.rate);
    let samples = flagged::places(report);
    html! {
        section id="verdict" aria-label="Verdict" class=[(report.rows.len() > 1).then_some("several")] {
            @if report.rows.len() > 1 { (summary::section(report)) }
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
