//! `report.json`: the one document from which every other format is drawn. Its names are a contract (DESIGN.md).
//!
//! It holds no clock and nothing of the run that made it, so that a resumed run's document is byte-identical to an
//! unbroken one.

use std::collections::BTreeMap;

use assay_analyse::{
    Complexity, PaperComparison, PassAtK, PerformanceTasks, Row, RunnableCorrectness, SelfCheck, ShareBin,
    SideOutcomes, TaskRates,
};
use assay_types::{Digest, TaskId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::extraction::ExtractionAlternative;
use crate::flagged::{FlaggedRow, StaticSummary};
use crate::measuring::MeasuringSummary;
use crate::protocol::ProtocolSummary;
use crate::rows::Rows;

/// The version of the document's form. Raised whenever a reader of the former one would misread it.
pub const SCHEMA_VERSION: u32 = 1;

/// A whole report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// [`SCHEMA_VERSION`] of the assay that wrote it.
    pub schema_version: u32,
    /// The version of assay that wrote it.
    pub assay_version: String,
    /// The command line, as given.
    pub command: Vec<String>,
    /// What was asked of the models.
    pub benchmark: BenchmarkSummary,
    /// What the samples ran in.
    pub environment: EnvironmentSummary,
    /// Seed of everything random in the analysis.
    pub seed: u64,
    /// The model in use.
    pub baseline: SideSummary,
    /// The model that may replace it.
    pub candidate: SideSummary,
    /// How the models were asked; not where both sides' samples came from files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<ProtocolSummary>,
    /// What a reader should know before believing the rest.
    pub warnings: Vec<Warning>,
    /// The first row's verdict, were answers read by other rules.
    #[serde(default)]
    pub extraction: Vec<ExtractionAlternative>,
    /// How code was read; not in reports without static rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub static_analysis: Option<StaticSummary>,
    /// One verdict per check.
    pub rows: Rows,
    /// Correctness among code that parses and whose names resolve, a figure beside `incorrect_code`; not where no test ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runnable_correctness: Option<RunnableCorrectness>,
    /// The chance that at least one of k samples passes; not where no test ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pass_at_k: Vec<PassAtK>,
    /// Tasks that the baseline mostly solves and the candidate mostly does not.
    pub tasks_lost: Vec<ChangedTask>,
    /// The reverse.
    pub tasks_gained: Vec<ChangedTask>,
    /// Tasks that give no score here, because their own reference solution does not pass.
    pub tasks_without_score: Vec<TaskWithoutScore>,
    /// How many samples came to each outcome.
    pub outcomes: SideOutcomes,
    /// Every task's shares of passing samples, in the benchmark's order.
    pub tasks: Vec<TaskRates>,
    /// How many tasks have which share of passing samples; not in reports of versions that did not count them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub share_distribution: Vec<ShareBin>,
    /// How time and memory were measured; not in reports without performance rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measuring: Option<MeasuringSummary>,
    /// The figures behind the performance rows, task by task.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub performance_tasks: Vec<PerformanceTasks>,
    /// The samples behind the static rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flagged: Vec<FlaggedRow>,
    /// Cyclomatic complexity and maintainability index of both sides (`--complexity`): no part of any verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complexity: Option<Complexity>,
    /// Rows for parts of the tasks (`--by`), corrected among themselves: they never move a verdict of `rows`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakdown: Vec<Row>,
    /// How often the verdict rule told each model from itself (`--self-check`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_check: Option<SelfCheck>,
    /// The comparison by the paper's own procedure, which has no say in any verdict (`--paper`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<PaperComparison>,
}

/// The benchmark of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BenchmarkSummary {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Digest of its content.
    #[schemars(with = "String")]
    pub sha256: Digest,
    /// Number of its tasks.
    pub tasks: u64,
}

/// What the samples ran in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EnvironmentSummary {
    /// Version of the Python interpreter.
    pub python: String,
    /// Digest of the environment's content.
    pub digest: String,
    /// The sandbox engine.
    pub engine: String,
    /// Isolation controls that were tried and found in force.
    pub controls: Vec<String>,
    /// Version of the judging code.
    pub judge: String,
    /// CPU limit ÷ the reference's CPU time, and the least CPU limit in seconds.
    pub limits: LimitSummary,
}

/// The rule that limits follow.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LimitSummary {
    /// CPU limit ÷ the reference solution's CPU time.
    pub multiple: f64,
    /// Least CPU limit, in seconds.
    pub floor_seconds: f64,
    /// Wall limit ÷ CPU limit.
    pub wall_multiple: f64,
    /// Private memory of a process, in bytes.
    pub memory_bytes: u64,
}

/// One side's samples.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideSummary {
    /// The model's name.
    pub name: String,
    /// Number of samples.
    pub samples: u64,
    /// Those of them that cannot be read as they should be (`--keep-going`).
    #[serde(default)]
    pub refused: u64,
    /// Lines of the samples file that belong to no known task and are not judged (`--keep-going`).
    #[serde(default)]
    pub lines_not_judged: u64,
    /// Digest of the samples file.
    #[schemars(with = "String")]
    pub sha256: Digest,
    /// Extraction rules that turned answers into judged modules, and how often each fired.
    pub extraction_rules: BTreeMap<String, u64>,
}

/// Something to know before believing the rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// A stable word for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

/// A task whose majority changed, with an example of each side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChangedTask {
    /// The task.
    #[schemars(with = "String")]
    pub id: TaskId,
    /// The baseline's share of passing samples.
    pub baseline: f64,
    /// The candidate's share of passing samples.
    pub candidate: f64,
    /// What the models were asked.
    pub prompt: String,
    /// A sample of the baseline's majority.
    pub baseline_example: Option<Example>,
    /// A sample of the candidate's majority.
    pub candidate_example: Option<Example>,
}

/// One judged sample. All its text is untrusted: escape it where it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Example {
    /// Its place among the model's samples of the task, from 0.
    pub repetition: u32,
    /// What became of it.
    pub outcome: String,
    /// The judged module.
    pub code: String,
    /// The extraction rule that made it.
    pub rule: String,
    /// Why it failed.
    pub evidence: Option<String>,
    /// The line that the evidence is about: of the tests for a wrong answer, else of `code`.
    pub line: Option<u32>,
}

/// A task that gives no score here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskWithoutScore {
    /// The task.
    #[schemars(with = "String")]
    pub id: TaskId,
    /// What became of its reference solution.
    pub reason: String,
}
