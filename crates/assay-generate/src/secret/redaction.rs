//! Taking secrets out of what is stored or shown, however the other side wrote it.

use std::borrow::Cow;
use std::ffi::OsString;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE_NO_PAD};

use super::Secret;

/// What stands where a secret was.
const MARK: &[u8] = b"[redacted]";

/// What the names of environment variables hold whose values are secrets.
const SECRET_NAMES: &[&str] = &["KEY", "TOKEN", "SECRET", "PASSWORD"];
/// The fewest characters of such a value. What is shorter would be taken out of ordinary text.
const SHORTEST: usize = 8;

/// Takes secrets out of bytes: as they are; with any of their characters escaped as in JSON or in an address; in hexadecimal; and in
/// Base64, also inside a longer text that was encoded, such as `user:key`.
#[derive(Default)]
pub(crate) struct Redactor {
    secrets: Vec<Forms>,
    /// The bytes with which a form can begin: most text has few of them.
    first: Vec<u8>,
}

/// What one secret looks like.
struct Forms {
    plain: Vec<u8>,
    encoded: Vec<Vec<u8>>,
}

impl Forms {
    fn of(secret: &str) -> Self {
        let plain = secret.as_bytes().to_vec();
        let lower: String = plain.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        let mut encoded = vec![lower.to_uppercase().into_bytes(), lower.into_bytes()];
        for offset in 0..3 {
            encoded.extend(in_base64(&plain, offset));
        }
        Self { plain, encoded }
    }
}

impl Redactor {
    /// For a key; without one nothing is taken out.
    pub(crate) fn of(secret: Option<&Secret>) -> Self {
        Self::of_texts(secret.map(Secret::expose).into_iter())
    }

    /// For the values of variables whose names say that they are secrets.
    pub(crate) fn of_environment(variables: impl Iterator<Item = (OsString, OsString)>) -> Self {
        let is_secret = |name: &OsString| {
            let name = name.to_string_lossy().to_uppercase();
            SECRET_NAMES.iter().any(|word| name.contains(word))
        };
        let values: Vec<String> = variables
            .filter(|(name, _)| is_secret(name))
            .filter_map(|(_, value)| value.into_string().ok())
            .filter(|value| value.trim().chars().count() >= SHORTEST)
            .collect();
        Self::of_texts(values.iter().map(|value| value.trim()))
    }

    fn of_texts<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let secrets: Vec<Forms> = texts.map(Forms::of).collect();
        if secrets.is_empty() {
            return Self::default();
        }
        let begins = secrets.iter().flat_map(|forms| forms.encoded.iter().chain([&forms.plain]));
        let mut first: Vec<u8> = begins.map(|form| form[0]).chain([b'%', b'\\']).collect();
        first.sort_unstable();
        first.dedup();
        Self { secrets, first }
    }

    /// The bytes without the secrets.
    pub(crate) fn bytes<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let mut kept: Option<Vec<u8>> = None;
        let mut place = 0;
        let mut copied = 0;
        while let Some(skipped) = bytes[place..].iter().position(|byte| self.first.contains(byte)) {
            place += skipped;
            match self.length_at(&bytes[place..]) {
                Some(length) => {
                    let kept = kept.get_or_insert_default();
                    kept.extend_from_slice(&bytes[copied..place]);
                    kept.extend_from_slice(MARK);
                    place += length;
                    copied = place;
                }
                None => place += 1,
            }
        }
        match kept {
            Some(mut kept) => {
                kept.extend_from_slice(&bytes[copied..]);
                Cow::Owned(kept)
            }
            None => Cow::Borrowed(bytes),
        }
    }

    /// A text without the secrets.
    pub(crate) fn text(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.bytes(text.as_bytes())).into_owned()
    }

    /// How many bytes at the start are a secret; of several the longest, for one may begin with another.
    fn length_at(&self, bytes: &[u8]) -> Option<usize> {
        let length = |forms: &Forms| {
            escaped(&forms.plain, bytes)
                .or_else(|| forms.encoded.iter().find(|form| bytes.starts_with(form)).map(Vec::len))
        };
        self.secrets.iter().filter_map(length).max()
    }
}

/// How many bytes at the start say the secret, each of its characters plain or escaped.
fn escaped(secret: &[u8], bytes: &[u8]) -> Option<usize> {
    let mut place = 0;
    for &wanted in secret {
        let rest = &bytes[place..];
        let hexadecimal = |range: std::ops::Range<usize>| {
            let digits = std::str::from_utf8(rest.get(range)?).ok()?;
            u32::from_str_radix(digits, 16).ok()
        };
        // Escapes go first: a backslash or a percent sign of the key itself may be escaped.
        place += match *rest {
            [b'%', ..] if hexadecimal(1..3) == Some(wanted.into()) => 3,
            [b'\\', b'u', ..] if hexadecimal(2..6) == Some(wanted.into()) => 6,
            [b'\\', second, ..] if second == wanted => 2,
            [first, ..] if first == wanted => 1,
            _ => return None,
        };
    }
    Some(place)
}

/// The characters of Base64 that depend on the secret alone, where `offset` other bytes stand before it.
fn in_base64(secret: &[u8], offset: usize) -> [Vec<u8>; 2] {
    let mut bytes = vec![0; offset];
    bytes.extend_from_slice(secret);
    let first = (offset * 8).div_ceil(6);
    let last = bytes.len() * 8 / 6;
    [BASE64_STANDARD_NO_PAD.encode(&bytes), BASE64_URL_SAFE_NO_PAD.encode(&bytes)]
        .map(|text| text.as_bytes()[first..last].to_vec())
}

#[cfg(test)]
mod tests {
    use base64::prelude::BASE64_STANDARD;

    use super::*;

    const KEY: &str = "sk-a/b+c_d\"e\\f-1234567890";

    fn redactor() -> Redactor {
        Redactor::of(Some(&Secret::of(KEY).expect("a key")))
    }

    #[test]
    fn a_key_is_taken_out_in_every_form() {
        let each = |form: fn(u8) -> String| KEY.bytes().map(form).collect::<String>();
        let percent = each(|byte| format!("%{byte:02X}"));
        let mixed = KEY.replace('/', "%2f").replace('+', "\\u002b");
        let slashed = serde_json::to_string(KEY).expect("JSON").trim_matches('"').replace('/', "\\/");
        let unicode = each(|byte| format!("\\u{byte:04x}"));
        let hex = each(|byte| format!("{byte:02x}"));
        for form in [KEY.to_owned(), percent, mixed, slashed, unicode, hex.to_uppercase(), hex] {
            let shown = redactor().text(&format!("before {form}{form} after"));
            assert_eq!(shown, "before [redacted][redacted] after", "{form}");
        }
    }

    #[test]
    fn a_key_inside_something_encoded_is_taken_out() {
        for before in ["", "a", "ab", "abc", "user:"] {
            for after in ["", "x", "xy", "xyz"] {
                let encoded = BASE64_STANDARD.encode(format!("{before}{KEY}{after}"));
                let shown = redactor().text(&encoded);
                assert!(shown.contains("[redacted]"), "{before:?} {after:?}: {shown}");
                assert!(shown.len() < 24, "{shown}");
            }
        }
    }

    #[test]
    fn values_of_variables_that_are_named_as_secrets_are_taken_out_and_others_are_not() {
        let variables = [
            ("OPENAI_API_KEY", "hunter2-hunter2"),
            ("hf_token", "hunter2-hunter2-longer"),
            ("DB_PASSWORD", "pass phrase"),
            ("A_SECRET", "short"),
            ("HOME", "/home/somebody"),
        ];
        let redactor =
            Redactor::of_environment(variables.map(|(name, value)| (name.into(), value.into())).into_iter());
        assert_eq!(
            redactor.text("hunter2-hunter2 hunter2-hunter2-longer pass phrase short /home/somebody"),
            "[redacted] [redacted] [redacted] short /home/somebody"
        );
    }

    #[test]
    fn other_bytes_stay_as_they_are() {
        let bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
        assert!(matches!(redactor().bytes(&bytes), Cow::Borrowed(same) if same == bytes));
        assert_eq!(redactor().text(&KEY[..KEY.len() - 1]), KEY[..KEY.len() - 1]);
        assert_eq!(Redactor::of(None).text(KEY), KEY);
    }
}
