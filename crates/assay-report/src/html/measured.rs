//! How it was measured: everything that somebody needs to measure it again.

use maud::{Markup, html};

use super::foreign::{foreign, name};
use crate::asked::{self, Asked};
use crate::{ExtractionAlternative, Report, SideSummary, StaticSummary, words};

/// The section.
pub(super) fn section(report: &Report) -> Markup {
    let environment = &report.environment;
    let limits = &environment.limits;
    html! {
        section.measured id="measured" {
            h2 { "How it was measured" }
            dl {
                dt { "command" } dd { code { (foreign(&command(&report.command), 4_000)) } }
                dt { "benchmark" }
                dd {
                    (name(&report.benchmark.name)) " " (name(&report.benchmark.version)) ", " (words::grouped(report.benchmark.tasks))
                    " tasks" (digest(&report.benchmark.sha256.to_string()))
                }
                dt { "baseline" } dd { (side(&report.baseline)) }
                dt { "candidate" } dd { (side(&report.candidate)) }
                @if let Some(by) = asked::asked(report) {
                    dt { "models asked" } dd { (asked_models(&by, report)) }
                }
                @if !report.extraction.is_empty() {
                    dt { "answers read otherwise" }
                    dd { @for other in &report.extraction { (alternative(other)) } }
                }
                dt { "environment" }
                dd { "Python " (name(&environment.python)) (digest(&environment.digest)) }
                dt { "sandbox" }
                dd {
                    (name(&environment.engine)) ", with these controls tried and in force: "
                    @if environment.controls.is_empty() { "none" }
                    @for (place, control) in environment.controls.iter().enumerate() {
                        @if place > 0 { ", " }
                        (name(control))
                    }
                }
                dt { "limits" }
                dd {
                    (words::plain(limits.multiple)) " times the reference solution’s CPU time, at least "
                    (words::plain(limits.floor_seconds)) " s; by the clock " (words::plain(limits.wall_multiple))
                    " times that; " (limits.memory_bytes >> 20) " MiB of memory"
                }
                dt { "judge" } dd { "version " (name(&environment.judge)) }
                @if let Some(analysis) = &report.static_analysis {
                    dt { "code read" }
                    dd { (reading(analysis)) }
                }
                dt { "statistics" }
                dd {
                    "seed " (report.seed) "; BCa bootstrap over tasks; two-sided sign-flip test over tasks; Holm’s "
                    "correction over all "
                    @if !report.rows.performance.is_empty() { "rate " } "rows"
                    @for row in &report.rows.performance {
                        span.line-below {
                            code { (row.check.name()) } ": the median of a sample’s repetitions; Mann-Whitney U per task, Benjamini-Hochberg "
                            "over tasks; bootstrap and Wilcoxon’s signed-rank test over the tasks’ log ratios, Holm’s correction over the "
                            "performance rows; values under " (words::performance::value(row.check, row.resolution))
                            " count as that much; one fixed piece of work varies by " (words::unbroken(&words::percent(row.noise)))
                        }
                    }
                }
            }
        }
    }
}

fn side(side: &SideSummary) -> Markup {
    html! {
        (name(&side.name)) ", " (words::grouped(side.samples)) " samples" (digest(&side.sha256.to_string()))
        @if side.refused + side.lines_not_judged > 0 {
            span.line-below {
                (words::grouped(side.refused)) " of them refused unread; besides, "
                (words::grouped(side.lines_not_judged)) " lines of the file belong to no known task"
            }
        }
        @if !side.extraction_rules.is_empty() {
            span.line-below {
                "extraction rules: "
                @for (place, (rule, count)) in side.extraction_rules.iter().enumerate() {
                    @if place > 0 { ", " }
                    code { (name(rule)) } " " (count)
                }
            }
        }
    }
}

/// How the models were asked: what every format says of it.
fn asked_models(by: &Asked, report: &Report) -> Markup {
    html! {
        (by.by) " " (digest(&by.sha256)) ", " (by.samples)
        @for (side, facts) in asked::sides(report) {
            span.line-below {
                (side) ": "
                @for (place, (words, fact)) in facts.iter().enumerate() {
                    @if place > 0 { "; " }
                    (words) " " (name(fact))
                }
            }
        }
    }
}

/// What the verdict would be by other extraction rules.
fn alternative(other: &ExtractionAlternative) -> Markup {
    let read = other.baseline_changed + other.candidate_changed;
    html! {
        span.line-below {
            "by the rules " code { (name(&other.rules)) } " (" (name(&other.purpose)) "): "
            @match (other.verdict, other.difference_percent) {
                _ if read == 0 => "every answer is read the same",
                (Some(verdict), Some(difference)) => {
                    (words::grouped(read)) " answers are read otherwise, and the verdict is "
                    @if other.verdict_changes == Some(true) { strong { (words::verdict(verdict)) } } @else { "the same, " (words::verdict(verdict)) }
                    ", " (words::signed(difference)) " points"
                }
                _ => {
                    (words::grouped(read)) " answers are read otherwise, too many to be judged again here"
                }
            }
        }
    }
}

/// How code was read.
fn reading(analysis: &StaticSummary) -> Markup {
    html! {
        "by " (name(&analysis.engine)) ", reading of the rules: " (name(&analysis.profile)) ", naming: " (name(&analysis.naming))
        "; parsed as Python " (name(&analysis.python)) "; duplicates of at least " (analysis.minimum_tokens)
        " tokens; comments alike from a ratio of " (analysis.comment_ratio) ", flagged from " (analysis.comment_pairs)
        " pairs on; what stands on lines of the prompt does not count"
        @if !analysis.off.is_empty() {
            span.line-below { "switched off: " (name(&analysis.off.join(", "))) }
        }
        @for plugin in &analysis.plugins {
            span.line-below { "plug-in " (name(&plugin.name)) ": " (name(&command(&plugin.command))) }
            @for file in &plugin.files {
                span.line-below { (name(&file.path)) " sha256 " (digest(&file.sha256.to_string())) }
            }
        }
    }
}

fn digest(text: &str) -> Markup {
    html! { span.digest { (name(text)) } }
}

/// The command line as a shell would take it.
fn command(words: &[String]) -> String {
    let is_bare = |word: &str| {
        !word.is_empty()
            && word.chars().all(|letter| letter.is_alphanumeric() || "-_./=:,@%+".contains(letter))
    };
    let quoted = words
        .iter()
        .map(|word| if is_bare(word) { word.clone() } else { format!("'{}'", word.replace('\'', r"'\''")) });
    quoted.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_pasted() {
        let words = ["assay", "--gate", "incorrect_code > -3", "it's", ""].map(str::to_owned);
        assert_eq!(command(&words), r"assay --gate 'incorrect_code > -3' 'it'\''s' ''");
    }
}
