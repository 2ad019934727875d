//! The A/A test: does the verdict rule tell a model from itself?
//!
//! Each model's own samples are split at random, task by task, into two halves, which are compared as a baseline and a
//! candidate are: the same tests, the same correction, the same rule. Whatever that calls a regression or an improvement is
//! a false alarm.
//!
//! Given the samples, exchanging the halves of any task gives a split that is as likely, and that is all the sign-flip test
//! needs: with Holm's correction a split has a false alarm in any row with a chance of at most alpha, however the samples
//! came about. Splits are drawn independently, so their number is at most binomial, and [`SelfCheck::allowed`] is its bound.

use assay_stats::{RandomSource, binomial_bound};
use assay_types::TaskId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::comparison::Verdict;
use crate::input::{Input, RateCheck, Settings, SideFindings, Tally, TaskFindings};
use crate::paper::percent;
use crate::rate::{self, tidy};

/// The fewest samples of a task that can be split: two halves of one sample each have next to no differences to show.
pub const LEAST_SAMPLES_TO_SPLIT: usize = 4;

/// The chance that any of a report's counts of false alarms goes over its bound although the rule holds.
const BOUND_LEVEL: f64 = 0.05;

/// The least percentage that the paper's table does not show as 0.00 %.
const PAPER_NOTHING: f64 = 0.005;

/// One model's samples, one by one.
#[derive(Debug, Clone, Default)]
pub struct ModelSamples {
    /// The checks, in the order of a sample's tallies.
    checks: Vec<RateCheck>,
    tasks: Vec<SampledTask>,
}

/// A task's samples.
#[derive(Debug, Clone)]
pub struct SampledTask {
    /// The task.
    pub task: TaskId,
    /// Whether its tests run in the sample's own process.
    pub shared_mode: bool,
    /// For each sample, what each check says of it alone.
    pub samples: Vec<Vec<Tally>>,
}

impl ModelSamples {
    /// The samples of a model, in any order, by the checks that judged them. Tasks without a sample are left out.
    #[must_use]
    pub fn new(checks: Vec<RateCheck>, mut tasks: Vec<SampledTask>) -> Self {
        tasks.retain(|task| !task.samples.is_empty());
        for task in &mut tasks {
            // Samples of which all checks say the same are the same here, so no order of theirs is left.
            task.samples.sort_unstable();
        }
        Self { checks, tasks }
    }

    /// Splits the samples by the random numbers of that split, and compares the halves. Of an odd number of samples one,
    /// another each time, is in neither half.
    #[must_use]
    pub fn split(&self, number: u64, settings: &Settings) -> Split {
        let mut source = RandomSource::new(settings.seed, &format!("self-check {number}"));
        let tasks: Vec<TaskFindings> = self.tasks.iter().map(|task| self.halves(task, &mut source)).collect();
        let input = Input {
            checks: self.checks.clone(),
            benchmark_tasks: tasks.len() as u64,
            tasks,
            ..Input::default()
        };
        let rows = rate::tested(&input, settings).into_iter().map(|(row, p_corrected)| SplitRow {
            verdict: row.decided(p_corrected, settings).map(|(verdict, _)| verdict),
            difference: row.difference,
            over_margin: row.obstacle().is_none() && row.reaches_margin(settings),
            paper_percent: percent(row.counts(), input.benchmark_tasks),
        });
        Split(rows.collect())
    }

    fn halves(&self, task: &SampledTask, source: &mut RandomSource) -> TaskFindings {
        let mut order: Vec<usize> = (0..task.samples.len()).collect();
        source.shuffle(&mut order);
        let half = order.len() / 2;
        let side = |places: &[usize]| {
            let mut tallies = vec![Tally::default(); self.checks.len()];
            for place in places {
                tallies.iter_mut().zip(&task.samples[*place]).for_each(|(sum, tally)| sum.add(*tally));
            }
            SideFindings { outcomes: Vec::new(), tallies }
        };
        TaskFindings {
            task: task.task.clone(),
            shared_mode: task.shared_mode,
            baseline: side(&order[..half]),
            candidate: side(&order[half..2 * half]),
        }
    }

    /// What so many splits came to, in any order of theirs.
    fn summary(&self, splits: &[Split], allowed: u64) -> ModelSelfCheck {
        let rows = self.checks.iter().enumerate().map(|(place, check)| {
            let of_row = || splits.iter().filter_map(|split| split.0.get(place));
            let count = |holds: &dyn Fn(&SplitRow) -> bool| of_row().filter(|row| holds(row)).count() as u64;
            let largest = of_row().map(|row| row.difference.abs()).fold(0.0, f64::max);
            let regressions = count(&|row| row.verdict == Some(Verdict::Regression));
            let improvements = count(&|row| row.verdict == Some(Verdict::Improvement));
            SelfCheckRow {
                check: check.name.clone(),
                regressions,
                improvements,
                over_margin: count(&|row| row.over_margin),
                paper_changes: count(&|row| row.paper_percent.abs() >= PAPER_NOTHING),
                not_compared: count(&|row| row.verdict == Some(Verdict::Inconclusive)),
                largest_difference_percent: tidy(100.0 * largest),
                more_than_allowed: regressions + improvements > allowed,
            }
        });
        let any = splits.iter().filter(|split| split.0.iter().any(SplitRow::is_false_alarm)).count() as u64;
        ModelSelfCheck {
            tasks: self.tasks.len() as u64,
            samples: self.tasks.iter().map(|task| task.samples.len() as u64).sum(),
            any_row: any,
            more_than_allowed: any > allowed,
            rows: rows.collect(),
        }
    }
}

/// What the rows of one split came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Split(Vec<SplitRow>);

#[derive(Debug, Clone, PartialEq)]
struct SplitRow {
    /// Nothing where the interval would decide, between no difference and inconclusive.
    verdict: Option<Verdict>,
    /// First half less second half, as a share.
    difference: f64,
    over_margin: bool,
    paper_percent: f64,
}

impl SplitRow {
    fn is_false_alarm(&self) -> bool {
        matches!(self.verdict, Some(Verdict::Regression | Verdict::Improvement))
    }
}

/// How often the verdict rule told a model from itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SelfCheck {
    /// Random half-splits of each model's samples.
    pub splits: u64,
    /// The level of significance: the share of splits that may have a false alarm, on average.
    pub alpha: f64,
    /// So many false alarms of one row, or of all rows of a model together, are ordinary. Each count is at most binomial
    /// with `splits` trials and `alpha`; with a chance of 95 % none of the report's counts goes over this (Bonferroni).
    pub allowed: u64,
    /// The baseline against itself.
    pub baseline: ModelSelfCheck,
    /// The candidate against itself.
    pub candidate: ModelSelfCheck,
}

/// One model against itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ModelSelfCheck {
    /// Its tasks that give a score.
    pub tasks: u64,
    /// Its samples of them.
    pub samples: u64,
    /// Splits with a regression or an improvement in any row.
    pub any_row: u64,
    /// Whether that is more than is allowed.
    pub more_than_allowed: bool,
    /// Each rate row.
    pub rows: Vec<SelfCheckRow>,
}

/// One row of a model against itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SelfCheckRow {
    /// The check's name.
    pub check: String,
    /// Splits whose verdict was a regression.
    pub regressions: u64,
    /// Splits whose verdict was an improvement.
    pub improvements: u64,
    /// Splits whose difference was at least the margin, whatever the verdict.
    pub over_margin: u64,
    /// Splits of which the paper's percentage, which it reads as a change whatever it is, is not 0 to its two decimals.
    pub paper_changes: u64,
    /// Splits that could not be compared: too many samples are lost, or no task has a judged sample in both halves.
    pub not_compared: u64,
    /// The largest difference of any split, in percentage points, without its sign.
    pub largest_difference_percent: f64,
    /// Whether there were more false alarms than are allowed.
    pub more_than_allowed: bool,
}

/// Summarises the splits of the baseline and of the candidate, equally many of each.
#[must_use]
pub fn self_check(models: [&ModelSamples; 2], splits: [&[Split]; 2], settings: &Settings) -> SelfCheck {
    let counts: usize = models.iter().map(|model| model.checks.len() + 1).sum();
    let number = splits.map(<[Split]>::len).into_iter().max().unwrap_or(0);
    let trials = u32::try_from(number).unwrap_or(u32::MAX);
    let allowed = u64::from(binomial_bound(trials, settings.alpha, BOUND_LEVEL / counts as f64));
    SelfCheck {
        splits: number as u64,
        alpha: settings.alpha,
        allowed,
        baseline: models[0].summary(splits[0], allowed),
        candidate: models[1].summary(splits[1], allowed),
    }
}

#[cfg(test)]
mod tests;
