//! The paper's Table 1: one comparison or several in its layout, by its own procedure (`--paper`).
//!
//! The numbers are the document's `paper` block; nothing is computed here.

use assay_analyse::{PaperComparison, PaperPerformance};

use crate::markdown::span;
use crate::table::table_of;
use crate::text::one_line;
use crate::{Report, words};

/// The longest name of a model in the head of a column.
const LONGEST_NAME: usize = 30;

/// A line of the table.
pub(crate) struct Line {
    /// The group of tests, as the paper names it.
    pub(crate) aspect: String,
    /// The test, as the paper names it; of a plug-in the name that the user gave.
    pub(crate) test: String,
    /// Each comparison's percentage; nothing where it has no such test.
    pub(crate) cells: Vec<Option<String>>,
}

/// The comparisons among these reports that hold the paper's numbers, as a Markdown table with a column for each. Nothing
/// where there is none.
#[must_use]
pub fn table_one_markdown(reports: &[&Report]) -> Option<String> {
    let (reports, comparisons) = with_paper(reports)?;
    let mut text = "| aspect | test |".to_owned();
    for report in &reports {
        let [candidate, baseline] = names(report).map(|name| span(&name, LONGEST_NAME));
        text += &format!(" {candidate} against {baseline} |");
    }
    text += &format!("\n|---|---|{}", "--:|".repeat(reports.len()));
    for line in lines(&comparisons) {
        text += &format!("\n| {} | {} |", line.aspect, span_unless_ours(&line.test));
        for cell in &line.cells {
            text += &format!(" {} |", cell.as_deref().unwrap_or("–"));
        }
    }
    Some(format!("{text}\n\n{}\n", note(&comparisons)))
}

/// The same for a terminal.
#[must_use]
pub fn table_one_text(reports: &[&Report]) -> Option<String> {
    let (reports, comparisons) = with_paper(reports)?;
    let mut head = vec!["aspect".to_owned(), "test".to_owned()];
    head.extend(reports.iter().map(|report| {
        let [candidate, baseline] = names(report).map(|name| one_line(&name, LONGEST_NAME));
        format!("{candidate} against {baseline}")
    }));
    let lines = lines(&comparisons);
    let rows = lines.into_iter().map(|line| {
        let cells = line.cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".to_owned()));
        [line.aspect, one_line(&line.test, 120)].into_iter().chain(cells).collect()
    });
    Some(table_of(head, rows.collect(), 2, &note(&comparisons)))
}

/// The reports with their paper block; nothing where none has one.
fn with_paper<'a>(reports: &[&'a Report]) -> Option<(Vec<&'a Report>, Vec<&'a PaperComparison>)> {
    let found = reports.iter().filter_map(|report| Some((*report, report.paper.as_ref()?)));
    let (reports, comparisons): (Vec<_>, Vec<_>) = found.unzip();
    (!reports.is_empty()).then_some((reports, comparisons))
}

fn names(report: &Report) -> [String; 2] {
    [report.candidate.name.clone(), report.baseline.name.clone()]
}

/// How the percentages come about.
pub(crate) fn note(comparisons: &[&PaperComparison]) -> String {
    let tasks = comparisons.first().map_or(0, |comparison| comparison.benchmark_tasks);
    let performance = if comparisons.iter().all(|comparison| comparison.performance.is_empty()) {
        ""
    } else {
        " Performance: tasks with p < .05 (Mann-Whitney U over all runs of all samples, uncorrected) ÷ tasks of the \
         benchmark."
    };
    format!(
        "The paper's own procedure: 100 × (mean count of the baseline − mean count of the candidate) ÷ {} tasks of the \
         benchmark, counts being flagged samples of one repetition; positive: an improvement. There is no test, no interval \
         and no margin in it: the verdicts are assay's own.{performance}",
        words::grouped(tasks)
    )
}

/// The lines of all comparisons, in the order of the first that has them.
pub(crate) fn lines(comparisons: &[&PaperComparison]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (place, comparison) in comparisons.iter().enumerate() {
        for (aspect, test, percent) in entries(comparison) {
            let known = lines.iter().position(|line| line.aspect == aspect && line.test == test);
            let known = known.unwrap_or_else(|| {
                lines.push(Line { aspect, test, cells: vec![None; comparisons.len()] });
                lines.len() - 1
            });
            lines[known].cells[place] = Some(per_cent(percent));
        }
    }
    lines
}

/// Aspect, test and percentage of every line of one comparison.
fn entries(comparison: &PaperComparison) -> impl Iterator<Item = (String, String, f64)> {
    let rates = comparison
        .rates
        .iter()
        .map(|rate| (aspect(&words::word(&rate.aspect)), test(&rate.check), rate.percent));
    // In the paper memory comes first.
    let mut performance: Vec<&PaperPerformance> = comparison.performance.iter().collect();
    performance.sort_by_key(|row| std::cmp::Reverse(row.measure));
    let performance = performance.into_iter().flat_map(|row| {
        let name = test(row.measure.name());
        [("Improvement", row.improvement_percent), ("Regression", row.regression_percent)]
            .map(|(what, percent)| ("Performance".to_owned(), format!("{name}: {what}"), percent))
    });
    rates.chain(performance)
}

/// The paper's name of an aspect.
fn aspect(word: &str) -> String {
    if word == "logic" { "General Logic".to_owned() } else { capital(word) }
}

/// The paper's name of a test; of a check that is not the paper's its own name.
fn test(check: &str) -> String {
    match check {
        "missing_declaration_import" => "Missing Declaration/Import".to_owned(),
        "sub_readable_code" => "Sub-readable Code".to_owned(),
        "incorrect_code"
        | "syntax_error"
        | "code_duplication"
        | "comment_duplication"
        | "unnecessary_else"
        | "unnecessary_conditional_block"
        | "confusing_variable_naming"
        | "memory_usage"
        | "execution_time" => check.split('_').map(capital).collect::<Vec<_>>().join(" "),
        other => other.to_owned(),
    }
}

/// A test's name in Markdown: ours as it is, a user's as a code span.
fn span_unless_ours(test: &str) -> String {
    let is_ours = test.starts_with(|first: char| first.is_ascii_uppercase())
        && test.chars().all(|letter| letter.is_ascii_alphabetic() || " /-:".contains(letter));
    if is_ours { test.to_owned() } else { span(test, 120) }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// As the paper prints it: two decimals, and no sign where they are zeros.
pub(crate) fn per_cent(value: f64) -> String {
    let text = format!("{value:.2}%");
    if text == "-0.00%" { "0.00%".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn several_comparisons_are_columns_of_one_table() {
        let (mut one, mut other) = (fixtures::paper(), fixtures::paper());
        other.candidate.name = "coder-7b | merged".to_owned();
        let paper = other.paper.as_mut().unwrap();
        paper.performance.clear();
        paper.rates.remove(1);
        paper.rates[0].percent = -0.001;
        one.paper.as_mut().unwrap().rates[0].check = "own check".to_owned();
        insta::assert_snapshot!(table_one_markdown(&[&one, &other]).unwrap());
        insta::assert_snapshot!(table_one_text(&[&one, &other]).unwrap());
    }

    #[test]
    fn reports_without_the_papers_numbers_make_no_table() {
        assert_eq!(table_one_markdown(&[&fixtures::regression()]), None);
        assert_eq!(table_one_text(&[]), None);
    }

    #[test]
    fn tests_are_named_as_in_the_paper() {
        let checks =
            ["incorrect_code", "missing_declaration_import", "sub_readable_code", "memory_usage", "mine"];
        let names =
            ["Incorrect Code", "Missing Declaration/Import", "Sub-readable Code", "Memory Usage", "mine"];
        assert_eq!(checks.map(test), names);
        assert_eq!(
            [per_cent(26.219_512), per_cent(-0.004), per_cent(-18.72)],
            ["26.22%", "0.00%", "-18.72%"]
        );
    }

    #[test]
    fn nothing_foreign_acts_in_the_table() {
        let mut hostile = fixtures::hostile();
        hostile.paper = fixtures::paper().paper;
        hostile.paper.as_mut().unwrap().rates[0].check = "<script>`|\u{202e}".to_owned();
        for text in [table_one_markdown(&[&hostile]), table_one_text(&[&hostile])].map(Option::unwrap) {
            assert!(!text.contains('\u{202e}') && !text.contains('\u{1b}'), "{text}");
        }
        assert!(!table_one_markdown(&[&hostile]).unwrap().contains("<script"));
    }
}
