//! The paper's failure categories, and what stands beside them.

use assay_types::{FailCause, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a prediction does not resolve its task. The first five are the framework's categories, in its order; the rest are no
/// property of what was tried to be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// There is no patch in the answer.
    NoPatch,
    /// The patch does not apply.
    DoesNotApply,
    /// The patched repository does not build: tests that could be loaded before cannot be loaded.
    BuildFails,
    /// Tests that the change should make pass fail.
    TargetTestsFail,
    /// Tests that passed before fail.
    RegressionIntroduced,
    /// The patch could act outside the repository's files, and was not applied.
    Refused,
    /// The tests reached a limit.
    Limit,
    /// The tests' process ended in a way that no reference does, and took its supervisor along.
    Exited,
    /// The prediction tried to change its own verdict.
    Tampered,
    /// A fault of ours.
    Infrastructure,
    /// The task's own reference does not pass here.
    NotJudged,
}

impl Failure {
    /// The five categories of the framework.
    pub const PAPER: [Self; 5] = [
        Self::NoPatch,
        Self::DoesNotApply,
        Self::BuildFails,
        Self::TargetTestsFail,
        Self::RegressionIntroduced,
    ];
    /// What is counted apart from them.
    pub const APART: [Self; 6] =
        [Self::Refused, Self::Limit, Self::Exited, Self::Tampered, Self::Infrastructure, Self::NotJudged];

    /// The category of an outcome; none of a pass.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Option<Self> {
        Some(match outcome {
            Outcome::Pass => return None,
            Outcome::NoAnswer { .. } => Self::NoPatch,
            Outcome::Fail { cause: FailCause::DoesNotApply } => Self::DoesNotApply,
            Outcome::Fail { cause: FailCause::BuildFails } => Self::BuildFails,
            Outcome::Fail { cause: FailCause::TargetTestsFail } => Self::TargetTestsFail,
            Outcome::Fail { cause: FailCause::RegressionIntroduced } => Self::RegressionIntroduced,
            Outcome::Fail { .. } => Self::Exited,
            Outcome::Refused { .. } => Self::Refused,
            Outcome::Limit { .. } => Self::Limit,
            Outcome::Tampered => Self::Tampered,
            Outcome::Infrastructure => Self::Infrastructure,
            Outcome::NotJudged => Self::NotJudged,
        })
    }

    /// Its name for people, in the framework's words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NoPatch => "no patch",
            Self::DoesNotApply => "does not apply",
            Self::BuildFails => "build fails",
            Self::TargetTestsFail => "target tests fail",
            Self::RegressionIntroduced => "regression introduced",
            Self::Refused => "refused",
            Self::Limit => "limit",
            Self::Exited => "exited",
            Self::Tampered => "tampered",
            Self::Infrastructure => "infrastructure",
            Self::NotJudged => "not judged",
        }
    }
}
