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

    /// Whether there is anything under that key, be it null.
    pub(crate) fn names(&self, name: &str) -> bool {
        self.0.contains_key(name)
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
mod tests;
