//! What a check says about a sample.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Outcome;

/// One check's word on one sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// What it came to.
    pub outcome: Outcome,
    /// Why, for a person: an exception, a type, a rule. Untrusted text; escape it where it is shown.
    pub evidence: Option<String>,
    /// The line of the judged module (or of the tests, for a wrong answer) that the evidence is about.
    pub line: Option<u32>,
    /// What the sample printed, cut in the middle. Untrusted text.
    pub output: String,
    /// What its trial took. Not part of any verdict.
    pub time: TrialTime,
}

/// What a trial took, in microseconds. A reference's times set its task's limits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TrialTime {
    /// CPU time of the sample's process.
    pub cpu_microseconds: u64,
    /// The tests' own work, without waiting for the sample.
    pub judging_microseconds: u64,
    /// The whole trial by the clock.
    pub wall_microseconds: u64,
}
