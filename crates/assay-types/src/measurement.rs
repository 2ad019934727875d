//! What was measured of a sample in one trial.

use serde::{Deserialize, Serialize};

/// What was measured of a sample in one trial. Of a split trial by the judge, whose clock the sample cannot reach; of a
/// shared one by the engine's clock, the whole of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// Calls of the sample; of a shared trial 1; 0 of a trial that failed, of which nothing else is known.
    pub calls: u64,
    /// What all calls took, each counted once; of a shared trial from the sample's first instruction to the verdict.
    pub nanoseconds: f64,
    /// What all calls took that were timed, repeated ones and those that the tests saw.
    #[serde(default)]
    pub timed_nanoseconds: f64,
    /// For how many calls made once `nanoseconds` stands: a call that was repeated counts as its part.
    #[serde(default)]
    pub single_calls: f64,
    /// What loading the judged module took; 0 of a shared trial, where it is part of the whole.
    pub loading_nanoseconds: u64,
    /// Whether each call did as much a second time: only then may calls be repeated.
    pub repeatable: bool,
    /// The highest peak of one call, by `tracemalloc`, in bytes; without the arguments.
    pub peak_bytes: u64,
    /// Whether memory was traced until the end: a sample can stop it.
    pub traced: bool,
    /// CPU time of the whole process, by the kernel.
    #[serde(default)]
    pub cpu_microseconds: u64,
    /// Peak resident memory of the whole process, by the kernel.
    #[serde(default)]
    pub peak_kibibytes: u64,
}
