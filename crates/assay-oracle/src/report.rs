//! What came of it.

use std::collections::BTreeMap;

use assay_sandbox::CapturedOutput;
use assay_types::{LimitKind, TestId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a run of tests ended, and each test that it came to.
#[derive(Debug, Clone, PartialEq)]
pub struct TestReport {
    /// How the run as a whole ended. Without [`RunEnd::Completed`] nothing below shows that a test passed.
    pub end: RunEnd,
    /// Each test that was found, whether or not it ran to its end.
    pub results: BTreeMap<TestId, TestResult>,
    /// What the tests printed, cut in the middle. Untrusted; no verdict comes from it.
    pub output: CapturedOutput,
    /// Wall time of the run, in milliseconds.
    pub milliseconds: u64,
}

/// How a run of tests ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunEnd {
    /// Every test that was found has a result, and the runner said so at its end.
    Completed,
    /// Files of tests, or what they import, could not be loaded; each with what the runner says of it. Tests of other files have results.
    Broken(Vec<(String, String)>),
    /// The process ended before the runner did, with this exit code or the negative number of the signal.
    Died(i32),
    /// A limit was reached.
    Limit(LimitKind),
    /// Positive evidence that the repository's code changed what the runner does or says.
    Tampered(String),
    /// Whoever ordered it wanted its end.
    Stopped,
}

/// How one test ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestResult {
    /// In a word.
    pub outcome: TestOutcome,
    /// What the runner says of a failure, cut to its last 4,000 bytes. Untrusted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// How one test ended. Only [`TestOutcome::Passed`] is a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestOutcome {
    /// Set-up, the test and its clean-up all succeeded.
    Passed,
    /// The test failed.
    Failed,
    /// Set-up or clean-up failed.
    Errored,
    /// It was skipped.
    Skipped,
    /// It was expected to fail and did.
    FailedAsExpected,
    /// It was expected to fail and did not.
    PassedUnexpectedly,
    /// It was found and has no end.
    Unfinished,
}
