//! Which model it was that answered.

use assay_types::Digest;
use serde::{Deserialize, Serialize};

/// What a provider knows of its model before it is asked anything. It is part of every answer's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The kind of provider, as the protocol names it.
    pub provider: String,
    /// Where it is: scheme, host, port and path, never a user, a password or a query; a command's words. `None` for what runs
    /// in this process.
    pub address: Option<String>,
    /// The model's name, as the provider is asked for it.
    pub model: String,
    /// The files that are the model, where they are at hand.
    pub weights: Vec<WeightFile>,
    /// Digest of the template that makes text of a conversation, where it is at hand.
    pub chat_template: Option<Digest>,
    /// How the weights are stored, such as `Q4_1`, where that is known.
    pub quantization: Option<String>,
}

/// A file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightFile {
    /// Its name without its folder.
    pub name: String,
    /// Digest of its content.
    pub digest: Digest,
}
