//! What crosses between the supervisor and the Python half (`zygote.py`, `judge.py`).

use serde::{Deserialize, Serialize};

use crate::engine::ProcessEnd;
use crate::judgement::Verdict;
use crate::limits::Limits;

/// To the worker's zygote, with descriptors of the channel, the output and the module's text: run this sample.
///
/// The text itself never passes through the zygote: what a zygote has once held, every later child can find in its own
/// memory, and one sample must not read another.
#[derive(Serialize)]
pub(super) struct RunSample<'a> {
    pub(super) entry_point: &'a str,
    pub(super) limits: &'a Limits,
}

/// To the judge's zygote, with a control socket: fork a judge.
#[derive(Serialize)]
pub(super) struct ForkJudge {
    pub(super) judge: bool,
}

/// To a judge, with the channel's descriptor: judge the sample at its other end.
#[derive(Serialize)]
pub(super) struct JudgeSample<'a> {
    pub(super) preamble: &'a str,
    pub(super) tests: &'a str,
    pub(super) entry_point: &'a str,
    pub(super) cpu_seconds: u64,
    pub(super) memory_bytes: u64,
}

/// To a zygote: end the child that you have.
#[derive(Serialize)]
pub(super) struct Kill {
    pub(super) kill: bool,
}

/// From a judge: its verdict.
#[derive(Deserialize)]
pub(super) struct Judged {
    pub(super) judged: Verdict,
}

/// From a zygote; one of the first three is set.
#[derive(Deserialize)]
pub(super) struct FromZygote {
    pub(super) started: Option<bool>,
    pub(super) failed: Option<String>,
    pub(super) ended: Option<bool>,
    exit: Option<i32>,
    #[serde(default)]
    killed: bool,
    #[serde(default)]
    cpu_limit_reached: bool,
    #[serde(default)]
    user_microseconds: u64,
    #[serde(default)]
    system_microseconds: u64,
    #[serde(default)]
    peak_kibibytes: u64,
    #[serde(default)]
    pub(super) spans: WorkerSpans,
}

/// The zygote's and the worker's share of a trial's time, in nanoseconds.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct WorkerSpans {
    pub(super) fork: u64,
    pub(super) namespaces: u64,
    pub(super) mounts: u64,
    pub(super) privileges: u64,
    pub(super) reap: u64,
}

impl FromZygote {
    pub(super) fn end(&self) -> ProcessEnd {
        ProcessEnd {
            exit: self.exit.unwrap_or_default(),
            killed: self.killed,
            cpu_limit_reached: self.cpu_limit_reached,
            cpu_microseconds: self.user_microseconds + self.system_microseconds,
            peak_kibibytes: self.peak_kibibytes,
        }
    }
}
