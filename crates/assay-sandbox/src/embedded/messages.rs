//! What crosses between the supervisor and the judge (`judge.py`).

use serde::{Deserialize, Serialize};

use crate::judgement::Verdict;
use crate::measuring::MeterOrder;

/// To a judge, with the channel's descriptor: judge the sample at its other end.
#[derive(Serialize)]
pub(super) struct JudgeSample<'a> {
    pub(super) preamble: &'a str,
    pub(super) tests: &'a str,
    pub(super) entry_point: &'a str,
    pub(super) cpu_seconds: u64,
    pub(super) memory_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) measuring: Option<MeterOrder>,
}

/// From a judge: its verdict.
#[derive(Deserialize)]
pub(super) struct Judged {
    pub(super) judged: Verdict,
}
