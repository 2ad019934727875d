//! How time and memory were measured.

use assay_types::Digest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How time and memory were measured, and what the instruments read of programs whose cost is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MeasuringSummary {
    /// Trials of each sample, per measure, each in a fresh process.
    pub repetitions: u32,
    /// Correct samples of a task and side that were measured at most.
    pub samples: u32,
    /// Whether tasks were measured, too, on which both models wrote the same programs.
    pub measure_equal: bool,
    /// What the instruments read; null where there was nothing to measure.
    pub instruments: Option<Instruments>,
    /// Calls that were measured instead of those of the tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<InputsSummary>,
    /// Correct samples that have no value, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_measured: Vec<NotMeasured>,
}

/// What a machine's instruments read of programs whose cost is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Instruments {
    /// What a call of a function that does nothing takes, which is taken off each call; in microseconds.
    pub transport_microseconds: f64,
    /// How far a call that does nothing reads from nothing, nine times of ten; in microseconds. Repeated calls divide it.
    pub call_resolution_microseconds: f64,
    /// Less memory counts as this much; in bytes.
    pub resolution_bytes: f64,
    /// Standard deviation ÷ mean of one fixed piece of work of a millisecond or more, each time in a fresh process.
    pub noise: f64,
}

/// Calls that were measured instead of those of the tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputsSummary {
    /// Digest of their file.
    #[schemars(with = "String")]
    pub sha256: Digest,
    /// Tasks that have some.
    pub tasks: u64,
    /// CPU time that a sample could use for them, in seconds.
    pub limit_seconds: u64,
}

/// Correct samples without a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotMeasured {
    /// `baseline` or `candidate`.
    pub side: String,
    /// Why.
    pub reason: String,
    /// How many.
    pub samples: u64,
}
