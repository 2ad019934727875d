//! What the instruments read when it is known what they should read.

use assay_types::Measurement;

/// What a machine's instruments read of programs whose cost is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// What a call of a function that does nothing takes: it is taken off each call.
    pub transport_nanoseconds: u64,
    /// What loading an almost empty module takes.
    pub loading_nanoseconds: u64,
    /// Peak resident memory of a process that does nothing.
    pub resident_kibibytes: u64,
    /// How far a call that does nothing may read from nothing.
    pub call_resolution_nanoseconds: f64,
    /// Standard deviation ÷ mean of one fixed piece of work, each time in a fresh process.
    pub noise: f64,
}

/// The instruments do not measure: what must differ reads the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} cannot be measured on this machine: {small} and {large} were read of two programs of which one takes {times} times as much"
)]
pub struct NothingMeasured {
    /// What was to be measured.
    pub what: &'static str,
    /// What was read of the smaller one.
    pub small: String,
    /// What was read of the larger one.
    pub large: String,
    /// By what they differ.
    pub times: u32,
}

/// What was read of the programs of [`fixed_work`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// Of ten calls that do nothing, called once, with nothing taken off.
    pub nothing: Vec<Measurement>,
    /// Of work, called once.
    pub small_work: Vec<Measurement>,
    /// Of four times as much.
    pub large_work: Vec<Measurement>,
    /// Of a list, traced.
    pub small_list: Measurement,
    /// Of a list four times as long.
    pub large_list: Measurement,
}

/// Calls of the function that does nothing.
const CALLS: u32 = 10;
/// By what the larger program exceeds the smaller one, and by what it must at least.
const LARGER: u32 = 4;
const LEAST_LARGER: f64 = 2.0;

/// The modules that are measured: nothing, small and large work, a small and a large list. Each defines `f`; the tests call
/// it ten times where it does nothing, else once.
#[must_use]
pub fn fixed_work() -> [(&'static str, String); 5] {
    let work = |lines: u32| format!("def f():\n    for i in range({lines}): i * i\n");
    let list = |length: u32| format!("def f():\n    return len([0] * {length})\n");
    let once = "f()\n";
    [
        ("for _ in range(10): f()\n", "def f(): pass\n".to_owned()),
        (once, work(50_000)),
        (once, work(LARGER * 50_000)),
        (once, list(100_000)),
        (once, list(LARGER * 100_000)),
    ]
}

impl Calibration {
    /// Less memory depends on the interpreter more than on the sample: a page.
    pub const RESOLUTION_BYTES: f64 = 4096.0;

    /// From what was read. Fails where an instrument reads nothing, or always the same.
    pub fn of(reading: &Reading) -> Result<Self, NothingMeasured> {
        let time = |trials: &[Measurement]| median(trials.iter().map(|trial| trial.nanoseconds));
        let (small, large) = (time(&reading.small_work), time(&reading.large_work));
        let failed =
            |what, small: String, large: String| NothingMeasured { what, small, large, times: LARGER };
        if !(small > 0.0 && large > LEAST_LARGER * small) {
            return Err(failed("time", format!("{small} ns"), format!("{large} ns")));
        }
        let (little, much) = (reading.small_list.peak_bytes, reading.large_list.peak_bytes);
        if !(little > 0 && much as f64 > LEAST_LARGER * little as f64) {
            return Err(failed("memory", format!("{little} bytes"), format!("{much} bytes")));
        }
        let per_call = |trial: &Measurement| trial.nanoseconds / f64::from(CALLS);
        let transport = median(reading.nothing.iter().map(per_call));
        let mut off: Vec<f64> =
            reading.nothing.iter().map(|trial| (per_call(trial) - transport).abs()).collect();
        off.sort_by(f64::total_cmp);
        Ok(Self {
            transport_nanoseconds: whole(transport),
            loading_nanoseconds: usual(&reading.nothing, |trial| trial.loading_nanoseconds),
            resident_kibibytes: usual(&reading.nothing, |trial| trial.peak_kibibytes),
            // Nine of ten read no further off.
            call_resolution_nanoseconds: off.get(off.len() * 9 / 10).copied().unwrap_or_default().max(50.0),
            noise: relative_deviation(reading.small_work.iter().map(|trial| trial.nanoseconds)),
        })
    }

    /// The least time that can be told from none where it stands for so many calls made once.
    #[must_use]
    pub fn resolution_seconds(&self, single_calls: f64) -> f64 {
        self.call_resolution_nanoseconds * single_calls / 1e9
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "nanoseconds, never below 0")]
fn whole(value: f64) -> u64 {
    value as u64
}

fn usual(trials: &[Measurement], of: fn(&Measurement) -> u64) -> u64 {
    let mut values: Vec<u64> = trials.iter().map(of).collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn relative_deviation(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    if mean > 0.0 { variance.sqrt() / mean } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(nanoseconds: f64, peak_bytes: u64) -> Measurement {
        Measurement { nanoseconds, peak_bytes, ..Measurement::default() }
    }

    fn reading() -> Reading {
        Reading {
            nothing: [90_000.0, 100_000.0, 100_000.0, 110_000.0].map(|time| read(time, 0)).to_vec(),
            small_work: vec![read(1e6, 0), read(1.1e6, 0)],
            large_work: vec![read(4e6, 0); 2],
            small_list: read(0.0, 800_000),
            large_list: read(0.0, 3_200_000),
        }
    }

    #[test]
    fn instruments_that_read_what_they_should_are_calibrated() {
        let calibration = Calibration::of(&reading()).unwrap();
        assert_eq!(calibration.transport_nanoseconds, 10_000);
        assert!((calibration.call_resolution_nanoseconds - 1_000.0).abs() < 1e-6);
        assert!((calibration.noise - 0.067).abs() < 0.001, "{}", calibration.noise);
        assert!((calibration.resolution_seconds(0.07) - 7e-8).abs() < 1e-12);
    }

    #[test]
    fn a_probe_that_reads_nothing_or_always_the_same_is_an_error() {
        let constant = Reading { large_work: vec![read(1e6, 0); 2], ..reading() };
        assert_eq!(Calibration::of(&constant).unwrap_err().what, "time");
        let nothing = Reading { small_work: vec![read(0.0, 0); 2], ..reading() };
        assert_eq!(Calibration::of(&nothing).unwrap_err().what, "time");
        let parent = Reading { small_list: read(0.0, 2_000), large_list: read(0.0, 2_000), ..reading() };
        assert_eq!(Calibration::of(&parent).unwrap_err().what, "memory");
    }
}
