//! Keys: read from where the settings say, sent in one header, never written anywhere else.

mod redaction;

use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

pub(crate) use redaction::Redactor;

/// The fewest characters of a key. What is shorter would be taken out of ordinary text.
const SHORTEST: usize = 8;
const LONGEST: usize = 16 * 1024;

/// A key. It cannot be printed, compared or serialised.
pub(crate) struct Secret(String);

impl Secret {
    /// A key of some text; space around it is not part of it. The error says what is wrong and never what the text was.
    pub(crate) fn of(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() < SHORTEST {
            return Err(format!(
                "holds a key of under {SHORTEST} characters, which would be taken out of ordinary text. \
                 Give a longer one, or leave the setting out where the server wants none"
            ));
        }
        if text.len() > LONGEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("does not hold a key: one word of visible ASCII characters is expected".into());
        }
        Ok(Self(text.into()))
    }

    /// A key from an environment variable's value.
    ///
    /// No error says the variable's name: whoever pasted a key in its place would have it printed.
    pub(crate) fn from_variable(value: Option<OsString>) -> Result<Self, String> {
        let value = value.ok_or("the variable that it names is not set. Set it to the key")?;
        let value = value.into_string().map_err(|_| "the variable that it names does not hold a key")?;
        Self::of(&value).map_err(|problem| format!("the variable that it names {problem}"))
    }

    /// A key from a file, and a warning if others than its owner may read it.
    pub(crate) fn from_file(path: &Path) -> Result<(Self, Option<String>), String> {
        let shown = path.display();
        let mut text = String::new();
        let file = File::open(path).map_err(|error| format!("{shown}: {error}"))?;
        let about = file.metadata().map_err(|error| format!("{shown}: {error}"))?;
        if !about.is_file() {
            return Err(format!("{shown} is not a file"));
        }
        file.take(LONGEST as u64 + 2)
            .read_to_string(&mut text)
            .map_err(|_| format!("{shown} cannot be read as text"))?;
        let secret = Self::of(&text).map_err(|problem| format!("{shown} {problem}"))?;
        let warning = (about.mode() & 0o077 != 0).then(|| {
            format!(
                "others may read the key in {shown} (mode {:03o}): chmod 600 {shown}",
                about.mode() & 0o777
            )
        });
        Ok((secret, warning))
    }

    /// The key's text, for the one header that carries it.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_key_is_read_from_a_variable_without_the_space_around_it() {
        let secret = Secret::from_variable(Some(" sk-12345678\n".into())).expect("a key");
        assert_eq!(secret.expose(), "sk-12345678");
    }

    #[test]
    fn what_is_no_key_is_refused_without_showing_it() {
        for value in ["", "short", "two words 12345", "schlüssel-12345", "nul-\u{0}-12345"] {
            let problem = Secret::from_variable(Some(value.into())).err().expect("no key");
            assert!(problem.contains("the variable that it names"), "{problem}");
            assert!(value.is_empty() || !problem.contains(value), "{problem}");
        }
        assert!(Secret::from_variable(None).is_err());
    }

    #[test]
    fn a_key_file_that_others_may_read_is_warned_of() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("key");
        fs::write(&path, "sk-12345678\n").expect("written");
        for (mode, warned) in [(0o600, false), (0o400, false), (0o640, true), (0o604, true)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set");
            let (secret, warning) = Secret::from_file(&path).expect("a key");
            assert_eq!(secret.expose(), "sk-12345678");
            assert_eq!(warning.is_some(), warned, "{mode:o}");
            assert!(warning.is_none_or(|text| !text.contains("sk-12345678")));
        }
    }
}
