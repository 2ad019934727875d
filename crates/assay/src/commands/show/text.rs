//! Shown samples for a person. Foreign text stands behind a mark of ours at the start of each line, so that it cannot
//! pass for what assay says, and what would act on a terminal is escaped.

use assay_check::static_checks::{Flag, StaticFindings};
use assay_run::{FinishedRun, PluginWord, Rerun, ShownSample, Side, evidence_is_of_tests};
use assay_types::{Digest, FieldKind, Finding};

use self::module::answer;
use self::quotation::MOST_CHARACTERS;
pub(super) use self::quotation::line_of;
pub(super) use self::quotation::quoted;
use crate::output::harmless;

mod module;
mod quotation;

/// Evidence in a list is cut here.
const SHORT_EVIDENCE: usize = 60;

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
    if let Some(found) = &sample.static_findings {
        text += &read(found);
    }
    for word in run.words_of_plugins(sample) {
        text += &of_plugin(&word);
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
pub(super) fn field(name: &str, value: &str) -> String {
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

/// What is read from the code: a line for each check that says something else than "clean", and what it flags.
fn read(found: &StaticFindings) -> String {
    let mut text = String::new();
    for (check, flag) in found.flags.iter().filter(|(_, flag)| *flag != Flag::Clean) {
        let word = match flag {
            Flag::Flagged => "flagged",
            Flag::Clean | Flag::Undecided => "undecided: it hangs on a module that is not known here",
            Flag::NotJudged => "not judged",
            Flag::AnalysisFailed => "analysis failed: the code is beyond its limits",
        };
        text += &field("code", &format!("{check}: {word}"));
        for finding in found.of(check) {
            let id = finding.pylint.unwrap_or(&finding.rule);
            let message = line_of(&finding.message, 200);
            text += &format!("          line {}: {message} ({id})\n", finding.line);
        }
    }
    if text.is_empty() { field("code", "nothing is flagged") } else { text }
}

/// What the report holds of a plug-in's word: it is not run again.
fn of_plugin(word: &PluginWord<'_>) -> String {
    let said =
        if word.flagged { "flagged" } else { "not among the samples that the report names as flagged" };
    let rest = if word.findings.is_empty() {
        " (a plug-in, not run again: what it found is in the labelled data set)"
    } else {
        " (a plug-in, not run again)"
    };
    let mut text = field("code", &format!("{}: {said}{rest}", line_of(word.name, 80)));
    for finding in word.findings {
        text += &format!("          line {}: {}\n", finding.line, line_of(&finding.message, 200));
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
