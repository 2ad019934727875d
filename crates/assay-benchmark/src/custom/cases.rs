//! Cases: calls and what must come of them, as data. They become tests in Python, one line a case.

use std::path::Path;

use assay_types::Isolation;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use toml::Spanned;

use super::folder::line_of;
use super::{literal, settings};
use crate::BenchmarkError;

/// The names a file of cases may have.
pub(super) const NAMES: [&str; 2] = ["cases.json", "cases.toml"];

/// What tests made of cases begin with.
const FIRST_LINE: &str = "\"\"\"Made from a file of cases: ";

/// A file of cases: calls of the entry point, and what must come of each.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "cases.toml or cases.json")]
#[expect(dead_code, reason = "the schema of what is read below, value by value")]
pub(super) struct CasesFile {
    /// The cases.
    cases: Vec<CaseForm>,
}

/// One call. Exactly one of `expected` and `raises` is said.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the schema of what is read below, value by value")]
struct CaseForm {
    /// What the case is about; a failure shows it.
    name: Option<String>,
    /// Arguments by place.
    #[serde(default)]
    arguments: Vec<serde_json::Value>,
    /// Arguments by name.
    #[serde(default)]
    keywords: serde_json::Map<String, serde_json::Value>,
    /// What the call returns. A list stands for a list or a tuple, a float for a float or an int.
    expected: Option<serde_json::Value>,
    /// The name of the built-in exception that the call raises; a class derived from it will do.
    raises: Option<String>,
    /// What the arguments by place are after the call, where it changes or must not change them.
    arguments_after: Option<Vec<serde_json::Value>>,
}

/// A case, its values as literals of Python.
struct Case {
    line: u64,
    name: Option<String>,
    arguments: Vec<String>,
    keywords: Vec<(String, String)>,
    expected: Option<String>,
    raises: Option<String>,
    after: Option<Vec<String>>,
}

/// A case with values of one of the languages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<V, K> {
    name: Option<String>,
    #[serde(default = "Vec::new")]
    arguments: Vec<V>,
    #[serde(default = "none")]
    keywords: Option<K>,
    // `null` is a value that can be expected.
    #[serde(default = "none", deserialize_with = "present")]
    expected: Option<V>,
    raises: Option<String>,
    #[serde(default = "none")]
    arguments_after: Option<Vec<V>>,
}

fn none<V>() -> Option<V> {
    None
}

fn present<'de, D: Deserializer<'de>, V: Deserialize<'de>>(deserializer: D) -> Result<Option<V>, D::Error> {
    V::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TomlFile {
    cases: Vec<Spanned<Written<toml::Value, toml::Table>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonFile<'a> {
    #[serde(borrow)]
    cases: Vec<&'a RawValue>,
}

/// The tests that a file of cases stands for.
pub(super) fn tests(
    path: &Path,
    source: &str,
    isolation: Isolation,
    entry_point: &str,
    tolerance: Option<f64>,
) -> Result<String, BenchmarkError> {
    let toml = path.extension().is_some_and(|end| end == "toml");
    let cases = if toml { of_toml(path, source) } else { of_json(path, source) }?;
    let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let calls = cases.iter().map(|case| {
        let place = match &case.name {
            Some(name) => format!("{file}:{} ({name})", case.line),
            None => format!("{file}:{}", case.line),
        };
        case.check(path).map(|()| case.call(&place))
    });
    let calls = calls.collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{}{}", prologue(tolerance), body(&calls, isolation, entry_point)))
}

/// Whether tests were made of cases: their lines are then none of any file.
#[must_use]
pub fn made_of_cases(tests: &str) -> bool {
    tests.starts_with(FIRST_LINE)
}

/// The cases one after the other where one process calls the other; else each as a test of its own.
fn body(calls: &[String], isolation: Isolation, entry_point: &str) -> String {
    match isolation {
        Isolation::Split if calls.is_empty() => "\n\ndef check(candidate):\n    pass\n".to_owned(),
        Isolation::Split => calls.iter().fold("\n\ndef check(candidate):\n".to_owned(), |tests, call| {
            tests + &format!("    _assay_case(candidate, {call})\n")
        }),
        Isolation::Shared => calls.iter().zip(1..).fold(String::new(), |tests, (call, number)| {
            tests + &format!("\n\ndef test_case_{number:04}():\n    _assay_case({entry_point}, {call})\n")
        }),
    }
}

impl Case {
    fn check(&self, path: &Path) -> Result<(), BenchmarkError> {
        let wrong = |problem: String| Err(BenchmarkError::task(path, self.line, problem));
        if self.expected.is_some() == self.raises.is_some() {
            return wrong("a case says one of `expected` and `raises`".into());
        }
        if let Some(name) = self.raises.iter().find(|name| !super::is_identifier(name)) {
            return wrong(format!("`raises` is the name of an exception, and {name:?} is none"));
        }
        if let Some((name, _)) = self.keywords.iter().find(|(name, _)| !super::is_identifier(name)) {
            return wrong(format!("`keywords` are names of parameters, and {name:?} is none"));
        }
        if self.after.as_ref().is_some_and(|after| after.len() != self.arguments.len()) {
            return wrong("`arguments_after` has another length than `arguments`".into());
        }
        Ok(())
    }

    fn call(&self, place: &str) -> String {
        let keywords: Vec<String> =
            self.keywords.iter().map(|(name, value)| format!("{}: {value}", literal::text(name))).collect();
        let mut call =
            format!("{}, [{}], {{{}}}", literal::text(place), self.arguments.join(", "), keywords.join(", "));
        if let Some(expected) = &self.expected {
            call += &format!(", expected={expected}");
        }
        if let Some(name) = &self.raises {
            call += &format!(", raises={}", literal::text(name));
        }
        if let Some(after) = &self.after {
            call += &format!(", after=[{}]", after.join(", "));
        }
        call
    }
}

fn of_toml(path: &Path, source: &str) -> Result<Vec<Case>, BenchmarkError> {
    let file: TomlFile = settings::parse(path, source)?;
    let all = |values: Vec<toml::Value>| values.iter().map(literal::of_toml).collect::<Vec<_>>();
    let case = |case: Spanned<Written<toml::Value, toml::Table>>| {
        let line = line_of(source.as_bytes(), case.span().start);
        let case = case.into_inner();
        let keywords = case.keywords.unwrap_or_default();
        Case {
            line,
            name: case.name,
            arguments: all(case.arguments),
            keywords: keywords.iter().map(|(name, value)| (name.clone(), literal::of_toml(value))).collect(),
            expected: case.expected.as_ref().map(literal::of_toml),
            raises: case.raises,
            after: case.arguments_after.map(all),
        }
    };
    Ok(file.cases.into_iter().map(case).collect())
}

fn of_json(path: &Path, source: &str) -> Result<Vec<Case>, BenchmarkError> {
    let wrong = |before: u64, error: &serde_json::Error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
        BenchmarkError::task(path, before + (error.line() as u64).max(1), message)
    };
    let file: JsonFile<'_> = serde_json::from_str(source).map_err(|error| wrong(0, &error))?;
    let mut cases = Vec::new();
    for raw in file.cases {
        // Both texts are one: the case is a part of the file.
        let start = (raw.get().as_ptr() as usize).saturating_sub(source.as_ptr() as usize);
        let line = line_of(source.as_bytes(), start);
        let read = serde_json::from_str(raw.get()).and_then(|case| json_case(line, case));
        cases.push(read.map_err(|error| wrong(line - 1, &error))?);
    }
    Ok(cases)
}

fn json_case(line: u64, case: Written<&RawValue, &RawValue>) -> Result<Case, serde_json::Error> {
    let all =
        |values: Vec<&RawValue>| values.into_iter().map(literal::of_json).collect::<Result<Vec<_>, _>>();
    Ok(Case {
        line,
        name: case.name,
        arguments: all(case.arguments)?,
        keywords: case.keywords.map_or_else(|| Ok(Vec::new()), literal::fields)?,
        expected: case.expected.map(literal::of_json).transpose()?,
        raises: case.raises,
        after: case.arguments_after.map(all).transpose()?,
    })
}

/// What the cases call. In shared mode these names stand beside the sample's, so no sample may have them by chance.
fn prologue(tolerance: Option<f64>) -> String {
    let tolerance = tolerance.map_or_else(|| "None".to_owned(), |value| format!("{value:?}"));
    include_str!("cases.py").replacen("= None", &format!("= {tolerance}"), 1)
}
