//! A judged module for a person: its lines, numbered, with what extraction cut and added.

use std::collections::BTreeSet;

use assay_run::{ChangedLine, LineChange, ShownSample, difference, evidence_is_of_tests};

use super::quotation::quoted;

/// The judged module with what was cut and added; the raw answer where there is no module.
pub(super) fn answer(sample: &ShownSample) -> String {
    let (Some(raw), Some(module)) = (sample.raw.as_deref(), sample.module.as_deref()) else {
        return sample.raw.as_deref().map_or_else(String::new, |raw| {
            format!("\nraw answer:\n{}", quoted(raw.lines().map(|line| ("  | ".to_owned(), line))))
        });
    };
    let marked =
        sample.finding.as_ref().filter(|found| !evidence_is_of_tests(found)).and_then(|found| found.line);
    let marked = marked.and_then(|line| usize::try_from(line).ok());
    let Some(lines) = difference(raw, module) else {
        let lines =
            module.lines().enumerate().map(|(place, line)| (number(' ', Some(place + 1), marked), line));
        return format!("\njudged module (too long to compare with the answer):\n{}", quoted(lines));
    };
    let kinds: BTreeSet<char> = lines.iter().map(|line| sign(line.change)).collect();
    let mut notes = Vec::new();
    for (sign, note) in [('-', "- cut from the answer"), ('+', "+ added from the prompt")] {
        if kinds.contains(&sign) {
            notes.push(note);
        }
    }
    if marked.is_some() {
        notes.push("> where the evidence is");
    }
    let note = match (notes.is_empty(), kinds.len() < 2) {
        (true, _) => " (the answer as it is)".to_owned(),
        (false, true) if marked.is_some() => " (the answer as it is; > where the evidence is)".to_owned(),
        _ => format!(" ({})", notes.join(", ")),
    };
    let draw = |line: &ChangedLine| number(sign(line.change), line.number, marked);
    format!("\njudged module{note}:\n{}", quoted(lines.iter().map(|line| (draw(line), line.text.as_str()))))
}

fn sign(change: LineChange) -> char {
    match change {
        LineChange::Kept => ' ',
        LineChange::Cut => '-',
        LineChange::Added => '+',
    }
}

/// What stands before a line: a mark, what became of it, its number.
fn number(sign: char, number: Option<usize>, marked: Option<usize>) -> String {
    let mark = if number.is_some() && number == marked { '>' } else { ' ' };
    let number = number.map_or_else(String::new, |number| number.to_string());
    format!("{mark}{sign}{number:>5} | ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_run::Side;
    use assay_types::{FailCause, FieldKind, Finding, Outcome, TaskId, TrialTime};
    use std::sync::Arc;

    fn sample(raw: &str, module: &str, cause: FailCause, line: u32) -> ShownSample {
        ShownSample {
            static_findings: None,
            side: Side::Candidate,
            model: "m".into(),
            task: TaskId::new("t").unwrap(),
            repetition: 0,
            line: 1,
            field: Some(FieldKind::Answer),
            raw: Some(Arc::from(raw)),
            rule: "answer_fence",
            edits: Vec::new(),
            module: Some(Arc::from(module)),
            finding: Some(Finding {
                outcome: Outcome::Fail { cause },
                evidence: Some("ValueError: x".into()),
                line: Some(line),
                output: String::new(),
                time: TrialTime::default(),
            }),
        }
    }

    #[test]
    fn what_was_cut_is_marked_and_so_is_the_line_of_the_evidence() {
        let sample = sample(
            "Sure!\n```python\ndef f():\n    raise ValueError('x')\n```\n",
            "def f():\n    raise ValueError('x')\n",
            FailCause::Exception,
            2,
        );
        insta::assert_snapshot!(answer(&sample));
    }

    #[test]
    fn a_line_of_the_tests_is_not_marked_in_the_module() {
        let shown = answer(&sample("x = 1\n", "x = 1\n", FailCause::WrongAnswer, 1));
        assert_eq!(shown, "\njudged module (the answer as it is):\n      1 | x = 1\n");
    }

    #[test]
    fn foreign_text_cannot_act_on_a_terminal_or_pass_for_ours() {
        let shown =
            answer(&sample("\u{1b}[2J\njudged again: the same\r\n", "\u{1b}[2J", FailCause::Exception, 9));
        assert!(shown.contains("| \\u{1b}[2J\n") && !shown.contains("\njudged again"), "{shown}");
    }
}
