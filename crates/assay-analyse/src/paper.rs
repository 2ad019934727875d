//! The paper's own procedure (`ReCatcher`, 4.2.3 and Table 1), beside ours and without any say in a verdict.
//!
//! Rate rows: 100 × (mean count of the baseline − mean count of the candidate) ÷ tasks of the benchmark, a count being the
//! flagged samples of one repetition. Any value but 0 is read as a change: there is no test and no interval.
//!
//! Performance rows: all runs of all correct samples of a task are pooled as if they were independent values; a two-sided
//! Mann-Whitney U test with p < .05 makes the task improved or regressed, whichever way the means lie, as in the authors'
//! program. There is no correction for the number of tasks and no least effect. Both counts are divided by the tasks of the
//! benchmark.

use assay_stats::{Alternative, RankMethod, Refusal, mann_whitney};
use assay_types::Aspect;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::comparison::Row;
use crate::performance::{Measure, MeasureInput, MeasuredSides, MeasuredTask};
use crate::rate::tidy;

/// The level of its test, uncorrected.
const LEVEL: f64 = 0.05;

/// A sample of at most so many values, without ties, is tested exactly, as by `scipy.stats.mannwhitneyu` unless told
/// otherwise.
const EXACT_UP_TO: usize = 8;

/// One comparison by the paper's procedure: a column of its Table 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PaperComparison {
    /// Tasks of the benchmark: what every percentage divides by.
    pub benchmark_tasks: u64,
    /// The rate rows, in the report's order.
    pub rates: Vec<PaperRate>,
    /// The performance rows; none where nothing was measured.
    pub performance: Vec<PaperPerformance>,
}

/// A rate row by the paper's procedure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PaperRate {
    /// The row's aspect.
    pub aspect: Aspect,
    /// The check's name.
    pub check: String,
    /// Mean number of the baseline's flagged samples per repetition.
    pub baseline_count: f64,
    /// Mean number of the candidate's.
    pub candidate_count: f64,
    /// Their difference ÷ `benchmark_tasks`, in per cent; positive: an improvement.
    pub percent: f64,
}

/// A performance row by the paper's procedure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PaperPerformance {
    /// What was measured.
    pub measure: Measure,
    /// Tasks of which both sides have a correct sample that could be measured.
    pub tasks_compared: u64,
    /// Of those, the tasks in which the candidate needs significantly less.
    pub tasks_improved: u64,
    /// Of those, the tasks in which it needs significantly more.
    pub tasks_regressed: u64,
    /// `tasks_improved` ÷ `benchmark_tasks`, in per cent.
    pub improvement_percent: f64,
    /// `tasks_regressed` ÷ `benchmark_tasks`, in per cent.
    pub regression_percent: f64,
}

/// A comparison by the paper's procedure: its rate rows as a report has them, and the measurements of each performance row.
#[must_use]
pub fn paper(rows: &[Row], measures: &[MeasureInput], benchmark_tasks: u64) -> PaperComparison {
    let rates = rows.iter().map(|row| PaperRate {
        aspect: row.aspect,
        check: row.check.clone(),
        baseline_count: row.baseline.count,
        candidate_count: row.candidate.count,
        percent: row.difference_percent_paper,
    });
    PaperComparison {
        benchmark_tasks,
        rates: rates.collect(),
        performance: measures.iter().map(|input| performance(input, benchmark_tasks)).collect(),
    }
}

/// The paper's percentage of the mean counts of flagged samples per repetition; 0 for a benchmark without tasks.
pub(crate) fn percent([baseline, candidate]: [f64; 2], benchmark_tasks: u64) -> f64 {
    if benchmark_tasks == 0 { 0.0 } else { 100.0 * (baseline - candidate) / benchmark_tasks as f64 }
}

fn performance(input: &MeasureInput, benchmark_tasks: u64) -> PaperPerformance {
    let changes: Vec<Change> = input.tasks.iter().filter_map(change).collect();
    let count = |wanted| changes.iter().filter(|change| **change == wanted).count();
    let (improved, regressed) = (count(Change::Improved), count(Change::Regressed));
    let percent = |tasks: usize| tidy(percent([tasks as f64, 0.0], benchmark_tasks));
    PaperPerformance {
        measure: input.measure,
        tasks_compared: changes.len() as u64,
        tasks_improved: improved as u64,
        tasks_regressed: regressed as u64,
        improvement_percent: percent(improved),
        regression_percent: percent(regressed),
    }
}

/// What the paper's test says of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Improved,
    Regressed,
    Neither,
}

/// Nothing where a side has no value. Tasks that both models answer with the same programs are compared and show no change.
fn change(task: &MeasuredTask) -> Option<Change> {
    let MeasuredSides::Samples { baseline, candidate } = &task.sides else { return Some(Change::Neither) };
    let [baseline, candidate] = [baseline, candidate].map(|samples| samples.concat());
    let p_value = p_value(&baseline, &candidate).ok()?;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let saved = mean(&baseline) - mean(&candidate);
    Some(match () {
        () if p_value >= LEVEL => Change::Neither,
        () if saved > 0.0 => Change::Improved,
        () if saved < 0.0 => Change::Regressed,
        () => Change::Neither,
    })
}

/// Two-sided, by the method that `SciPy` chooses by itself.
fn p_value(first: &[f64], second: &[f64]) -> Result<f64, Refusal> {
    let mut pooled = [first, second].concat();
    pooled.sort_by(f64::total_cmp);
    let ties = pooled.windows(2).any(|pair| pair[0] >= pair[1]);
    let small = first.len().min(second.len()) <= EXACT_UP_TO;
    let test = |method| mann_whitney(first, second, Alternative::TwoSided, method).map(|test| test.p_value);
    if small && !ties {
        match test(RankMethod::Exact) {
            Err(Refusal::TooLarge) => {}
            found => return found,
        }
    }
    test(RankMethod::AsymptoticWithContinuity)
}

#[cfg(test)]
mod tests;
