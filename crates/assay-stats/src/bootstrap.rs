//! Confidence interval of the mean over tasks: the `BCa` bootstrap.
//!
//! Source: Efron and Tibshirani 1993, "An Introduction to the Bootstrap", chapter 14 (formulas 14.9 to 14.15).
//! Twin: `scipy.stats.bootstrap(method="BCa")`, which gives the same interval for the same resample means.

use crate::normal::{normal_cdf, normal_quantile};
use crate::quantile::quantile;
use crate::random::RandomSource;
use crate::spread::{all_equal, tolerance};

/// How many resamples a report uses.
pub const RESAMPLES: usize = 10_000;

/// A range of values, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Tells whether the whole interval lies within −`margin` to `margin`.
    #[must_use]
    pub fn is_within(self, margin: f64) -> bool {
        -margin <= self.low && self.high <= margin
    }
}

/// The bootstrap distribution of a mean over tasks.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    observed: f64,
    /// Ascending.
    resample_means: Vec<f64>,
    /// The a of `BCa`, from the jackknife; `None` if the values are all equal and resampling shows nothing.
    acceleration: Option<f64>,
    tasks: usize,
    support: Interval,
}

impl Bootstrap {
    /// Resamples the values with replacement, and keeps the mean of each resample. `None` without values, with a
    /// value that is not finite, or with zero resamples.
    ///
    /// The values are sorted first, so the result depends on the values and the random source only, not on the order
    /// of the tasks. A resample mean within rounding error (1e-12 of the largest value) of the observed mean is set
    /// to it: otherwise sums such as ⅓ + ⅔ and ⅔ + ⅓ would fall on random sides of it in the bias correction.
    #[must_use]
    pub fn of_mean(values: &[f64], resamples: usize, source: &mut RandomSource) -> Option<Self> {
        if values.is_empty() || resamples == 0 || values.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let observed = mean(&sorted);
        let allowed = tolerance(&sorted);
        let mut resample_means: Vec<f64> = (0..resamples)
            .map(|_| {
                let total: f64 = (0..sorted.len()).map(|_| sorted[source.index(sorted.len())]).sum();
                let mean = total / sorted.len() as f64;
                if (mean - observed).abs() <= allowed { observed } else { mean }
            })
            .collect();
        resample_means.sort_by(f64::total_cmp);
        let acceleration = (!all_equal(&sorted)).then(|| acceleration(&sorted, observed));
        let support = Interval { low: -1.0, high: 1.0 };
        Some(Self { observed, resample_means, acceleration, tasks: sorted.len(), support })
    }

    /// States which values a task could have had. Only the interval of all-equal values uses it; −1 to 1, right for
    /// differences of shares, unless stated. Infinite ends give an infinite interval there.
    #[must_use]
    pub fn with_support(mut self, support: Interval) -> Self {
        self.support = support;
        self
    }

    /// Returns the mean of the values themselves.
    #[must_use]
    pub fn observed(&self) -> f64 {
        self.observed
    }

    /// Returns the means of the resamples, ascending.
    #[must_use]
    pub fn resample_means(&self) -> &[f64] {
        &self.resample_means
    }

    /// Returns the bias-corrected and accelerated interval at a level such as 0.95 (clamped to 0 to 1).
    ///
    /// The ends are the quantiles (linear interpolation) of the resample means at Φ(z0 + (z0 + z) ÷ (1 − a (z0 + z)))
    /// for z = ±z(1 − α/2), α = 1 − level. z0 = Φ⁻¹ of the share of resample means below the observed mean, ties
    /// counted half. If that share is 0 or 1, where z0 would be infinite, it is moved inwards by half a resample.
    ///
    /// Values that are all equal give resamples that are all equal, and would give an interval of no width. There:
    /// let r = 1 − (α/2)^(1/T), the largest share of other tasks that T tasks without one leave plausible (Clopper
    /// and Pearson 1934, Biometrika 26, 404–413, for 0 of T). If such tasks have the lowest or highest possible
    /// value, the mean can be as low as c − r (c − lowest) and as high as c + r (highest − c). With all differences
    /// zero this is ±(1 − (α/2)^(1/T)). One task is such a case.
    #[must_use]
    pub fn bca(&self, level: f64) -> Interval {
        let tail = (1.0 - level.clamp(0.0, 1.0)) / 2.0;
        let Some(acceleration) = self.acceleration else {
            return self.interval_without_spread(tail);
        };
        let bias = normal_quantile(self.share_below_observed());
        let end = |z: f64| quantile(&self.resample_means, corrected_level(bias, acceleration, z));
        let z = normal_quantile(tail);
        Interval { low: end(z), high: end(-z) }
    }

    /// Returns the percentile interval at a level such as 0.95 (clamped to 0 to 1): the α/2 and 1 − α/2 quantiles (linear
    /// interpolation) of the resample means. Values that are all equal give the interval of [`bca`](Self::bca).
    ///
    /// Source: Efron and Tibshirani 1993, 13.3. Twin: `scipy.stats.bootstrap(method="percentile")`.
    #[must_use]
    pub fn percentile(&self, level: f64) -> Interval {
        let tail = (1.0 - level.clamp(0.0, 1.0)) / 2.0;
        if self.acceleration.is_none() {
            return self.interval_without_spread(tail);
        }
        let end = |level: f64| quantile(&self.resample_means, level);
        Interval { low: end(tail), high: end(1.0 - tail) }
    }

    /// Returns the share of resample means below the observed mean, ties counted half, never 0 or 1.
    fn share_below_observed(&self) -> f64 {
        let below = self.resample_means.partition_point(|mean| *mean < self.observed);
        let not_above = self.resample_means.partition_point(|mean| *mean <= self.observed);
        let twice = self.resample_means.len() * 2;
        (below + not_above).clamp(1, twice - 1) as f64 / twice as f64
    }

    fn interval_without_spread(&self, tail: f64) -> Interval {
        let unseen_share = 1.0 - tail.powf(1.0 / self.tasks as f64);
        let room_below = (self.observed - self.support.low).max(0.0);
        let room_above = (self.support.high - self.observed).max(0.0);
        Interval {
            low: self.observed - unseen_share * room_below,
            high: self.observed + unseen_share * room_above,
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the acceleration a = Σ u³ ÷ (6 (Σ u²)^1.5) over the jackknife's u = mean of the leave-one-out means − one
/// of them (14.15). For a mean, u is (value − mean) ÷ (T − 1), and the factor cancels.
fn acceleration(values: &[f64], mean: f64) -> f64 {
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let cubes: f64 = values.iter().map(|value| (value - mean).powi(3)).sum();
    cubes / (6.0 * squares.powf(1.5))
}

/// Returns which quantile of the resample means stands for the normal quantile `z` (14.10).
///
/// For a mean |a| < 1/6, so the denominator stays positive for every usual level; where it would not, the correction
/// has run to its limit, the outermost resample.
fn corrected_level(bias: f64, acceleration: f64, z: f64) -> f64 {
    let shifted = bias + z;
    let denominator = 1.0 - acceleration * shifted;
    if shifted.is_infinite() || denominator <= 0.0 {
        return if shifted > 0.0 { 1.0 } else { 0.0 };
    }
    normal_cdf(bias + shifted / denominator)
}

mod clustered;

#[cfg(test)]
mod tests;
