//! One JSON object, read strictly: no key twice at any depth, no number that JSON does not have, no half characters.
//!
//! serde's derived readers take the last of two equal keys without a word inside what they skip. Nothing but the texts
//! of the object itself is kept, so that a line cannot grow in memory.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::limits::OBJECT_KEYS;

/// How the message about a key that stands twice begins.
const TWICE: &str = "the same key twice: ";

/// What an object holds under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Field {
    Text(String),
    Null,
    /// Anything else: its kind.
    Other(&'static str),
}

/// An object's own fields.
#[derive(Debug, Default)]
pub(crate) struct Object(BTreeMap<String, Field>);

/// What kind of fault a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Encoding,
    BrokenJson,
    LoneSurrogate,
    DuplicateKey,
}

impl Object {
    /// Reads a text; `indent` is what stands before it in its line.
    pub(crate) fn read(text: &[u8], indent: usize) -> Result<Self, (Fault, String)> {
        if let Err(error) = std::str::from_utf8(text) {
            let at = indent + error.valid_up_to() + 1;
            return Err((Fault::Encoding, format!("not UTF-8 at byte {at} of the line")));
        }
        if text.first() != Some(&b'{') {
            let problem = "a line must hold one JSON object, such as {\"task_id\": …}";
            return Err((Fault::BrokenJson, problem.to_owned()));
        }
        serde_json::from_slice(text).map_err(|error| describe(&error, text, indent))
    }

    /// Takes a text out that must be there.
    pub(crate) fn text(&mut self, name: &str) -> Result<String, String> {
        self.optional_text(name)?.ok_or_else(|| format!("the record has no `{name}`"))
    }

    /// Takes a text out that may be absent or null.
    pub(crate) fn optional_text(&mut self, name: &str) -> Result<Option<String>, String> {
        match self.0.remove(name) {
            None | Some(Field::Null) => Ok(None),
            Some(Field::Text(text)) => Ok(Some(text)),
            Some(Field::Other(kind)) => Err(format!("`{name}` must be a text, and is {kind}")),
        }
    }
}

/// The fault's kind, and serde's message without its own line number, which counts within the line.
fn describe(error: &serde_json::Error, text: &[u8], indent: usize) -> (Fault, String) {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let fault = if message.starts_with(TWICE) {
        Fault::DuplicateKey
    } else if message.contains("surrogate") || message.contains("end of hex escape") {
        Fault::LoneSurrogate
    } else {
        Fault::BrokenJson
    };
    let rest = text.get(error.column().saturating_sub(1)..).unwrap_or_default();
    let message = if fault == Fault::LoneSurrogate {
        "half of a character (a surrogate without its other half), which no text can hold".to_owned()
    } else if [b"NaN".as_slice(), b"Infinity", b"-Infinity"].iter().any(|word| rest.starts_with(word)) {
        format!("{message}: JSON has no NaN and no infinity")
    } else {
        message.to_owned()
    };
    (fault, format!("{message} (column {})", indent + error.column()))
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Own;

        impl<'de> Visitor<'de> for Own {
            type Value = Object;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut fields = BTreeMap::new();
                while let Some(key) = map.next_key::<String>()? {
                    if fields.contains_key(&key) {
                        return Err(twice(&key));
                    }
                    if fields.len() == OBJECT_KEYS {
                        return Err(too_many());
                    }
                    fields.insert(key, map.next_value()?);
                }
                Ok(Object(fields))
            }
        }

        deserializer.deserialize_map(Own)
    }
}

fn twice<E: Error>(key: &str) -> E {
    let shown: String = key.chars().take(80).collect();
    E::custom(format_args!("{TWICE}{shown:?}"))
}

fn too_many<E: Error>() -> E {
    E::custom(format_args!("an object with more than {OBJECT_KEYS} keys"))
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Field;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a JSON value")
            }

            fn visit_bool<E: Error>(self, _: bool) -> Result<Field, E> {
                Ok(Field::Other("true or false"))
            }

            fn visit_i64<E: Error>(self, _: i64) -> Result<Field, E> {
                Ok(Field::Other("a number"))
            }

            fn visit_u64<E: Error>(self, _: u64) -> Result<Field, E> {
                Ok(Field::Other("a number"))
            }

            fn visit_f64<E: Error>(self, _: f64) -> Result<Field, E> {
                Ok(Field::Other("a number"))
            }

            fn visit_unit<E: Error>(self) -> Result<Field, E> {
                Ok(Field::Null)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Field, E> {
                Ok(Field::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Field, A::Error> {
                while values.next_element::<Field>()?.is_some() {}
                Ok(Field::Other("a list"))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Field, A::Error> {
                let mut keys = HashSet::new();
                while let Some(key) = map.next_key::<String>()? {
                    map.next_value::<Field>()?;
                    if keys.contains(&key) {
                        return Err(twice(&key));
                    }
                    if keys.len() == OBJECT_KEYS {
                        return Err(too_many());
                    }
                    keys.insert(key);
                }
                Ok(Field::Other("an object"))
            }
        }

        deserializer.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fault(text: &str) -> (Fault, String) {
        Object::read(text.as_bytes(), 0).unwrap_err()
    }

    #[test]
    fn texts_are_found_and_other_kinds_are_named() {
        let mut object =
            Object::read(br#"{"a": "x", "b": null, "c": [1, {"d": 2.5}], "e": true}"#, 0).unwrap();
        assert_eq!(object.text("a"), Ok("x".to_owned()));
        assert_eq!(object.optional_text("b"), Ok(None));
        assert_eq!(object.text("c"), Err("`c` must be a text, and is a list".to_owned()));
        assert_eq!(object.text("z"), Err("the record has no `z`".to_owned()));
    }

    #[test]
    fn attack_54_a_key_that_stands_twice_is_refused_at_any_depth() {
        for text in
            [r#"{"a": 1, "a": 1}"#, r#"{"x": {"a": 1, "\u0061": 2}}"#, r#"{"x": [[{"a": 1, "a": 2}]]}"#]
        {
            let (fault, message) = fault(text);
            assert_eq!(fault, Fault::DuplicateKey);
            assert!(message.starts_with("the same key twice: \"a\" (column "), "{message}");
        }
    }

    #[test]
    fn attack_54_numbers_that_json_does_not_have_are_refused() {
        for number in ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"] {
            for text in [format!("{{\"a\": {number}}}"), format!("{{\"a\": [{{\"b\": {number}}}]}}")] {
                assert_eq!(fault(&text).0, Fault::BrokenJson, "{text}");
            }
        }
        assert_eq!(fault(r#"{"a": NaN}"#).1, "expected value: JSON has no NaN and no infinity (column 7)");
    }

    #[test]
    fn half_characters_are_refused_and_told_from_broken_escapes() {
        for text in
            [r#"{"a": "\ud800"}"#, r#"{"a": "\udc00x"}"#, r#"{"a": "\ud800\u0041"}"#, r#"{"a": ["\ud83d"]}"#]
        {
            assert_eq!(fault(text).0, Fault::LoneSurrogate, "{text}");
        }
        assert_eq!(fault(r#"{"a": "\uzzzz"}"#).0, Fault::BrokenJson);
        assert!(Object::read(br#"{"a": "\ud83d\ude42"}"#, 0).is_ok());
    }

    #[test]
    fn places_count_within_the_line() {
        assert_eq!(Object::read(b"{\"n\":", 2).unwrap_err().1, "EOF while parsing a value (column 7)");
        assert_eq!(Object::read(b"{\xff", 2).unwrap_err().1, "not UTF-8 at byte 4 of the line");
        assert!(fault("[1]").1.starts_with("a line must hold one JSON object"));
        assert!(fault("{} {}").1.starts_with("trailing characters"));
    }

    #[test]
    fn depth_and_breadth_have_their_limits() {
        assert!(fault(&format!("{{\"a\": {}", "[".repeat(100_000))).1.contains("recursion limit"));
        let many: Vec<String> = (0..=OBJECT_KEYS).map(|number| format!("\"{number}\": 0")).collect();
        for text in [format!("{{{}}}", many.join(",")), format!("{{\"x\": {{{}}}}}", many.join(","))] {
            assert!(fault(&text).1.contains("more than 10000 keys"));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_object_or_a_message(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Object::read(&bytes, 0);
            let _ = Object::read(&[b"{\"", &bytes[..]].concat(), 0);
        }

        #[test]
        fn what_serde_writes_is_read(
            map in prop::collection::btree_map("\\PC{0,8}|[\u{0}-\u{1f}\u{10000}-\u{10010}]{0,4}", "\\PC*", 0..8)
        ) {
            let mut object = Object::read(&serde_json::to_vec(&map).unwrap(), 0).unwrap();
            for (key, text) in map {
                prop_assert_eq!(object.text(&key), Ok(text));
            }
        }
    }
}
