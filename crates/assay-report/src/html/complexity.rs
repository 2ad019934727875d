//! Cyclomatic complexity and maintainability index of both sides: a table that says it is no verdict.

use maud::{Markup, html};

use crate::complexity::{COLUMNS, HEADING, lines, note};
use crate::{Report, words};

/// The section; nothing where they were not asked for.
pub(super) fn section(report: &Report) -> Markup {
    let Some(complexity) = &report.complexity else { return html! {} };
    let lines = lines(complexity);
    html! {
        section id="complexity" {
            h2 { "Complexity" }
            p { (HEADING) "." }
            @if !lines.is_empty() {
                table.complexity role="table" {
                    thead role="rowgroup" {
                        tr role="row" {
                            th role="columnheader" scope="col" { "of pairs of samples" }
                            @for column in COLUMNS { th.number role="columnheader" scope="col" { (column) } }
                        }
                    }
                    tbody role="rowgroup" {
                        @for (words, cells) in lines {
                            tr role="row" {
                                th role="rowheader" scope="row" { (words) }
                                @for cell in cells { td.number role="cell" { (words::unbroken(&cell)) } }
                            }
                        }
                    }
                }
            }
            p.note { (words::unbroken(&note(complexity))) }
        }
    }
}
