//! What a protocol says of a model: which kind of provider, and that kind's settings.
//!
//! Every kind takes its own keys and no others. No settings hold a key's text, only where it is.

use std::num::NonZeroU32;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A `[models.NAME]` of a protocol; `provider` names the kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "provider", rename_all = "kebab-case")]
pub enum ProviderSettings {
    /// Chat completions as OpenAI defines them: OpenAI, vLLM, llama.cpp's server, Ollama, LM Studio, SGLang.
    #[serde(rename = "openai")]
    OpenAiChat(OpenAiSettings),
    /// Text completions as OpenAI defined them, for base models on the same servers.
    #[serde(rename = "openai-completion")]
    OpenAiCompletion(OpenAiSettings),
    /// Anthropic's messages.
    Anthropic(HostedSettings),
    /// Gemini's `generateContent`.
    Gemini(HostedSettings),
    /// Mistral's chat completions.
    Mistral(HostedSettings),
    /// A program of the user's that speaks JSON Lines.
    Command(CommandSettings),
    /// Answers that were recorded before.
    Replay(ReplaySettings),
    /// A model in this process, by llama.cpp.
    Embedded(EmbeddedSettings),
}

/// The keys of a provider's settings that shape its requests and answers, beyond who is asked and where.
const OF_REQUESTS: &[&str] = &["extra", "omit", "max_tokens_key", "threads", "context"];

impl ProviderSettings {
    /// What of the settings shapes requests and answers, by the keys' names: what a report keeps of them. Where a model is, and where
    /// its key is, is not in it. Of a replay it is what the recording was made by.
    #[must_use]
    pub fn of_requests(&self) -> Map<String, Value> {
        if let Self::Replay(ReplaySettings { of: Some(recorded), .. }) = self {
            return recorded.of_requests();
        }
        match serde_json::to_value(self) {
            Ok(Value::Object(settings)) => {
                settings.into_iter().filter(|(key, _)| OF_REQUESTS.contains(&key.as_str())).collect()
            }
            _ => Map::new(),
        }
    }
}

/// A model behind an address.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostedSettings {
    /// The model's name there; best a dated one.
    pub model: String,
    /// Where the interface is, up to and with its version, such as `https://api.mistral.ai/v1`; by default the maker's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// The environment variable that holds the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    /// The file that holds the key, below the protocol's folder unless absolute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_file: Option<PathBuf>,
    /// Whether `http://` may leave this machine. Prompts and the key then cross the network in the clear.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plain_http: bool,
    /// The proxy, such as `http://proxy.example:3128`, instead of the environment's (`HTTPS_PROXY`, `NO_PROXY`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proxy: Option<String>,
    /// Fields that the request's body has besides assay's own.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
    /// Fields of assay's own that the body does without, such as `top_p` where a model refuses it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omit: Vec<String>,
    /// The model's files on this machine, a GGUF file or a folder of safetensors, below the protocol's folder unless absolute: they are
    /// part of who it is. Without them it is known by its name alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
}

/// A model behind an interface like OpenAI's. The fields of [`HostedSettings`] stand here again: what flattens them into this one would
/// no longer refuse unknown keys.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenAiSettings {
    /// The model's name there; best a dated one.
    pub model: String,
    /// Where the interface is, up to and with its version, such as `http://127.0.0.1:8000/v1`; by default OpenAI's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// The environment variable that holds the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    /// The file that holds the key, below the protocol's folder unless absolute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_file: Option<PathBuf>,
    /// Whether `http://` may leave this machine. Prompts and the key then cross the network in the clear.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plain_http: bool,
    /// The proxy, such as `http://proxy.example:3128`, instead of the environment's (`HTTPS_PROXY`, `NO_PROXY`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proxy: Option<String>,
    /// Fields that the request's body has besides assay's own.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
    /// Fields of assay's own that the body does without, such as `top_p` where a model refuses it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omit: Vec<String>,
    /// The model's files on this machine, a GGUF file or a folder of safetensors, below the protocol's folder unless absolute: they are
    /// part of who it is. Without them it is known by its name alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
    /// What the body calls the most tokens.
    #[serde(default)]
    pub max_tokens_key: MaxTokensKey,
}

/// What a body calls the most tokens of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MaxTokensKey {
    /// `max_tokens`, which most servers know.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`, which OpenAI's reasoning models want.
    MaxCompletionTokens,
}

/// A program that answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandSettings {
    /// What the model is called in keys and reports.
    pub model: String,
    /// The program and its arguments; it runs in the protocol's folder.
    pub command: Vec<String>,
    /// How many of it run at once; each answers one request at a time.
    #[serde(default = "one")]
    pub processes: usize,
    /// Its user's word that it sends prompts nowhere. Without it, tasks that must stay on this machine are not shown to it.
    #[serde(default)]
    pub stays_here: bool,
    /// The model's files on this machine, a GGUF file or a folder of safetensors, below the protocol's folder unless absolute: they are
    /// part of who it is. Without them it is known by its name alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
}

/// Answers from a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplaySettings {
    /// The recording, JSON Lines, below the protocol's folder unless absolute.
    pub recording: PathBuf,
    /// Which of the recording's models; may be left out where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The settings by which the recording was made; its body is the key to each answer. No key of it is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Box<ProviderSettings>>,
}

/// A model whose weights are on this machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EmbeddedSettings {
    /// What the model is called in keys and reports.
    pub model: String,
    /// The GGUF file, or the first part of one that is split; below the protocol's folder unless absolute.
    pub weights: PathBuf,
    /// Processors for one answer; as many answers are made at once as the machine has such shares. Another number is another answer.
    #[serde(default = "one_thread")]
    pub threads: NonZeroU32,
    /// The most tokens of prompt and answer together; by default, and at most, what the model was trained on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<NonZeroU32>,
}

fn one_thread() -> NonZeroU32 {
    NonZeroU32::MIN
}

fn one() -> usize {
    1
}

impl From<OpenAiSettings> for HostedSettings {
    fn from(settings: OpenAiSettings) -> Self {
        let OpenAiSettings {
            model,
            base_url,
            key_env,
            key_file,
            plain_http,
            proxy,
            extra,
            omit,
            weights,
            max_tokens_key: _,
        } = settings;
        Self { model, base_url, key_env, key_file, plain_http, proxy, extra, omit, weights }
    }
}
