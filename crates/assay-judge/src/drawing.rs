//! A judge's document for people: for a terminal, and as Markdown. Both say the same sentences and figures.
//!
//! Names of models and versions are foreign text; nothing of them acts where it is shown.

mod figures;
mod sentences;

use assay_report::{one_line, span};

use crate::document::JudgeDocument;
use crate::items::LeftOut;
use figures::figures;
use sentences::{after, before, cost, title};

/// The longest name that is shown.
const NAME: usize = 60;

/// The document for a terminal, in at most 100 columns where names are short.
#[must_use]
pub fn judge_text(document: &JudgeDocument) -> String {
    let mut parts = vec![title(document, |name| one_line(name, NAME))];
    for result in &document.questions {
        let mut part = format!("{}: {}\n", result.question.name(), result.question.asks());
        for sentence in before(result) {
            part += &folded(&sentence);
        }
        if let Some(table) = figures(result) {
            part += &format!("\n{}\n", aligned(&table));
        }
        for sentence in after(result) {
            part += &folded(&sentence);
        }
        parts.push(part.trim_end().to_owned());
    }
    parts.push(cost(document));
    parts.join("\n\n") + "\n"
}

/// The document in GitHub's and GitLab's dialect of Markdown.
#[must_use]
pub fn judge_markdown(document: &JudgeDocument) -> String {
    let title = title(document, |name| span(name, NAME));
    let mut parts = vec![format!("## {}", title.replace('\n', "\n\n"))];
    for result in &document.questions {
        parts.push(format!("### {}: {}", result.question.name(), result.question.asks()));
        parts.push(list(&before(result)));
        if let Some(table) = figures(result) {
            parts.push(markdown_table(&table));
        }
        parts.push(list(&after(result)));
    }
    parts.push(cost(document));
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n\n") + "\n"
}

/// A sentence in lines of 96 characters, set in by two.
fn folded(sentence: &str) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for word in sentence.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 96 {
            text += &format!("  {line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    text + &format!("  {line}\n")
}

/// The rows below each other, all columns but the first to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        format!("   {}", cells.collect::<Vec<String>>().join("   ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<String>>().join("\n")
}

fn markdown_table(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| format!("| {} |", row.join(" | "));
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    let columns = rows.first().map_or(0, Vec::len);
    lines.insert(1.min(lines.len()), format!("|---|{}", "--:|".repeat(columns.saturating_sub(1))));
    lines.join("\n")
}

fn list(sentences: &[String]) -> String {
    sentences.iter().map(|sentence| format!("- {sentence}")).collect::<Vec<String>>().join("\n")
}

/// Why something was left out, for people.
fn why(left_out: LeftOut) -> &'static str {
    match left_out {
        LeftOut::WithoutScore => "their task gives no score here",
        LeftOut::Infrastructure => "faults of this machine",
        LeftOut::NotJudged => "their tests said nothing",
        LeftOut::NoFinding => "no finding of them is stored",
        LeftOut::NoCode => "no code to ask about",
        LeftOut::NotCompared => "the run did not compare their task by this measure",
        LeftOut::Unchanged => "the run tells no difference on their task",
        LeftOut::RangesOverlap => "the sides' ranges are not apart on their task",
        LeftOut::SomeNotMeasured => "not all samples of their task were measured",
        LeftOut::NotMeasured => "beyond the samples that the run measured",
        LeftOut::TooLong => "longer than any prompt",
    }
}

#[cfg(test)]
mod tests;
