//! The tables of the file, and how they become a protocol.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use super::check::{check, check_model};
use super::keys::{Places, Problem, of_error};
use super::{AskingLimits, Interface, Model, Price, Protocol, ProtocolError, SamplingRule};
use crate::prompt::Template;
use crate::provider::exposed;
use crate::{KINDS, Prompts, ProviderSettings, ReplaySettings, SettingsError};

/// What of the file is the protocol's.
#[derive(Debug, Deserialize)]
struct File {
    #[serde(default)]
    protocol: ProtocolTable,
    #[serde(default)]
    models: BTreeMap<String, toml::Table>,
}

/// What models are asked, and how.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ProtocolTable {
    /// The benchmark, where the command line names none: a known one, a folder or a file.
    pub(super) benchmark: Option<String>,
    /// What models are shown.
    pub(super) prompt: PromptTable,
    /// What the provider puts before a conversation; models that continue a text are not shown it.
    pub(super) system: Option<String>,
    /// Texts that end an answer.
    pub(super) stop: Vec<String>,
    /// 0 takes the likeliest token each time.
    pub(super) temperature: f64,
    /// Tokens are drawn from the likeliest that together have this probability.
    pub(super) top_p: f64,
    /// The longest answer, in the model's tokens.
    pub(super) max_tokens: u32,
    /// Answers to each task.
    pub(super) samples_per_task: u32,
    /// From which each repetition's seed is made; without it, answers are drawn as the provider likes.
    pub(super) seed: Option<u64>,
    /// The tools that a model may use.
    pub(super) tools: Tools,
    /// Requests of a model under way at once.
    pub(super) concurrency: u32,
    /// Requests of a model begun within any minute.
    pub(super) requests_per_minute: Option<u32>,
    /// Tokens of a model, read and written, within any minute.
    pub(super) tokens_per_minute: Option<u64>,
    /// The longest that one attempt at an answer may take.
    pub(super) attempt_seconds: u32,
    /// The longest that all attempts at one answer may take together.
    pub(super) deadline_seconds: u32,
    /// What all answers of all models may cost together, stored ones included; needs a price of every model that is asked.
    pub(super) spend_limit: Option<f64>,
}

impl Default for ProtocolTable {
    fn default() -> Self {
        Self {
            benchmark: None,
            prompt: PromptTable::default(),
            system: None,
            stop: Vec::new(),
            temperature: 0.1,
            top_p: 0.95,
            max_tokens: 2048,
            samples_per_task: 10,
            seed: None,
            tools: Tools::None,
            concurrency: 4,
            requests_per_minute: None,
            tokens_per_minute: None,
            attempt_seconds: 300,
            deadline_seconds: 900,
            spend_limit: None,
        }
    }
}

/// A template for each interface: the name of a built-in one (`chat`, `complete`), or a file beside the protocol.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PromptTable {
    /// What models that converse are shown.
    pub(super) chat: String,
    /// What models that continue a text are shown.
    pub(super) completion: String,
}

impl Default for PromptTable {
    fn default() -> Self {
        Self { chat: "chat".to_owned(), completion: "complete".to_owned() }
    }
}

/// The tools that a model may use.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Tools {
    /// It answers from its prompt alone.
    None,
}

/// Makes a protocol of a file's text.
pub(super) fn protocol(text: &str, path: &Path) -> Result<Protocol, ProtocolError> {
    read(text, path).map_err(|(line, problem)| ProtocolError::new(path, line, problem))
}

fn read(text: &str, path: &Path) -> Result<Protocol, Problem> {
    let places = Places::of(text)?;
    places.check()?;
    let File { protocol: table, models: tables } =
        toml::from_str(text).map_err(|error| of_error(text, &error))?;
    check(&table)
        .map_err(|(key, problem)| (places.line(&["protocol", key]), format!("protocol.{key}: {problem}")))?;
    let mut models = BTreeMap::new();
    for (name, table) in tables {
        let wrong = |(key, problem): (&str, String)| {
            (places.line(&["models", &name, key]), format!("models.{name}: {problem}"))
        };
        check_model(&name).map_err(|problem| wrong(("", problem)))?;
        let model = model(table).map_err(wrong)?;
        models.insert(name, model);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let template = |key: &str, name: &str| {
        Template::named(name, folder).map_err(|problem| {
            (places.line(&["protocol", "prompt", key]), format!("protocol.prompt.{key}: {problem}"))
        })
    };
    let Tools::None = table.tools;
    Ok(Protocol {
        path: path.to_owned(),
        chat: template("chat", &table.prompt.chat)?,
        completion: template("completion", &table.prompt.completion)?,
        benchmark: table.benchmark,
        system: table.system,
        sampling: SamplingRule {
            temperature: table.temperature,
            top_p: table.top_p,
            max_tokens: table.max_tokens,
            stop: table.stop,
            seed: table.seed,
        },
        samples_per_task: table.samples_per_task,
        limits: AskingLimits {
            concurrency: table.concurrency,
            requests_per_minute: table.requests_per_minute,
            tokens_per_minute: table.tokens_per_minute,
            attempt: Duration::from_secs(u64::from(table.attempt_seconds)),
            deadline: Duration::from_secs(u64::from(table.deadline_seconds)),
            spend_limit: table.spend_limit,
        },
        models,
    })
}

/// A model's own keys, and what is left for its provider.
fn model(mut table: toml::Table) -> Result<Model, (&'static str, String)> {
    let interface: Option<Interface> = taken(&mut table, "interface")?;
    let price: Option<Price> = taken(&mut table, "price")?;
    if price.is_some_and(|price| {
        !(price.input >= 0.0 && price.output >= 0.0 && (price.input + price.output).is_finite())
    }) {
        return Err(("price", "a price must be a number from 0".to_owned()));
    }
    let settings: ProviderSettings =
        table.try_into().map_err(|error: toml::de::Error| ("", error.message().to_owned()))?;
    exposed::check(&settings).map_err(|error| (key_of(&error), error.to_string()))?;
    let interface = interface_of(&settings, interface)?;
    Ok(Model { settings, interface, price })
}

/// The key that settings are wrong in.
fn key_of(error: &SettingsError) -> &'static str {
    match error {
        SettingsError::Value { key, .. } => key,
        SettingsError::Address { .. } => "base_url",
        SettingsError::NotBuilt(_) => "provider",
    }
}

fn taken<T: serde::de::DeserializeOwned>(
    table: &mut toml::Table,
    key: &'static str,
) -> Result<Option<T>, (&'static str, String)> {
    let value = table.remove(key).map(toml::Value::try_into).transpose();
    value.map_err(|error: toml::de::Error| (key, format!("{key}: {}", error.message())))
}

/// What a model is asked by: its provider says so, or the protocol where the provider can do both.
fn interface_of(
    settings: &ProviderSettings,
    said: Option<Interface>,
) -> Result<Interface, (&'static str, String)> {
    if let ProviderSettings::Replay(ReplaySettings { of: Some(recorded), .. }) = settings {
        return interface_of(recorded, said);
    }
    let kind = settings.kind();
    let prompts = KINDS.iter().find(|known| known.name == kind).map(|known| known.prompts);
    let fixed = match prompts {
        Some(Prompts::Chat) => Some(Interface::Chat),
        Some(Prompts::Completion) => Some(Interface::Completion),
        Some(Prompts::Both) | None => None,
    };
    match (fixed, said) {
        (Some(fixed), Some(said)) if fixed != said => {
            Err(("interface", format!("provider {kind:?} has one interface; leave `interface` out")))
        }
        (fixed, said) => Ok(fixed.or(said).unwrap_or(Interface::Chat)),
    }
}
