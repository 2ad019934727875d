//! What formats for people say of how models were asked: the same lines in each.

use crate::words::grouped;
use crate::{ModelSummary, Report};

/// The heading's words for a protocol.
pub(crate) fn heading(report: &Report) -> Option<String> {
    let protocol = report.protocol.as_ref()?;
    let (sha256, samples) = (protocol.sha256.to_string(), protocol.samples_per_task);
    Some(format!("Asked by the protocol {}, {samples} samples per task", &sha256[..12]))
}

/// A side that was asked: its name, and what is said of it, each with its words. The second of each pair is foreign text.
pub(crate) fn sides(report: &Report) -> Vec<(&'static str, Vec<(&'static str, String)>)> {
    let Some(protocol) = &report.protocol else { return Vec::new() };
    let sides = [("baseline", &protocol.baseline), ("candidate", &protocol.candidate)];
    sides.into_iter().filter_map(|(side, model)| Some((side, facts(model.as_ref()?)))).collect()
}

fn facts(model: &ModelSummary) -> Vec<(&'static str, String)> {
    let mut facts = vec![("model", model.model.clone()), ("provider", model.provider.clone())];
    facts.extend(model.address.clone().map(|address| ("at", address)));
    if !model.versions.is_empty() {
        facts.push(("answering as", model.versions.keys().cloned().collect::<Vec<_>>().join(", ")));
    }
    for (file, sha256) in &model.weights {
        facts.push(("weights", format!("{file} sha256 {sha256}")));
    }
    facts.extend(model.quantization.clone().map(|quantization| ("stored as", quantization)));
    if let (Some(first), Some(last)) = (&model.first_asked, &model.last_asked) {
        facts.push(("asked", format!("{first} to {last}")));
    }
    let missing =
        if model.missing > 0 { format!(", {} missing", grouped(model.missing)) } else { String::new() };
    facts.push(("answers", grouped(model.answers) + &missing));
    facts.extend(model.cost.map(|cost| ("cost", format!("{cost:.4}"))));
    facts
}
