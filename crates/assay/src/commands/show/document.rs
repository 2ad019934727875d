//! Shown samples for programs.

use assay_run::{Rerun, ShownSample, difference, evidence_is_of_tests};
use assay_types::Digest;
use serde_json::{Value, json};

/// A task's samples in short.
pub(super) fn list(samples: &[ShownSample]) -> String {
    drawn(&samples.iter().map(short).collect::<Vec<_>>())
}

/// Samples in full, each with what came of judging it again.
pub(super) fn samples(samples: &[ShownSample], reruns: &[Rerun]) -> String {
    let mut entries = Vec::new();
    for (place, sample) in samples.iter().enumerate() {
        let mut entry = short(sample);
        let finding = sample.finding.as_ref();
        let module = sample.module.as_deref();
        let more = json!({
            "evidence_is_of": finding.and_then(|finding| finding.line).map(|_| {
                if finding.is_some_and(evidence_is_of_tests) { "tests" } else { "module" }
            }),
            "output": finding.map(|finding| &finding.output),
            "time": finding.map(|finding| finding.time),
            "field": sample.field,
            "raw": sample.raw.as_deref(),
            "module": module,
            "module_sha256": module.map(|module| Digest::of(module.as_bytes())),
            "lines": sample.raw.as_deref().zip(module).and_then(|(raw, module)| difference(raw, module)),
            "rerun": reruns.get(place),
        });
        if let (Value::Object(entry), Value::Object(more)) = (&mut entry, more) {
            entry.extend(more);
        }
        entries.push(entry);
    }
    drawn(&entries)
}

fn short(sample: &ShownSample) -> Value {
    let finding = sample.finding.as_ref();
    json!({
        "side": sample.side,
        "model": sample.model,
        "task_id": sample.task,
        "repetition": sample.repetition,
        "samples_line": sample.line,
        "rule": sample.rule,
        "edits": sample.edits,
        "outcome": finding.map(|finding| finding.outcome.to_string()),
        "evidence": finding.and_then(|finding| finding.evidence.as_deref()),
        "line": finding.and_then(|finding| finding.line),
    })
}

/// Foreign text stays what it is for a program, and acts on no terminal that shows it.
fn drawn(entries: &[Value]) -> String {
    let text = format!("{:#}\n", json!({ "format": 1, "samples": entries }));
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
