//! `task.json` and `benchmark.json` as types, and their published schemas.

use std::path::Path;
use std::sync::Arc;

use assay_types::{
    Category, Confidentiality, Digest, MaintenanceTask, OracleStrength, Runner, TaskEnvironment, TaskId,
    TestId,
};
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::BenchmarkError;

/// The version of both forms. A change that a former reader would misread raises it.
pub(super) const SCHEMA_VERSION: u32 = 1;

/// What a maintenance task is, but for its texts and files. Its id is made of all else that stands here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "task.json of a maintenance task")]
pub(super) struct TaskFile {
    /// The version of this form: 1.
    pub(super) schema_version: u32,
    /// The task's name and its folder's: the repository's name and the first 32 digits of the SHA-256 of what stands here.
    pub(super) id: String,
    /// Where the repository is known, such as `tkem/cachetools`.
    pub(super) repository: String,
    /// The commit that a model starts from.
    pub(super) parent: String,
    /// The commit whose change is the reference.
    pub(super) fix: String,
    /// When the parent was committed, in UTC.
    pub(super) parent_committed: String,
    /// When the fix was committed, in UTC.
    pub(super) fix_committed: String,
    /// Which kind of maintenance is asked for.
    pub(super) category: Category,
    /// The SPDX identifier of the repository's licence.
    pub(super) licence: String,
    /// Who runs the tests.
    pub(super) runner: Runner,
    /// What the tests run in; its packages are in `requirements.txt`.
    pub(super) environment: EnvironmentForm,
    /// Tests that fail before the change and pass after it, sorted.
    pub(super) target_tests: Vec<TestId>,
    /// Tests that pass before and after, sorted.
    pub(super) regression_tests: Vec<TestId>,
    /// What the tests can tell of a change that is not whole.
    pub(super) strength: StrengthForm,
    /// The SHA-256 digest of each file beside this one.
    pub(super) files: FileDigests,
}

/// What a task's tests run in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EnvironmentForm {
    /// The digest of the environment's content.
    pub(super) digest: String,
    /// The interpreter's version, such as `3.11.7`.
    pub(super) python: String,
}

/// Of the reference patch with one hunk left out, for each hunk: how often the tests notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StrengthForm {
    /// Hunks that were left out, one at a time.
    pub(super) hunks: u32,
    /// Those without which the tests did not pass.
    pub(super) noticed: u32,
}

/// The SHA-256 digest of each file beside `task.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FileDigests {
    /// Of `statement.md`.
    #[schemars(with = "String")]
    pub(super) statement: Digest,
    /// Of `reference.patch`.
    #[schemars(with = "String")]
    pub(super) reference_patch: Digest,
    /// Of `tests.patch`.
    #[schemars(with = "String")]
    pub(super) test_patch: Digest,
    /// Of `requirements.txt`.
    #[schemars(with = "String")]
    pub(super) requirements: Digest,
    /// Of `repository.tar`.
    #[schemars(with = "String")]
    pub(super) repository: Digest,
}

/// The texts that have files of their own.
pub(super) struct Texts {
    pub(super) statement: Arc<str>,
    pub(super) reference_patch: Arc<str>,
    pub(super) test_patch: Arc<str>,
    pub(super) requirements: Arc<str>,
}

impl TaskFile {
    /// The form of a task whose files are in this archive.
    pub(super) fn of(task: &MaintenanceTask, archive: &[u8]) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            id: task.id.to_string(),
            repository: task.repository.clone(),
            parent: task.parent.clone(),
            fix: task.fix.clone(),
            parent_committed: task.parent_committed.clone(),
            fix_committed: task.fix_committed.clone(),
            category: task.category,
            licence: task.licence.clone(),
            runner: task.runner,
            environment: EnvironmentForm {
                digest: task.environment.digest.clone(),
                python: task.environment.python.clone(),
            },
            target_tests: task.target_tests.clone(),
            regression_tests: task.regression_tests.clone(),
            strength: StrengthForm { hunks: task.strength.hunks, noticed: task.strength.noticed },
            files: FileDigests {
                statement: Digest::of(task.statement.as_bytes()),
                reference_patch: Digest::of(task.reference_patch.as_bytes()),
                test_patch: Digest::of(task.test_patch.as_bytes()),
                requirements: Digest::of(task.environment.lock.as_bytes()),
                repository: Digest::of(archive),
            },
        }
    }

    /// The task.
    pub(super) fn into_task(self, id: TaskId, texts: Texts) -> MaintenanceTask {
        MaintenanceTask {
            id,
            repository: self.repository,
            parent: self.parent,
            fix: self.fix,
            parent_committed: self.parent_committed,
            fix_committed: self.fix_committed,
            category: self.category,
            licence: self.licence,
            statement: texts.statement,
            environment: TaskEnvironment {
                digest: self.environment.digest,
                python: self.environment.python,
                lock: texts.requirements,
            },
            runner: self.runner,
            target_tests: self.target_tests,
            regression_tests: self.regression_tests,
            reference_patch: texts.reference_patch,
            test_patch: texts.test_patch,
            strength: OracleStrength { hunks: self.strength.hunks, noticed: self.strength.noticed },
        }
    }
}

/// `benchmark.json`: the tasks of a benchmark, each in a folder of its name below `tasks`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "benchmark.json of maintenance tasks")]
pub(super) struct BenchmarkFile {
    /// The version of this form: 1.
    pub(super) schema_version: u32,
    /// The benchmark's name, as reports show it.
    pub(super) name: String,
    /// Its version: another one whenever a task changes.
    pub(super) version: String,
    /// Who may see its tasks.
    #[schemars(with = "ConfidentialityForm")]
    pub(super) confidentiality: Confidentiality,
    /// The ids of its tasks, in its order.
    pub(super) tasks: Vec<String>,
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

/// The one field that forms of all versions have.
#[derive(Deserialize)]
struct Versioned {
    schema_version: u32,
}

/// Reads one of the forms, strictly: UTF-8, no key twice, none that is not known, no later version.
pub(super) fn parse<Form: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<Form, BenchmarkError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        BenchmarkError::task(path, line as u64, "not UTF-8: write this file as UTF-8")
    })?;
    let wrong = |error: &serde_json::Error| {
        // The message may quote the file.
        let problem: String = error.to_string().chars().take(300).collect();
        BenchmarkError::task(path, error.line().max(1) as u64, problem)
    };
    let version = serde_json::from_str::<Versioned>(text).map_err(|error| wrong(&error))?.schema_version;
    if version != SCHEMA_VERSION {
        let problem =
            format!("schema_version {version} is not one that this assay reads (it reads {SCHEMA_VERSION})");
        return Err(BenchmarkError::file(path, problem));
    }
    serde_json::from_str(text).map_err(|error| wrong(&error))
}

/// One of the forms as text, with a final line feed.
pub(super) fn text<Form: Serialize>(form: &Form) -> Result<Vec<u8>, serde_json::Error> {
    let mut bytes = serde_json::to_vec_pretty(form)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The JSON Schemas of the two forms, by the name of the file that publishes them below `docs/schema`.
#[must_use]
pub fn schemas() -> [(&'static str, String); 2] {
    [
        ("maintenance-benchmark.schema.json", format!("{:#}\n", schema_for!(BenchmarkFile).to_value())),
        ("maintenance-task.schema.json", format!("{:#}\n", schema_for!(TaskFile).to_value())),
    ]
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Write the files again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-benchmark schema`.
    #[test]
    fn the_schemas_of_maintenance_tasks_match_the_published_files() {
        for (name, schema) in schemas() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
            if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
                fs::write(&path, &schema).unwrap();
            }
            assert!(
                fs::read_to_string(&path).unwrap_or_default() == schema,
                "{name} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-benchmark schema"
            );
        }
    }
}
