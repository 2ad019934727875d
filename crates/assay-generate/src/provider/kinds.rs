//! The kinds of providers, and how each comes to be. A new kind is a variant of [`ProviderSettings`], a line of [`KINDS`] and
//! an arm of [`connect`].

use std::path::Path;

use super::settings::ProviderSettings;
use crate::Provider;

/// A kind of provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// What `provider` says in a protocol, and `Identity::provider` in a log.
    pub name: &'static str,
    /// The keys of its settings.
    pub keys: &'static [&'static str],
}

const HOSTED: &[&str] = &["model", "base_url", "key_env", "key_file", "plain_http", "proxy", "extra", "omit"];
const OPENAI: &[&str] =
    &["model", "base_url", "key_env", "key_file", "plain_http", "proxy", "extra", "omit", "max_tokens_key"];

/// Every kind that a protocol can name.
pub const KINDS: &[Kind] = &[
    Kind { name: "openai", keys: OPENAI },
    Kind { name: "openai-completion", keys: OPENAI },
    Kind { name: "anthropic", keys: HOSTED },
    Kind { name: "gemini", keys: HOSTED },
    Kind { name: "mistral", keys: HOSTED },
    Kind { name: "command", keys: &["model", "command", "processes"] },
    Kind { name: "replay", keys: &["recording", "model", "of"] },
];

/// A provider that is ready to be asked.
pub struct Connected {
    /// It.
    pub provider: Box<dyn Provider>,
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
    #[error("this build of assay has no provider {0:?}")]
    NotBuilt(&'static str),
}

/// Makes a provider of its settings. Nothing is asked yet; files are read, but nothing goes over a network.
///
/// `folder` is the protocol's: relative paths start there.
pub fn connect(settings: &ProviderSettings, folder: &Path) -> Result<Connected, SettingsError> {
    let _ = folder;
    Err(SettingsError::NotBuilt(settings.kind()))
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
        }
    }
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
