//! How models were asked, where assay asked them.

use std::collections::BTreeMap;

use assay_types::Digest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How the models of a comparison were asked (docs/protocol.md). It says what the stored answers say, so that a run which
/// asked for some of them and one which found all of them say the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProtocolSummary {
    /// Digest of all that can change an answer, but for the models.
    #[schemars(with = "String")]
    pub sha256: Digest,
    /// Answers asked for, to each task.
    pub samples_per_task: u32,
    /// The baseline, where it was asked; not where its samples came from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<ModelSummary>,
    /// The candidate, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate: Option<ModelSummary>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's form")]
fn is_none_of_them(count: &u64) -> bool {
    *count == 0
}

/// A model that was asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ModelSummary {
    /// The kind of provider.
    pub provider: String,
    /// Where it is; not for what ran in this process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The model's name there.
    pub model: String,
    /// By what it was asked: `chat` or `completion`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interface: Option<String>,
    /// What the protocol sets of its requests and answers besides the sampling, by the keys' names, such as `extra` or `threads`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub settings: Map<String, Value>,
    /// The versions that answered, in the provider's words, and how many answers each gave.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, u64>,
    /// The files that are the model, and the digest of each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub weights: BTreeMap<String, Digest>,
    /// How the weights are stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantization: Option<String>,
    /// Digest of the template that makes text of a conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub chat_template: Option<Digest>,
    /// When the first of its answers was asked for (UTC, RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_asked: Option<String>,
    /// When the last of them was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_asked: Option<String>,
    /// Answers.
    pub answers: u64,
    /// Answers that are missing: lost to faults that are not the model's, or not asked for.
    pub missing: u64,
    /// What the answers cost, or the least of it where some have no price; where the protocol has a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Answers that were asked for while the protocol had no price: what they cost is unknown, and not in `cost`.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub answers_without_price: u64,
}
