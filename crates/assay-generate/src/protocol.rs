//! The protocol: the part of `assay.toml` that fixes what models are asked and how (docs/protocol.md).

mod check;
pub(crate) mod difference;
mod error;
mod file;
mod keys;
mod schema;

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_types::Digest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::prompt::Template;
use crate::{ProviderSettings, Sampling};

pub use error::ProtocolError;
pub(crate) use keys::meant;
pub use schema::protocol_schema;

/// The longest protocol or template that is read, in bytes.
pub(crate) const LONGEST: u64 = 1 << 20;

/// How models are asked. Two protocols whose [`Protocol::digest`] is the same ask a model for the same answers.
#[derive(Debug, Clone)]
pub struct Protocol {
    /// The file.
    pub path: PathBuf,
    /// The benchmark that is meant where the command line names none.
    pub benchmark: Option<String>,
    /// What models that converse are shown.
    pub chat: Template,
    /// What models that continue a text are shown.
    pub completion: Template,
    /// What the provider puts before a conversation.
    pub system: Option<String>,
    /// How answers are drawn.
    pub sampling: SamplingRule,
    /// Answers to each task.
    pub samples_per_task: u32,
    /// How fast and how long.
    pub limits: AskingLimits,
    /// The models, by the names that the command line and reports know them by.
    pub models: BTreeMap<String, Model>,
}

/// How answers are drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SamplingRule {
    /// See [`Sampling::temperature`].
    pub temperature: f64,
    /// See [`Sampling::top_p`].
    pub top_p: f64,
    /// See [`Sampling::max_tokens`].
    pub max_tokens: u32,
    /// See [`Sampling::stop`].
    pub stop: Vec<String>,
    /// From which each repetition's seed is made; none where answers are drawn as the provider likes.
    pub seed: Option<u64>,
}

impl SamplingRule {
    /// How the answer of that repetition is drawn.
    ///
    /// Its seed is the first 31 bits (every provider takes those) of SHA-256 over the protocol's seed and the repetition,
    /// big endian.
    #[must_use]
    pub fn of_repetition(&self, repetition: u32) -> Sampling {
        let seed = self.seed.map(|seed| {
            let mixed = Digest::of_parts(&[&seed.to_be_bytes()[..], &repetition.to_be_bytes()[..]]);
            let start: [u8; 4] = mixed.as_bytes()[..4].try_into().unwrap_or_default();
            u64::from(u32::from_be_bytes(start) >> 1)
        });
        Sampling {
            temperature: self.temperature,
            top_p: self.top_p,
            max_tokens: self.max_tokens,
            stop: self.stop.clone(),
            seed,
        }
    }
}

/// How fast and how long models are asked. Nothing of it can change an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AskingLimits {
    /// Requests of a model under way at once.
    pub concurrency: u32,
    /// Requests of a model begun within any minute.
    pub requests_per_minute: Option<u32>,
    /// Tokens of a model, read and written, within any minute.
    pub tokens_per_minute: Option<u64>,
    /// The longest that one attempt may take.
    pub attempt: Duration,
    /// The longest that all attempts at one answer may take, from the start of the first.
    pub deadline: Duration,
    /// What all answers of the protocol may cost together, stored ones included.
    pub spend_limit: Option<f64>,
}

/// What a model is asked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interface {
    /// A conversation: it says what comes next.
    Chat,
    /// A text: it continues it.
    Completion,
}

impl Interface {
    /// The word that protocols and reports have for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Completion => "completion",
        }
    }
}

/// What tokens cost, by the million, in whatever currency the spend limit is in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// A million tokens that the model reads.
    pub input: f64,
    /// A million tokens that it writes, its reasoning included.
    pub output: f64,
}

impl Price {
    /// What so many tokens cost.
    #[must_use]
    pub fn of(self, input: u64, output: u64) -> f64 {
        (self.input * input as f64 + self.output * output as f64) / 1e6
    }
}

/// A model of a protocol.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Who is asked for it.
    pub settings: ProviderSettings,
    /// By what.
    pub interface: Interface,
    /// What it costs, where the protocol says so.
    pub price: Option<Price>,
}

impl Protocol {
    /// Reads a protocol and the templates that it names. Every other table of the file is passed over.
    pub fn read(path: &Path) -> Result<Self, ProtocolError> {
        let text = read_text(path).map_err(|problem| ProtocolError::new(path, None, problem))?;
        Self::of_text(&text, path)
    }

    /// As [`Protocol::read`], of a file's text; templates are looked for beside the file.
    pub fn of_text(text: &str, path: &Path) -> Result<Self, ProtocolError> {
        file::protocol(text, path)
    }

    /// The folder in which relative paths start.
    #[must_use]
    pub fn folder(&self) -> &Path {
        // The parent of a bare name is empty, which is no folder to start anything in.
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// The template for models of that interface.
    #[must_use]
    pub fn template(&self, interface: Interface) -> &Template {
        match interface {
            Interface::Chat => &self.chat,
            Interface::Completion => &self.completion,
        }
    }

    /// All that can change an answer, but for the model: JSON with its keys in a fixed order. It is what [`Protocol::digest`]
    /// is of, and is stored beside the answers.
    #[must_use]
    pub fn document(&self) -> Vec<u8> {
        self.document_of(&[("chat", &self.chat), ("completion", &self.completion)])
    }

    /// As [`Protocol::document`], where models are shown another template than the protocol's.
    #[must_use]
    pub fn document_with(&self, template: &Template) -> Vec<u8> {
        self.document_of(&[("template", template)])
    }

    /// The document by the templates that models are shown.
    fn document_of(&self, templates: &[(&str, &Template)]) -> Vec<u8> {
        let shown = templates.iter().map(|(name, template)| (*name, json!(template.source())));
        let rest =
            [("system", json!(self.system)), ("sampling", json!(self.sampling)), ("tools", json!("none"))];
        let fields = [("format", json!(1))].into_iter().chain(shown).chain(rest);
        let document: Map<String, Value> = fields.map(|(name, value)| (name.to_owned(), value)).collect();
        Value::Object(document).to_string().into_bytes()
    }

    /// Digest of [`Protocol::document`]. How many are asked for, how fast, for how much and of which models is not in it.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.document())
    }
}

/// The text of a file that a user names; the error says only what is wrong.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text))
        .map_err(|error| error.to_string())?;
    if text.len() as u64 > LONGEST {
        return Err("it is longer than 1 MiB, more than any protocol needs".to_owned());
    }
    Ok(text)
}

#[cfg(test)]
pub(crate) mod tests;
