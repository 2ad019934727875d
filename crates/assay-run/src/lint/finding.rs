//! What lint finds.

use assay_types::TaskId;
use schemars::JsonSchema;
use serde::Serialize;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Verdicts on samples may be wrong.
    Problem,
    /// Worth a look; verdicts are right all the same.
    Note,
}

/// What is not as it should be with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LintCode {
    /// The reference solution does not pass: the task gives no score here.
    ReferenceFails,
    /// The tests themselves cannot be run: the task gives no score here.
    ReferenceNotJudged,
    /// The reference solution passes now and then.
    ReferenceFlaky,
    /// The reference solution does not pass with another `PYTHONHASHSEED`.
    DependsOnHashSeed,
    /// The reference solution does not pass when `random` begins elsewhere.
    DependsOnRandomSeed,
    /// The reference solution does not pass in another time zone.
    DependsOnTimeZone,
    /// The reference solution does not pass when the tests run in the reverse order.
    DependsOnOrder,
    /// A wrong solution passes.
    WrongSolutionPasses,
    /// A wrong solution could not be judged, for a fault of this machine or of the tests.
    WrongSolutionNotJudged,
    /// A wrong solution does not parse, or does not define what the tests call: it fails without any test.
    WrongSolutionDefinesNothing,
    /// A function or class that does nothing passes.
    EmptySolutionPasses,
    /// A test runs nothing, or nothing runs it, or there is none.
    EmptyTests,
    /// A test runs something and judges nothing.
    NoAssertion,
    /// The tests judge an input more than once by the same expectation.
    DuplicateInput,
}

impl LintCode {
    /// How much such a finding weighs.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::DuplicateInput | Self::WrongSolutionDefinesNothing => Severity::Note,
            _ => Severity::Problem,
        }
    }
}

/// One thing that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LintFinding {
    /// The task.
    #[schemars(with = "String")]
    pub task: TaskId,
    /// What kind of thing it is.
    pub code: LintCode,
    /// How much it weighs.
    pub severity: Severity,
    /// The line of the task's tests that it is about, from 1; none where it is about no line of a file.
    pub line: Option<usize>,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl LintFinding {
    pub(super) fn new(task: &TaskId, code: LintCode, message: String) -> Self {
        Self { task: task.clone(), code, severity: code.severity(), line: None, message }
    }

    pub(super) fn at(self, line: Option<usize>) -> Self {
        Self { line, ..self }
    }
}
