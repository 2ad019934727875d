//! The verdict rule for rate rows (DESIGN.md, decision 7).

mod tested;

use crate::comparison::{Rate, Row, Verdict};
use crate::input::{Input, Settings, Tally};
use crate::paper::percent;
use assay_stats::{
    Bootstrap, POWER, RESAMPLES, RandomSource, Share, cohens_h, corrected_alpha, holm, smallest_detectable,
    standard_error,
};

pub(crate) use tested::Tested;

/// The rows of all rate checks, corrected together.
pub(crate) fn rows(input: &Input, settings: &Settings) -> Vec<Row> {
    judge_together(&measured(input, settings), settings)
}

/// The rows of all rate checks for each part of the tasks, corrected together: a part's tasks come with a seed of its own.
pub(crate) fn rows_of_parts(parts: &[(Input, u64)], settings: &Settings) -> Vec<Row> {
    let of_part =
        |(input, seed): &'_ (Input, u64)| measured(input, &Settings { seed: *seed, ..settings.clone() });
    judge_together(&parts.iter().flat_map(of_part).collect::<Vec<_>>(), settings)
}

/// The tests of all rate checks, each with its p-value as [`rows`] corrects it.
pub(crate) fn tested(input: &Input, settings: &Settings) -> Vec<(Tested, f64)> {
    let tested: Vec<Tested> =
        (0..input.checks.len()).map(|check| Tested::of(check, input, settings)).collect();
    let corrected = holm(&tested.iter().map(|row| row.p_value).collect::<Vec<f64>>());
    tested.into_iter().zip(corrected).collect()
}

fn measured(input: &Input, settings: &Settings) -> Vec<Measured> {
    (0..input.checks.len()).map(|check| Measured::of(check, input, settings)).collect()
}

fn judge_together(measured: &[Measured], settings: &Settings) -> Vec<Row> {
    let p_values: Vec<f64> = measured.iter().map(|row| row.tested.p_value).collect();
    let corrected = holm(&p_values);
    measured.iter().zip(corrected).map(|(row, p)| row.judge(p, measured.len(), settings)).collect()
}

/// A row's numbers, before correction.
struct Measured {
    tested: Tested,
    interval_95: (f64, f64),
    interval_90: (f64, f64),
    standard_error: Option<f64>,
    rates: [Rate; 2],
    difference_paper: f64,
}

impl Measured {
    /// The row of the input's check of that place.
    fn of(place: usize, input: &Input, settings: &Settings) -> Self {
        let tested = Tested::of(place, input, settings);
        let values: Vec<f64> = tested.differences.iter().map(|difference| difference.value()).collect();
        let mut source = RandomSource::new(settings.seed, &format!("bootstrap {}", tested.name()));
        let bootstrap = Bootstrap::of_mean(&values, RESAMPLES, &mut source);
        let interval = |level| {
            bootstrap.as_ref().map_or((-1.0, 1.0), |bootstrap| {
                let interval = bootstrap.bca(level);
                (interval.low, interval.high)
            })
        };
        let (shares, counts) = (&tested.differences, tested.counts());
        let rates = [
            rate(0, counts[0], &tested.tallies, shares.iter().map(|difference| difference.baseline)),
            rate(1, counts[1], &tested.tallies, shares.iter().map(|difference| difference.candidate)),
        ];
        Self {
            interval_95: interval(0.95),
            interval_90: interval(0.90),
            standard_error: standard_error(&values),
            rates,
            difference_paper: percent(rates.map(|rate| rate.count), input.benchmark_tasks),
            tested,
        }
    }

    fn judge(&self, p_corrected: f64, rows: usize, settings: &Settings) -> Row {
        let tested = &self.tested;
        let (verdict, reason) = self.verdict(p_corrected, settings);
        let detectable = self
            .standard_error
            .map(|error| 100.0 * smallest_detectable(error, corrected_alpha(settings.alpha, rows), POWER));
        Row {
            aspect: tested.check.aspect,
            check: tested.check.name.clone(),
            category: None,
            baseline: self.rates[0],
            candidate: self.rates[1],
            tasks: tested.differences.len() as u64,
            difference_percent: tidy(100.0 * tested.difference),
            difference_percent_paper: tidy(self.difference_paper),
            interval: [tidy(100.0 * self.interval_95.0), tidy(100.0 * self.interval_95.1)],
            interval_90: [tidy(100.0 * self.interval_90.0), tidy(100.0 * self.interval_90.1)],
            p_value: tidy(tested.p_value),
            p_corrected: tidy(p_corrected),
            effect: tidy(cohens_h(self.rates[0].rate, self.rates[1].rate)),
            margin: tidy(100.0 * tested.margin(settings)),
            smallest_detectable: detectable.map(tidy),
            shared_mode_share: tidy(tested.in_shared_mode as f64 / tested.differences.len().max(1) as f64),
            verdict,
            reason,
        }
    }

    /// The first rule that holds.
    fn verdict(&self, p_corrected: f64, settings: &Settings) -> (Verdict, String) {
        if let Some(decided) = self.tested.decided(p_corrected, settings) {
            return decided;
        }
        let margin = self.tested.margin(settings);
        let points = |share: f64| format!("{:.1}", 100.0 * share);
        if self.interval_90.0 >= -margin && self.interval_90.1 <= margin {
            return (Verdict::NoDifference, format!("any difference is within {} points", points(margin)));
        }
        let half_width = (self.interval_95.1 - self.interval_95.0) / 2.0;
        let reason = if p_corrected < settings.alpha {
            format!("a difference smaller than {} points, but perhaps not only that", points(margin))
        } else {
            format!(
                "these {} tasks tell differences apart only to about ±{} points",
                self.tested.differences.len(),
                points(half_width)
            )
        };
        (Verdict::Inconclusive, reason)
    }
}

/// Twelve significant digits: what is beyond them is rounding, not measurement, and would read as noise.
#[must_use]
pub fn tidy(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { 0.0 } else { value };
    }
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// A side's rate: by the shares of the tasks that count, and by the paper's count.
fn rate(
    side: usize,
    count: f64,
    tallies: &[[Tally; 2]],
    shares: impl ExactSizeIterator<Item = Share>,
) -> Rate {
    let tasks = shares.len();
    let sum: f64 = shares.map(Share::value).sum();
    let counted = || tallies.iter().filter(|sides| sides.iter().all(|tally| tally.judged() > 0));
    let total = |of: fn(Tally) -> u32| counted().map(|sides| u64::from(of(sides[side]))).sum();
    Rate {
        count: tidy(count),
        rate: tidy(if tasks == 0 { 0.0 } else { sum / tasks as f64 }),
        flagged: total(|tally| tally.flagged),
        judged: total(Tally::judged),
        not_judged: tallies.iter().map(|sides| u64::from(sides[side].not_judged)).sum(),
    }
}

#[cfg(test)]
mod tests;
