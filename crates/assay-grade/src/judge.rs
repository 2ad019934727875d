//! From what came of each test to one outcome.

use std::collections::BTreeMap;

use assay_oracle::{RunEnd, TestOutcome, TestReport, TestResult};
use assay_sandbox::CapturedOutput;
use assay_types::{FailCause, LimitKind, MaintenanceTask, Outcome, TestId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a process ends that the kernel or somebody else killed.
const KILLED: i32 = -9;
/// The most tests that are named.
const NAMED: usize = 20;
/// The most bytes of what tests print that are kept.
const LOGGED: usize = 8 << 10;
/// The most characters of what a runner says that are kept.
const SAID: usize = 2000;

/// What the tests of a task came to with one prediction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// In a word.
    pub outcome: Outcome,
    /// Why, for a person. Untrusted text.
    pub evidence: Option<String>,
    /// The target tests.
    pub target: TestTally,
    /// The regression tests.
    pub regression: TestTally,
    /// Whether a busy or failing machine may have brought it about: then another time may say otherwise, and it is not kept.
    #[serde(skip)]
    pub by_chance: bool,
    /// The end of what the tests printed. Untrusted text.
    #[serde(skip)]
    pub log: String,
}

/// What some tests came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestTally {
    /// How many there are.
    pub tests: usize,
    /// Those of them that are shown to have passed.
    pub passed: usize,
    /// The first 20 others, sorted.
    pub not_passed: Vec<TestNotPassed>,
}

/// A test that is not shown to have passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestNotPassed {
    /// Its full name. Untrusted text.
    pub test: TestId,
    /// How it ended; nothing where it has no result.
    pub outcome: Option<TestOutcome>,
}

impl TestNotPassed {
    /// How it ended, in words.
    #[must_use]
    pub fn words(&self) -> &'static str {
        match self.outcome {
            None => "has no result",
            Some(TestOutcome::Passed) => "passed",
            Some(TestOutcome::Failed) => "failed",
            Some(TestOutcome::Errored) => "could not be set up or cleaned up",
            Some(TestOutcome::Skipped) => "was skipped",
            Some(TestOutcome::FailedAsExpected) => "was expected to fail, and did",
            Some(TestOutcome::PassedUnexpectedly) => "was expected to fail, and did not",
            Some(TestOutcome::Unfinished) => "has no end",
        }
    }
}

impl TestTally {
    /// Counts tests. A skip, an expected failure, an unexpected pass and no result are no pass.
    fn of(tests: &[TestId], results: &BTreeMap<TestId, TestResult>) -> Self {
        let mut tally = Self { tests: tests.len(), ..Self::default() };
        for test in tests {
            let outcome = results.get(test).map(|result| result.outcome);
            if outcome == Some(TestOutcome::Passed) {
                tally.passed += 1;
            } else if tally.not_passed.len() < NAMED {
                tally.not_passed.push(TestNotPassed { test: test.clone(), outcome });
            }
        }
        tally
    }

    fn all_passed(&self) -> bool {
        self.passed == self.tests
    }
}

/// Judges a run of all of a task's tests. The first that holds, in the order in which a change gets anywhere at all:
///
/// 1. There is evidence of tampering.
/// 2. A limit was reached.
/// 3. The run was stopped by whoever ordered it: that says nothing.
/// 4. The runner's process ended before it did: build fails if no test had begun, else target tests fail, for none of them is shown to
///    have passed.
/// 5. Files could not be loaded, and with them a regression test has no result, which it had before: build fails.
/// 6. A target test did not pass: target tests fail, whatever else fails.
/// 7. A regression test did not pass: regression introduced.
/// 8. Files could not be loaded, although all tests have passed: build fails.
/// 9. All tests passed, and there is at least one.
pub(crate) fn judge(task: &MaintenanceTask, report: &TestReport) -> Judged {
    let no_results = BTreeMap::new();
    // Without an end that the runner vouches for, a result is only a claim.
    let believed = match report.end {
        RunEnd::Completed | RunEnd::Broken(_) => &report.results,
        _ => &no_results,
    };
    let target = TestTally::of(&task.target_tests, believed);
    let regression = TestTally::of(&task.regression_tests, believed);
    let failed = |cause| Outcome::Fail { cause };
    let lost = |test: &&TestId| !believed.contains_key(*test);
    let (outcome, evidence) = match &report.end {
        RunEnd::Tampered(evidence) => (Outcome::Tampered, Some(evidence.clone())),
        RunEnd::Limit(limit) => (Outcome::Limit { limit: *limit }, None),
        RunEnd::Stopped => (Outcome::Infrastructure, Some("the run was stopped".to_owned())),
        RunEnd::Died(code) => {
            let cause =
                if report.results.is_empty() { FailCause::BuildFails } else { FailCause::TargetTestsFail };
            (
                failed(cause),
                Some(format!("the tests' process ended before its runner did ({})", ending(*code))),
            )
        }
        RunEnd::Broken(files) if task.regression_tests.iter().any(|test| lost(&test)) => {
            (failed(FailCause::BuildFails), Some(broken(files)))
        }
        RunEnd::Completed | RunEnd::Broken(_) => of_tests(report, &target, &regression),
    };
    let by_chance = is_by_chance(&report.end);
    let log = printed(&report.output);
    Judged { outcome, evidence: evidence.map(|text| cut(&text)), target, regression, by_chance, log }
}

/// The end of what was printed.
fn printed(output: &CapturedOutput) -> String {
    let last = if output.tail.is_empty() { &output.head } else { &output.tail };
    String::from_utf8_lossy(&last[last.len().saturating_sub(LOGGED)..]).into_owned()
}

/// Whether a machine that is busy or out of memory may end a run of tests so, whatever the code is. Processor time, memory and files are counted for the run alone;
/// the clock runs for others too, and the kernel kills whom it likes where memory is short.
#[must_use]
pub fn is_by_chance(end: &RunEnd) -> bool {
    matches!(end, RunEnd::Limit(LimitKind::Wall) | RunEnd::Died(KILLED) | RunEnd::Stopped)
}

fn of_tests(report: &TestReport, target: &TestTally, regression: &TestTally) -> (Outcome, Option<String>) {
    let failed = |cause, tally: &TestTally| (Outcome::Fail { cause }, Some(first_of(tally, report)));
    if !target.all_passed() {
        return failed(FailCause::TargetTestsFail, target);
    }
    if !regression.all_passed() {
        return failed(FailCause::RegressionIntroduced, regression);
    }
    if let RunEnd::Broken(files) = &report.end {
        return (Outcome::Fail { cause: FailCause::BuildFails }, Some(broken(files)));
    }
    if target.tests + regression.tests == 0 {
        return (Outcome::NotJudged, Some("the task has no test".to_owned()));
    }
    (Outcome::Pass, None)
}

/// What to say of the first test that did not pass.
fn first_of(tally: &TestTally, report: &TestReport) -> String {
    let Some(first) = tally.not_passed.first() else { return String::new() };
    let detail = report.results.get(&first.test).map_or("", |result| result.detail.as_str());
    let how = first.words();
    let count = tally.tests - tally.passed;
    let all = format!("{count} of {} did not pass; {} {how}", tally.tests, first.test.0);
    if detail.is_empty() { all } else { format!("{all}:\n{detail}") }
}

fn broken(files: &[(String, String)]) -> String {
    match files.first() {
        None => "files of tests could not be loaded".to_owned(),
        Some((file, why)) => format!("{file} could not be loaded: {why}"),
    }
}

fn ending(code: i32) -> String {
    if code < 0 { format!("signal {}", code.unsigned_abs()) } else { format!("exit code {code}") }
}

/// The beginning and the end of a long text.
fn cut(text: &str) -> String {
    let length = text.chars().count();
    if length <= SAID {
        return text.to_owned();
    }
    let head: String = text.chars().take(SAID / 2).collect();
    let tail: String = text.chars().skip(length - SAID / 2).collect();
    format!("{head}\n…\n{tail}")
}
