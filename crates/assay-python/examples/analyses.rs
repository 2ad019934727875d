//! What this crate says of Python sources, as JSON Lines: the other half of the comparisons under `evidence/`.
//!
//! Each line of standard input is `{"id", "source", "minimum_tokens": [N, …]}` or `{"id", "first", "second"}`; each line of
//! output answers one of them.

use std::io::{BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;

use assay_python::comments::{self, Thresholds};
use assay_python::{Module, PythonVersion, Reading, duplicates};
use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let mut answer = Map::from_iter([("id".to_owned(), request["id"].clone())]);
        if let (Some(first), Some(second)) = (request["first"].as_str(), request["second"].as_str()) {
            answer.insert("ratio".to_owned(), json!(comments::ratio(first, second)));
        } else if let Some(source) = request["source"].as_str() {
            analyse(source, &request["minimum_tokens"], &mut answer);
        }
        writeln!(out, "{}", Value::Object(answer))?;
    }
    Ok(())
}

/// Everything about one source.
fn analyse(source: &str, minimum_tokens: &Value, answer: &mut Map<String, Value>) {
    let mut found = Map::new();
    for minimum in minimum_tokens.as_array().into_iter().flatten() {
        let minimum = minimum.as_u64().and_then(|minimum| NonZeroUsize::new(usize::try_from(minimum).ok()?));
        let minimum = minimum.unwrap_or(duplicates::MINIMUM_TOKENS);
        found.insert(minimum.to_string(), duplicated(source, minimum));
    }
    answer.insert("duplicates".to_owned(), Value::Object(found));
    match Module::parse(Arc::from(source), PythonVersion::PY311) {
        Ok(module) => of_module(&module, answer),
        Err(error) => {
            answer.insert("not_parsed".to_owned(), json!(error.to_string()));
        }
    }
}

/// Everything about a source that parses.
fn of_module(module: &Module, answer: &mut Map<String, Value>) {
    let pairs = comments::duplicated(module, Thresholds { pairs: 1, ..Thresholds::default() });
    let pair = |pair: &comments::Pair| json!([pair.first_line, pair.second_line, pair.ratio]);
    let pairs = pairs.map(|pairs| pairs.iter().map(pair).collect::<Vec<_>>());
    answer.insert("comments".to_owned(), json!(pairs.ok()));
    let by_authors = comments::duplicated_by(Reading::AuthorsCode, module, Thresholds::default());
    answer.insert("comments_authors_code".to_owned(), json!(by_authors.ok().map(|pairs| !pairs.is_empty())));
}

/// Duplicates as `[[tokens, [[first line, last line], …]], …]`; null where the text does not split into tokens.
fn duplicated(source: &str, minimum: NonZeroUsize) -> Value {
    let lines = |place: &duplicates::Place| json!([place.first_line, place.last_line]);
    let row = |found: &duplicates::Duplicate| {
        json!([found.tokens, found.places.iter().map(lines).collect::<Vec<_>>()])
    };
    match duplicates::find(source, minimum) {
        Ok(found) => Value::Array(found.iter().map(row).collect()),
        Err(duplicates::NotSearched::Lexical { .. }) => Value::Null,
        Err(error) => json!(error.to_string()),
    }
}
