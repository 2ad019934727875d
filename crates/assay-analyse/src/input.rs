//! What an analysis is made from.

use assay_types::{Outcome, TaskId};

/// Both models' outcomes, task by task.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// In the benchmark's order. Tasks that give no score here are not among them.
    pub tasks: Vec<TaskFindings>,
    /// Tasks of the whole benchmark: what the paper's percentage divides by.
    pub benchmark_tasks: u64,
}

/// What became of a task's samples on both sides.
#[derive(Debug, Clone)]
pub struct TaskFindings {
    /// The task.
    pub task: TaskId,
    /// Whether its tests run in the sample's own process.
    pub shared_mode: bool,
    /// The baseline's samples, in any order.
    pub baseline: Vec<Outcome>,
    /// The candidate's samples, in any order.
    pub candidate: Vec<Outcome>,
}

/// The knobs of the verdict rule.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Seed of the bootstrap and of the sign-flip test's fallback.
    pub seed: u64,
    /// The least difference that matters, as a share (0.03 is three points).
    pub margin: f64,
    /// The level of significance, before correction.
    pub alpha: f64,
    /// Share of a side's samples that may be missing or lost to our own faults.
    pub tolerated_loss: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seed: 0, margin: 0.03, alpha: 0.05, tolerated_loss: 0.01 }
    }
}
