//! Secrets that stand in settings in the clear: refused, for settings are shown, and a command's words are stored with every answer.
//!
//! No message here shows what was found.

use super::kinds::SettingsError;
use super::settings::{CommandSettings, ProviderSettings, ReplaySettings};

/// Names of options and variables whose value is a secret, in lower case and with `-` for `_`.
const NAMES: &[&str] = &["key", "token", "secret", "password", "passwd"];
/// Ends of longer such names.
const ENDINGS: &[&str] = &[
    "api-key",
    "apikey",
    "access-key",
    "secret-key",
    "auth-key",
    "api-token",
    "access-token",
    "auth-token",
    "bearer-token",
    "hf-token",
    "github-token",
    "-secret",
    "-password",
    "-passwd",
];
/// How well-known keys begin, and how many characters follow at least.
const KEYS: &[(&str, usize)] = &[
    ("sk-", 8),
    ("ghp_", 30),
    ("github_pat_", 30),
    ("glpat-", 20),
    ("hf_", 30),
    ("gsk_", 30),
    ("AIza", 30),
    ("AKIA", 16),
];

/// Refuses settings in which a secret stands.
pub(crate) fn check(settings: &ProviderSettings) -> Result<(), SettingsError> {
    let key_env = match settings {
        ProviderSettings::OpenAiChat(settings) | ProviderSettings::OpenAiCompletion(settings) => {
            &settings.key_env
        }
        ProviderSettings::Anthropic(settings)
        | ProviderSettings::Gemini(settings)
        | ProviderSettings::Mistral(settings) => &settings.key_env,
        ProviderSettings::Command(settings) => return check_words(settings),
        ProviderSettings::Replay(ReplaySettings { of: Some(of), .. }) => {
            let within =
                |error: SettingsError| SettingsError::Value { key: "of", problem: error.to_string() };
            return check(of).map_err(within);
        }
        ProviderSettings::Replay(_) | ProviderSettings::Embedded(_) => return Ok(()),
    };
    match key_env {
        Some(name) if !is_variable(name) => Err(SettingsError::Value {
            key: "key_env",
            problem: "is not the name of an environment variable (letters, digits and _). Put the key into a variable and its name here; \
                      a key that stood here may have been seen: replace it"
                .into(),
        }),
        _ => Ok(()),
    }
}

fn is_variable(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
}

fn check_words(settings: &CommandSettings) -> Result<(), SettingsError> {
    let mut before: Option<&str> = None;
    for (place, word) in settings.command.iter().enumerate() {
        // A shell's words stand within one of ours.
        for piece in word.split_whitespace() {
            let piece = piece.trim_matches(['"', '\'']);
            let value = before.take().filter(|_| is_value(piece)).or_else(|| assigned(piece));
            if value.is_some() || holds_known_key(piece) {
                let problem = format!(
                    "word {} looks like a secret, and words are shown in reports and stored with every answer. Pass it by the environment, \
                     which the program gets as assay has it, and have the program read it there",
                    place + 1
                );
                return Err(SettingsError::Value { key: "command", problem });
            }
            before = Some(piece).filter(|piece| takes_secret(piece));
        }
    }
    Ok(())
}

/// The name of a secret that a piece such as `--token=X` or `API_KEY=X` gives.
fn assigned(piece: &str) -> Option<&str> {
    let (name, value) = piece.split_once('=')?;
    (is_secret(name.trim_start_matches('-')) && is_value(value.trim_matches(['"', '\'']))).then_some(name)
}

/// Whether the next piece is a secret: this one is `--api-key`, or the scheme of a header.
fn takes_secret(piece: &str) -> bool {
    piece.eq_ignore_ascii_case("bearer")
        || (piece.starts_with('-') && is_secret(piece.trim_start_matches('-')))
}

fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase().replace('_', "-");
    NAMES.contains(&name.as_str()) || ENDINGS.iter().any(|end| name.ends_with(end))
}

/// Whether a piece is a value in the clear: no other option, no variable of a shell, no token such as `<s>`.
fn is_value(piece: &str) -> bool {
    !piece.is_empty() && !piece.starts_with(['-', '$', '<'])
}

fn holds_known_key(piece: &str) -> bool {
    let is_of_key =
        |character: char| character.is_ascii_alphanumeric() || character == '-' || character == '_';
    piece.split(|character| !is_of_key(character)).any(|part| {
        KEYS.iter().any(|(begin, least)| {
            part.strip_prefix(begin)
                .is_some_and(|rest| rest.len() >= *least && rest.bytes().any(|byte| byte.is_ascii_digit()))
        })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn problem(settings: serde_json::Value) -> Option<String> {
        let settings: ProviderSettings = serde_json::from_value(settings).unwrap();
        check(&settings).err().map(|error| error.to_string())
    }

    #[test]
    fn a_command_whose_words_carry_a_secret_is_refused_without_showing_it() {
        for words in [
            &["--api-key", "hunter22"][..],
            &["--api_key=hunter22"],
            &["--token=hunter22"],
            &["--hf-token", "hunter22"],
            &["-password", "hunter22"],
            &["--db-password=hunter22"],
            &["OPENAI_API_KEY=hunter22"],
            &["-c", "python3 a.py --api-key 'hunter22' --fast"],
            &["-c", "API_KEY=\"hunter22\" python3 a.py"],
            &["--header", "Authorization: Bearer hunter22"],
            &["sk-hunter22"],
            &["--config", "{\"k\":\"sk-proj-hunter22\"}"],
        ] {
            let command: Vec<&str> = ["sh"].iter().chain(words).copied().collect();
            let said = problem(json!({"provider": "command", "model": "m", "command": command}));
            let said = said.unwrap_or_else(|| panic!("{words:?}"));
            assert!(said.starts_with("command: word ") && said.contains("by the environment"), "{said}");
            assert!(!said.contains("hunter22"), "{said}");
        }
    }

    #[test]
    fn ordinary_words_are_no_secrets() {
        let words = json!([
            "env",
            "MODE=fast",
            "python3",
            "answer.py",
            "--max-tokens",
            "2048",
            "--eos-token",
            "</s>",
            "--tokenizer",
            "t5",
            "--key-env",
            "API_KEY",
            "--token-file",
            "t",
            "--api-key",
            "--fast",
            "-c",
            "x --api-key $KEY --token=${TOKEN}",
            "--model",
            "sk-learn-model",
            "hf_pipeline_7b.py",
            "--monkey",
            "x",
        ]);
        assert_eq!(problem(json!({"provider": "command", "model": "m", "command": words})), None);
    }

    #[test]
    fn a_key_in_the_place_of_its_variables_name_is_refused_without_showing_it() {
        for name in ["sk-hunter22", "", "7KEY", "MY KEY", "$KEY", "KÜY"] {
            for settings in [
                json!({"provider": "openai", "model": "m", "key_env": name}),
                json!({"provider": "gemini", "model": "m", "key_env": name}),
                json!({"provider": "replay", "recording": "r", "of": {"provider": "mistral", "model": "m", "key_env": name}}),
            ] {
                let said = problem(settings).expect(name);
                assert!(said.contains("key_env: is not the name"), "{said}");
                assert!(name.is_empty() || !said.contains(name), "{said}");
            }
        }
        assert_eq!(problem(json!({"provider": "openai", "model": "m", "key_env": "_My_KEY_2"})), None);
    }
}
