//! The kinds of providers, and how each comes to be. A new kind is a variant of [`ProviderSettings`], a line of [`KINDS`] and
//! an arm of [`connect`].

use std::path::Path;
use std::sync::Arc;

use super::command::Command;
use super::exposed;
use super::files::{Files, by_name_alone};
use super::hosted::{Hosted, address};
use super::interface::{Interface, interface};
use super::openai_chat::OpenAiChat;
use super::openai_completion::OpenAiCompletion;
use super::replay::Replay;
use super::settings::{EmbeddedSettings, HostedSettings, ProviderSettings};
use crate::secret::Secret;
use crate::{Digests, Provider};

/// A kind of provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// What `provider` says in a protocol, and `Identity::provider` in a log.
    pub name: &'static str,
    /// The keys of its settings.
    pub keys: &'static [&'static str],
    /// What it can be asked.
    pub prompts: Prompts,
}

/// What kinds of prompts a kind of provider takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompts {
    /// Conversations.
    Chat,
    /// Texts to be continued.
    Completion,
    /// Both.
    Both,
}

const HOSTED: &[&str] =
    &["model", "base_url", "key_env", "key_file", "plain_http", "proxy", "extra", "omit", "weights"];
const OPENAI: &[&str] = &[
    "model",
    "base_url",
    "key_env",
    "key_file",
    "plain_http",
    "proxy",
    "extra",
    "omit",
    "weights",
    "max_tokens_key",
];
const COMMAND: &[&str] = &["model", "command", "processes", "stays_here", "weights"];

/// Every kind that a protocol can name.
pub const KINDS: &[Kind] = &[
    Kind { name: "openai", keys: OPENAI, prompts: Prompts::Chat },
    Kind { name: "openai-completion", keys: OPENAI, prompts: Prompts::Completion },
    Kind { name: "anthropic", keys: HOSTED, prompts: Prompts::Chat },
    Kind { name: "gemini", keys: HOSTED, prompts: Prompts::Chat },
    Kind { name: "mistral", keys: HOSTED, prompts: Prompts::Chat },
    Kind { name: "command", keys: COMMAND, prompts: Prompts::Both },
    Kind { name: "replay", keys: &["recording", "model", "of"], prompts: Prompts::Both },
    Kind { name: "embedded", keys: &["model", "weights", "threads", "context"], prompts: Prompts::Both },
];

/// A provider that is ready to be asked. Its clones are the same one.
#[derive(Clone)]
pub struct Connected {
    /// It.
    pub provider: Arc<dyn Provider>,
    /// What the user should know before asking it, such as a key file that others may read.
    pub warnings: Vec<String>,
}

/// Settings that no provider can be made of. Says which setting, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The address cannot be asked, or must not be.
    #[error("base_url {url:?}: {problem}")]
    Address {
        /// What the settings say, without what may be secret in it.
        url: String,
        /// What is wrong, and what to write instead.
        problem: String,
    },
    /// A setting has a value that it cannot have.
    #[error("{key}: {problem}")]
    Value {
        /// The setting.
        key: &'static str,
        /// What is wrong, and what to write instead.
        problem: String,
    },
    /// The program was built without this kind.
    #[error(
        "this build of assay has no provider {0:?}\n  build it anew with it: `cargo build --release --features {0}`"
    )]
    NotBuilt(&'static str),
}

/// Makes a provider of its settings. Nothing is asked yet; files are read, but nothing goes over a network.
///
/// `folder` is the protocol's: relative paths start there. `key_env` is read from this process's environment.
pub fn connect(settings: &ProviderSettings, folder: &Path) -> Result<Connected, SettingsError> {
    connect_with_digests(settings, folder, &mut Digests::without_cache())
}

/// As [`connect`], with digests of weights remembered.
pub fn connect_with_digests(
    settings: &ProviderSettings,
    folder: &Path,
    digests: &mut Digests,
) -> Result<Connected, SettingsError> {
    exposed::check(settings)?;
    let mut warnings = Vec::new();
    let provider: Arc<dyn Provider> = match settings {
        ProviderSettings::Command(settings) => {
            let command = Command::new(settings, folder)?;
            if settings.weights.is_none() {
                warnings.push(by_name_alone(&settings.model));
            }
            Arc::new(command.with_files(Files::of(settings.weights.as_deref(), folder, digests)?))
        }
        ProviderSettings::Replay(settings) => Arc::new(Replay::new(settings, folder)?),
        ProviderSettings::Embedded(settings) => embedded(settings, folder, digests)?,
        hosted => {
            let (interface, hosted) = interface_of(hosted).ok_or(SettingsError::NotBuilt(settings.kind()))?;
            let (key, about_key) = key(&hosted, folder)?;
            warnings.extend(about_key.into_iter().chain(alias(&hosted.model)));
            let is_here = address(&*interface, &hosted)?.is_this_machine();
            if is_here && hosted.weights.is_none() {
                warnings.push(by_name_alone(&hosted.model));
            }
            let provider = Hosted::new(settings.kind(), interface, &hosted, key.as_ref())?;
            Arc::new(provider.with_files(Files::of(hosted.weights.as_deref(), folder, digests)?))
        }
    };
    Ok(Connected { provider, warnings })
}

#[cfg(feature = "embedded")]
fn embedded(
    settings: &EmbeddedSettings,
    folder: &Path,
    digests: &mut Digests,
) -> Result<Arc<dyn Provider>, SettingsError> {
    match super::embedded::Embedded::load(settings, folder, digests) {
        Ok(provider) => Ok(Arc::new(provider)),
        Err(error) => Err(SettingsError::Value { key: "weights", problem: error.to_string() }),
    }
}

#[cfg(not(feature = "embedded"))]
fn embedded(_: &EmbeddedSettings, _: &Path, _: &mut Digests) -> Result<Arc<dyn Provider>, SettingsError> {
    Err(SettingsError::NotBuilt("embedded"))
}

/// The interface that settings of a hosted model speak of, and those settings that all of them have.
pub(super) fn interface_of(settings: &ProviderSettings) -> Option<(Box<dyn Interface>, HostedSettings)> {
    Some(match settings {
        ProviderSettings::OpenAiChat(settings) => {
            (Box::new(OpenAiChat { max_tokens_key: settings.max_tokens_key }), settings.clone().into())
        }
        ProviderSettings::OpenAiCompletion(settings) => {
            (Box::new(OpenAiCompletion { max_tokens_key: settings.max_tokens_key }), settings.clone().into())
        }
        ProviderSettings::Anthropic(hosted)
        | ProviderSettings::Gemini(hosted)
        | ProviderSettings::Mistral(hosted) => (interface(settings.kind())?, hosted.clone()),
        _ => return None,
    })
}

fn key(settings: &HostedSettings, folder: &Path) -> Result<(Option<Secret>, Vec<String>), SettingsError> {
    let wrong = |key| move |problem| SettingsError::Value { key, problem };
    match (&settings.key_env, &settings.key_file) {
        (None, None) => Ok((None, Vec::new())),
        (Some(_), Some(_)) => Err(wrong("key_file")("and key_env are both set. Leave one out".into())),
        (Some(name), None) => {
            let secret = Secret::from_variable(std::env::var_os(name)).map_err(wrong("key_env"))?;
            Ok((Some(secret), Vec::new()))
        }
        (None, Some(path)) => {
            let (secret, warning) = Secret::from_file(&folder.join(path)).map_err(wrong("key_file"))?;
            Ok((Some(secret), warning.into_iter().collect()))
        }
    }
}

/// A warning of a name that means another model next month.
fn alias(model: &str) -> Option<String> {
    model.to_lowercase().split(|character: char| !character.is_alphanumeric()).any(|word| word == "latest").then(|| {
        format!("{model} names whatever is newest there; name a dated version to get the same model again. The version that answers is recorded")
    })
}

impl ProviderSettings {
    /// The name of its kind, one of [`KINDS`].
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::OpenAiChat(_) => "openai",
            Self::OpenAiCompletion(_) => "openai-completion",
            Self::Anthropic(_) => "anthropic",
            Self::Gemini(_) => "gemini",
            Self::Mistral(_) => "mistral",
            Self::Command(_) => "command",
            Self::Replay(_) => "replay",
            Self::Embedded(_) => "embedded",
        }
    }

    /// The same without a key and without the model's files, for bodies that nobody is asked with.
    pub(super) fn without_files(&self) -> Self {
        let mut settings = self.clone();
        let (key_env, key_file, weights) = match &mut settings {
            Self::OpenAiChat(settings) | Self::OpenAiCompletion(settings) => {
                (&mut settings.key_env, &mut settings.key_file, &mut settings.weights)
            }
            Self::Anthropic(settings) | Self::Gemini(settings) | Self::Mistral(settings) => {
                (&mut settings.key_env, &mut settings.key_file, &mut settings.weights)
            }
            Self::Command(_) | Self::Replay(_) | Self::Embedded(_) => return settings,
        };
        (*key_env, *key_file, *weights) = (None, None, None);
        settings
    }

    /// Whether prompts stay on this machine: a loopback address without a proxy, a replay, a model in this process, or a command whose
    /// user says so. A server here is trusted not to pass them on, but for a model whose name says that Ollama runs it in its cloud.
    #[must_use]
    pub fn stays_here(&self) -> bool {
        match interface_of(self) {
            Some((interface, settings)) => {
                settings.proxy.is_none()
                    && !is_in_cloud(&settings.model)
                    && address(&*interface, &settings).is_ok_and(|address| address.is_this_machine())
            }
            None => match self {
                Self::Command(settings) => settings.stays_here,
                _ => matches!(self, Self::Replay(_) | Self::Embedded(_)),
            },
        }
    }
}

/// Whether a name is one of those whose requests Ollama's server forwards to its maker's cloud, such as `gpt-oss:120b-cloud`.
pub(crate) fn is_in_cloud(model: &str) -> bool {
    let model = model.to_lowercase();
    model.ends_with("-cloud") || model.ends_with(":cloud")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys_in_schema(kind: &str) -> Vec<String> {
        let schema = serde_json::to_value(schemars::schema_for!(ProviderSettings)).expect("a schema is JSON");
        let variants = schema["oneOf"].as_array().expect("one schema for each kind");
        let variant =
            variants.iter().find(|one| one["properties"]["provider"]["const"] == kind).expect("the kind");
        let keys = variant["properties"].as_object().expect("keys").keys();
        keys.filter(|key| *key != "provider").cloned().collect()
    }

    #[test]
    fn the_table_of_kinds_has_the_keys_of_the_settings() {
        for kind in KINDS {
            let mut known: Vec<_> = kind.keys.iter().map(ToString::to_string).collect();
            let mut published = keys_in_schema(kind.name);
            known.sort();
            published.sort();
            assert_eq!(known, published, "{}", kind.name);
        }
    }

    #[test]
    fn each_kind_refuses_keys_of_another() {
        for text in [
            "provider = 'anthropic'\nmodel = 'm'\nmax_tokens_key = 'max_tokens'",
            "provider = 'command'\nmodel = 'm'\ncommand = ['x']\nbase_url = 'http://127.0.0.1'",
            "provider = 'openai'\nmodel = 'm'\nkey = 'in the clear'",
            "provider = 'replay'\nrecording = 'x'\ntemperature = 1.0",
            "provider = 'oracle'",
        ] {
            assert!(toml::from_str::<ProviderSettings>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn settings_are_read_from_toml_and_written_again() {
        let text = "provider = \"openai\"\nmodel = \"m\"\nbase_url = \"http://127.0.0.1:8000/v1\"\nkey_env = \"KEY\"\nmax_tokens_key = \"max_completion_tokens\"\nomit = [\"top_p\"]\n[extra]\nreasoning_effort = \"low\"\n[extra.chat_template_kwargs]\nenable_thinking = false\n";
        let settings: ProviderSettings = toml::from_str(text).expect("settings");
        assert_eq!(settings.kind(), "openai");
        let again = toml::from_str(&toml::to_string(&settings).expect("TOML")).expect("settings");
        assert_eq!(settings, again);
    }
}
