//! Time and memory of correct samples (DESIGN.md, decision 6): what is run, and what of a measurement counts.
//!
//! A task goes through three rounds. A *probe* of each sample says whether its calls may be repeated and roughly how long
//! they take. The *time* round repeats each call often enough, all samples of the task alike; where one sample keeps results
//! (a cache), returns something lazy or changes its mind, all of the task's samples are called once. The *memory* round
//! traces. Repetitions are trials of their own, each in a fresh process.

mod calibration;
mod measured;

use std::sync::Arc;

use assay_sandbox::{Judging, Limits, Measuring, Trial};
use assay_types::{Digest, Isolation, Measurement, Task, TrialTime};

pub use calibration::{Calibration, NothingMeasured, Reading, fixed_work};
pub use measured::{ALIKE_TRIALS, MeasuredSample, Refused, SampleMeasurements, censored, values, vary};

use crate::{Check as _, LogicCheck, Plan, Subject};

/// Raised whenever the same trials would lead to other numbers.
const VERSION: &str = "performance 1";

/// All calls of a test together are repeated until they take about so long.
const ENOUGH_NANOSECONDS: f64 = 4e6;
/// More copies make no measurement better.
const MOST_COPIES: u32 = 100;
/// What is measured also traces, copies and repeats: a trial may use so many times what a plain one may.
const PATIENCE: u64 = 4;

/// How time and memory are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerformanceCheck {
    /// Trials of each sample, per measure.
    pub repetitions: u32,
    /// Correct samples of a task and side that are measured, the first ones: the paper's ten.
    pub samples: u32,
}

impl Default for PerformanceCheck {
    /// As in the paper (section 4.3): each sample five times, ten samples of a task.
    fn default() -> Self {
        Self { repetitions: 5, samples: 10 }
    }
}

/// How the samples of a task are called to be timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copies(pub u32);

/// A sample whose whole trial took so much CPU time need not be probed: its calls take long enough, however many they are.
const LONG_MICROSECONDS: u64 = 500_000;

impl Copies {
    /// Without a probe, from the CPU time of each sample's plain trial: where all of them take long, no call is repeated.
    #[must_use]
    pub fn without_probe(trials: impl IntoIterator<Item = TrialTime>) -> Option<Self> {
        trials.into_iter().all(|time| time.cpu_microseconds >= LONG_MICROSECONDS).then_some(Self(1))
    }

    /// From the probes of all samples of the task; one that failed leaves it unknown whether its calls may be repeated.
    #[must_use]
    pub fn of(probes: &[Measurement]) -> Self {
        let mut times: Vec<f64> = probes.iter().map(|probe| probe.nanoseconds.max(1.0)).collect();
        times.sort_by(f64::total_cmp);
        let Some(usual) = times.get(times.len() / 2) else { return Self(1) };
        if probes.iter().any(|probe| !probe.repeatable) {
            return Self(1);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 1 to the most copies"
        )]
        Self((ENOUGH_NANOSECONDS / usual).clamp(1.0, f64::from(MOST_COPIES)) as u32)
    }
}

/// The trial that measures a sample: its tests', or with other inputs that need not have an expected result.
#[must_use]
pub fn trial(
    subject: &Subject<'_>,
    limits: Limits,
    inputs: Option<&Arc<str>>,
    measuring: Measuring,
) -> Option<Trial> {
    // Other inputs have limits of their own.
    let patience = if inputs.is_some() { 1 } else { PATIENCE };
    let traces = if measuring == Measuring::Memory { PATIENCE } else { 1 };
    let limits = Limits {
        cpu_seconds: limits.cpu_seconds.saturating_mul(patience),
        wall_milliseconds: limits.wall_milliseconds.saturating_mul(patience),
        judge_cpu_seconds: limits.judge_cpu_seconds.saturating_mul(PATIENCE),
        // What is traced takes room, too.
        memory_bytes: limits.memory_bytes.saturating_mul(traces),
        ..limits
    };
    let Plan::Trial(trial) = LogicCheck::new().plan(subject, limits) else { return None };
    let Some(inputs) = inputs else { return Some(trial) };
    let judging = Judging::Split {
        key: Digest::of_parts(&[&*subject.task.prompt, &**inputs]).to_string(),
        preamble: subject.task.prompt.clone(),
        tests: inputs.clone(),
    };
    Some(Trial { judging: Arc::new(judging), ..trial })
}

/// Names everything that could change what a trial measures, but for the machine and the company in which it runs:
/// those are the `comparison`'s, whose samples are measured together and never with those of another. `logic` is the
/// key of the sample's tests.
#[must_use]
pub fn key(
    logic: Digest,
    limits: Limits,
    inputs: Option<&Arc<str>>,
    comparison: Digest,
    place: &SamplePlace,
    measuring: Measuring,
) -> Digest {
    let copies = match measuring {
        Measuring::Probe { .. } => "probe".to_owned(),
        Measuring::Time { copies, .. } => format!("time {copies}"),
        Measuring::Memory => "memory".to_owned(),
    };
    Digest::of_parts(&[
        VERSION,
        &logic.to_string(),
        inputs.map_or("", |inputs| inputs),
        &inputs.map_or(String::new(), |_| limits.cpu_seconds.to_string()),
        &comparison.to_string(),
        &format!("{} {} {}", place.side, place.line, place.repetition),
        &copies,
        &place.trial.to_string(),
    ])
}

/// Which sample of a comparison, and which of its trials. Equal samples are measured each on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SamplePlace {
    /// 0 for the baseline, 1 for the candidate.
    pub side: usize,
    /// The line of its samples file.
    pub line: u64,
    /// Its place among the model's samples of the task.
    pub repetition: u32,
    /// The number of the trial.
    pub trial: u32,
}

/// Whether the whole test is measured, because tests and sample share a process.
#[must_use]
pub fn is_whole_test(task: &Task, inputs: Option<&Arc<str>>) -> bool {
    inputs.is_none() && task.isolation == Isolation::Shared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe(nanoseconds: f64, repeatable: bool) -> Measurement {
        Measurement { calls: 1, nanoseconds, repeatable, ..Measurement::default() }
    }

    #[test]
    fn short_calls_are_repeated_and_long_ones_are_not() {
        assert_eq!(Copies::of(&[probe(1e3, true), probe(2e3, true)]), Copies(100));
        assert_eq!(Copies::of(&[probe(1e6, true), probe(1e6, true), probe(9e9, true)]), Copies(4));
        assert_eq!(Copies::of(&[probe(1e8, true)]), Copies(1));
        assert_eq!(Copies::of(&[]), Copies(1));
    }

    #[test]
    fn a_probe_that_failed_has_all_of_the_task_called_once() {
        assert_eq!(Copies::of(&[probe(1e3, true), Measurement::default()]), Copies(1));
    }

    #[test]
    fn one_sample_that_keeps_its_results_has_all_of_the_task_called_once() {
        assert_eq!(Copies::of(&[probe(1e3, true), probe(1e3, false)]), Copies(1));
    }
}
