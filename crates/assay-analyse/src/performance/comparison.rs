//! What an analysis says of performance. Serialised as parts of `report.json`, whose names are a contract (DESIGN.md).

use assay_types::{Aspect, TaskId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Measure;
use crate::comparison::Verdict;

/// One measure's verdict. Ratios are candidate ÷ baseline: above 1 the candidate takes longer, or needs more memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PerformanceRow {
    /// Always `performance`.
    pub aspect: Aspect,
    /// What was measured.
    pub check: Measure,
    /// Tasks that count: the compared and the equal ones.
    pub tasks: u64,
    /// Tasks with enough measured samples on both sides.
    pub tasks_compared: u64,
    /// Tasks that both models answered with the same programs, equally often: their ratio is 1 without measuring.
    pub tasks_equal: u64,
    /// Tasks with too few correct samples that could be measured on a side: they count for neither.
    pub tasks_too_few: u64,
    /// Compared tasks that got better: corrected p under the level, and at least the least ratio.
    pub tasks_improved: u64,
    /// Compared tasks that got worse, likewise.
    pub tasks_regressed: u64,
    /// The paper's: 100 × improved tasks ÷ tasks of the benchmark.
    pub improved_percent_paper: f64,
    /// The paper's: 100 × regressed tasks ÷ tasks of the benchmark.
    pub regressed_percent_paper: f64,
    /// Share of the benchmark's tasks that count, from 0 to 1.
    pub compared_share: f64,
    /// Share of the compared tasks of which the whole test was measured, because tests and sample share a process.
    pub whole_test_share: f64,
    /// Low, point, high: the geometric mean of the counting tasks' ratios and its 95 % BCa bootstrap interval over tasks;
    /// null without a task.
    pub ratio: Option<[f64; 3]>,
    /// 90 % interval: inside the margin means no difference; null without a task.
    pub ratio_90: Option<[f64; 2]>,
    /// Two-sided Wilcoxon signed-rank test over the tasks' log ratios.
    pub p_value: f64,
    /// The same, corrected for all performance rows of the report (Holm).
    pub p_corrected: f64,
    /// The least ratio that matters; its inverse bounds the other side.
    pub margin: f64,
    /// The smallest true ratio that these tasks would call a regression with 80 % power; null without spread among tasks.
    pub smallest_detectable: Option<f64>,
    /// The least value that can be told from none, in the measure's unit; smaller values count as this much.
    pub resolution: f64,
    /// Standard deviation ÷ mean of repeated measurements of one fixed piece of work.
    pub noise: f64,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, in a sentence.
    pub reason: String,
}

/// Every task's figures of one measure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PerformanceTasks {
    /// What was measured.
    pub check: Measure,
    /// In the benchmark's order.
    pub tasks: Vec<TaskPerformance>,
}

/// One task's figures. What a state has no figure for is left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskPerformance {
    /// The task.
    #[schemars(with = "String")]
    pub id: TaskId,
    /// Whether it was compared.
    pub state: TaskState,
    /// Whether the whole test was measured, because tests and sample share a process.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole_test: bool,
    /// The candidate's median ÷ the baseline's; 1 of an equal task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// Two-sided Mann-Whitney U test of the samples' medians.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_value: Option<f64>,
    /// The same, corrected for all compared tasks of the measure (Benjamini-Hochberg).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub q_value: Option<f64>,
    /// The smallest true ratio that the task's samples would show with 80 % power, before correction for other tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smallest_detectable: Option<f64>,
    /// What a compared task comes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<TaskVerdict>,
    /// The baseline's samples; not of an equal task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<MeasuredSide>,
    /// The candidate's samples; not of an equal task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate: Option<MeasuredSide>,
}

/// Whether a task was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// Both models answered with the same programs, equally often.
    Equal,
    /// A side has too few measured samples.
    TooFew,
    /// Both sides have enough measured samples.
    Compared,
}

/// What a compared task comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskVerdict {
    /// The candidate needs less, by at least the least ratio, and not by chance.
    Improved,
    /// The candidate needs more, likewise.
    Regressed,
    /// Neither can be said.
    Unchanged,
}

/// One side's measured samples of a task.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MeasuredSide {
    /// Measured samples.
    pub samples: u64,
    /// Least value, lower quartile, median, upper quartile and greatest value of the samples' medians, in the measure's
    /// unit; not without samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub five_numbers: Option<[f64; 5]>,
}
