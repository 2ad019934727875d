//! What judges a sample.
//!
//! A [`Check`] is asked for its [`Plan`] for a [`Subject`]: a finding at once, where reading the judged module is
//! enough, or a trial to run in the sandbox, whose report it then reads. Checks run nothing themselves.
#![forbid(unsafe_code)]

mod logic;
pub mod performance;
pub mod static_checks;

use std::sync::Arc;

use assay_sandbox::{LimitRule, Limits, Trial, TrialReport};
use assay_types::{Digest, Finding, Task};

pub use logic::LogicCheck;

/// A sample, ready to be judged.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    /// The task.
    pub task: &'a Task,
    /// The judged module.
    pub module: Arc<str>,
}

/// What a result depends on besides the subject (DESIGN.md, decision 9).
#[derive(Debug, Clone)]
pub struct Circumstances {
    /// Digest of the environment.
    pub environment: String,
    /// Isolation controls in force.
    pub controls: Vec<String>,
    /// The rule that limits follow; the limits themselves are this machine's.
    pub limit_rule: LimitRule,
}

impl Circumstances {
    /// The rule for one task: what it does not set itself is as for every task.
    #[must_use]
    pub fn limit_rule_of(&self, task: &Task) -> LimitRule {
        let (rule, own) = (self.limit_rule, task.limits);
        LimitRule {
            multiple: own.multiple.unwrap_or(rule.multiple),
            floor_seconds: own.floor_seconds.unwrap_or(rule.floor_seconds),
            memory_bytes: own.memory_bytes.unwrap_or(rule.memory_bytes),
            ..rule
        }
    }
}

/// How a check comes to its finding.
#[derive(Debug, Clone)]
pub enum Plan {
    /// It has it already.
    Known(Finding),
    /// By a trial.
    Trial(Trial),
}

/// One way of judging samples.
pub trait Check: Send + Sync {
    /// Its name, as in findings and keys.
    fn name(&self) -> &'static str;

    /// Names everything that could change this check's finding on a subject.
    fn key(&self, subject: &Subject<'_>, circumstances: &Circumstances) -> Digest;

    /// What to do for a subject, within limits.
    fn plan(&self, subject: &Subject<'_>, limits: Limits) -> Plan;

    /// Reads the report of a planned trial.
    fn read(&self, report: &TrialReport) -> Finding;
}
