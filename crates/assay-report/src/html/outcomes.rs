//! What became of the samples, cause by cause, both sides beside each other.

use maud::{Markup, html};

use super::figure::percent;
use super::foreign::name;
use crate::{Report, words};

/// The longest table of causes.
const MOST: usize = 60;

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
            table.outcomes {
                caption { "Upper bar: baseline. Lower bar: candidate. Full width: all of a side’s samples." }
                thead {
                    tr {
                        th scope="col" { "outcome" }
                        th.bars scope="col" { span.unseen { "shares" } }
                        th.number scope="col" colspan="2" { "baseline" }
                        th.number scope="col" colspan="2" { "candidate" }
                    }
                }
                tbody {
                    @for (outcome, baseline, candidate) in counts.iter().take(MOST) {
                        @let shares = [*baseline as f64 / baseline_samples, *candidate as f64 / candidate_samples];
                        tr {
                            th scope="row" title=(crate::text::one_line(outcome, 80)) { (name(&words::outcome(outcome))) }
                            td.bars { (bars(shares, *outcome == "pass")) }
                            td.number { (baseline) }
                            td.number.share { (words::unbroken(&words::percent(shares[0]))) }
                            td.number { (candidate) }
                            td.number.share { (words::unbroken(&words::percent(shares[1]))) }
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
            rect.baseline x="0" y="2" height="6" width=(percent(100.0 * shares[0])) {}
            rect.candidate x="0" y="11" height="6" width=(percent(100.0 * shares[1])) {}
        }
    }
}
