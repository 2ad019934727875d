//! What became of the samples, cause by cause, both sides beside each other.

use maud::{Markup, html};

use super::figure::percent;
use super::foreign::name;
use crate::{Report, words};

/// The longest table of causes.
const MOST: usize = 60;

/// Whether there is anything to show.
pub(super) fn any(report: &Report) -> bool {
    !words::outcome_counts(report).is_empty()
}

/// The section; nothing where nothing was judged.
pub(super) fn section(report: &Report) -> Markup {
    let counts = words::outcome_counts(report);
    if counts.is_empty() {
        return html! {};
    }
    let baseline_samples = counts.iter().map(|count| count.1).sum::<u64>().max(1) as f64;
    let candidate_samples = counts.iter().map(|count| count.2).sum::<u64>().max(1) as f64;
    html! {
        section id="outcomes" {
            h2 { "What became of the samples" }
            table.outcomes role="table" {
                caption { "Upper bar: baseline. Lower bar: candidate. Full width: all of a side’s samples." }
                thead role="rowgroup" {
                    tr role="row" {
                        th role="columnheader" scope="col" { "outcome" }
                        th.bars role="columnheader" scope="col" { span.unseen { "shares" } }
                        th.number role="columnheader" scope="col" colspan="2" { "baseline" }
                        th.number role="columnheader" scope="col" colspan="2" { "candidate" }
                    }
                }
                tbody role="rowgroup" {
                    @for (outcome, baseline, candidate) in counts.iter().take(MOST) {
                        @let shares = [*baseline as f64 / baseline_samples, *candidate as f64 / candidate_samples];
                        tr role="row" {
                            th role="rowheader" scope="row" title=(crate::text::one_line(outcome, 80)) { (name(&words::outcome(outcome))) }
                            td.bars role="cell" { (bars(shares, *outcome == "pass")) }
                            td.number role="cell" { (baseline) }
                            td.number.share role="cell" { (words::unbroken(&words::percent(shares[0]))) }
                            td.number role="cell" { (candidate) }
                            td.number.share role="cell" { (words::unbroken(&words::percent(shares[1]))) }
                        }
                    }
                }
            }
        }
    }
}

/// Two bars; the numbers beside them are their text.
fn bars(shares: [f64; 2], passing: bool) -> Markup {
    html! {
        svg.(if passing { "passing" } else { "failing" }) aria-hidden="true" width="100%" height="20" {
            rect.all x="0" y="2" height="15" width="100%" {}
            rect.baseline x="0" y="2" height="6" width=(percent(100.0 * shares[0])) {}
            rect.candidate x="0" y="11" height="6" width=(percent(100.0 * shares[1])) {}
        }
    }
}
