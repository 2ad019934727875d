//! One JSON object, read strictly: no key twice at any depth, no number that JSON does not have, no half characters.
//!
//! serde's derived readers take the last of two equal keys without a word inside what they skip. Nothing but the texts
//! of the object itself is kept, and what is inside it only to the depth that is asked for, so that a line cannot grow
//! in memory.

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::limits::{OBJECT_KEYS, OBJECT_VALUES};

/// How the message about a key that stands twice begins.
const TWICE: &str = "the same key twice: ";

/// What an object holds under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Field {
    Text(String),
    Null,
    /// A whole number that is not negative.
    Number(u64),
    /// A list, where what is inside the object is kept.
    List(Vec<Field>),
    /// An object, likewise.
    Object(Object),
    /// Anything else: its kind.
    Other(&'static str),
}

impl Field {
    /// What to call it in a message.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Null => "null",
            Self::Number(_) => "a number",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
            Self::Other(kind) => kind,
        }
    }
}

/// An object's own fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
        Self::read_within(text, indent, 0)
    }

    /// Reads a text and keeps so many levels of what is inside the object.
    pub(crate) fn read_within(text: &[u8], indent: usize, levels: usize) -> Result<Self, (Fault, String)> {
        if let Err(error) = std::str::from_utf8(text) {
            let at = indent + error.valid_up_to() + 1;
            return Err((Fault::Encoding, format!("not UTF-8 at byte {at} of the line")));
        }
        if text.first() != Some(&b'{') {
            let problem = "a line must hold one JSON object, such as {\"task_id\": …}";
            return Err((Fault::BrokenJson, problem.to_owned()));
        }
        let left = Cell::new(OBJECT_VALUES);
        let mut reader = serde_json::Deserializer::from_slice(text);
        let object = Own(Keep { levels, left: &left }).deserialize(&mut reader);
        let object = object.and_then(|object| reader.end().map(|()| object));
        object.map_err(|error| describe(&error, text, indent))
    }

    /// Whether there is something under that key, and not null.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|field| *field != Field::Null)
    }

    /// Takes out whatever there is under that key.
    pub(crate) fn take(&mut self, name: &str) -> Field {
        self.0.remove(name).unwrap_or(Field::Null)
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
            Some(other) => Err(format!("`{name}` must be a text, and is {}", other.kind())),
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

/// What of an object's inside is kept.
#[derive(Clone, Copy)]
struct Keep<'a> {
    /// How many levels.
    levels: usize,
    /// How many values more, in the whole line.
    left: &'a Cell<usize>,
}

impl Keep<'_> {
    /// For one level further in; `None` where nothing is kept there.
    fn inside(self) -> Option<Self> {
        (self.levels > 0).then(|| Self { levels: self.levels - 1, ..self })
    }

    /// Counts a value that is kept.
    fn count<E: Error>(self) -> Result<(), E> {
        let left = self.left.get().checked_sub(1);
        self.left.set(
            left.ok_or_else(|| E::custom(format_args!("more than {OBJECT_VALUES} values inside an object")))?,
        );
        Ok(())
    }
}

/// Reads an object and keeps its fields.
struct Own<'a>(Keep<'a>);

impl<'de> DeserializeSeed<'de> for Own<'_> {
    type Value = Object;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Object, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Own<'_> {
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
            fields.insert(key, map.next_value_seed(Any(self.0))?);
        }
        Ok(Object(fields))
    }
}

fn twice<E: Error>(key: &str) -> E {
    let shown: String = key.chars().take(80).collect();
    E::custom(format_args!("{TWICE}{shown:?}"))
}

fn too_many<E: Error>() -> E {
    E::custom(format_args!("an object with more than {OBJECT_KEYS} keys"))
}

/// Reads any value.
struct Any<'a>(Keep<'a>);

impl<'de> DeserializeSeed<'de> for Any<'_> {
    type Value = Field;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Field, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Any<'_> {
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

    fn visit_u64<E: Error>(self, number: u64) -> Result<Field, E> {
        Ok(Field::Number(number))
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
        let Some(inside) = self.0.inside() else {
            while values.next_element_seed(Any(self.0))?.is_some() {}
            return Ok(Field::Other("a list"));
        };
        let mut kept = Vec::new();
        while let Some(value) = values.next_element_seed(Any(inside))? {
            inside.count()?;
            kept.push(value);
        }
        Ok(Field::List(kept))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Field, A::Error> {
        if let Some(inside) = self.0.inside() {
            inside.count()?;
            return Own(inside).visit_map(map).map(Field::Object);
        }
        let mut keys = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            map.next_value_seed(Any(self.0))?;
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

    #[test]
    fn what_is_inside_is_kept_to_the_depth_that_is_asked_for() {
        let text = br#"{"a": {"b": {"c": ["x", 7]}}, "d": [["y"], null]}"#;
        let mut object = Object::read_within(text, 0, 2).unwrap();
        let Field::Object(mut a) = object.take("a") else { panic!("{object:?}") };
        let Field::Object(mut b) = a.take("b") else { panic!("{a:?}") };
        assert_eq!(b.take("c"), Field::Other("a list"));
        let inner = Field::List(vec![Field::Text("y".into())]);
        assert_eq!(object.take("d"), Field::List(vec![inner, Field::Null]));
        assert!(!object.has("d") && Object::read(text, 0).unwrap().has("d"));
    }

    #[test]
    fn what_is_kept_has_its_limit() {
        let text = format!("{{\"a\": [0{}]}}", ",0".repeat(OBJECT_VALUES));
        let (_, message) = Object::read_within(text.as_bytes(), 0, 1).unwrap_err();
        assert!(message.starts_with("more than 1000000 values inside an object"), "{message}");
        assert!(Object::read(text.as_bytes(), 0).is_ok());
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_object_or_a_message(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Object::read(&bytes, 0);
            let _ = Object::read_within(&[b"{\"", &bytes[..]].concat(), 0, 3);
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
