//! What performance rows are made from.

use assay_types::TaskId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is measured of a correct sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The time of its own calls, in seconds.
    ExecutionTime,
    /// The highest memory that it holds at once in a call, in bytes.
    MemoryUsage,
}

impl Measure {
    /// All of them, in the order of a report's rows.
    pub const ALL: [Self; 2] = [Self::ExecutionTime, Self::MemoryUsage];

    /// The name of its row, as in the paper.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ExecutionTime => "execution_time",
            Self::MemoryUsage => "memory_usage",
        }
    }
}

/// One measure of both models' samples, task by task.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasureInput {
    /// What was measured.
    pub measure: Measure,
    /// The least value that can be told from none, in the measure's unit. Smaller values count as this much.
    pub resolution: f64,
    /// Standard deviation ÷ mean of repeated measurements of one fixed piece of work, each in a fresh process.
    pub noise: f64,
    /// The tasks that give a score here, in the benchmark's order.
    pub tasks: Vec<MeasuredTask>,
}

/// A task's measurements.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredTask {
    /// The task.
    pub task: TaskId,
    /// Whether the whole test was measured, because tests and sample share a process.
    pub whole_test: bool,
    /// What was measured of it.
    pub sides: MeasuredSides,
}

/// Both sides of a task.
#[derive(Debug, Clone, PartialEq)]
pub enum MeasuredSides {
    /// The two models answered with the same programs, equally often: nothing needs to be measured.
    Equal,
    /// For each correct sample that could be measured its repetitions, in the measure's unit.
    Samples {
        /// The baseline's.
        baseline: Vec<Vec<f64>>,
        /// The candidate's.
        candidate: Vec<Vec<f64>>,
    },
}

impl MeasuredSides {
    /// Nothing to measure on either side.
    #[must_use]
    pub fn none() -> Self {
        Self::Samples { baseline: Vec::new(), candidate: Vec::new() }
    }
}
