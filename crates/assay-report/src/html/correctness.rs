//! Correctness beside the row `incorrect_code`.

use maud::{Markup, html};

use super::foreign::foreign;
use crate::correctness::{Figure, NOTE, lines, reasons};
use crate::{Report, words};

/// The section; nothing where no test ran.
pub(super) fn section(report: &Report) -> Markup {
    let lines = lines(report);
    html! {
        @if !lines.is_empty() {
            section id="correctness" {
                h2 { "How correct the models are" }
                p { (words::unbroken(NOTE)) }
                table.correctness {
                    thead {
                        tr {
                            th scope="col" { "figure" }
                            th.number scope="col" { "baseline" }
                            th.number scope="col" { "candidate" }
                            th.number scope="col" { "change in points" }
                        }
                    }
                    tbody {
                        @for line in &lines {
                            tr {
                                th scope="row" { (line.name) }
                                @for figure in [&line.baseline, &line.candidate] { td.number { (value(figure)) } }
                                td.number { @if let Some([points, interval]) = &line.change { (points) " (" (interval) ")" } }
                            }
                        }
                    }
                }
                @for reason in reasons(&lines) { p.note { (foreign(&reason, 500)) } }
            }
        }
    }
}

fn value(figure: &Figure) -> Markup {
    html! {
        (words::unbroken(figure.value.as_deref().unwrap_or("–")))
        @if let Some(interval) = &figure.interval { " (" (interval) ")" }
    }
}
