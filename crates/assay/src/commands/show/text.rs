//! Shown samples for a person. Foreign text stands behind a mark of ours at the start of each line, so that it cannot
//! pass for what assay says, and what would act on a terminal is escaped.

use std::collections::BTreeSet;

use assay_run::{
    ChangedLine, FinishedRun, LineChange, Rerun, ShownSample, Side, difference, evidence_is_of_tests,
};
use assay_types::{Digest, FieldKind, Finding};

use crate::output::harmless;

/// Evidence in a list is cut here.
const SHORT_EVIDENCE: usize = 60;
/// Lines of a text that are shown; the rest is in `--json`.
const MOST_LINES: usize = 2_000;
/// Characters of a line that are shown.
const MOST_CHARACTERS: usize = 400;

/// A task's samples, side by side in lists.
pub(super) fn list(run: &FinishedRun, samples: &[ShownSample]) -> String {
    let report = run.report();
    let mut text = harmless(&format!("{} {}", report.benchmark.name, report.benchmark.version));
    if let Some(sample) = samples.first() {
        text += &format!(", task {}\n", sample.task);
        text += &caution(run, sample);
    } else {
        text += ": neither model has a sample of this task\n";
    }
    for side in [Side::Baseline, Side::Candidate] {
        let of_side: Vec<&ShownSample> = samples.iter().filter(|sample| sample.side == side).collect();
        let Some(first) = of_side.first() else { continue };
        let passing =
            |sample: &&&ShownSample| sample.finding.as_ref().is_some_and(|found| found.outcome.passed());
        text += &format!(
            "\n{} {}: {} of {} samples pass\n",
            side.name(),
            line_of(&first.model, 80),
            of_side.iter().filter(passing).count(),
            of_side.len()
        );
        text += &format!("  {:>6}  {:<28}  {:<16}  {}\n", "sample", "outcome", "rule", "evidence");
        for sample in of_side {
            let outcome =
                sample.finding.as_ref().map_or("no finding stored".into(), |found| found.outcome.to_string());
            let evidence =
                sample.finding.as_ref().and_then(|found| found.evidence.as_deref()).unwrap_or_default();
            let row = format!(
                "  {:>6}  {outcome:<28}  {:<16}  {}",
                sample.repetition,
                sample.rule,
                line_of(evidence, SHORT_EVIDENCE)
            );
            text += row.trim_end();
            text.push('\n');
        }
    }
    text
}

/// Samples in full.
pub(super) fn samples(run: &FinishedRun, samples: &[ShownSample], reruns: &[Rerun]) -> String {
    let drawn: Vec<String> =
        samples.iter().enumerate().map(|(place, sample)| one(run, sample, reruns.get(place))).collect();
    drawn.join("\n")
}

fn one(run: &FinishedRun, sample: &ShownSample, rerun: Option<&Rerun>) -> String {
    let mut text = format!(
        "{} {}, task {}, sample {} (line {} of the samples file)\n",
        sample.side.name(),
        line_of(&sample.model, 80),
        sample.task,
        sample.repetition,
        sample.line
    );
    text += &caution(run, sample);
    text.push('\n');
    match &sample.finding {
        Some(finding) => text += &found(finding),
        None => {
            text += &field(
                "outcome",
                "no finding is stored: the trial ended by a fault of ours, `assay store gc --findings` removed it, or \
                 this assay extracts otherwise; --rerun judges the sample now",
            );
        }
    }
    if let Some(line) = run.line_of_tests(sample) {
        text += &field("tests", &format!("| {}", line_of(line.trim(), MOST_CHARACTERS)));
    }
    text += &field("rule", &rule(sample));
    if let Some(module) = &sample.module {
        text += &field("module", &format!("sha256 {}", Digest::of(module.as_bytes())));
    }
    if let Some(rerun) = rerun {
        text += &judged_again(rerun);
    }
    if let Some(finding) = sample.finding.as_ref().filter(|finding| !finding.output.is_empty()) {
        text += "\nit printed:\n";
        text += &quoted(finding.output.lines().map(|line| ("  | ".to_owned(), line)));
    }
    text + &answer(sample)
}

/// What a reader should know before believing the rest.
fn caution(run: &FinishedRun, sample: &ShownSample) -> String {
    let version = run.other_version().map_or_else(String::new, |version| {
        let version = line_of(version, 30);
        format!(
            "this run was made by assay {version}; what is shown is what this version makes of its answers\n"
        )
    });
    let without_score = run.without_score(&sample.task).map_or_else(String::new, |reason| {
        format!(
            "this task gives no score in this run, because its own reference solution did not pass: {}\n",
            line_of(reason, 300)
        )
    });
    version + &without_score
}

/// A line of ours: a word and what it says.
fn field(name: &str, value: &str) -> String {
    format!("{name:<10}{value}\n")
}

fn found(finding: &Finding) -> String {
    let mut text = field("outcome", &finding.outcome.to_string());
    if let Some(evidence) = &finding.evidence {
        let of = if evidence_is_of_tests(finding) { "of the tests" } else { "of the judged module" };
        let place = finding.line.map_or_else(String::new, |line| format!(" (line {line} {of})"));
        text += &field("evidence", &format!("{}{place}", line_of(evidence, 1_000)));
    }
    if finding.time.wall_microseconds > 0 {
        text += &field("time", &time(finding));
    }
    text
}

fn time(finding: &Finding) -> String {
    let milliseconds = |microseconds: u64| microseconds as f64 / 1e3;
    format!(
        "{:.1} ms of CPU, {:.1} ms of the tests' own work, {:.1} ms by the clock for the whole trial",
        milliseconds(finding.time.cpu_microseconds),
        milliseconds(finding.time.judging_microseconds),
        milliseconds(finding.time.wall_microseconds)
    )
}

fn rule(sample: &ShownSample) -> String {
    let kind = match sample.field {
        None => return "none: the sample was refused before".to_owned(),
        Some(FieldKind::Solution) => "a solution",
        Some(FieldKind::Completion) => "a completion",
        Some(FieldKind::Answer) => "an answer",
    };
    let mut rules = vec![format!("{}, on {kind}", sample.rule)];
    rules.extend(sample.edits.iter().map(|edit| (*edit).to_owned()));
    rules.join(", then ")
}

fn judged_again(rerun: &Rerun) -> String {
    let same = match rerun.same {
        Some(true) => "the same outcome",
        Some(false) => "ANOTHER OUTCOME",
        None => "nothing to compare with",
    };
    let mut text = format!("\njudged again: {same}\n");
    text += &found(&rerun.finding);
    for change in &rerun.circumstances {
        text += &field("otherwise", &line_of(change, 300));
    }
    text
}

/// The judged module with what was cut and added; the raw answer where there is no module.
fn answer(sample: &ShownSample) -> String {
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

/// Foreign lines, each behind its mark.
fn quoted<'a>(lines: impl Iterator<Item = (String, &'a str)>) -> String {
    let mut text = String::new();
    let mut left_out = 0;
    for (place, (mark, line)) in lines.enumerate() {
        if place >= MOST_LINES {
            left_out += 1;
            continue;
        }
        text += format!("{mark}{}", line_of(line, MOST_CHARACTERS)).trim_end();
        text.push('\n');
    }
    if left_out > 0 {
        text += &format!("… and {left_out} more lines: --json has all\n");
    }
    text
}

/// Foreign text in one line, harmless and cut.
fn line_of(text: &str, most: usize) -> String {
    let (shown, cut) = match text.char_indices().nth(most) {
        None => (text, ""),
        Some((end, _)) => (&text[..end], " …"),
    };
    harmless(shown).replace('\n', "\\n") + cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::{FailCause, Outcome, TaskId, TrialTime};
    use std::sync::Arc;

    fn sample(raw: &str, module: &str, cause: FailCause, line: u32) -> ShownSample {
        ShownSample {
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
        assert_eq!(line_of("a\nb\u{202e}", 9), "a\\nb\\u{202e}");
        assert_eq!(line_of("abcdef", 3), "abc …");
    }
}
