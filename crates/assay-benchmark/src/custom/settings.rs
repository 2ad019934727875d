//! The two files of settings as types: `benchmark.toml` and `task.toml`, and their published schemas.

use std::path::Path;

use assay_types::{Confidentiality, Isolation, TaskLimits};
use schemars::{JsonSchema, schema_for};
use serde::Deserialize;
use toml::Spanned;

use super::cases::CasesFile;
use super::folder::line_of;
use crate::BenchmarkError;

/// The version of the format that this assay reads.
pub(super) const FORMAT: u32 = 1;

/// `benchmark.toml`: what the tasks of a benchmark have in common.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "benchmark.toml")]
pub(super) struct BenchmarkFile {
    /// The version of the format: 1.
    pub(super) format: u32,
    /// The benchmark's name, as reports show it.
    pub(super) name: String,
    /// Its version: raise it whenever a task changes.
    pub(super) version: String,
    /// What it is, in a sentence.
    #[serde(default, rename = "description")]
    pub(super) _description: String,
    /// The licence of its content, as an SPDX expression.
    pub(super) license: String,
    /// Who may see its tasks.
    #[serde(default)]
    #[schemars(with = "ConfidentialityForm")]
    pub(super) confidentiality: Confidentiality,
    /// Modules that most samples import, loaded once before any sample instead of in every trial.
    #[serde(default)]
    pub(super) warm: Vec<String>,
}

/// How `confidentiality` is written.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum ConfidentialityForm {
    /// Everybody.
    Public,
    /// Nothing of it may leave this machine.
    LocalOnly,
    /// Only these providers.
    Providers(Vec<String>),
}

/// `task.toml`: what cannot be told from a task's other files.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "task.toml")]
pub(super) struct TaskFile {
    /// The task's name in samples and reports; the folder's name without.
    #[schemars(with = "Option<String>")]
    pub(super) id: Option<Spanned<String>>,
    /// The function or class that the prompt asks for and the tests call.
    #[schemars(with = "String")]
    pub(super) entry_point: Spanned<String>,
    /// How tests and sample meet: `split` in two processes, where only plain data crosses; `shared` in one.
    #[serde(default)]
    #[schemars(with = "IsolationForm")]
    pub(super) isolation: Isolation,
    /// How far a float may be from the expected one of a case, relative to the larger of both or absolute
    /// (Python's `math.isclose`); without it a float must be equal.
    #[schemars(with = "Option<f64>")]
    pub(super) tolerance: Option<Spanned<f64>>,
    /// Limits of this task alone.
    #[schemars(with = "LimitsForm")]
    #[serde(default)]
    pub(super) limits: Option<Spanned<LimitsForm>>,
    /// The author's estimate, such as `easy`.
    pub(super) difficulty: Option<String>,
    /// What the task is about.
    #[serde(default)]
    pub(super) tags: Vec<String>,
}

/// How `isolation` is written.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum IsolationForm {
    /// In different processes; only plain data crosses.
    Split,
    /// In one process, for tests that need the sample there: classes, mocks, files, captured output.
    Shared,
}

/// Limits of one task; what is not said follows the command line.
#[derive(Default, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitsForm {
    /// CPU time that a sample may take ÷ the reference's; above 0, at most 1000.
    time_multiple: Option<f64>,
    /// Least CPU time that a sample may take, in seconds; above 0, at most 3600.
    time_floor_seconds: Option<f64>,
    /// Memory of one process, in MiB; 64 to 65536.
    memory_mib: Option<u64>,
}

impl LimitsForm {
    /// The limits, or what is wrong with them.
    pub(super) fn checked(self) -> Result<TaskLimits, String> {
        let within = |name: &str, value: Option<f64>, most: f64| match value {
            Some(value) if !(value > 0.0 && value <= most) => {
                Err(format!("`{name}` must be above 0 and at most {most}, and is {value}"))
            }
            other => Ok(other),
        };
        let memory_bytes = match self.memory_mib {
            Some(mib) if !(64..=65_536).contains(&mib) => {
                return Err(format!("`memory_mib` must be from 64 to 65536, and is {mib}"));
            }
            mib => mib.map(|mib| mib << 20),
        };
        Ok(TaskLimits {
            multiple: within("time_multiple", self.time_multiple, 1000.0)?,
            floor_seconds: within("time_floor_seconds", self.time_floor_seconds, 3600.0)?,
            memory_bytes,
        })
    }
}

/// Reads one of the files. A key that is not known is an error, with its line.
pub(super) fn parse<'a, T: Deserialize<'a>>(path: &Path, text: &'a str) -> Result<T, BenchmarkError> {
    let document = toml::Deserializer::parse(text).and_then(T::deserialize);
    document.map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text.as_bytes(), span.start));
        // The message may quote the file.
        let problem: String = error.message().chars().take(300).collect();
        BenchmarkError::task(path, line, problem)
    })
}

/// The JSON Schemas of a benchmark's files, by the name of the file that publishes them below `docs/schema`.
#[must_use]
pub fn schemas() -> Vec<(&'static str, String)> {
    // Indented JSON, whose keys schemars orders itself; a schema has no value that JSON lacks.
    vec![
        ("benchmark.schema.json", format!("{:#}\n", schema_for!(BenchmarkFile).to_value())),
        ("cases.schema.json", format!("{:#}\n", schema_for!(CasesFile).to_value())),
        ("task.schema.json", format!("{:#}\n", schema_for!(TaskFile).to_value())),
    ]
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Write the files again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-benchmark schema`.
    #[test]
    fn schemas_match_the_published_files() {
        for (name, schema) in schemas() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
            if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
                fs::write(&path, &schema).unwrap();
            }
            let published = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                published == schema,
                "{name} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-benchmark schema"
            );
        }
    }

    #[test]
    fn schemas_name_every_key_and_allow_no_other() {
        for (name, schema) in schemas() {
            let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
            assert_eq!(schema["additionalProperties"], serde_json::json!(false), "{name}");
            assert!(!schema["required"].as_array().unwrap().is_empty(), "{name}");
        }
    }
}
