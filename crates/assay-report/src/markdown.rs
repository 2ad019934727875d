//! `markdown`: a summary for the page of a job, a comment or a message.
//!
//! Foreign text stands in code spans alone, in which no renderer looks for markup, links or mentions; what could end one
//! or act where it is shown raw is written as an escape.

use assay_analyse::Verdict;

use crate::complexity::{COLUMNS, HEADING, lines as complexity_lines, note as complexity_note};
use crate::correctness::{Figure, NOTE, lines, reasons};
use crate::format::{Format, FormatError};
use crate::gate::GateResult;
use crate::text::{escape_where, one_line, opens_tag};
use crate::words::performance::{range, tasks as tasks_behind, times};
use crate::{ChangedTask, Report, asked, self_check, table_one_markdown, words};

/// The longest list; report.json and the page hold the rest.
const LONGEST_LIST: usize = 30;

/// The report as a summary in GitHub's and GitLab's dialect of Markdown.
#[derive(Debug, Clone, Copy)]
pub struct Markdown;

impl Format for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn media_type(&self) -> &'static str {
        "text/markdown"
    }

    fn render(&self, report: &Report) -> Result<Vec<u8>, FormatError> {
        Ok(drawn(report, None))
    }

    fn render_with_gate(&self, report: &Report, gate: &GateResult) -> Result<Vec<u8>, FormatError> {
        Ok(drawn(report, Some(gate)))
    }
}

fn drawn(report: &Report, gate: Option<&GateResult>) -> Vec<u8> {
    let parts = [
        title(report),
        gate.map_or_else(String::new, clauses),
        verdicts(report),
        performance(report),
        correctness(report),
        warnings(report),
        tasks("Tasks lost", &report.tasks_lost),
        tasks("Tasks gained", &report.tasks_gained),
        against_itself(report),
        by_the_paper(report),
        complexity(report),
        how_asked(report),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    (parts.join("\n\n") + "\n").into_bytes()
}

/// Foreign text as a code span, cut to a number of characters: nothing in it acts, in a table neither.
#[must_use]
pub fn span(text: &str, most: usize) -> String {
    let line = one_line(text.trim(), most);
    // A bar would end a table's cell, in a code span too.
    let shown = escape_where(&line, |character, after| {
        matches!(character, '`' | '|') || character == '<' && opens_tag(after)
    });
    if shown.is_empty() { "(empty)".to_owned() } else { format!("`{shown}`") }
}

fn title(report: &Report) -> String {
    let benchmark = &report.benchmark;
    format!(
        "## {} against {}\n\n{} {}: {} tasks, {} samples of the candidate, {} of the baseline",
        span(&report.candidate.name, 60),
        span(&report.baseline.name, 60),
        span(&benchmark.name, 60),
        span(&benchmark.version, 30),
        words::grouped(benchmark.tasks),
        words::grouped(report.candidate.samples),
        words::grouped(report.baseline.samples),
    )
}

fn clauses(gate: &GateResult) -> String {
    let mut text = format!("### Gate\n\n{}\n\n| result | clause | seen |\n|---|---|---|", gate.sentence());
    for clause in &gate.clauses {
        let result = if clause.passes() { "passes" } else { "**fails**" };
        let why: Vec<String> = clause.why().iter().map(|line| span(line, 1000)).collect();
        text += &format!("\n| {result} | {} | {} |", span(&clause.text, 400), why.join("; "));
    }
    text
}

fn verdicts(report: &Report) -> String {
    if report.rows.is_empty() {
        return "No check was compared.".to_owned();
    }
    if report.rows.rate.is_empty() {
        return String::new();
    }
    let mut text = "### Verdicts\n\n\
        | verdict | check | baseline | candidate | change | 95 % interval | p |\n|---|---|--:|--:|--:|--:|--:|"
        .to_owned();
    for row in &report.rows.rate {
        let badge = badge(row.verdict);
        let [low, high] = row.interval.map(words::signed);
        let rate = |rate: f64| if row.tasks == 0 { "–".to_owned() } else { words::percent(rate) };
        text += &format!(
            "\n| {badge} | {} | {} | {} | {} | {low} to {high} | {} |",
            span(&words::row_name(row), 120),
            rate(row.baseline.rate),
            rate(row.candidate.rate),
            words::signed(row.difference_percent),
            words::p_relation(row.p_corrected).trim_start_matches("= ").replace('<', "&lt;"),
        );
    }
    text + &format!(
        "\n\nRates are of samples that {}. Changes are in points; positive: the candidate improves. p is corrected for the \
         number of rows.",
        words::flagged_by(&report.rows.rate)
    )
}

fn badge(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Regression => "**regression**",
        other => words::verdict(other),
    }
}

fn performance(report: &Report) -> String {
    let rows = &report.rows.performance;
    if rows.is_empty() {
        return String::new();
    }
    let mut text = "### Time and memory\n\n\
        | verdict | measured | times | 95 % interval | p | tasks worse | tasks better |\n|---|---|--:|--:|--:|--:|--:|"
        .to_owned();
    for row in rows {
        let ratio = |of: fn([f64; 3]) -> String| row.ratio.map_or("–".to_owned(), of);
        text += &format!(
            "\n| {} | {} | {} | {} | {} | {} | {} |",
            badge(row.verdict),
            span(row.check.name(), 120),
            ratio(|ratio| times(ratio[1])),
            ratio(|[low, _, high]| range([low, high])),
            words::p_relation(row.p_corrected).trim_start_matches("= ").replace('<', "&lt;"),
            words::grouped(row.tasks_regressed),
            words::grouped(row.tasks_improved),
        );
    }
    text += "\n\nTimes: what the candidate’s correct samples take ÷ what the baseline’s take, geometric mean over tasks; above 1 is \
             worse.";
    for row in rows {
        text += &format!("\n\n{}: {}.", span(row.check.name(), 120), tasks_behind(row));
    }
    text
}

/// Correctness beside the row of the tests, where any ran.
fn correctness(report: &Report) -> String {
    let lines = lines(report);
    if lines.is_empty() {
        return String::new();
    }
    let mut text = "| correctness | baseline | candidate | change |\n|---|--:|--:|--:|".to_owned();
    for line in &lines {
        let side = |figure: &Figure| {
            let value = figure.value.as_deref().unwrap_or("–");
            figure
                .interval
                .as_ref()
                .map_or_else(|| value.to_owned(), |interval| format!("{value} ({interval})"))
        };
        let change =
            line.change.as_ref().map_or_else(String::new, |[points, range]| format!("{points} ({range})"));
        text += &format!(
            "\n| {} | {} | {} | {change} |",
            span(&line.name, 40),
            side(&line.baseline),
            side(&line.candidate)
        );
    }
    let reasons: Vec<String> =
        reasons(&lines).iter().map(|reason| format!(" {}", span(reason, 500))).collect();
    // An at sign outside a code span may call somebody.
    format!("{text}\n\n{}{}", NOTE.replace("pass@k", "`pass@k`"), reasons.concat())
}

fn warnings(report: &Report) -> String {
    let lines = report
        .warnings
        .iter()
        .map(|warning| format!("- {}: {}", span(&warning.code, 100), span(&warning.message, 1000)));
    listed("Warnings", lines.collect())
}

fn tasks(heading: &str, tasks: &[ChangedTask]) -> String {
    let lines = tasks.iter().map(|task| {
        let [baseline, candidate] = [task.baseline, task.candidate].map(words::percent);
        format!(
            "- {}: {baseline} of the baseline’s samples pass, {candidate} of the candidate’s",
            span(task.id.as_str(), 200)
        )
    });
    listed(heading, lines.collect())
}

/// Each model against itself, where that was asked for.
fn against_itself(report: &Report) -> String {
    let Some(found) = &report.self_check else { return String::new() };
    let mut text = format!(
        "### Self-check\n\n{} {}\n\n\
         | check | baseline: false alarms | over margin | by the paper | candidate: false alarms | over margin | by the paper \
         |\n|---|--:|--:|--:|--:|--:|--:|",
        self_check::subject(found),
        self_check::conclusion(found),
    );
    for line in self_check::lines(found) {
        let [ours, theirs] = &line.alarms;
        let [ours_over, theirs_over] = &line.over_margin;
        let [ours_paper, theirs_paper] = &line.by_paper;
        text += &format!(
            "\n| {} | {ours} | {ours_over} | {ours_paper} | {theirs} | {theirs_over} | {theirs_paper} |",
            span(line.name, 120)
        );
    }
    text + "\n\n" + &self_check::note(found)
}

/// The comparison by the paper's own procedure, where that was asked for.
fn by_the_paper(report: &Report) -> String {
    table_one_markdown(&[report])
        .map_or_else(String::new, |table| format!("### By the paper’s procedure\n\n{}", table.trim_end()))
}

/// Cyclomatic complexity and maintainability index of both sides.
fn complexity(report: &Report) -> String {
    let Some(complexity) = &report.complexity else { return String::new() };
    let mut text = format!("### {HEADING}\n\n");
    let lines = complexity_lines(complexity);
    if let Some(first) = (!lines.is_empty()).then_some(COLUMNS) {
        text += &format!("| of pairs of samples | {} |\n|---|--:|--:|\n", first.join(" | "));
    }
    for (words, cells) in lines {
        text += &format!("| {words} | {} |\n", cells.join(" | ").replace('<', "&lt;"));
    }
    text + "\n" + &complexity_note(complexity)
}

/// How models were asked, where assay asked them.
fn how_asked(report: &Report) -> String {
    let Some(by) = asked::asked(report) else { return String::new() };
    let mut text = format!("### How the models were asked\n\n{}.", by.sentence());
    for (side, facts) in asked::sides(report) {
        let facts: Vec<String> =
            facts.iter().map(|(words, fact)| format!("{words} {}", span(fact, 200))).collect();
        text += &format!("\n\n{side}: {}", facts.join(", "));
    }
    text
}

/// A heading with its number of lines, and the first of them.
fn listed(heading: &str, lines: Vec<String>) -> String {
    let all = lines.len();
    if all == 0 {
        return String::new();
    }
    let shown: Vec<String> = lines.into_iter().take(LONGEST_LIST).collect();
    let rest = match all - shown.len() {
        0 => String::new(),
        more => format!("\n- … and {more} more: report.json has all"),
    };
    format!("### {heading}: {all}\n\n{}{rest}", shown.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    fn text(report: &Report) -> String {
        String::from_utf8(Markdown.render(report).unwrap()).unwrap()
    }

    #[test]
    fn every_kind_of_verdict() {
        insta::assert_snapshot!(text(&fixtures::many_rows()));
    }

    #[test]
    fn time_and_memory() {
        insta::assert_snapshot!(text(&fixtures::performance()));
    }

    #[test]
    fn a_self_check_is_summed_up() {
        let text = text(&fixtures::self_check());
        let (_, block) = text.split_once("### Self-check").unwrap();
        assert!(block.contains("| `any of them` | 223 |  |  | 1,590 (too many) |  |  |"), "{block}");
        assert!(block.contains("up to 1,070 are ordinary"), "{block}");
    }

    #[test]
    fn complexity_beside_the_verdicts() {
        insta::assert_snapshot!(text(&fixtures::complexity()).split_once("### The paper").unwrap().1);
    }

    #[test]
    fn nothing_of_a_name_leaves_its_code_span() {
        let attack = "a`b`` @team #1 !2 [x](javascript:alert(1)) | c | <b> www.example.com\\";
        let span = span(attack, 999);
        assert_eq!(
            span,
            r"`a\x60b\x60\x60 @team #1 !2 [x](javascript:alert(1)) \x7c c \x7c \x3cb> www.example.com\`"
        );
        assert_eq!(super::span(" \n", 9), "(empty)");
    }

    #[test]
    fn outside_code_spans_no_foreign_text_is_left() {
        let mut report = fixtures::hostile();
        report.baseline.name = "@team `@team` #1 ~label".to_owned();
        report.warnings[0].message = "``` @team\n# heading | cell".to_owned();
        for line in text(&report).lines() {
            // Every other piece between single grave accents is outside.
            let outside: Vec<&str> = line.split('`').step_by(2).collect();
            let outside = outside.concat();
            assert_eq!(line.matches('`').count() % 2, 0, "{line}");
            for foreign in ["@", "team", "owned", "alert", "http", "\\"] {
                assert!(!outside.contains(foreign), "{line}");
            }
        }
    }

    #[test]
    fn a_table_has_as_many_cells_in_every_line() {
        for (name, report) in fixtures::all() {
            let text = text(&report);
            let lines: Vec<&str> = text.lines().collect();
            for pair in lines.windows(2).filter(|pair| pair.iter().all(|line| line.starts_with('|'))) {
                let [one, other] = [pair[0], pair[1]].map(|row| row.matches('|').count());
                assert_eq!(one, other, "{name}: {pair:?}");
            }
            assert!(lines.iter().any(|line| line.starts_with("|---")), "{name}: {text}");
        }
    }
}
