//! The paper's Analyzer: findings of a baseline and a candidate over the same tasks in, a [`Comparison`] out.
//!
//! The verdict rule is DESIGN.md's decision 7, whole, in `rate`; the numbers behind it are assay-stats'. Tasks are
//! the unit of every interval and test: repetitions of a task are averaged first, so they may come in any order.
#![forbid(unsafe_code)]

mod breakdown;
mod comparison;
mod complexity;
mod distribution;
mod input;
mod performance;
mod plan;
mod rate;
mod share;
mod tasks;

pub use assay_types::Aspect;
pub use breakdown::{Part, breakdown};
pub use comparison::{Comparison, Rate, Row, SideOutcomes, TaskChange, TaskRates, Verdict};
pub use complexity::{
    CodeMetric, CodeMetrics, Complexity, MetricComparison, PairedSamples, SignedRankMethod, complexity,
};
pub use distribution::{ShareBin, distribution};
pub use input::{INCORRECT_CODE, Input, RateCheck, Settings, SideFindings, Tally, TaskFindings};
pub use performance::{Measure, MeasureInput, MeasuredSides, MeasuredTask};
pub use plan::{Plan, PlanSettings, Planned, Spread, plan, spread_of_run};
pub use share::{MeanShare, mean_pass_share};

/// Compares the two sides.
#[must_use]
pub fn compare(input: &Input, settings: &Settings) -> Comparison {
    let outcomes = |side: fn(&TaskFindings) -> &SideFindings| {
        let mut counts = assay_types::OutcomeCounts::default();
        input.tasks.iter().flat_map(|task| &side(task).outcomes).for_each(|outcome| counts.add(outcome));
        counts
    };
    let tasks = tasks::rates(input);
    let (tasks_lost, tasks_gained) = tasks::changes(&tasks);
    Comparison {
        rows: rate::rows(input, settings),
        tasks_lost,
        tasks_gained,
        outcomes: SideOutcomes {
            baseline: outcomes(|task| &task.baseline),
            candidate: outcomes(|task| &task.candidate),
        },
        tasks,
    }
}
