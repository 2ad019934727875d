//! What a check says about a sample.

use serde::{Deserialize, Serialize};

use crate::Outcome;

/// One check's word on one sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What it came to.
    pub outcome: Outcome,
    /// Why, for a person: an exception, a type, a rule. Untrusted text; escape it where it is shown.
    pub evidence: Option<String>,
    /// The line of the judged module (or of the tests, for a wrong answer) that the evidence is about.
    pub line: Option<u32>,
    /// What the sample printed, cut in the middle. Untrusted text.
    pub output: String,
    /// CPU time of the sample's process, in microseconds. Not part of any verdict.
    pub cpu_microseconds: u64,
}
