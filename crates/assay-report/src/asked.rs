//! What formats for people say of how models were asked: the same lines in each.

use crate::words::grouped;
use crate::{ModelSummary, Report};

/// By what models were asked.
pub(crate) struct Asked {
    /// The words before the protocol's digest.
    pub(crate) by: &'static str,
    /// The protocol's digest, whole.
    pub(crate) sha256: String,
    /// The words behind it.
    pub(crate) samples: String,
}

impl Asked {
    /// All of it in one sentence, with the digest's beginning.
    pub(crate) fn sentence(&self) -> String {
        format!("Asked {} {}, {}", self.by, &self.sha256[..12], self.samples)
    }
}

/// By what models were asked, where assay asked them.
pub(crate) fn asked(report: &Report) -> Option<Asked> {
    let protocol = report.protocol.as_ref()?;
    let samples = format!("{} samples per task", protocol.samples_per_task);
    Some(Asked { by: "by the protocol", sha256: protocol.sha256.to_string(), samples })
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
    facts.extend(model.interface.clone().map(|interface| ("asked by", interface)));
    for (key, value) in &model.settings {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        facts.push(("set", format!("{key} = {value}")));
    }
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
    facts.extend(model.cost.map(|cost| ("cost", cost_of(cost, model.answers_without_price))));
    facts
}

/// What answers cost, as far as it is known.
fn cost_of(known: f64, without_price: u64) -> String {
    match without_price {
        0 => format!("{known:.4}"),
        1 => format!("at least {known:.4}; 1 answer without a price"),
        several => format!("at least {known:.4}; {} answers without a price", grouped(several)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_cost_is_said_and_is_not_nothing() {
        assert_eq!(cost_of(0.12, 0), "0.1200");
        assert_eq!(cost_of(0.12, 1), "at least 0.1200; 1 answer without a price");
        assert_eq!(cost_of(0.0, 1200), "at least 0.0000; 1,200 answers without a price");
    }
}
