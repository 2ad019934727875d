//! The comparison by the paper's own procedure.

use maud::{Markup, html};

use super::foreign::name;
use crate::table_one::{lines, note, per_cent};
use crate::{Report, words};

/// Rows drawn at all.
const MOST_ROWS: usize = 200;

/// The section; nothing where the paper's procedure was not asked for.
pub(super) fn section(report: &Report) -> Markup {
    let Some(paper) = &report.paper else { return html! {} };
    let counts: Vec<[f64; 2]> =
        paper.rates.iter().map(|rate| [rate.baseline_count, rate.candidate_count]).collect();
    let verdicts: Vec<&str> = report.rows.rate.iter().map(|row| words::verdict(row.verdict)).collect();
    html! {
        section id="paper" {
            h2 { "By the paper’s procedure" }
            p { (note(&[paper])) }
            table.paper {
                thead {
                    tr {
                        th scope="col" { "aspect" }
                        th scope="col" { "test" }
                        th.number scope="col" { "baseline’s count" }
                        th.number scope="col" { "candidate’s count" }
                        th.number scope="col" { "paper’s figure" }
                        th scope="col" { "assay’s verdict" }
                    }
                }
                tbody {
                    // The rate rows come first, in the order of the report's rows.
                    @for (place, line) in lines(&[paper]).iter().take(MOST_ROWS).enumerate() {
                        tr {
                            td { (name(&line.aspect)) }
                            th scope="row" { (name(&line.test)) }
                            @for side in 0..2 {
                                td.number { @if let Some(counts) = counts.get(place) { (words::plain(counts[side])) } }
                            }
                            td.number { (line.cells.iter().flatten().next().map_or("–", String::as_str)) }
                            td { @if place < counts.len() { (verdicts.get(place).copied().unwrap_or("")) } }
                        }
                    }
                }
            }
            @for row in &paper.performance {
                p.note {
                    (name(row.measure.name())) ": " (words::grouped(row.tasks_compared)) " tasks compared, "
                    (words::grouped(row.tasks_improved)) " improved, " (words::grouped(row.tasks_regressed)) " regressed ("
                    (per_cent(row.improvement_percent)) " and " (per_cent(row.regression_percent)) " of the benchmark)."
                }
            }
        }
    }
}
