//! Performance rows: who takes longer, who needs more memory (DESIGN.md, decision 7).
//!
//! Only correct samples are measured, so a row is about the tasks that both models solve. The unit is the task: the
//! repetitions of a sample become their median, the samples of a side theirs, and a task has one *ratio*, the candidate's
//! median ÷ the baseline's. Above 1 the candidate is worse. Everything is computed on logarithms of ratios, so that twice as
//! long and half as long are equally far from 1, and exchanging the sides inverts every ratio and verdict.
//!
//! - [`task`]: which tasks changed (Mann-Whitney U, corrected within the measure by Benjamini-Hochberg).
//! - [`row`]: what that comes to over tasks (geometric mean, bootstrap, Wilcoxon), corrected by Holm over the
//!   performance rows of a report, apart from the rate rows: asking for one measure more never moves a rate row's verdict.

mod comparison;
mod input;
mod row;
mod task;
#[cfg(test)]
mod tests;

pub use comparison::{
    MeasuredSide, PerformanceRow, PerformanceTasks, TaskPerformance, TaskState, TaskVerdict,
};
pub use input::{Measure, MeasureInput, MeasuredSides, MeasuredTask};

use crate::input::{Input, Settings};

/// The least ratio that matters, of a task and of a row: five per cent more, or that much less.
pub const LEAST_RATIO: f64 = 1.05;

/// Fewer measured samples on a side than this are too few to compare a task (DESIGN.md, decision 6).
pub const LEAST_SAMPLES: usize = 5;

/// The rows of all measures, corrected together, and every task's figures.
pub(crate) fn rows(input: &Input, settings: &Settings) -> (Vec<PerformanceRow>, Vec<PerformanceTasks>) {
    let compared: Vec<Vec<task::Compared>> =
        input.measures.iter().map(|measure| task::compare_tasks(measure, settings.alpha)).collect();
    let rows = row::rows(input, &compared, settings);
    let told = |(measure, tasks): (&MeasureInput, Vec<task::Compared>)| PerformanceTasks {
        check: measure.measure,
        tasks: tasks.into_iter().map(|task| task.told).collect(),
    };
    (rows, input.measures.iter().zip(compared).map(told).collect())
}
