//! Comparisons of two models whose true ratio is known.
//!
//! A task has a typical time, and a ratio of its own around the true one; a sample has a time of its own around the task's
//! (models answer one task with different programs), and a repetition measures that with noise. All are log-normal.

use assay_analyse::{
    Input, Measure, MeasureInput, MeasuredSides, MeasuredTask, PerformanceRow, Settings, TaskVerdict,
    Verdict, compare,
};
use assay_stats::{RandomSource, normal_quantile};
use assay_types::TaskId;

/// What is compared. Spreads are standard deviations of logarithms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scenario {
    /// Its name.
    pub(crate) name: &'static str,
    /// Tasks of the benchmark.
    pub(crate) tasks: usize,
    /// Share of them that both models answer with the same programs.
    pub(crate) equal: f64,
    /// Samples of a task and side.
    pub(crate) samples: usize,
    /// Spread of the tasks' own ratios.
    pub(crate) between: f64,
    /// Spread of a task's samples.
    pub(crate) within: f64,
    /// Noise of a repetition, of which there are three.
    pub(crate) noise: f64,
}

/// How often what was said.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Found {
    /// Share of comparisons whose row of time is a regression.
    pub(crate) regressions: f64,
    /// Share whose row is an improvement.
    pub(crate) improvements: f64,
    /// Share whose row is no difference.
    pub(crate) no_difference: f64,
    /// Share whose 95 % interval holds the true ratio.
    pub(crate) covered: f64,
    /// Mean, on logarithms, of the smallest detectable ratio that the rows print.
    pub(crate) detectable: f64,
    /// Share of comparisons in which any task is said to have changed.
    pub(crate) with_a_changed_task: f64,
}

/// Makes so many comparisons with a true ratio over all tasks. Memory is compared beside time and never differs.
pub(crate) fn simulate(scenario: &Scenario, ratio: f64, comparisons: u32, seed: u64) -> Found {
    let mut source = RandomSource::new(seed, &format!("{} {ratio}", scenario.name));
    let mut found = Found::default();
    let each = 1.0 / f64::from(comparisons);
    for comparison in 0..comparisons {
        let measures = vec![
            measure(scenario, Measure::ExecutionTime, ratio, &mut source),
            measure(scenario, Measure::MemoryUsage, 1.0, &mut source),
        ];
        let input = Input { benchmark_tasks: scenario.tasks as u64, measures, ..Input::default() };
        let comparison = compare(&input, &Settings { seed: comparison.into(), ..Settings::default() });
        let row = &comparison.performance[0];
        found.count(row, ratio, each);
        let changed = |verdict| matches!(verdict, Some(TaskVerdict::Improved | TaskVerdict::Regressed));
        let any = comparison.performance_tasks[0].tasks.iter().any(|task| changed(task.verdict));
        found.with_a_changed_task += each * f64::from(u8::from(any));
    }
    found.detectable = found.detectable.exp();
    found
}

impl Found {
    fn count(&mut self, row: &PerformanceRow, ratio: f64, each: f64) {
        let told = |verdict| each * f64::from(u8::from(row.verdict == verdict));
        self.regressions += told(Verdict::Regression);
        self.improvements += told(Verdict::Improvement);
        self.no_difference += told(Verdict::NoDifference);
        let [low, _, high] = row.ratio.unwrap_or_default();
        self.covered += each * f64::from(u8::from(low <= ratio && ratio <= high));
        self.detectable += each * row.smallest_detectable.unwrap_or(1.0).ln();
    }
}

/// A number from a normal distribution.
fn normal(source: &mut RandomSource) -> f64 {
    normal_quantile(((source.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64)
}

fn measure(scenario: &Scenario, measure: Measure, ratio: f64, source: &mut RandomSource) -> MeasureInput {
    let equal = (scenario.equal * scenario.tasks as f64).round();
    // The ratio is that over all tasks, and those that are equal have none of it.
    let of_others = ratio.ln() * scenario.tasks as f64 / (scenario.tasks as f64 - equal);
    let mut tasks = Vec::with_capacity(scenario.tasks);
    for place in 0..scenario.tasks {
        let sides = if (place as f64) < equal {
            MeasuredSides::Equal
        } else {
            let typical = -7.0 + 2.0 * normal(source);
            let changed = typical + of_others + scenario.between * normal(source);
            let baseline = side(scenario, typical, source);
            MeasuredSides::Samples { baseline, candidate: side(scenario, changed, source) }
        };
        #[expect(clippy::expect_used, reason = "an id of letters and digits")]
        let task = TaskId::new(&format!("task{place}")).expect("an id");
        tasks.push(MeasuredTask { task, whole_test: false, sides });
    }
    MeasureInput { measure, resolution: 1e-9, noise: scenario.noise, tasks }
}

fn side(scenario: &Scenario, typical: f64, source: &mut RandomSource) -> Vec<Vec<f64>> {
    let mut sample = || {
        let own = typical + scenario.within * normal(source);
        (0..3).map(|_| (own + scenario.noise * normal(source)).exp()).collect()
    };
    (0..scenario.samples).map(|_| sample()).collect()
}
