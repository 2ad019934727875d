//! The files of a model that runs behind a server or a command, where the protocol says which they are.
//!
//! Such a model is known by where it is and what it is called. One that was trained again under its old name has both unchanged, so
//! without its files its answers are taken for those of the model before.

use std::path::Path;

use super::kinds::SettingsError;
use crate::{Digests, Identity, WeightFile, Weights};

/// What the files of a model say of it; nothing where none are named.
#[derive(Debug, Default)]
pub(super) struct Files {
    weights: Vec<WeightFile>,
    quantization: Option<String>,
}

impl Files {
    /// Reads what the setting `weights` names: a GGUF file or a folder of safetensors, relative to the protocol's folder.
    pub(super) fn of(
        weights: Option<&Path>,
        folder: &Path,
        digests: &mut Digests,
    ) -> Result<Self, SettingsError> {
        let Some(path) = weights else { return Ok(Self::default()) };
        let Weights { files, quantization, .. } = Weights::identify(&folder.join(path), digests)
            .map_err(|error| SettingsError::Value { key: "weights", problem: error.to_string() })?;
        Ok(Self { weights: files, quantization })
    }

    /// The identity of a model with these files. Their chat template is no part of it by itself: a server may use another one.
    pub(super) fn identify(self, identity: Identity) -> Identity {
        Identity { weights: self.weights, quantization: self.quantization, ..identity }
    }
}

/// The warning of a model here whose files are not named.
pub(super) fn by_name_alone(model: &str) -> String {
    format!(
        "answers of {model} are told apart by name alone; give weights, the path of its files, or change model whenever what answers changes"
    )
}
