//! What a trial says about its sample, from the judge's words, the limits and the worker's end.

pub(crate) mod shared;

use assay_types::{LimitKind, Measurement};
use serde::Deserialize;

use crate::engine::ProcessEnd;

/// What the trial came to. Every case but [`Judgement::Fault`] and [`Judgement::Killed`] is about the sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// All tests ran, at least one called the sample, and none objected.
    Passed,
    /// A test objected.
    WrongAnswer {
        /// The test's exception.
        evidence: String,
        /// The line of the tests.
        line: Option<u32>,
    },
    /// The sample raised, while loading or in a call, and no test expected it.
    SampleRaised {
        /// What kind of failure that stands for.
        failure: SampleFailure,
        /// The exception.
        evidence: String,
        /// The line of the judged module.
        line: Option<u32>,
    },
    /// The sample returned something that is not plain data.
    NotPlainData {
        /// Which type, or which bound.
        evidence: String,
    },
    /// The sample's process wrote what our own code never writes.
    Tampered {
        /// What was found.
        evidence: String,
    },
    /// The sample's process ended before its tests did.
    Exited {
        /// Exit code, or the negative number of the signal.
        exit: i32,
    },
    /// The sample reached a limit.
    Limit(LimitKind),
    /// The benchmark's own code is at fault.
    Fault {
        /// What failed.
        evidence: String,
    },
    /// Something outside killed a process of the trial.
    Killed {
        /// Which one.
        evidence: String,
    },
}

/// What an exception of the sample stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampleFailure {
    /// The judged module does not parse.
    Syntax,
    /// A name or an import is missing.
    MissingName,
    /// It asked to exit.
    Exited,
    /// Anything else.
    Exception,
}

/// The judge's message, as written by `judge.py`.
#[derive(Debug, Deserialize)]
pub(crate) struct Verdict {
    #[serde(rename = "verdict")]
    word: String,
    kind: Option<String>,
    evidence: Option<String>,
    line: Option<u32>,
    /// Whether the same judge may serve another sample.
    #[serde(default)]
    pub(crate) reusable: bool,
    #[serde(default)]
    pub(crate) spans: JudgeSpans,
    #[serde(default)]
    pub(crate) measured: Option<Measurement>,
    /// Whether the sample's process wrote it, and must now end by itself and well.
    #[serde(skip)]
    ends_itself: bool,
}

impl Verdict {
    /// Whether the judge lost contact with the worker: how that ended then decides.
    pub(crate) fn worker_is_gone(&self) -> bool {
        self.word == WORKER_GONE
    }

    /// Whether the worker's own end is still to come and belongs to the verdict.
    pub(crate) fn awaits_end(&self) -> bool {
        self.worker_is_gone() || self.ends_itself
    }
}

/// The judge's share of a trial's time, in nanoseconds.
#[derive(Debug, Default, Clone, Copy, Deserialize)]
pub(crate) struct JudgeSpans {
    pub(crate) judging: u64,
    pub(crate) waiting: u64,
    pub(crate) sample: u64,
}

const WORKER_GONE: &str = "worker_gone";
pub(crate) const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;

/// Joins what was observed. `stopped` is the limit for which the engine itself ended the trial, if it did.
pub(crate) fn judgement(
    verdict: Option<Verdict>,
    stopped: Option<LimitKind>,
    worker: ProcessEnd,
    judge: ProcessEnd,
    cpu_seconds: u64,
) -> Judgement {
    if let Some(limit) = stopped {
        return Judgement::Limit(limit);
    }
    let Some(verdict) = verdict else {
        // The judge died over the sample's answers: comparing them took all its time, or something killed it.
        // Its limit is the kernel's soft one, so only that signal says so: a SIGKILL comes from elsewhere.
        return if judge.exit == -SIGXCPU {
            Judgement::Limit(LimitKind::Cpu)
        } else {
            Judgement::Killed { evidence: format!("the judge ended with {} before its verdict", judge.exit) }
        };
    };
    let evidence = verdict.evidence.unwrap_or_default();
    match verdict.word.as_str() {
        "pass" if verdict.ends_itself && worker.exit != 0 => Judgement::Exited { exit: worker.exit },
        "pass" => Judgement::Passed,
        "wrong_answer" => Judgement::WrongAnswer { evidence, line: verdict.line },
        "sample_raised" => limit_met(verdict.kind.as_deref()).map_or_else(
            || {
                let failure = sample_failure(verdict.kind.as_deref());
                Judgement::SampleRaised { failure, evidence, line: verdict.line }
            },
            Judgement::Limit,
        ),
        "not_plain_data" => Judgement::NotPlainData { evidence },
        "tampered" => Judgement::Tampered { evidence },
        WORKER_GONE => worker_gone(worker, cpu_seconds),
        _ => Judgement::Fault { evidence },
    }
}

/// The limit that an exception stands for, by the worker's word: a failure either way, so nothing is won by a lie.
fn limit_met(kind: Option<&str>) -> Option<LimitKind> {
    match kind {
        Some("memory") => Some(LimitKind::Memory),
        Some("disk") => Some(LimitKind::Disk),
        Some("inodes") => Some(LimitKind::Inodes),
        Some("descriptors") => Some(LimitKind::Descriptors),
        _ => None,
    }
}

fn sample_failure(kind: Option<&str>) -> SampleFailure {
    match kind {
        Some("syntax") => SampleFailure::Syntax,
        Some("missing_name") => SampleFailure::MissingName,
        Some("exited") => SampleFailure::Exited,
        _ => SampleFailure::Exception,
    }
}

fn worker_gone(worker: ProcessEnd, cpu_seconds: u64) -> Judgement {
    if used_up(worker, cpu_seconds) {
        Judgement::Limit(LimitKind::Cpu)
    } else if worker.exit == -SIGKILL && !worker.killed {
        // The first process of a PID namespace cannot kill itself: this came from outside.
        Judgement::Killed { evidence: "the worker was killed from outside (out of memory?)".into() }
    } else if worker.killed {
        // It closed its channel and lived on until the engine ended it.
        Judgement::Exited { exit: 0 }
    } else {
        Judgement::Exited { exit: worker.exit }
    }
}

/// Whether the process was ended for its CPU time: by its zygote, or by the kernel's limit behind that, which is
/// twice as high because it counts sampled ticks. Who ordered a kill says nothing: the order may cross the kernel's own.
pub(crate) fn used_up(end: ProcessEnd, cpu_seconds: u64) -> bool {
    let by_signal = end.exit == -SIGXCPU || end.exit == -SIGKILL;
    end.cpu_limit_reached || (by_signal && end.cpu_microseconds >= cpu_seconds * 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(word: &str) -> Option<Verdict> {
        serde_json::from_value(serde_json::json!({ "verdict": word, "kind": "syntax", "evidence": "e" }))
            .unwrap()
    }

    fn ended(exit: i32, cpu_microseconds: u64) -> ProcessEnd {
        ProcessEnd { exit, cpu_microseconds, ..ProcessEnd::default() }
    }

    #[test]
    fn a_worker_killed_at_its_cpu_limit_is_a_limit_not_an_exit() {
        let at_its_limit = ProcessEnd { killed: true, cpu_limit_reached: true, ..ended(-9, 1_999_000) };
        let judged = judgement(verdict("worker_gone"), None, at_its_limit, ended(0, 0), 2);
        assert_eq!(judged, Judgement::Limit(LimitKind::Cpu));
    }

    #[test]
    fn a_worker_at_its_cpu_limit_is_one_even_if_our_own_order_crossed_the_kernels() {
        let end = ProcessEnd { killed: true, ..ended(-9, 2_100_000) };
        let judged = judgement(verdict("worker_gone"), None, end, ended(0, 0), 2);
        assert_eq!(judged, Judgement::Limit(LimitKind::Cpu));
    }

    #[test]
    fn a_worker_killed_early_is_our_trouble() {
        let judged = judgement(verdict("worker_gone"), None, ended(-9, 10_000), ended(0, 0), 2);
        assert!(matches!(judged, Judgement::Killed { .. }));
    }

    #[test]
    fn an_exit_of_the_sample_is_its_own_failure() {
        let judged = judgement(verdict("worker_gone"), None, ended(0, 10_000), ended(0, 0), 2);
        assert_eq!(judged, Judgement::Exited { exit: 0 });
    }

    #[test]
    fn a_limit_that_the_engine_enforced_outranks_the_verdict() {
        let judged = judgement(verdict("pass"), Some(LimitKind::Output), ended(-9, 0), ended(0, 0), 2);
        assert_eq!(judged, Judgement::Limit(LimitKind::Output));
    }

    #[test]
    fn a_judge_that_dies_without_a_verdict_never_passes_anything() {
        assert!(matches!(judgement(None, None, ended(0, 0), ended(1, 0), 2), Judgement::Killed { .. }));
    }
}
