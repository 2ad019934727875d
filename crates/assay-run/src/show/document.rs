//! Shown samples for programs: one document, with a published schema.

use assay_check::static_checks::StaticFindings;
use assay_types::{Digest, FieldKind, TrialTime};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;

use super::{Rerun, ShownSample, Side, evidence_is_of_tests};
use crate::difference::{ChangedLine, difference};

/// Raised by a change that a former reader would misread.
const FORMAT: u32 = 1;

/// Samples of a task, as `assay show --json` writes them.
#[derive(Debug, Serialize, JsonSchema)]
struct ShownDocument<'a> {
    /// The version of this format: 1.
    format: u32,
    /// The samples: those of the baseline first, each side's in the order of its file.
    samples: Vec<SampleEntry<'a>>,
}

/// A sample. What it holds beyond its place and its outcome is there only where one sample was asked for.
#[derive(Debug, Serialize, JsonSchema)]
struct SampleEntry<'a> {
    /// Whose it is.
    side: Side,
    /// The model's name.
    model: &'a str,
    /// The task.
    task_id: &'a str,
    /// Its place among the model's samples of the task, from 0.
    repetition: u32,
    /// The line of the samples file.
    samples_line: u64,
    /// The extraction rule that fired; `none` for a sample that was refused before.
    rule: &'static str,
    /// The extraction rules that changed something besides.
    edits: &'a [&'static str],
    /// What it came to, such as `fail(wrong_answer)`; null where no finding is stored.
    outcome: Option<String>,
    /// Why. Untrusted text.
    evidence: Option<&'a str>,
    /// The line that the evidence is about.
    line: Option<u32>,
    #[serde(flatten)]
    details: Option<SampleDetails<'a>>,
}

/// What is shown of one sample only.
#[derive(Debug, Serialize, JsonSchema)]
struct SampleDetails<'a> {
    /// What is read from its code; null where the run read none.
    static_findings: Option<&'a StaticFindings>,
    /// Which text that line is of; null where the evidence names none.
    evidence_is_of: Option<EvidenceText>,
    /// What the sample printed, cut in the middle. Untrusted text.
    output: Option<&'a str>,
    /// What its trial took.
    time: Option<TrialTime>,
    /// How the answer was to be read; null for a sample that was refused before.
    field: Option<FieldKind>,
    /// The raw answer, under the same condition. Untrusted text.
    raw: Option<&'a str>,
    /// The judged module, where there is one. Untrusted text.
    module: Option<&'a str>,
    /// Its digest.
    #[schemars(with = "Option<String>")]
    module_sha256: Option<Digest>,
    /// The judged module line by line, with what was cut from the answer and what was added to it; null where there is no
    /// module, or too much to compare.
    lines: Option<Vec<ChangedLine>>,
    /// What came of judging it again, where that was asked for.
    rerun: Option<&'a Rerun>,
}

/// What a line number counts the lines of.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum EvidenceText {
    /// The task's tests.
    Tests,
    /// The judged module.
    Module,
}

/// A task's samples in short, as text with a final newline.
#[must_use]
pub fn list_document(samples: &[ShownSample]) -> String {
    drawn(samples.iter().map(|sample| entry(sample, None)).collect())
}

/// Samples in full, each with what came of judging it again, as text with a final newline.
#[must_use]
pub fn samples_document(samples: &[ShownSample], reruns: &[Rerun]) -> String {
    let full = |(place, sample)| entry(sample, Some(details(sample, reruns.get(place))));
    drawn(samples.iter().enumerate().map(full).collect())
}

/// The JSON Schema of both, as text with a final newline. Published as `docs/schema/show.schema.json`.
#[must_use]
pub fn show_schema() -> String {
    format!("{:#}\n", schema_for!(ShownDocument<'_>).to_value())
}

fn entry<'a>(sample: &'a ShownSample, details: Option<SampleDetails<'a>>) -> SampleEntry<'a> {
    let finding = sample.finding.as_ref();
    SampleEntry {
        side: sample.side,
        model: &sample.model,
        task_id: sample.task.as_str(),
        repetition: sample.repetition,
        samples_line: sample.line,
        rule: sample.rule,
        edits: &sample.edits,
        outcome: finding.map(|finding| finding.outcome.to_string()),
        evidence: finding.and_then(|finding| finding.evidence.as_deref()),
        line: finding.and_then(|finding| finding.line),
        details,
    }
}

fn details<'a>(sample: &'a ShownSample, rerun: Option<&'a Rerun>) -> SampleDetails<'a> {
    let (finding, module) = (sample.finding.as_ref(), sample.module.as_deref());
    let with_line = finding.filter(|finding| finding.line.is_some());
    SampleDetails {
        static_findings: sample.static_findings.as_ref(),
        evidence_is_of: with_line.map(|finding| {
            if evidence_is_of_tests(finding) { EvidenceText::Tests } else { EvidenceText::Module }
        }),
        output: finding.map(|finding| finding.output.as_str()),
        time: finding.map(|finding| finding.time),
        field: sample.field,
        raw: sample.raw.as_deref(),
        module,
        module_sha256: module.map(|module| Digest::of(module.as_bytes())),
        lines: sample.raw.as_deref().zip(module).and_then(|(raw, module)| difference(raw, module)),
        rerun,
    }
}

/// Foreign text stays what it is for a program, and acts on no terminal that shows it.
fn drawn(samples: Vec<SampleEntry<'_>>) -> String {
    let document = serde_json::json!(ShownDocument { format: FORMAT, samples });
    let text = format!("{document:#}\n");
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if assay_types::acts_or_hides(character) && character != '\n' {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                shown += &format!("\\u{unit:04x}");
            }
        } else {
            shown.push(character);
        }
    }
    shown
}

#[cfg(test)]
mod tests;
