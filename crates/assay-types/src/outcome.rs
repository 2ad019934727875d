//! What a check of one sample can come to. The space is closed: there is no "other".

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of one sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// Positive evidence that every test passed.
    Pass,
    /// An honest failure.
    Fail {
        /// Why.
        cause: FailCause,
    },
    /// The sample reached a limit.
    Limit {
        /// Which one.
        limit: LimitKind,
    },
    /// Positive evidence that the sample tried to change its own verdict.
    Tampered,
    /// Rejected before anything ran. Counts against the model.
    Refused {
        /// Why.
        reason: RefusedReason,
    },
    /// There is nothing to judge. Counts against the model.
    NoAnswer {
        /// Why.
        reason: NoAnswerReason,
    },
    /// A fault of ours. Never counts against the model; out of the denominator.
    Infrastructure,
    /// This check says nothing about this sample.
    NotJudged,
}

/// Why a sample failed honestly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailCause {
    /// It does not parse.
    Syntax,
    /// A name or an import is missing.
    MissingName,
    /// It raised where no test expected that.
    Exception,
    /// A test objected to its answer.
    WrongAnswer,
    /// Its answer is not plain data.
    NotPlainData,
    /// Its process ended before its tests did.
    Exited,
    /// The patch does not apply.
    DoesNotApply,
    /// The patched repository does not build.
    BuildFails,
    /// The tests that the change should make pass fail.
    TargetTestsFail,
    /// Tests that passed before fail.
    RegressionIntroduced,
}

/// A limit of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// Time by the clock.
    Wall,
    /// CPU time.
    Cpu,
    /// Memory.
    Memory,
    /// Processes and threads.
    Pids,
    /// Bytes printed.
    Output,
    /// Bytes on disk.
    Disk,
    /// Files on disk.
    Inodes,
    /// Open descriptors.
    Descriptors,
    /// Something of the trial outlived it.
    Leak,
}

/// Why there is no answer to judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoAnswerReason {
    /// The answer is empty.
    Empty,
    /// The model declined.
    Refusal,
    /// The provider's filter cut it.
    ContentFilter,
    /// The prompt did not fit.
    ContextTooLong,
    /// Cut at the token limit with nothing usable left.
    CutAtMaxTokens,
    /// No code was found in it.
    Extraction,
}

/// Why a sample was rejected before anything ran: its line of the samples file cannot be read as it should be, or its patch could
/// act outside the repository's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusedReason {
    /// The line is not JSON.
    BrokenJson,
    /// The line is not UTF-8.
    Encoding,
    /// A text holds half of a character (a surrogate without its other half).
    LoneSurrogate,
    /// An object has a key twice, so that readers disagree about its value.
    DuplicateKey,
    /// No answer, more than one, or one that is no text.
    WrongFields,
    /// The answer or its line is larger than what is read.
    TooLarge,
    /// A patch names a path outside the repository, or one of git's own.
    ForbiddenPath,
    /// A patch makes a link that leads outside, or writes through one.
    ForbiddenLink,
    /// A patch makes a submodule, or gives a mode other than those of files and links.
    ForbiddenMode,
    /// A patch names programs that git would run on files.
    ForbiddenAttribute,
    /// A patch changes a path twice, so that readers disagree about the result.
    DuplicatePath,
    /// A patch names a binary file without its content.
    MissingContent,
}

impl Outcome {
    /// Whether a model is judged by this outcome: everything but our own faults and what was not judged.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        !matches!(self, Self::Infrastructure | Self::NotJudged)
    }

    /// Whether the sample passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        matches!(self, Self::Pass)
    }
}

/// The word of a unit variant, as it is serialised: serde is the one place that holds these words.
struct Word<T>(T);

impl<T: Serialize> fmt::Display for Word<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(formatter)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => formatter.write_str("pass"),
            Self::Fail { cause } => write!(formatter, "fail({})", Word(cause)),
            Self::Limit { limit } => write!(formatter, "limit({})", Word(limit)),
            Self::Tampered => formatter.write_str("tampered"),
            Self::Refused { reason } => write!(formatter, "refused({})", Word(reason)),
            Self::NoAnswer { reason } => write!(formatter, "no_answer({})", Word(reason)),
            Self::Infrastructure => formatter.write_str("infrastructure"),
            Self::NotJudged => formatter.write_str("not_judged"),
        }
    }
}

/// How many samples came to each outcome, by its written form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct OutcomeCounts(pub BTreeMap<String, u64>);

impl OutcomeCounts {
    /// Counts one more.
    pub fn add(&mut self, outcome: &Outcome) {
        *self.0.entry(outcome.to_string()).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_read_as_in_the_design() {
        let outcomes = [
            Outcome::Pass,
            Outcome::Fail { cause: FailCause::WrongAnswer },
            Outcome::Limit { limit: LimitKind::Cpu },
            Outcome::NoAnswer { reason: NoAnswerReason::CutAtMaxTokens },
            Outcome::Refused { reason: RefusedReason::LoneSurrogate },
        ];
        let texts: Vec<String> = outcomes.iter().map(ToString::to_string).collect();
        let expected = [
            "pass",
            "fail(wrong_answer)",
            "limit(cpu)",
            "no_answer(cut_at_max_tokens)",
            "refused(lone_surrogate)",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn our_own_faults_are_not_judged_and_no_answer_is() {
        assert!(!Outcome::Infrastructure.is_judged());
        assert!(Outcome::Refused { reason: RefusedReason::Encoding }.is_judged());
        assert!(Outcome::NoAnswer { reason: NoAnswerReason::Empty }.is_judged());
    }
}
