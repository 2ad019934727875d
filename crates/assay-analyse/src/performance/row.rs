//! What a measure comes to over tasks: the verdict rule for performance rows (DESIGN.md, decision 7).

use assay_stats::{
    Alternative, Bootstrap, Interval, RESAMPLES, RandomSource, RankMethod, ZeroMethod, corrected_alpha, holm,
    signed_rank, standard_error,
};
use assay_types::Aspect;

use super::task::{Compared, detectable};
use super::{LEAST_RATIO, Measure, MeasureInput, PerformanceRow, TaskPerformance, TaskState, TaskVerdict};
use crate::comparison::Verdict;
use crate::input::{Input, Settings};
use crate::rate::tidy;

/// How far a task's ratio is thought to be from 1 at most, where none of them shows how far: its interval then is that of
/// tasks of which a few unseen ones take ten times as long, or a tenth.
const UNSEEN_RATIO: f64 = 10.0;

/// Below this share of the benchmark's tasks a verdict says of how few it is.
const FEW_OF_THE_BENCHMARK: f64 = 0.5;

/// The rows of all measures, corrected together.
pub(super) fn rows(input: &Input, tasks: &[Vec<Compared>], settings: &Settings) -> Vec<PerformanceRow> {
    let measured: Vec<Measured> = input
        .measures
        .iter()
        .zip(tasks)
        .map(|(measure, tasks)| Measured::of(measure, tasks, input.benchmark_tasks, settings))
        .collect();
    let corrected = holm(&measured.iter().map(|row| row.p_value).collect::<Vec<f64>>());
    let rows = measured.len();
    measured.iter().zip(corrected).map(|(row, p)| row.judge(p, rows, settings)).collect()
}

/// The fewest tasks that can show a change: so many that all change alike have a signed-rank p of 2 ÷ 2^tasks, which must
/// be under the level after the correction for so many rows.
fn least_tasks(rows: usize, alpha: f64) -> u64 {
    let level = corrected_alpha(alpha, rows);
    (1..64).find(|tasks| 2.0_f64.powi(1 - tasks) < level).map_or(64, |tasks| tasks.unsigned_abs().into())
}

/// 100 × some tasks ÷ tasks of the benchmark: the paper's share of tasks with a significant change.
pub(super) fn percent_paper(tasks: u64, benchmark_tasks: u64) -> f64 {
    if benchmark_tasks == 0 { 0.0 } else { tidy(100.0 * tasks as f64 / benchmark_tasks as f64) }
}

/// A row's numbers, before correction.
struct Measured<'a> {
    measure: &'a MeasureInput,
    tasks: &'a [Compared],
    benchmark_tasks: u64,
    /// On the logarithms; `None` without a task.
    ratio: Option<LogRatio>,
    p_value: f64,
    /// Of the mean logarithm, and its degrees of freedom.
    standard_error: Option<(f64, f64)>,
}

/// A geometric mean and its intervals, as logarithms.
struct LogRatio {
    point: f64,
    interval_95: [f64; 2],
    interval_90: [f64; 2],
}

impl<'a> Measured<'a> {
    fn of(
        measure: &'a MeasureInput,
        tasks: &'a [Compared],
        benchmark_tasks: u64,
        settings: &Settings,
    ) -> Self {
        // Equal tasks count with a ratio of 1: the row is about the tasks that both models solve, and there nothing changed.
        // Left out, one task that differs would stand for all of which nothing differs.
        let logs: Vec<f64> = tasks.iter().filter_map(|task| task.log_ratio).collect();
        // Pratt ranks the zeros before it drops them, so that tasks without any change are not as if they were not there.
        let test = |method| signed_rank(&logs, ZeroMethod::Pratt, Alternative::TwoSided, method);
        let found = test(RankMethod::Exact).or_else(|_| test(RankMethod::AsymptoticWithContinuity));
        Self {
            measure,
            tasks,
            benchmark_tasks,
            ratio: LogRatio::of(&logs, measure.measure, settings.seed),
            p_value: found.map_or(1.0, |found| found.p_value),
            standard_error: standard_error(&logs).map(|error| (error, logs.len() as f64 - 1.0)),
        }
    }

    fn count(&self, is_meant: impl Fn(&TaskPerformance) -> bool) -> u64 {
        self.tasks.iter().filter(|task| is_meant(&task.told)).count() as u64
    }

    fn in_state(&self, state: TaskState) -> u64 {
        self.count(|task| task.state == state)
    }

    fn counting(&self) -> u64 {
        self.count(|task| task.state != TaskState::TooFew)
    }

    fn judge(&self, p_corrected: f64, rows: usize, settings: &Settings) -> PerformanceRow {
        let (verdict, reason) = self.verdict(p_corrected, rows, settings);
        let compared = self.in_state(TaskState::Compared);
        let whole = self.count(|task| task.state == TaskState::Compared && task.whole_test);
        let [improved, regressed] = [TaskVerdict::Improved, TaskVerdict::Regressed]
            .map(|verdict| self.count(|task| task.verdict == Some(verdict)));
        let told = |log: f64| tidy(log.exp());
        let level = corrected_alpha(settings.alpha, rows);
        PerformanceRow {
            aspect: Aspect::Performance,
            check: self.measure.measure,
            tasks: self.counting(),
            tasks_compared: compared,
            tasks_equal: self.in_state(TaskState::Equal),
            tasks_too_few: self.in_state(TaskState::TooFew),
            tasks_improved: improved,
            tasks_regressed: regressed,
            improved_percent_paper: percent_paper(improved, self.benchmark_tasks),
            regressed_percent_paper: percent_paper(regressed, self.benchmark_tasks),
            compared_share: tidy(self.share_of_benchmark()),
            whole_test_share: tidy(whole as f64 / compared.max(1) as f64),
            ratio: self.ratio.as_ref().map(|LogRatio { point, interval_95: [low, high], .. }| {
                [told(*low), told(*point), told(*high)]
            }),
            ratio_90: self.ratio.as_ref().map(|ratio| ratio.interval_90.map(told)),
            p_value: tidy(self.p_value),
            p_corrected: tidy(p_corrected),
            margin: LEAST_RATIO,
            smallest_detectable: self
                .standard_error
                .map(|(error, degrees)| tidy(detectable(error, degrees, level))),
            resolution: told_size(self.measure.resolution),
            noise: told_size(self.measure.noise),
            verdict,
            reason: reason + &self.of_how_few(),
        }
    }

    /// The first rule that holds.
    fn verdict(&self, p_corrected: f64, rows: usize, settings: &Settings) -> (Verdict, String) {
        let (tasks, least) = (self.counting(), least_tasks(rows, settings.alpha));
        let Some(ratio) = self.ratio.as_ref().filter(|_| tasks >= least) else {
            let known = if tasks == 1 { "1 task".into() } else { format!("{tasks} tasks") };
            let reason = format!(
                "{known} could be compared, and fewer than {least} can show no change, even if all change alike"
            );
            return (Verdict::Inconclusive, reason);
        };
        let margin = LEAST_RATIO.ln();
        // A ratio can miss the margin by rounding alone.
        let close = 1e-12;
        if p_corrected < settings.alpha && ratio.point.abs() >= margin - close {
            let verdict = if ratio.point > 0.0 { Verdict::Regression } else { Verdict::Improvement };
            let by = format!("{:.2} times the baseline's", ratio.point.exp());
            return (verdict, format!("{by}, and chance alone would rarely do that"));
        }
        if ratio.interval_90[0] >= -margin - close && ratio.interval_90[1] <= margin + close {
            return (Verdict::NoDifference, format!("any difference is within a factor of {LEAST_RATIO}"));
        }
        let [low, high] = ratio.interval_95;
        let reason = if p_corrected < settings.alpha {
            format!("a difference smaller than a factor of {LEAST_RATIO}, but perhaps not only that")
        } else if low > 0.0 || high < 0.0 {
            // The mean hangs on how far the tasks are apart, the test on how many are on which side.
            format!(
                "a difference of some tasks more than of all {tasks}: the test over their ranks leaves it open \
                 (corrected p = {p_corrected:.3})"
            )
        } else {
            let half_width = (high - low) / 2.0;
            format!(
                "these {tasks} tasks tell differences apart only to about a factor of {:.2}",
                half_width.exp()
            )
        };
        (Verdict::Inconclusive, reason)
    }

    fn share_of_benchmark(&self) -> f64 {
        self.counting() as f64 / self.benchmark_tasks.max(1) as f64
    }

    /// A performance row rests on the tasks that both models solve often enough; where those are few, it says so.
    fn of_how_few(&self) -> String {
        if self.ratio.is_none() || self.share_of_benchmark() >= FEW_OF_THE_BENCHMARK {
            return String::new();
        }
        format!("; it rests on {} of the benchmark's {} tasks", self.counting(), self.benchmark_tasks)
    }
}

impl LogRatio {
    fn of(logs: &[f64], measure: Measure, seed: u64) -> Option<Self> {
        // Of the values and their negatives always the same ones are resampled, so that exchanging the sides turns the
        // interval around exactly.
        let [mut straight, mut turned] =
            [logs.to_vec(), logs.iter().map(|log| 0.0 - log).collect::<Vec<f64>>()];
        straight.sort_by(f64::total_cmp);
        turned.sort_by(f64::total_cmp);
        let sign = if turned > straight { -1.0 } else { 1.0 };
        let values = if turned > straight { turned } else { straight };
        let mut source = RandomSource::new(seed, &format!("bootstrap {}", measure.name()));
        let most = UNSEEN_RATIO.ln();
        let bootstrap = Bootstrap::of_mean(&values, RESAMPLES, &mut source)?
            .with_support(Interval { low: -most, high: most });
        let interval = |level| {
            let Interval { low, high } = bootstrap.bca(level);
            if sign < 0.0 { [-high, -low] } else { [low, high] }
        };
        Some(Self {
            point: sign * bootstrap.observed(),
            interval_95: interval(0.95),
            interval_90: interval(0.90),
        })
    }
}

/// A size as it is told: JSON has neither infinities nor NaN.
fn told_size(value: f64) -> f64 {
    if value.is_finite() { tidy(value.max(0.0)) } else { 0.0 }
}
