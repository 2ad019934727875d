//! Each model against itself: how often the verdict rule was wrong.

use maud::{Markup, html};

use super::foreign::name;
use crate::{Report, self_check};

/// Rows drawn at all.
const MOST_ROWS: usize = 200;

/// The section; nothing where no self-check was asked for.
pub(super) fn section(report: &Report) -> Markup {
    let Some(found) = &report.self_check else { return html! {} };
    html! {
        section id="self-check" {
            h2 { "Each model against itself" }
            p { (self_check::subject(found)) " " (self_check::conclusion(found)) }
            table.self-check {
                thead {
                    tr {
                        th scope="col" { "check" }
                        @for side in ["baseline", "candidate"] {
                            th.number scope="col" { (side) ": false alarms" }
                            th.number scope="col" { "over margin" }
                            th.number scope="col" { "by the paper" }
                        }
                    }
                }
                tbody {
                    @for line in self_check::lines(found).iter().take(MOST_ROWS) {
                        tr {
                            th scope="row" { (name(line.name)) }
                            @for side in 0..2 {
                                td.number { (line.alarms[side]) }
                                td.number { (line.over_margin[side]) }
                                td.number { (line.by_paper[side]) }
                            }
                        }
                    }
                }
            }
            p.note { (self_check::note(found)) }
        }
    }
}
