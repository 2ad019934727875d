//! The rows of parts of the tasks: a line each, on one axis.

use assay_analyse::Row;
use maud::{Markup, html};

use super::figure::Scale;
use super::foreign::name;
use super::verdicts::class;
use super::{intervals, verdicts};
use crate::{Report, words};

/// Rows drawn at all; a benchmark can have hundreds of tags.
const MOST_ROWS: usize = 200;

/// The section; nothing where no breakdown was asked for.
pub(super) fn section(report: &Report) -> Markup {
    let rows = &report.breakdown;
    if rows.is_empty() {
        return html! {};
    }
    let scale = intervals::common_scale(rows);
    html! {
        section id="breakdown" {
            h2 { "Breakdown" }
            p { (words::breakdown_note(rows.len())) }
            table.tasks.parts role="table" {
                caption { "Difference in percentage points. Dot: observed. Line: 95" "\u{a0}" "% interval. Shaded: the margin." }
                thead role="rowgroup" {
                    tr role="row" {
                        th role="columnheader" scope="col" { "part of the tasks" }
                        th.number role="columnheader" scope="col" { "tasks" }
                        th.track role="columnheader" scope="col" { (axis(scale)) span.unseen { "difference and interval, drawn" } }
                        th.number role="columnheader" scope="col" { "points" }
                        th.word role="columnheader" scope="col" { "verdict" }
                    }
                }
                tbody role="rowgroup" {
                    @for row in rows.iter().take(MOST_ROWS) {
                        tr role="row" {
                            th role="rowheader" scope="row" { (name(&words::part_name(row, report))) }
                            td.number role="cell" { (words::grouped(row.tasks)) }
                            td.track role="cell" { @if row.tasks > 0 { (line(row, scale)) } }
                            td.number.change role="cell" title=(interval(row)) { (words::signed(row.difference_percent)) }
                            td.word.(class(row.verdict)) role="cell" {
                                span aria-hidden="true" { (verdicts::sign(row.verdict)) } " " (words::verdict(row.verdict))
                            }
                        }
                    }
                }
            }
            @if rows.len() > MOST_ROWS { p.note { (rows.len() - MOST_ROWS) " more in report.json." } }
        }
    }
}

fn axis(scale: Scale) -> Markup {
    html! {
        svg aria-hidden="true" width="100%" height="12" {
            @for tick in scale.ticks() {
                text.tick x=(scale.at(tick)) y="11" text-anchor="middle" { (words::signed(tick).trim_end_matches(".0")) }
            }
        }
    }
}

/// The numbers beside it and in its title are its text.
fn line(row: &Row, scale: Scale) -> Markup {
    let [low, high] = row.interval;
    html! {
        svg.interval.(class(row.verdict)) aria-hidden="true" width="100%" height="18" {
            rect.margin x=(scale.at(-row.margin)) width=(scale.width(-row.margin, row.margin)) y="0" height="18" {}
            line.zero x1=(scale.at(0.0)) x2=(scale.at(0.0)) y1="0" y2="18" {}
            line.outer x1=(scale.at(low)) x2=(scale.at(high)) y1="9" y2="9" {}
            circle.point cx=(scale.at(row.difference_percent)) cy="9" r="5" {}
        }
    }
}

fn interval(row: &Row) -> String {
    let [low, high] = row.interval.map(words::signed);
    words::unbroken(&format!("95 % interval {low} to {high}; {}", words::p_corrected(row)))
}
