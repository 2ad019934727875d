//! Which tasks of a measure changed.

use std::f64::consts::PI;

use assay_stats::{
    Alternative, FiveNumbers, POWER, RankMethod, benjamini_hochberg, mann_whitney, student_quantile,
};

use super::{
    LEAST_RATIO, LEAST_SAMPLES, MeasureInput, MeasuredSide, MeasuredSides, MeasuredTask, TaskPerformance,
    TaskState, TaskVerdict,
};
use crate::rate::tidy;

/// Pairs of samples up to which the test is exact; beyond them its normal approximation, with continuity correction, is
/// as good and a thousand times quicker.
const EXACT_PAIRS: usize = 2_500;

/// The largest ratio told: within limits of time and memory no true one comes near, and all larger ones count as this.
const GREATEST_RATIO: f64 = 1e12;

/// A task's figures, and the logarithm of its ratio before that is rounded: exchanging the sides negates it exactly.
pub(super) struct Compared {
    pub(super) told: TaskPerformance,
    /// 0 of an equal task; `None` where there are too few samples.
    pub(super) log_ratio: Option<f64>,
    /// `None` where nothing was tested.
    p_value: Option<f64>,
}

/// Every task's figures, in the order of the input.
pub(super) fn compare_tasks(measure: &MeasureInput, alpha: f64) -> Vec<Compared> {
    let mut tasks: Vec<Compared> =
        measure.tasks.iter().map(|task| compare_task(task, measure, alpha)).collect();
    let p_values: Vec<f64> = tasks.iter().filter_map(|task| task.p_value).collect();
    let mut corrected = benjamini_hochberg(&p_values).unwrap_or_default().into_iter();
    for task in &mut tasks {
        let (Some(log_ratio), Some(_)) = (task.log_ratio, task.p_value) else { continue };
        let q = corrected.next().unwrap_or(1.0);
        task.told.q_value = Some(tidy(q));
        task.told.verdict = Some(verdict(log_ratio, q, alpha));
    }
    tasks
}

fn verdict(log_ratio: f64, q: f64, alpha: f64) -> TaskVerdict {
    // A ratio can miss the least one by rounding alone.
    if q >= alpha || log_ratio.abs() < LEAST_RATIO.ln() - 1e-12 {
        TaskVerdict::Unchanged
    } else if log_ratio > 0.0 {
        TaskVerdict::Regressed
    } else {
        TaskVerdict::Improved
    }
}

fn compare_task(task: &MeasuredTask, measure: &MeasureInput, alpha: f64) -> Compared {
    let MeasuredSides::Samples { baseline, candidate } = &task.sides else {
        let told = TaskPerformance { ratio: Some(1.0), ..told(task, TaskState::Equal) };
        return Compared { told, log_ratio: Some(0.0), p_value: None };
    };
    let [baseline, candidate] = [baseline, candidate].map(|side| Side::of(side, measure.resolution));
    let sides = |state| TaskPerformance {
        baseline: Some(baseline.told()),
        candidate: Some(candidate.told()),
        ..told(task, state)
    };
    let (Some(ours), Some(theirs)) = (baseline.enough(), candidate.enough()) else {
        return Compared { told: sides(TaskState::TooFew), log_ratio: None, p_value: None };
    };
    let most = GREATEST_RATIO.ln();
    let log_ratio = (theirs.median.ln() - ours.median.ln()).clamp(-most, most);
    let p = p_value(&baseline.medians, &candidate.medians);
    let told = TaskPerformance {
        ratio: Some(tidy(log_ratio.exp())),
        p_value: Some(tidy(p)),
        smallest_detectable: smallest_detectable([&baseline, &candidate], measure.noise, alpha).map(tidy),
        ..sides(TaskState::Compared)
    };
    Compared { told, log_ratio: Some(log_ratio), p_value: Some(p) }
}

/// A task of which nothing is told but its state.
fn told(task: &MeasuredTask, state: TaskState) -> TaskPerformance {
    TaskPerformance {
        id: task.task.clone(),
        state,
        whole_test: task.whole_test,
        ratio: None,
        p_value: None,
        q_value: None,
        smallest_detectable: None,
        verdict: None,
        baseline: None,
        candidate: None,
    }
}

/// A side's samples, each as the median of its repetitions.
struct Side {
    medians: Vec<f64>,
    five: Option<FiveNumbers>,
    repetitions: usize,
}

impl Side {
    /// What is no number is no measurement, and a sample without any measurement none that was measured. Values below the
    /// resolution, zero and less among them, count as the resolution; without one, they too are no measurements.
    fn of(samples: &[Vec<f64>], resolution: f64) -> Self {
        let least = if resolution.is_finite() { resolution } else { 0.0 };
        let measured = |repetitions: &Vec<f64>| {
            let values: Vec<f64> = repetitions
                .iter()
                .filter(|value| value.is_finite())
                .map(|value| value.max(least))
                .filter(|value| *value > 0.0)
                .collect();
            FiveNumbers::of(&values).ok().map(|five| five.median)
        };
        let medians: Vec<f64> = samples.iter().filter_map(measured).collect();
        let five = FiveNumbers::of(&medians).ok();
        Self { medians, five, repetitions: samples.iter().map(Vec::len).max().unwrap_or(0) }
    }

    fn told(&self) -> MeasuredSide {
        MeasuredSide {
            samples: self.medians.len() as u64,
            five_numbers: self.five.map(|five| five.ascending().map(tidy)),
        }
    }

    /// Its figures, where it has enough samples.
    fn enough(&self) -> Option<FiveNumbers> {
        self.five.filter(|_| self.medians.len() >= LEAST_SAMPLES)
    }

    /// Σ (x − mean)² of the logarithms.
    fn log_squares(&self) -> f64 {
        let logs: Vec<f64> = self.medians.iter().map(|value| value.ln()).collect();
        let mean = logs.iter().sum::<f64>() / logs.len().max(1) as f64;
        logs.iter().map(|log| (log - mean).powi(2)).sum()
    }
}

fn p_value(baseline: &[f64], candidate: &[f64]) -> f64 {
    let test = |method| mann_whitney(candidate, baseline, Alternative::TwoSided, method);
    let exact = baseline.len().saturating_mul(candidate.len()) <= EXACT_PAIRS;
    let found = if exact { test(RankMethod::Exact) } else { test(RankMethod::AsymptoticWithContinuity) };
    // Neither is refused: the values are finite, there are some, and the exact distribution of so few is within its budget.
    found.map_or(1.0, |found| found.p_value)
}

/// The smallest ratio that a task's samples would show, and not smaller than what their mere measuring could.
///
/// The error is s × √(1/n + 1/m), s the pooled standard deviation of the samples' logarithms, which is at least the noise of a
/// median of k repetitions: noise × √(π/2k), at most the noise.
fn smallest_detectable(sides: [&Side; 2], noise: f64, alpha: f64) -> Option<f64> {
    let [n, m] = sides.map(|side| side.medians.len() as f64);
    let repetitions = sides.iter().map(|side| side.repetitions).min().unwrap_or(1).max(1);
    let noise = if noise.is_finite() { noise.max(0.0) } else { 0.0 };
    let noise = noise * (PI / (2.0 * repetitions as f64)).sqrt().min(1.0);
    let degrees = n + m - 2.0;
    let pooled = ((sides[0].log_squares() + sides[1].log_squares()) / degrees).sqrt();
    let error = pooled.max(noise) * (1.0 / n + 1.0 / m).sqrt();
    (error > 0.0).then(|| detectable(error, degrees, alpha))
}

/// The ratio that a rank test finds significant at the level, and that is seen as at least the least ratio, both with the
/// usual power: exp of the larger of (t(1 − α/2) + t(power)) × e and ln(least) + t(power) × e.
///
/// e is the standard error of the ratio's logarithm × √(π/3), because the rank tests' efficiency beside Student's is 3/π for
/// a normal distribution (Lehmann 1975, "Nonparametrics", 2.4 and 4.3); the quantiles are Student's, as the error is estimated
/// from these very values.
pub(super) fn detectable(standard_error: f64, degrees: f64, alpha: f64) -> f64 {
    let error = standard_error * (PI / 3.0).sqrt();
    let [significant, power] =
        [1.0 - alpha / 2.0, POWER].map(|level| student_quantile(level, degrees) * error);
    (significant.max(LEAST_RATIO.ln()) + power).min(GREATEST_RATIO.ln()).exp()
}
