//! What this crate says of Python sources, as JSON Lines: the other half of the comparisons under `evidence/`.
//!
//! Each line of standard input is `{"id", "source", "minimum_tokens": [N, …]}` or `{"id", "first", "second"}`; each line of
//! output answers one of them. With the argument `--time`, of the first kind only, the output also holds nanoseconds of
//! one run of each analysis.

use std::io::{BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use assay_python::comments::{self, Thresholds};
use assay_python::{Module, PythonVersion, Reading, duplicates};
use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let with_times = std::env::args().any(|argument| argument == "--time");
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let mut answer = Map::from_iter([("id".to_owned(), request["id"].clone())]);
        if let (Some(first), Some(second)) = (request["first"].as_str(), request["second"].as_str()) {
            answer.insert("ratio".to_owned(), json!(comments::ratio(first, second)));
        } else if let Some(source) = request["source"].as_str() {
            analyse(source, &request["minimum_tokens"], with_times, &mut answer);
        }
        writeln!(out, "{}", Value::Object(answer))?;
    }
    Ok(())
}

/// Everything about one source.
fn analyse(source: &str, minimum_tokens: &Value, with_times: bool, answer: &mut Map<String, Value>) {
    let mut times = Map::new();
    let mut found = Map::new();
    for minimum in minimum_tokens.as_array().into_iter().flatten() {
        let minimum = minimum.as_u64().and_then(|minimum| NonZeroUsize::new(usize::try_from(minimum).ok()?));
        let minimum = minimum.unwrap_or(duplicates::MINIMUM_TOKENS);
        found.insert(minimum.to_string(), duplicated(source, minimum));
    }
    answer.insert("duplicates".to_owned(), Value::Object(found));
    let _ = clock(&mut times, "duplicates", || duplicates::find(source, duplicates::MINIMUM_TOKENS));
    let text: Arc<str> = Arc::from(source);
    let parsed = clock(&mut times, "parse", || Module::parse(text, PythonVersion::PY311));
    match &parsed {
        Ok(module) => of_module(module, &mut times, answer),
        Err(error) => {
            answer.insert("not_parsed".to_owned(), json!(error.to_string()));
        }
    }
    if with_times {
        answer.insert("nanoseconds".to_owned(), Value::Object(times));
    }
}

/// Everything about a source that parses.
fn of_module(module: &Module, times: &mut Map<String, Value>, answer: &mut Map<String, Value>) {
    let pairs = clock(times, "comments", || {
        comments::duplicated(module, Thresholds { pairs: 1, ..Thresholds::default() })
    });
    let pair = |pair: &comments::Pair| json!([pair.first_line, pair.second_line, pair.ratio]);
    let pairs = pairs.map(|pairs| pairs.iter().map(pair).collect::<Vec<_>>());
    answer.insert("comments".to_owned(), json!(pairs.ok()));
    let by_authors = comments::duplicated_by(Reading::AuthorsCode, module, Thresholds::default());
    answer.insert("comments_authors_code".to_owned(), json!(by_authors.ok().map(|pairs| !pairs.is_empty())));
}

/// Runs an analysis and notes how long it took.
fn clock<Result>(times: &mut Map<String, Value>, name: &str, analysis: impl FnOnce() -> Result) -> Result {
    let start = Instant::now();
    let result = analysis();
    times.insert(name.to_owned(), json!(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)));
    result
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
