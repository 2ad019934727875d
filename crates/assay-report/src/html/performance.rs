//! A performance row: badge, sentence, its ratio drawn against the margin, and the numbers.

use assay_analyse::PerformanceRow;
use maud::{Markup, html};

use super::figure::Scale;
use super::foreign::{foreign, name};
use super::verdicts::{class, sign};
use crate::words::{self, performance};

pub(super) mod tasks;

/// One axis of logarithms for all rows.
pub(super) fn common_scale(rows: &[PerformanceRow]) -> Scale {
    let margin = rows.iter().map(|row| row.margin.ln()).fold(0.01, f64::max);
    let ends = rows.iter().filter_map(|row| row.ratio).flatten().map(f64::ln);
    Scale::around_zero(ends, 3.0 * margin)
}

/// Ratios above 1 to label, the finest first.
const TICKS: [&[f64]; 9] = [
    &[1.05, 1.1, 1.15, 1.2, 1.25, 1.3],
    &[1.1, 1.2, 1.3, 1.4, 1.5],
    &[1.25, 1.5, 2.0, 3.0],
    &[1.5, 2.0, 3.0],
    &[2.0, 4.0, 8.0, 16.0, 32.0, 64.0],
    &[3.0, 9.0, 27.0, 81.0],
    &[10.0, 100.0, 1e3, 1e4, 1e5, 1e6],
    &[1e3, 1e6, 1e9, 1e12],
    &[1e6, 1e12],
];

/// The ratios to label on an axis of logarithms, their inverses among them: at most so many.
fn ticks(scale: Scale, most: usize) -> Vec<f64> {
    let found = |above: &[f64]| -> Vec<f64> {
        let below = above.iter().rev().map(|ratio| 1.0 / ratio);
        let all = below.chain([1.0]).chain(above.iter().copied());
        all.filter(|ratio| scale.holds(ratio.ln())).collect()
    };
    // Labels that all crowd around 1 are none for the rest of the axis.
    let reaches = |above: &[f64]| {
        let end = above.last().map_or(0.0, |last| 1.5 * last.ln());
        !scale.holds(end) && !scale.holds(-end)
    };
    let sets: Vec<Vec<f64>> = TICKS.iter().filter(|above| reaches(above)).map(|above| found(above)).collect();
    let of = |least: usize| sets.iter().find(|ticks| (least..=most).contains(&ticks.len())).cloned();
    of(3).or_else(|| of(2)).unwrap_or_else(|| vec![1.0])
}

/// The row in a place among the performance rows.
pub(super) fn article(row: &PerformanceRow, place: usize, scale: Scale) -> Markup {
    html! {
        article.verdict.(class(row.verdict)) id=(format!("performance-{place}")) {
            header {
                span.badge { span aria-hidden="true" { (sign(row.verdict)) } " " (words::verdict(row.verdict)) }
                " "
                h2.check { code { (name(row.check.name())) } }
            }
            p.sentence { (foreign(&words::unbroken(&performance::sentence(row)), 1200)) }
            @if let Some(ratio) = row.ratio {
                figure {
                    (drawn(row, ratio, place, scale))
                    @if place == 0 { (key(row)) }
                }
                (numbers(row, ratio))
                p.note { a href="#performance" { "Task by task" } }
            }
        }
    }
}

fn drawn(row: &PerformanceRow, [low, point, high]: [f64; 3], place: usize, scale: Scale) -> Markup {
    let title = format!("ratio-{place}");
    let at = |ratio: f64| scale.at(ratio.ln());
    let width = |from: f64, to: f64| scale.width(from.ln(), to.ln());
    let [inner_low, inner_high] = row.ratio_90.unwrap_or([low, high]);
    let [less, more] = performance::ends(row.check);
    html! {
        svg.interval.(class(row.verdict)) role="img" aria-labelledby=(title) width="100%" height="86" {
            title id=(title) { (describe(row, [low, point, high])) }
            rect.margin x=(at(1.0 / row.margin)) width=(width(1.0 / row.margin, row.margin)) y="18" height="42" {}
            @for tick in ticks(scale, 9) {
                line.grid x1=(at(tick)) x2=(at(tick)) y1="56" y2="60" {}
                text.tick x=(at(tick)) y="78" text-anchor="middle" { (label(tick)) }
            }
            line.base x1=(scale.at(f64::NEG_INFINITY)) x2=(scale.at(f64::INFINITY)) y1="60" y2="60" {}
            line.zero x1=(at(1.0)) x2=(at(1.0)) y1="18" y2="60" {}
            line.outer x1=(at(low)) x2=(at(high)) y1="40" y2="40" {}
            @for end in [low, high] {
                line.outer x1=(at(end)) x2=(at(end)) y1="34" y2="46" {}
            }
            rect.inner x=(at(inner_low)) width=(width(inner_low, inner_high)) y="35.5" height="9" {}
            circle.point cx=(at(point)) cy="40" r="5.5" {}
            text.value x=(at(point)) y="27" text-anchor="middle" { "×" (performance::times(point)) }
            text.side x="0" y="11" { "← " (less) }
            text.side x="100%" y="11" text-anchor="end" { (more) " →" }
        }
    }
}

/// The same in the height of a line of text, and the other way round: worse is left, as in the lines above it,
/// and so is the scale.
pub(super) fn small(row: &PerformanceRow, [low, point, high]: [f64; 3], scale: Scale) -> Markup {
    let at = |ratio: f64| scale.at(-ratio.ln());
    let width = |from: f64, to: f64| scale.width(-from.ln(), -to.ln());
    html! {
        svg.interval.small.(class(row.verdict)) width="100%" height="16" {
            rect.margin x=(at(row.margin)) width=(width(row.margin, 1.0 / row.margin)) y="0" height="16" {}
            line.zero x1=(at(1.0)) x2=(at(1.0)) y1="0" y2="16" {}
            line.outer x1=(at(high)) x2=(at(low)) y1="8" y2="8" {}
            circle.point cx=(at(point)) cy="8" r="4" {}
        }
    }
}

/// A ratio on an axis, without needless decimals.
pub(super) fn label(ratio: f64) -> String {
    let text = performance::times(ratio);
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("×{text}")
}

/// The figure in words.
fn describe(row: &PerformanceRow, [low, point, high]: [f64; 3]) -> String {
    format!(
        "Observed ratio {}; 95 % interval {}; 90 % interval {}; margin {}. Above 1: the candidate is worse.",
        performance::times(point),
        performance::range([low, high]),
        performance::range(row.ratio_90.unwrap_or([low, high])),
        performance::range([1.0 / row.margin, row.margin]),
    )
}

/// What the figure's marks mean.
fn key(row: &PerformanceRow) -> Markup {
    html! {
        figcaption {
            "Candidate ÷ baseline, on a logarithmic scale: to the right of ×1 the candidate is worse. Dot: geometric mean over tasks. "
            "Thick bar: 90" "\u{a0}" "% interval. Thin line: 95" "\u{a0}" "% interval. Shaded: ratios within a factor of "
            (performance::times(row.margin)) ", too small to matter."
        }
    }
}

fn numbers(row: &PerformanceRow, [low, point, high]: [f64; 3]) -> Markup {
    let share = |share: f64| words::unbroken(&words::percent(share));
    let of_all = |percent: f64| words::unbroken(&format!("{percent:.2} %"));
    let mut entries = vec![
        (
            format!("times what the baseline takes; 95 % interval {}", performance::range([low, high])),
            format!("×{}", performance::times(point)),
        ),
        (
            "p, corrected for the performance rows of this report".into(),
            words::p_relation(row.p_corrected).trim_start_matches("= ").to_owned(),
        ),
        (
            "smallest detectable ratio".into(),
            row.smallest_detectable.map_or("–".into(), |ratio| format!("×{}", performance::times(ratio))),
        ),
        ("tasks got worse / better".into(), format!("{} / {}", row.tasks_regressed, row.tasks_improved)),
        ("worse as the paper counts: of all tasks".into(), of_all(row.regressed_percent_paper)),
        ("better as the paper counts".into(), of_all(row.improved_percent_paper)),
        (
            "tasks compared / equal / with too few correct samples".into(),
            format!("{} / {} / {}", row.tasks_compared, row.tasks_equal, row.tasks_too_few),
        ),
        ("of the benchmark’s tasks count".into(), share(row.compared_share)),
    ];
    if row.whole_test_share > 0.0 {
        entries.push((
            "of the compared tasks measured with their whole test".into(),
            share(row.whole_test_share),
        ));
    }
    html! {
        dl.numbers {
            @for (term, value) in entries { div { dt { (words::unbroken(&term)) } dd { (value) } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scale_has_a_few_ticks_and_one_of_them_is_1() {
        for most in [1.01_f64, 1.06, 1.16, 1.3, 1.5, 2.0, 3.0, 5.0, 9.0, 20.0, 100.0, 1e4, 1e8, 1e12] {
            for ends in [[-most.ln(), most.ln()], [0.0, most.ln()], [-most.ln(), 0.0]] {
                let scale = Scale::around_zero(ends.into_iter(), 3.0 * 1.05_f64.ln());
                assert!((2..=5).contains(&ticks(scale, 5).len()), "{most}: {:?}", ticks(scale, 5));
                let found = ticks(scale, 9);
                assert!((3..=9).contains(&found.len()), "{most}: {found:?}");
                assert!(found.iter().any(|ratio| (ratio - 1.0).abs() < 1e-9), "{most}: {found:?}");
            }
        }
    }

    #[test]
    fn labels_have_no_needless_decimals() {
        assert_eq!(
            [1.0, 1.5, 1.25, 10.0, 0.5, 100.0].map(label),
            ["×1", "×1.5", "×1.25", "×10", "×0.5", "×100"]
        );
    }
}
