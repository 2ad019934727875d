//! What the document says of static checks: how code was read, and which samples stand behind a row.

use assay_types::{Aspect, Digest, TaskId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How code was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StaticSummary {
    /// What read it: `assay`, or the tools that it stands for.
    pub engine: String,
    /// Whose reading of the paper's inefficiencies: `default`, `paper` or `authors-code`.
    pub profile: String,
    /// Whose rules for names at module level: `pylint-4` or `pylint-3`.
    pub naming: String,
    /// The grammar by which code parses or does not, as a version of Python.
    pub python: String,
    /// Fewest tokens of a duplicate.
    pub minimum_tokens: u64,
    /// Least ratio of two comments that are alike.
    pub comment_ratio: f64,
    /// Fewest pairs of such comments that are flagged.
    pub comment_pairs: u64,
    /// Checks that were switched off.
    pub off: Vec<String>,
    /// Commands of the user's that judged samples, too, each with a row of its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plugins: Vec<PluginSummary>,
}

/// A command of the user's that judged samples.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PluginSummary {
    /// Its name, and that of its row.
    pub name: String,
    /// What it is about.
    pub aspect: Aspect,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The longest that one run of it could take.
    pub seconds: u64,
    /// The files that it found in its work folder.
    pub files: Vec<PluginFile>,
    /// Digest of the environment that it ran in.
    pub environment: String,
}

/// A file of a plug-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PluginFile {
    /// Its path in the work folder, and below the configuration's folder.
    pub path: String,
    /// Digest of its content.
    #[schemars(with = "String")]
    pub sha256: Digest,
}

/// The samples behind a static row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlaggedRow {
    /// The row's check.
    pub check: String,
    /// Tasks of which a sample is flagged, by name.
    pub tasks: Vec<FlaggedTask>,
    /// Samples of the candidate, of the tasks where it is flagged most beyond the baseline.
    pub examples: Vec<FlaggedExample>,
}

/// A task of which a sample is flagged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlaggedTask {
    /// The task.
    #[schemars(with = "String")]
    pub id: TaskId,
    /// The baseline's samples.
    pub baseline: FlaggedSide,
    /// The candidate's samples.
    pub candidate: FlaggedSide,
}

/// A task's samples on a side.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlaggedSide {
    /// How many are flagged.
    pub flagged: u32,
    /// How many are judged.
    pub judged: u32,
    /// The places of the flagged ones among the model's samples of the task, from 0; the first ten.
    pub samples: Vec<u32>,
}

/// A flagged sample. All its text is untrusted: escape it where it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlaggedExample {
    /// The task.
    #[schemars(with = "String")]
    pub id: TaskId,
    /// Its place among the model's samples of the task, from 0.
    pub repetition: u32,
    /// The judged module.
    pub code: String,
    /// What is flagged in it.
    pub findings: Vec<CodeFinding>,
}

/// A place that a check flags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CodeFinding {
    /// Line of the code, from 1.
    pub line: u64,
    /// The rule.
    pub rule: String,
    /// Pylint's id of the same message, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pylint: Option<String>,
    /// What is wrong there. Untrusted text.
    pub message: String,
}
