//! What an analysis says. Serialised as parts of `report.json`, whose names are a contract (DESIGN.md).

use assay_types::{Aspect, OutcomeCounts, TaskId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::performance::{PerformanceRow, PerformanceTasks};

/// Baseline against candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// One verdict per check that flags samples.
    pub rows: Vec<Row>,
    /// One verdict per measure.
    pub performance: Vec<PerformanceRow>,
    /// Tasks that the baseline mostly solves and the candidate mostly does not.
    pub tasks_lost: Vec<TaskChange>,
    /// The reverse.
    pub tasks_gained: Vec<TaskChange>,
    /// How many samples came to each outcome.
    pub outcomes: SideOutcomes,
    /// Every task's shares, in the benchmark's order.
    pub tasks: Vec<TaskRates>,
    /// Every task's figures of each measure.
    pub performance_tasks: Vec<PerformanceTasks>,
}

/// What a row comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The candidate is worse, by at least the margin, and not by chance.
    Regression,
    /// The candidate is better, by at least the margin, and not by chance.
    Improvement,
    /// Any difference is smaller than the margin.
    NoDifference,
    /// These samples cannot tell.
    Inconclusive,
}

/// How often a check flags a side's samples.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rate {
    /// Mean number of flagged samples per repetition, as in the paper: a sample that is not judged is not flagged.
    pub count: f64,
    /// Mean share of flagged samples among the judged ones per task, from 0 to 1.
    pub rate: f64,
    /// Flagged samples of the tasks that count; 0 also in reports of versions that did not count them, as below.
    #[serde(default)]
    pub flagged: u64,
    /// Judged samples of the tasks that count.
    #[serde(default)]
    pub judged: u64,
    /// Samples of all tasks that the check says nothing about, such as code that does not parse.
    #[serde(default)]
    pub not_judged: u64,
}

/// One check's verdict. Differences, interval, margin and smallest detectable difference are in percentage points;
/// positive means that the candidate improves (is flagged less).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// What the check is about.
    pub aspect: Aspect,
    /// The check's name.
    pub check: String,
    /// The category of maintenance, for maintenance tasks; in a breakdown the part of the tasks, such as
    /// `difficulty: hard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The baseline's rate.
    pub baseline: Rate,
    /// The candidate's rate.
    pub candidate: Rate,
    /// Tasks that count: both models have a judged sample.
    pub tasks: u64,
    /// Mean over tasks of baseline share minus candidate share.
    pub difference_percent: f64,
    /// The paper's: 100 × (baseline count − candidate count) ÷ tasks of the benchmark.
    pub difference_percent_paper: f64,
    /// 95 % BCa bootstrap interval of `difference_percent` over tasks.
    pub interval: [f64; 2],
    /// 90 % interval: inside ±margin means no difference.
    pub interval_90: [f64; 2],
    /// Two-sided sign-flip test over tasks.
    pub p_value: f64,
    /// The same, corrected for all rate rows of the report (Holm).
    pub p_corrected: f64,
    /// Cohen's h of the two rates.
    pub effect: f64,
    /// The least difference that matters.
    pub margin: f64,
    /// The smallest difference these samples could have shown with 80 % power; null where all tasks differ equally.
    pub smallest_detectable: Option<f64>,
    /// Share of the tasks whose samples run in the tests' own process, where a forged verdict is harder to rule out.
    pub shared_mode_share: f64,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, in a sentence.
    pub reason: String,
}

/// A task whose majority changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskChange {
    /// The task.
    #[schemars(with = "String")]
    pub id: TaskId,
    /// The baseline's share of passing samples.
    pub baseline: f64,
    /// The candidate's share of passing samples.
    pub candidate: f64,
}

/// A task's shares on both sides; null where a side has no judged sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskRates {
    /// The task.
    #[schemars(with = "String")]
    pub id: TaskId,
    /// The baseline's share of passing samples.
    pub baseline: Option<f64>,
    /// The candidate's share of passing samples.
    pub candidate: Option<f64>,
    /// The baseline's judged samples; 0 also in reports of versions that did not count them.
    #[serde(default)]
    pub baseline_judged: u32,
    /// The candidate's judged samples; 0 also in reports of versions that did not count them.
    #[serde(default)]
    pub candidate_judged: u32,
}

/// Outcomes of both sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideOutcomes {
    /// The baseline's.
    pub baseline: OutcomeCounts,
    /// The candidate's.
    pub candidate: OutcomeCounts,
}
