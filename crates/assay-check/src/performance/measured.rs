//! What of a sample's measurements counts.

use assay_types::Measurement;

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
    /// Bytes.
    pub memory: Result<Vec<f64>, Refused>,
}

/// Why a sample that passes its tests has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Refused {
    /// Not all of its trials passed.
    #[error("it did not pass each time that it was measured")]
    NotAlwaysPassed,
    /// Its process worked when it was not called.
    #[error("its process worked outside of the calls that were measured")]
    WorkedElsewhere,
    /// It ended the tracing of memory.
    #[error("it ended the tracing of memory")]
    NotTraced,
}

/// Loading that takes so much longer than that of an empty module counts: it may be work done ahead.
const LOADING_NANOSECONDS: u64 = 1_000_000;
/// CPU time outside of the calls that is believed to be the harness's, beyond what is usual in the task.
const ELSEWHERE_MICROSECONDS: f64 = 20_000.0;
/// The kernel's peak counts where it grew by so much more than what was traced: then something was not traced.
const UNTRACED_BYTES: u64 = 16 << 20;

/// The values of all samples of a task, which are judged by each other.
///
/// `copies` is how often each call was repeated; `repetitions` how many trials each round had.
#[must_use]
pub fn values(
    samples: &[SampleMeasurements],
    copies: u32,
    repetitions: u32,
    whole_test: bool,
    calibration: &Calibration,
) -> Vec<MeasuredSample> {
    let elsewhere: Vec<f64> = samples.iter().map(|sample| elsewhere(sample, copies)).collect();
    let mut sorted: Vec<f64> = elsewhere.iter().copied().filter(|time| time.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let usual = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let whole = repetitions as usize;
    let alike = whole.min(ALIKE_TRIALS);
    let of_sample = |(sample, elsewhere): (&SampleMeasurements, f64)| {
        let worked_elsewhere = !whole_test && elsewhere > usual.max(0.0) * 2.0 + ELSEWHERE_MICROSECONDS;
        let refused = if sample.time.len() < whole || sample.memory.len() < alike {
            Some(Refused::NotAlwaysPassed)
        } else if worked_elsewhere {
            Some(Refused::WorkedElsewhere)
        } else {
            None
        };
        MeasuredSample {
            time: refused.map_or_else(|| Ok(times(sample, copies, whole_test, calibration)), Err),
            memory: refused.map_or_else(|| memory(sample, whole, calibration), Err),
        }
    };
    samples.iter().zip(elsewhere).map(of_sample).collect()
}

/// CPU time of the process, in microseconds, that neither its calls nor its loading explain; the least of all trials.
fn elsewhere(sample: &SampleMeasurements, copies: u32) -> f64 {
    let calls = if copies > 1 { f64::from(copies) + 1.0 } else { 1.0 };
    let of_trial = |trial: &Measurement| {
        let explained = trial.nanoseconds * calls + trial.loading_nanoseconds as f64;
        trial.cpu_microseconds as f64 - explained / 1e3
    };
    sample.time.iter().map(of_trial).fold(f64::INFINITY, f64::min)
}

/// Seconds. Less than the resolution counts as the resolution.
fn times(sample: &SampleMeasurements, copies: u32, whole_test: bool, calibration: &Calibration) -> Vec<f64> {
    let loading = sample.time.iter().map(|trial| trial.loading_nanoseconds).min().unwrap_or_default();
    let ahead = loading.saturating_sub(calibration.loading_nanoseconds);
    let ahead = if ahead > LOADING_NANOSECONDS { ahead as f64 } else { 0.0 };
    let calls = sample.time.iter().map(|trial| trial.calls).max().unwrap_or(1);
    let least = calibration.resolution_seconds(if whole_test { 1 } else { calls }, copies);
    sample.time.iter().map(|trial| ((trial.nanoseconds + ahead) / 1e9).max(least)).collect()
}

/// Trials of the memory round after which a sample that reads alike is not measured again.
pub const ALIKE_TRIALS: usize = 2;
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
fn memory(
    sample: &SampleMeasurements,
    repetitions: usize,
    calibration: &Calibration,
) -> Result<Vec<f64>, Refused> {
    if sample.memory.iter().any(|trial| !trial.traced) {
        return Err(Refused::NotTraced);
    }
    let resident = sample.time.iter().map(|trial| trial.peak_kibibytes).min().unwrap_or_default();
    let grown = resident.saturating_sub(calibration.resident_kibibytes) << 10;
    let of_trial = |trial: &Measurement| {
        let untraced = grown > trial.peak_bytes.saturating_mul(2).saturating_add(UNTRACED_BYTES);
        (if untraced { grown } else { trial.peak_bytes } as f64).max(Calibration::RESOLUTION_BYTES)
    };
    Ok(sample.memory.iter().cycle().take(repetitions).map(of_trial).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        values(&samples, 1, 5, false, &calibration()).pop().unwrap()
    }

    #[test]
    fn an_honest_sample_has_its_time_and_its_peak() {
        let MeasuredSample { time, memory } = of(|_| ());
        assert_eq!((time.unwrap(), memory.unwrap()), (vec![0.002; 5], vec![1_048_576.0; 5]));
    }

    #[test]
    fn what_cannot_be_told_from_nothing_counts_as_the_resolution() {
        assert_eq!(of(|trial| trial.nanoseconds = 0.0).time.unwrap(), [1e-5; 5]);
        assert_eq!(of(|trial| trial.peak_bytes = 12).memory.unwrap(), [Calibration::RESOLUTION_BYTES; 5]);
    }

    #[test]
    fn work_done_while_the_module_loads_counts() {
        assert_eq!(of(|trial| trial.loading_nanoseconds = 30_300_000).time.unwrap(), [0.032; 5]);
    }

    #[test]
    fn work_done_outside_of_the_calls_is_refused() {
        let measured = of(|trial| trial.cpu_microseconds = 60_000);
        assert_eq!(
            (measured.time, measured.memory),
            (Err(Refused::WorkedElsewhere), Err(Refused::WorkedElsewhere))
        );
    }

    #[test]
    fn memory_that_is_not_traced_is_seen_by_the_kernel() {
        assert_eq!(of(|trial| trial.peak_kibibytes = 110_000).memory.unwrap(), [102_400_000.0; 5]);
        assert_eq!(of(|trial| trial.traced = false).memory, Err(Refused::NotTraced));
    }

    #[test]
    fn memory_that_reads_alike_twice_stands_for_all_repetitions() {
        let read = |peak_bytes| Measurement { peak_bytes, ..trial() };
        assert!(vary(&[read(1_000_000), read(900_000)]) && !vary(&[read(1_000_000), read(999_000)]));
        let sample =
            SampleMeasurements { time: vec![trial(); 5], memory: vec![read(1 << 20), read(1 << 21)] };
        let measured = values(&[sample], 1, 5, false, &calibration()).pop().unwrap();
        let (one, two) = (1_048_576.0, 2_097_152.0);
        assert_eq!(measured.memory.unwrap(), [one, two, one, two, one]);
    }

    #[test]
    fn a_sample_that_passed_only_sometimes_has_no_value() {
        let sample = SampleMeasurements { time: vec![trial(); 4], memory: vec![trial(); 5] };
        let measured = values(&[sample], 1, 5, false, &calibration()).pop().unwrap();
        assert_eq!(measured.time, Err(Refused::NotAlwaysPassed));
    }
}
