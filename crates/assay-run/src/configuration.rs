//! The configuration file: which checks judge, and by which thresholds.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use assay_analyse::INCORRECT_CODE;
use assay_check::static_checks::{CODE_DUPLICATION, COMMENT_DUPLICATION, STATIC_CHECKS};
use assay_python::{Naming, PythonVersion, Reading};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::checks::Checks;
use crate::performance::PerformanceSettings;
use crate::plugins::{PluginTable, plugin};
use crate::static_engine::ToolPaths;

/// What is wrong with a configuration file.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {problem}\n  docs/configuration.md says what the file can hold", path = path.display())]
pub struct ConfigurationError {
    path: PathBuf,
    problem: String,
}

/// The longest configuration that is read, in bytes.
const LONGEST: u64 = 1 << 20;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "static")]
    reading: StaticTable,
    #[serde(default)]
    performance: PerformanceTable,
    #[serde(default)]
    checks: BTreeMap<String, CheckTable>,
    #[serde(default)]
    plugins: BTreeMap<String, PluginTable>,
    #[serde(default)]
    tools: ToolPaths,
    /// How models are asked is read by `assay-generate` (docs/protocol.md).
    #[serde(rename = "protocol")]
    _protocol: Option<IgnoredAny>,
    #[serde(rename = "models")]
    _models: Option<IgnoredAny>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct StaticTable {
    profile: Option<String>,
    naming: Option<String>,
    python: Option<String>,
    complexity: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PerformanceTable {
    enabled: Option<bool>,
    repetitions: Option<u32>,
    samples: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckTable {
    enabled: Option<bool>,
    margin: Option<f64>,
    minimum_tokens: Option<NonZeroUsize>,
    ratio: Option<f64>,
    pairs: Option<NonZeroUsize>,
}

/// Reads a configuration file. What it does not say is as without one.
pub fn read_configuration(path: &Path) -> Result<Checks, ConfigurationError> {
    let wrong = |problem: String| ConfigurationError { path: path.to_owned(), problem };
    let mut text = String::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text))
        .map_err(|error| wrong(error.to_string()))?;
    if text.len() as u64 > LONGEST {
        return Err(wrong("it is longer than 1 MiB, more than any configuration needs".to_owned()));
    }
    checks_of(&text, path.parent().unwrap_or(Path::new(""))).map_err(wrong)
}

/// `folder` is where files are that the text names.
fn checks_of(text: &str, folder: &Path) -> Result<Checks, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut checks = Checks { tools: file.tools, ..Checks::default() };
    let profile = &mut checks.static_checks.profile;
    if let Some(word) = &file.reading.profile {
        profile.reading = of_words("static.profile", word, &Reading::ALL)?;
    }
    if let Some(word) = &file.reading.naming {
        profile.naming = of_words("static.naming", word, &Naming::ALL)?;
    }
    if let Some(version) = &file.reading.python {
        profile.python = python(version)?;
        checks.grammar_of_environment = false;
    }
    checks.performance = performance(&file.performance)?;
    checks.complexity = file.reading.complexity.unwrap_or(checks.complexity);
    for (name, table) in &file.checks {
        set(&mut checks, name, table)?;
    }
    for (name, table) in &file.plugins {
        checks.plugins.push(plugin(name, table, folder)?);
        if let Some(margin) = table.margin {
            set_margin(&mut checks, "plugins", name, margin)?;
        }
    }
    Ok(checks)
}

fn performance(table: &PerformanceTable) -> Result<Option<PerformanceSettings>, String> {
    let mut settings = PerformanceSettings::default();
    for (key, number, place) in [
        ("repetitions", table.repetitions, &mut settings.check.repetitions),
        ("samples", table.samples, &mut settings.check.samples),
    ] {
        match number {
            None => {}
            Some(number @ 1..=1000) => *place = number,
            Some(number) => return Err(format!("performance.{key} is {number}; it must be from 1 to 1000")),
        }
    }
    Ok((table.enabled != Some(false)).then_some(settings))
}

/// What a word stands for; the error names the words that there are.
pub(crate) fn of_words<T: Copy>(key: &str, word: &str, words: &[(&str, T)]) -> Result<T, String> {
    words.iter().find(|(name, _)| *name == word).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
        format!("{key} is {word:?}; it can be {}", names.join(", "))
    })
}

fn python(version: &str) -> Result<PythonVersion, String> {
    let wrong = || format!("static.python is {version:?}; it must be a version such as \"3.11\"");
    let (major, minor) = version.split_once('.').ok_or_else(wrong)?;
    let number = |part: &str| part.parse::<u8>().map_err(|_| wrong());
    let version = PythonVersion { major: number(major)?, minor: number(minor)? };
    if version.major == 3 && version.minor >= 7 { Ok(version) } else { Err(wrong()) }
}

/// Sets one check by its table.
fn set(checks: &mut Checks, name: &str, table: &CheckTable) -> Result<(), String> {
    if name != INCORRECT_CODE && !STATIC_CHECKS.iter().any(|check| check.name == name) {
        let names = [INCORRECT_CODE].into_iter().chain(STATIC_CHECKS.iter().map(|check| check.name));
        return Err(format!(
            "there is no check {name:?}; there are {}",
            names.collect::<Vec<_>>().join(", ")
        ));
    }
    let only = |key: &str, is_set: bool, of: &str| {
        if is_set && name != of { Err(format!("checks.{name}.{key}: only {of} has that")) } else { Ok(()) }
    };
    only("minimum_tokens", table.minimum_tokens.is_some(), CODE_DUPLICATION)?;
    only("ratio", table.ratio.is_some(), COMMENT_DUPLICATION)?;
    only("pairs", table.pairs.is_some(), COMMENT_DUPLICATION)?;
    match (table.enabled, name) {
        (Some(enabled), INCORRECT_CODE) => checks.logic = enabled,
        (Some(false), _) => {
            checks.static_checks.off.insert(name.to_owned());
        }
        _ => {}
    }
    if let Some(margin) = table.margin {
        set_margin(checks, "checks", name, margin)?;
    }
    if let Some(ratio) = table.ratio {
        if !(ratio > 0.0 && ratio <= 1.0) {
            return Err(format!("checks.{name}.ratio is {ratio}; it must be above 0 and at most 1"));
        }
        checks.static_checks.comments.ratio = ratio;
    }
    if let Some(tokens) = table.minimum_tokens {
        checks.static_checks.minimum_tokens = tokens;
    }
    if let Some(pairs) = table.pairs {
        checks.static_checks.comments.pairs = pairs.get();
    }
    Ok(())
}

fn set_margin(checks: &mut Checks, table: &str, name: &str, margin: f64) -> Result<(), String> {
    if !(margin > 0.0 && margin <= 100.0) {
        return Err(format!("{table}.{name}.margin is {margin}; it must be points, above 0 and at most 100"));
    }
    checks.margins.insert(name.to_owned(), margin / 100.0);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checks_of(text: &str) -> Result<Checks, String> {
        super::checks_of(text, Path::new("/nowhere"))
    }

    #[test]
    fn a_configuration_sets_what_it_says_and_nothing_else() {
        let checks = checks_of(
            r#"
            [static]
            profile = "paper"
            naming = "pylint-3"
            python = "3.12"
            complexity = true
            [checks.incorrect_code]
            margin = 2
            [checks.code_duplication]
            minimum_tokens = 50
            [checks.comment_duplication]
            ratio = 0.8
            pairs = 2
            [checks.unnecessary_else]
            enabled = false
            "#,
        )
        .unwrap();
        let set = &checks.static_checks;
        assert!(checks.complexity && !checks_of("").unwrap().complexity);
        assert_eq!((set.profile.reading, set.profile.naming), (Reading::Paper, Naming::Pylint3));
        assert_eq!((set.profile.python, checks.grammar_of_environment), (PythonVersion::PY312, false));
        assert_eq!((set.minimum_tokens.get(), set.comments.ratio, set.comments.pairs), (50, 0.8, 2));
        let rows = checks.rows();
        assert_eq!((rows.len(), rows[0].margin, rows[1].margin), (8, Some(0.02), None));
        assert!(rows.iter().all(|row| row.name != "unnecessary_else"));
        assert_eq!(checks_of("").unwrap().rows(), Checks::default().rows());
    }

    #[test]
    fn what_models_are_asked_is_passed_over() {
        let checks = checks_of(
            "[protocol]\nseed = 1\n[models.a]\nprovider = \"openai\"\n[static]\nprofile = \"paper\"",
        );
        assert_eq!(checks.unwrap().static_checks.profile.reading, Reading::Paper);
    }

    #[test]
    fn the_rows_of_plugins_come_last_by_name() {
        let table =
            |name| format!("[plugins.{name}]\ncommand = [\"sh\"]\naspect = \"readability\"\nmargin = 5\n");
        let checks = checks_of(&(table("todo") + &table("long_lines"))).unwrap();
        let rows = checks.rows();
        let last: Vec<_> = rows[9..].iter().map(|row| (row.name.as_str(), row.margin)).collect();
        assert_eq!(last, [("long_lines", Some(0.05)), ("todo", Some(0.05))]);
        let mut only_logic = checks;
        only_logic.keep_aspects(&["logic".to_owned()]);
        assert_eq!(only_logic.rows().len(), 1);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, said) in [
            ("[static]\nprofile = \"mine\"", "default, paper, authors-code"),
            ("[static]\npython = \"2.7\"", "such as \"3.11\""),
            ("[checks.style]\nenabled = false", "there is no check \"style\""),
            ("[checks.syntax_error]\npairs = 3", "only comment_duplication has that"),
            ("[checks.syntax_error]\nmargin = 0", "above 0"),
            ("[checks.comment_duplication]\nratio = nan", "at most 1"),
            ("[checks.code_duplication]\nminimum_tokens = 0", "nonzero"),
            ("[chekcs]", "unknown field"),
            ("[plugins.a]\ncommand = [\"a\"]\naspect = \"errors\"\nmargin = 0", "plugins.a.margin is 0"),
            ("[plugins.a]\ncommand = [\"a\"]", "missing field `aspect`"),
        ] {
            let problem = checks_of(text).unwrap_err();
            assert!(problem.contains(said), "{text}: {problem}");
        }
    }
}
