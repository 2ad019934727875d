//! A row's interval, drawn: zero, the margin on both sides of it, what was observed and how sure that is.

use assay_analyse::Row;
use maud::{Markup, html};

use super::figure::Scale;
use super::verdicts::class;
use crate::words;

/// One axis for all rows, so that their figures can be compared.
pub(super) fn common_scale(rows: &[Row]) -> Scale {
    let margin = rows.iter().map(|row| row.margin).fold(1.0, f64::max);
    Scale::around_zero(rows.iter().filter(|row| row.tasks > 0).flat_map(|row| row.interval), 3.0 * margin)
}

/// The figure of the row in a place of the report.
pub(super) fn interval(row: &Row, place: usize, scale: Scale) -> Markup {
    let title = format!("interval-{place}");
    let ([low, high], [inner_low, inner_high]) = (row.interval, row.interval_90);
    html! {
        svg.interval.(class(row.verdict)) role="img" aria-labelledby=(title) width="100%" height="86" {
            title id=(title) { (describe(row)) }
            rect.margin x=(scale.at(-row.margin)) width=(scale.width(-row.margin, row.margin)) y="18" height="42" {}
            @for tick in scale.ticks() {
                line.grid x1=(scale.at(tick)) x2=(scale.at(tick)) y1="56" y2="60" {}
                text.tick x=(scale.at(tick)) y="78" text-anchor="middle" { (label(tick)) }
            }
            line.base x1=(scale.at(f64::NEG_INFINITY)) x2=(scale.at(f64::INFINITY)) y1="60" y2="60" {}
            line.zero x1=(scale.at(0.0)) x2=(scale.at(0.0)) y1="18" y2="60" {}
            line.outer x1=(scale.at(low)) x2=(scale.at(high)) y1="40" y2="40" {}
            @for end in [low, high] {
                line.outer x1=(scale.at(end)) x2=(scale.at(end)) y1="34" y2="46" {}
            }
            rect.inner x=(scale.at(inner_low)) width=(scale.width(inner_low, inner_high)) y="35.5" height="9" {}
            circle.point cx=(scale.at(row.difference_percent)) cy="40" r="5.5" {}
            text.value x=(scale.at(row.difference_percent)) y="27" text-anchor="middle" {
                (words::signed(row.difference_percent))
            }
            text.side x="0" y="11" { "← worse" }
            text.side x="100%" y="11" text-anchor="end" { "better →" }
        }
    }
}

/// The same in the height of a line of text: no numbers, which stand beside it.
pub(super) fn small(row: &Row, scale: Scale) -> Markup {
    let [low, high] = row.interval;
    html! {
        svg.interval.small.(class(row.verdict)) width="100%" height="16" {
            rect.margin x=(scale.at(-row.margin)) width=(scale.width(-row.margin, row.margin)) y="0" height="16" {}
            line.zero x1=(scale.at(0.0)) x2=(scale.at(0.0)) y1="0" y2="16" {}
            line.outer x1=(scale.at(low)) x2=(scale.at(high)) y1="8" y2="8" {}
            circle.point cx=(scale.at(row.difference_percent)) cy="8" r="4" {}
        }
    }
}

fn label(tick: f64) -> String {
    words::signed(tick).trim_end_matches(".0").to_owned()
}

/// The figure in words.
fn describe(row: &Row) -> String {
    format!(
        "Observed difference {} points; 95 % interval {}; 90 % interval {}; margin ±{} points.",
        words::signed(row.difference_percent),
        words::interval(row.interval),
        words::interval(row.interval_90),
        words::plain(row.margin),
    )
}
