//! Values of JSON and TOML as literals of Python: nothing is lost on the way, whatever the size of a number.

use std::fmt;

use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

/// How deeply a value of a case may nest.
const DEPTH: usize = 64;

/// A text as Python writes it.
pub(super) fn text(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for character in text.chars() {
        match character {
            '"' => written += "\\\"",
            '\\' => written += "\\\\",
            '\n' => written += "\\n",
            '\r' => written += "\\r",
            '\t' => written += "\\t",
            control if control.is_control() => written += &format!("\\x{:02x}", u32::from(control)),
            other => written.push(other),
        }
    }
    written.push('"');
    written
}

/// A value of TOML. Dates and times become Python's, by the names that the tests of cases import.
pub(super) fn of_toml(value: &toml::Value) -> String {
    match value {
        toml::Value::String(value) => text(value),
        toml::Value::Integer(value) => value.to_string(),
        toml::Value::Float(value) => float(*value),
        toml::Value::Boolean(true) => "True".into(),
        toml::Value::Boolean(false) => "False".into(),
        toml::Value::Datetime(value) => {
            let kind = match (value.date, value.time) {
                (Some(_), Some(_)) => "datetime",
                (Some(_), None) => "date",
                _ => "time",
            };
            format!("_assay_datetime.{kind}.fromisoformat({})", text(&value.to_string()))
        }
        toml::Value::Array(values) => list(values.iter().map(of_toml)),
        toml::Value::Table(table) => table_of(table.iter().map(|(key, value)| (key.clone(), of_toml(value)))),
    }
}

/// A value of JSON, from its own text.
pub(super) fn of_json(raw: &RawValue) -> Result<String, serde_json::Error> {
    json(raw.get(), 0)
}

/// The fields of an object of JSON, by name.
pub(super) fn fields(raw: &RawValue) -> Result<Vec<(String, String)>, serde_json::Error> {
    let fields = serde_json::Deserializer::from_str(raw.get()).deserialize_map(Fields)?;
    fields.into_iter().map(|(key, value)| Ok((key, json(value.get(), 1)?))).collect()
}

fn json(raw: &str, depth: usize) -> Result<String, serde_json::Error> {
    if depth > DEPTH {
        return Err(serde_json::Error::custom(format!("a value nests more than {DEPTH} times")));
    }
    Ok(match raw.as_bytes().first() {
        Some(b'"') => text(&serde_json::from_str::<String>(raw)?),
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(raw)?;
            list(items.iter().map(|item| json(item.get(), depth + 1)).collect::<Result<Vec<_>, _>>()?)
        }
        Some(b'{') => {
            let fields = serde_json::Deserializer::from_str(raw).deserialize_map(Fields)?;
            let written = fields.into_iter().map(|(key, value)| Ok((key, json(value.get(), depth + 1)?)));
            table_of(written.collect::<Result<Vec<_>, serde_json::Error>>()?)
        }
        Some(b't') => "True".into(),
        Some(b'f') => "False".into(),
        Some(b'n') => "None".into(),
        // A number is written alike in both languages.
        _ => raw.to_owned(),
    })
}

/// The fields of an object in their order, none of them twice.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields: Self::Value = Vec::new();
        let mut seen = std::collections::HashSet::new();
        while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom(format!("the same key twice: {key:?}")));
            }
            fields.push((key, value));
        }
        Ok(fields)
    }
}

fn float(value: f64) -> String {
    if value.is_nan() {
        "float(\"nan\")".into()
    } else if value.is_infinite() {
        format!("float(\"{}inf\")", if value < 0.0 { "-" } else { "" })
    } else {
        // Rust writes the shortest text that reads back as the same number, always with a point or an exponent.
        format!("{value:?}")
    }
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

fn table_of(fields: impl IntoIterator<Item = (String, String)>) -> String {
    let fields: Vec<String> =
        fields.into_iter().map(|(key, value)| format!("{}: {value}", text(&key))).collect();
    format!("{{{}}}", fields.join(", "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(raw: &str) -> Result<String, String> {
        of_json(&RawValue::from_string(raw.to_owned()).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn values_of_json_keep_their_size_order_and_digits() {
        let raw =
            r#"{"b": [1000000000000000000000001, -0.10, 1E5], "a": null, "c": [true, false, "\u00e9\"\n"]}"#;
        let written =
            r#"{"b": [1000000000000000000000001, -0.10, 1E5], "a": None, "c": [True, False, "é\"\n"]}"#;
        assert_eq!(of(raw).unwrap(), written);
    }

    #[test]
    fn what_python_would_take_silently_is_refused() {
        assert!(of(r#"{"a": 1, "a": 2}"#).unwrap_err().contains("the same key twice"));
        let deep = format!("{}{}", "[".repeat(70), "]".repeat(70));
        assert!(of(&deep).unwrap_err().contains("nests more than 64 times"));
    }

    #[test]
    fn values_of_toml_are_written_as_python_has_them() {
        let table: toml::Table =
            "a = [1.0, inf, -inf, nan]\nb = 2024-02-29\nc = 2024-02-29T10:00:00Z\nd = true".parse().unwrap();
        assert_eq!(
            of_toml(&toml::Value::Table(table)),
            "{\"a\": [1.0, float(\"inf\"), float(\"-inf\"), float(\"nan\")], \
             \"b\": _assay_datetime.date.fromisoformat(\"2024-02-29\"), \
             \"c\": _assay_datetime.datetime.fromisoformat(\"2024-02-29T10:00:00Z\"), \"d\": True}"
        );
    }

    proptest! {
        #[test]
        fn a_text_stays_on_its_line_and_between_its_quotes(any in ".*") {
            let written = text(&any);
            prop_assert!(!written.contains('\n') && !written.contains('\r'));
            let mut inner = written[1..written.len() - 1].chars();
            while let Some(character) = inner.next() {
                prop_assert!(character != '"');
                if character == '\\' {
                    prop_assert!(inner.next().is_some());
                }
            }
        }
    }
}
