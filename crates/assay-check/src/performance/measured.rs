//! What of a sample's measurements counts.

use assay_sandbox::{Limits, Measuring};
use assay_types::{LimitKind, Measurement};

use super::Calibration;

/// The trials of one sample.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SampleMeasurements {
    /// Of the time round.
    pub time: Vec<Measurement>,
    /// Of the memory round.
    pub memory: Vec<Measurement>,
}

/// A sample's values, one for each repetition; or why there are none.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredSample {
    /// Seconds.
    pub time: Result<Vec<f64>, Refused>,
    /// The least time that could be told from none, in seconds.
    pub resolution_seconds: f64,
    /// Bytes.
    pub memory: Result<Vec<f64>, Refused>,
}

/// Why a sample that passes its tests has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Refused {
    /// Not all of its trials passed.
    #[error("it did not pass each time that it was measured")]
    NotAlwaysPassed,
    /// It changed the tracing of memory.
    #[error("it changed the tracing of memory")]
    NotTraced,
}

/// Loading counts as far as it takes so much longer than what is usual in the task: it may be work done ahead.
const LOADING_NANOSECONDS: f64 = 10e6;
/// CPU time of a trial outside of its calls counts as far as it exceeds what is usual in the task by more than this.
const ELSEWHERE_MICROSECONDS: f64 = 5_000.0;
/// The kernel's peak counts where it grew by so much more than what was traced explains: then something was not traced.
const UNTRACED_BYTES: u64 = 16 << 20;
/// Memory that a traced byte may take, its traces included, where it is one of many small objects.
const TRACES: u64 = 4;

/// What stands for a trial that met a limit of what it measures: it took at least as much. One that met another limit
/// says nothing of that.
#[must_use]
pub fn censored(limit: LimitKind, measuring: Measuring, limits: &Limits) -> Option<Measurement> {
    let at_least = Measurement { calls: 1, single_calls: 1.0, traced: true, ..Measurement::default() };
    match (measuring, limit) {
        (Measuring::Time { .. }, LimitKind::Cpu | LimitKind::Wall) => {
            let nanoseconds = limits.cpu_seconds as f64 * 1e9;
            Some(Measurement { nanoseconds, timed_nanoseconds: nanoseconds, ..at_least })
        }
        // Some of what was reached were the traces.
        (Measuring::Memory, LimitKind::Memory) => {
            Some(Measurement { peak_bytes: limits.memory_bytes / TRACES, ..at_least })
        }
        _ => None,
    }
}

/// The values of all samples of a task, which are judged by each other; `repetitions` is how many trials of time each had.
#[must_use]
pub fn values(
    samples: &[SampleMeasurements],
    repetitions: u32,
    whole_test: bool,
    calibration: &Calibration,
) -> Vec<MeasuredSample> {
    let trials = || samples.iter().flat_map(|sample| &sample.time);
    let usual = Usual {
        elsewhere: lower_quartile(trials().map(elsewhere)),
        loading: lower_quartile(trials().map(|trial| trial.loading_nanoseconds as f64)),
        resident_kibibytes: samples
            .iter()
            .flat_map(|sample| &sample.memory)
            .map(|trial| trial.peak_kibibytes)
            .min(),
        whole_test,
    };
    let passed = |trials: &[Measurement], least: u32| {
        let all = trials.len() >= least as usize && trials.iter().all(|trial| trial.calls > 0);
        all.then_some(()).ok_or(Refused::NotAlwaysPassed)
    };
    samples
        .iter()
        .map(|sample| MeasuredSample {
            time: passed(&sample.time, repetitions).map(|()| times(sample, &usual, calibration)),
            resolution_seconds: resolution(sample, calibration),
            memory: passed(&sample.memory, repetitions.min(ALIKE_TRIALS))
                .and_then(|()| memory(sample, repetitions as usize, &usual)),
        })
        .collect()
}

/// What is usual among a task's trials, of both models.
struct Usual {
    elsewhere: f64,
    loading: f64,
    /// The least of all: what the arguments take is no sample's.
    resident_kibibytes: Option<u64>,
    whole_test: bool,
}

/// CPU time of the process, in microseconds, that neither its calls nor its loading explain.
fn elsewhere(trial: &Measurement) -> f64 {
    let explained = trial.timed_nanoseconds + trial.loading_nanoseconds as f64;
    trial.cpu_microseconds as f64 - explained / 1e3
}

/// Seconds that can be told from none.
fn resolution(sample: &SampleMeasurements, calibration: &Calibration) -> f64 {
    let calls = sample.time.iter().map(|trial| trial.single_calls).fold(0.0, f64::max);
    calibration.resolution_seconds(calls)
}

/// Seconds. Less than the resolution counts as the resolution.
fn times(sample: &SampleMeasurements, usual: &Usual, calibration: &Calibration) -> Vec<f64> {
    let least = resolution(sample, calibration);
    let loading = sample.time.iter().map(|trial| trial.loading_nanoseconds).min().unwrap_or_default();
    let ahead = (loading as f64 - usual.loading - LOADING_NANOSECONDS).max(0.0);
    let of_trial = |trial: &Measurement| {
        let hidden = (elsewhere(trial) - usual.elsewhere - ELSEWHERE_MICROSECONDS).max(0.0) * 1e3;
        // Hidden work is of all calls together; what counts is their part that stands for each call once.
        let part =
            if trial.timed_nanoseconds > 0.0 { trial.nanoseconds / trial.timed_nanoseconds } else { 1.0 };
        let beside = if usual.whole_test { 0.0 } else { hidden * part.clamp(0.0, 1.0) + ahead };
        ((trial.nanoseconds + beside) / 1e9).max(least)
    };
    sample.time.iter().map(of_trial).collect()
}

/// Bytes by which the process grew beyond what was traced and its traces.
fn untraced(trial: &Measurement, usual_kibibytes: u64) -> u64 {
    let grown = trial.peak_kibibytes.saturating_sub(usual_kibibytes) << 10;
    grown.saturating_sub(trial.peak_bytes.saturating_mul(TRACES))
}

/// Trials of the memory round after which a sample that reads alike is not measured again.
pub const ALIKE_TRIALS: u32 = 2;
/// As share of the larger one.
const ALIKE: f64 = 0.01;

/// Whether trials of the memory round read differently, so that more of them tell something.
#[must_use]
pub fn vary(trials: &[Measurement]) -> bool {
    let peaks = || trials.iter().map(|trial| trial.peak_bytes as f64);
    let (low, high) = (peaks().fold(f64::INFINITY, f64::min), peaks().fold(0.0, f64::max));
    high - low > ALIKE * high
}

/// Bytes, one value for each repetition: those that were measured, over and over where they are fewer.
fn memory(sample: &SampleMeasurements, repetitions: usize, usual: &Usual) -> Result<Vec<f64>, Refused> {
    if sample.memory.iter().any(|trial| !trial.traced) {
        return Err(Refused::NotTraced);
    }
    let of_trial = |trial: &Measurement| {
        let untraced = untraced(trial, usual.resident_kibibytes.unwrap_or_default());
        let more = if untraced > UNTRACED_BYTES { untraced } else { 0 };
        (trial.peak_bytes.saturating_add(more) as f64).max(Calibration::RESOLUTION_BYTES)
    };
    Ok(sample.memory.iter().cycle().take(repetitions).map(of_trial).collect())
}

fn lower_quartile(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 4).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_sandbox::LimitRule;
    use assay_types::TrialTime;

    fn calibration() -> Calibration {
        Calibration {
            transport_nanoseconds: 10_000,
            loading_nanoseconds: 300_000,
            resident_kibibytes: 10_000,
            call_resolution_nanoseconds: 1_000.0,
            noise: 0.01,
        }
    }

    fn trial() -> Measurement {
        Measurement {
            calls: 10,
            nanoseconds: 2e6,
            timed_nanoseconds: 2e6,
            single_calls: 10.0,
            loading_nanoseconds: 400_000,
            repeatable: true,
            peak_bytes: 1 << 20,
            traced: true,
            cpu_microseconds: 5_000,
            peak_kibibytes: 12_000,
        }
    }

    fn of(change: impl Fn(&mut Measurement)) -> MeasuredSample {
        let mut changed = trial();
        change(&mut changed);
        let sample = |trial: Measurement| SampleMeasurements { time: vec![trial; 5], memory: vec![trial; 5] };
        let mut samples = vec![sample(trial()); 4];
        samples.push(sample(changed));
        values(&samples, 5, false, &calibration()).pop().unwrap()
    }

    fn near(values: &[f64], expected: f64) {
        assert!(values.iter().all(|value| (value / expected - 1.0).abs() < 1e-9), "{values:?} {expected}");
    }

    #[test]
    fn an_honest_sample_has_its_time_and_its_peak() {
        let measured = of(|_| ());
        near(&measured.time.unwrap(), 0.002);
        near(&measured.memory.unwrap(), 1_048_576.0);
    }

    #[test]
    fn what_cannot_be_told_from_nothing_counts_as_the_resolution() {
        near(&of(|trial| trial.nanoseconds = 0.0).time.unwrap(), 1e-5);
        near(&of(|trial| trial.peak_bytes = 12).memory.unwrap(), Calibration::RESOLUTION_BYTES);
    }

    #[test]
    fn work_done_while_the_module_loads_counts_beyond_ten_milliseconds() {
        near(&of(|trial| trial.loading_nanoseconds = 40_400_000).time.unwrap(), 0.032);
        near(&of(|trial| trial.loading_nanoseconds = 9_000_000).time.unwrap(), 0.002);
    }

    #[test]
    fn work_done_outside_of_the_calls_counts_in_the_trial_that_does_it() {
        near(&of(|trial| trial.cpu_microseconds = 60_000).time.unwrap(), 0.002 + 0.050);
        // Of calls that were repeated, the part of one of them.
        let repeated = of(|trial| {
            trial.timed_nanoseconds = 20e6;
            trial.cpu_microseconds = 60_000 + 18_000;
        });
        near(&repeated.time.unwrap(), 0.002 + 0.005);
    }

    #[test]
    fn memory_that_is_not_traced_is_seen_by_the_kernel() {
        let grown = of(|trial| trial.peak_kibibytes = 112_000).memory.unwrap();
        near(&grown, 1_048_576.0 + f64::from((100_000 << 10) - (4 << 20)));
        assert_eq!(of(|trial| trial.traced = false).memory, Err(Refused::NotTraced));
    }

    #[test]
    fn large_arguments_are_no_samples_memory() {
        let sample = |peak_bytes| {
            let trial = Measurement { peak_bytes, peak_kibibytes: 60_000, ..trial() };
            SampleMeasurements { time: vec![trial; 5], memory: vec![trial; 5] }
        };
        let measured = values(&[sample(10_000), sample(8_000_000)], 5, false, &calibration());
        near(&measured[0].memory.clone().unwrap(), 10_000.0);
        near(&measured[1].memory.clone().unwrap(), 8_000_000.0);
    }

    #[test]
    fn memory_that_reads_alike_twice_stands_for_all_repetitions() {
        let read = |peak_bytes| Measurement { peak_bytes, ..trial() };
        assert!(vary(&[read(1_000_000), read(900_000)]) && !vary(&[read(1_000_000), read(999_000)]));
        let sample =
            SampleMeasurements { time: vec![trial(); 5], memory: vec![read(1 << 20), read(1 << 21)] };
        let measured = values(&[sample], 5, false, &calibration()).pop().unwrap();
        let (one, two) = (1_048_576.0, 2_097_152.0);
        assert_eq!(measured.memory.unwrap(), [one, two, one, two, one]);
    }

    #[test]
    fn a_sample_that_passed_only_sometimes_has_no_value_of_that_measure() {
        let failed = Measurement::default();
        let sample = SampleMeasurements { time: vec![trial(), failed], memory: vec![trial(); 2] };
        let measured = values(&[sample], 2, false, &calibration()).pop().unwrap();
        assert_eq!(measured.time, Err(Refused::NotAlwaysPassed));
        assert!(measured.memory.is_ok());
    }

    #[test]
    fn a_trial_that_met_a_limit_of_what_it_measures_took_at_least_as_much() {
        let limits = LimitRule::default().limits(TrialTime::default());
        let time = Measuring::Time { copies: 1, transport: 0 };
        let late = censored(LimitKind::Cpu, time, &limits).unwrap();
        assert!((late.nanoseconds - limits.cpu_seconds as f64 * 1e9).abs() < 1.0);
        let large = censored(LimitKind::Memory, Measuring::Memory, &limits).unwrap();
        assert_eq!(large.peak_bytes, limits.memory_bytes / 4);
    }

    #[test]
    fn a_trial_that_met_another_limit_is_not_read_as_quick_or_sparing() {
        let limits = LimitRule::default().limits(TrialTime::default());
        let time = Measuring::Time { copies: 1, transport: 0 };
        assert_eq!(censored(LimitKind::Memory, time, &limits), None);
        assert_eq!(censored(LimitKind::Cpu, Measuring::Memory, &limits), None);
        assert_eq!(censored(LimitKind::Output, time, &limits), None);
    }
}
