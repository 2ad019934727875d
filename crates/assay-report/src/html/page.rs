//! The whole page: head, title, and the sections in reading order.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::foreign::{foreign, name};
use super::{
    breakdown, cases, complexity, correctness, distribution, flagged, measured, outcomes, paper, performance,
    reading, self_check, tasks, verdicts,
};
use crate::text::one_line;
use crate::{Report, words};

const STYLE: &str = include_str!("style.css");

/// Even if markup of a model got onto the page, nothing could run or load.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The longest list of warnings and of tasks without score.
const MOST_ENTRIES: usize = 100;

/// The page.
pub(super) fn page(report: &Report) -> Markup {
    let title =
        format!("{} against {}", one_line(&report.candidate.name, 60), one_line(&report.baseline.name, 60));
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " – assay" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (heading(report))
                main {
                    (verdicts::section(report))
                    (warnings(report))
                    (breakdown::section(report))
                    (correctness::section(report))
                    (distribution::section(report))
                    (tasks::section(report))
                    (performance::tasks::section(report))
                    (cases::lost(report))
                    (cases::gained(report))
                    (flagged::section(report))
                    (outcomes::section(report))
                    (self_check::section(report))
                    (paper::section(report))
                    (complexity::section(report))
                    (without_score(report))
                    (reading::section(report))
                    (measured::section(report))
                }
                footer {
                    "Drawn by assay " (name(&report.assay_version)) " from report.json (schema version "
                    (report.schema_version) "), which holds everything on this page and the full length of what is cut here."
                }
            }
        }
    }
}

fn heading(report: &Report) -> Markup {
    let benchmark = &report.benchmark;
    html! {
        header.top {
            p.kicker { "assay · regression report" }
            h1 {
                span.model { (foreign(&report.candidate.name, 80)) } " " span.against { "against" } " "
                span.model { (foreign(&report.baseline.name, 80)) }
            }
            p.subject {
                span { "Candidate: " (name(&report.candidate.name)) ", " (words::grouped(report.candidate.samples)) " samples" } " "
                span { "Baseline: " (name(&report.baseline.name)) ", " (words::grouped(report.baseline.samples)) " samples" } " "
                span { "Benchmark: " (name(&benchmark.name)) " " (name(&benchmark.version)) ", " (words::grouped(benchmark.tasks)) " tasks" }
            }
            nav aria-label="Contents" {
                a href="#verdict" { "Verdict" }
                @if !report.breakdown.is_empty() { " " a href="#breakdown" { "Breakdown" } }
                @if !report.share_distribution.is_empty() { " " a href="#distribution" { "Distribution" } }
                @if !report.tasks.is_empty() { " " a href="#tasks" { "Task by task" } }
                @if performance::tasks::any(report) { " " a href="#performance" { "Time and memory" } }
                @if !report.tasks_lost.is_empty() { " " a href="#lost" { "Lost" } }
                @if !report.tasks_gained.is_empty() { " " a href="#gained" { "Gained" } }
                @if flagged::any(report) { " " a href="#flagged" { "Flagged" } }
                @if outcomes::any(report) { " " a href="#outcomes" { "Outcomes" } }
                @if report.self_check.is_some() { " " a href="#self-check" { "Self-check" } }
                @if report.paper.is_some() { " " a href="#paper" { "The paper’s figures" } }
                @if report.complexity.is_some() { " " a href="#complexity" { "Complexity" } }
                " " a href="#reading" { "How to read this" }
                " " a href="#measured" { "How it was measured" }
            }
        }
    }
}

fn warnings(report: &Report) -> Markup {
    html! {
        @if !report.warnings.is_empty() {
            aside.warnings id="warnings" aria-label="Warnings" {
                h2 { "Before you believe this" }
                ul {
                    @for warning in report.warnings.iter().take(MOST_ENTRIES) {
                        li { (foreign(&warning.message, 1_000)) " " code.code-word { (name(&warning.code)) } }
                    }
                }
                (rest(report.warnings.len()))
            }
        }
    }
}

fn without_score(report: &Report) -> Markup {
    let tasks = &report.tasks_without_score;
    html! {
        @if !tasks.is_empty() {
            section id="without-score" {
                h2 { "Tasks without score " span.count { (tasks.len()) } }
                p { "Their own reference solutions do not pass here, so they say nothing about a model. They count for neither side." }
                ul.plain {
                    @for task in tasks.iter().take(MOST_ENTRIES) {
                        li { code { (name(task.id.as_str())) } " " (foreign(&words::outcome(&task.reason), 500)) }
                    }
                }
                (rest(tasks.len()))
            }
        }
    }
}

fn rest(all: usize) -> Markup {
    html! {
        @if all > MOST_ENTRIES { p.note { "… and " (all - MOST_ENTRIES) " more in report.json." } }
    }
}
