//! The paper's Analyzer: findings of a baseline and a candidate over the same tasks in, a [`Comparison`] out.
//!
//! The verdict rule is DESIGN.md's decision 7, whole, in `rate`; the numbers behind it are assay-stats'. Tasks are
//! the unit of every interval and test: repetitions of a task are averaged first, so they may come in any order.
#![forbid(unsafe_code)]

mod breakdown;
mod comparison;
mod complexity;
mod correctness;
mod distribution;
mod input;
mod paper;
mod performance;
mod plan;
mod rate;
mod self_check;
mod share;
mod tasks;

pub use assay_types::Aspect;
pub use breakdown::{Part, breakdown};
pub use comparison::{Comparison, Rate, Row, SideOutcomes, TaskChange, TaskRates, Verdict};
pub use complexity::{
    CodeMetric, CodeMetrics, Complexity, MetricComparison, PairedSamples, SignedRankMethod, complexity,
};
pub use correctness::{
    PassAtK, RunnableCorrectness, RunnableRate, SidePassAtK, pass_at_k, runnable_correctness,
};
pub use distribution::{ShareBin, distribution};
pub use input::{INCORRECT_CODE, Input, RateCheck, Settings, SideFindings, Tally, TaskFindings};
pub use paper::{PaperComparison, PaperPerformance, PaperRate, paper};
pub use performance::{
    LEAST_RATIO, LEAST_SAMPLES, Measure, MeasureInput, MeasuredSide, MeasuredSides, MeasuredTask,
    PerformanceRow, PerformanceTasks, TaskPerformance, TaskState, TaskVerdict,
};
pub use plan::{Plan, PlanSettings, Planned, Spread, plan, spread_of_run};
pub use rate::tidy;
pub use self_check::{
    LEAST_SAMPLES_TO_SPLIT, ModelSamples, ModelSelfCheck, SampledTask, SelfCheck, SelfCheckRow, Split,
    self_check,
};
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
    let (performance, performance_tasks) = performance::rows(input, settings);
    Comparison {
        rows: rate::rows(input, settings),
        performance,
        tasks_lost,
        tasks_gained,
        outcomes: SideOutcomes {
            baseline: outcomes(|task| &task.baseline),
            candidate: outcomes(|task| &task.candidate),
        },
        tasks,
        performance_tasks,
    }
}
