//! How many tasks have which share of passing samples, both sides beside each other.

use assay_analyse::ShareBin;
use maud::{Markup, html};

use super::figure::percent;
use crate::{Report, words};

/// Height of the highest bar, in pixels.
const HEIGHT: f64 = 120.0;
/// Where the bars stand.
const BASE: f64 = 140.0;

/// The section; nothing where no task was compared.
pub(super) fn section(report: &Report) -> Markup {
    let bins = &report.share_distribution;
    if bins.is_empty() {
        return html! {};
    }
    let most = bins.iter().map(|bin| bin.baseline.max(bin.candidate)).max().unwrap_or(1).max(1) as f64;
    html! {
        section id="distribution" {
            h2 { "How often tasks are solved" }
            figure.distribution {
                svg role="img" aria-labelledby="distribution-title" width="100%" height="164" {
                    title id="distribution-title" { (describe(bins)) }
                    @for (place, bin) in bins.iter().enumerate() {
                        @let middle = 100.0 * (place as f64 + 0.5) / bins.len() as f64;
                        // The counts lean away from each other: on a narrow page they are wider than the bars.
                        (bar("baseline", bin.baseline, most, middle - 4.6, ("end", middle - 0.6)))
                        (bar("candidate", bin.candidate, most, middle + 0.2, ("start", middle + 0.6)))
                        text.tick x=(percent(middle)) y="158" text-anchor="middle" { (label(bin)) }
                    }
                    line.base x1="0%" x2="100%" y1=(BASE) y2=(BASE) {}
                }
                figcaption {
                    "Tasks by the share of their samples that pass, in per cent, from never to always. Left bar, outlined: baseline. Right bar, "
                    "filled: candidate. Above each: how many tasks."
                }
            }
        }
    }
}

/// One side's bar of a bin, and its count above it.
fn bar(side: &str, count: u64, most: f64, left: f64, (anchor, at): (&str, f64)) -> Markup {
    const WIDTH: f64 = 4.4;
    let height = HEIGHT * count as f64 / most;
    html! {
        @if count > 0 {
            rect.(side) x=(percent(left)) width=(percent(WIDTH)) y=(format!("{:.1}", BASE - height)) height=(format!("{height:.1}")) {}
            text.tick x=(percent(at)) y=(format!("{:.1}", BASE - height - 5.0)) text-anchor=(anchor) { (words::grouped(count)) }
        }
    }
}

/// A bin's name where there is little room.
fn label(bin: &ShareBin) -> String {
    words::share_bin(bin)
        .replace("to\u{a0}", "≤\u{a0}")
        .replace("under\u{a0}", "<\u{a0}")
        .replace("\u{a0}%", "")
}

/// The figure in words.
fn describe(bins: &[ShareBin]) -> String {
    let bin = |bin: &ShareBin| format!("{}: {} and {}", words::share_bin(bin), bin.baseline, bin.candidate);
    let bins: Vec<String> = bins.iter().map(bin).collect();
    format!("Tasks by share of passing samples, baseline and candidate. {}.", bins.join("; "))
}
