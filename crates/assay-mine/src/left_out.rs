//! Why a commit is no candidate.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a commit is no candidate. The first that holds, in this order, is the one that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// Its date is not in the time asked for.
    OutsideDates,
    /// It has no parent: nothing was there before.
    FirstCommit,
    /// Its parent is not in this repository (a shallow clone ends here).
    ParentMissing,
    /// It changes no file of source or tests.
    NeitherSourceNorTests,
    /// It changes tests alone.
    TestsOnly,
    /// It changes source alone. A preventive change would need no tests, but is told by its message: see `Candidate::parked`.
    SourceOnly,
    /// It changes more files or lines than one task should.
    TooLarge,
    /// The repository has no licence that is known to be permissive at this commit.
    Licence,
    /// It takes an earlier change back.
    Revert,
    /// It makes a release, and gathers several changes.
    Release,
    /// Its patch holds what no patch may: a submodule, a path or a link that leads outside.
    RefusedPatch,
    /// Its patch is not UTF-8 text.
    NotText,
    /// Its changed tests only lose lines: no test can fail before.
    TestsOnlyLose,
    /// Its tests are for no runner that is known.
    NoRunner,
    /// Its message and content fit no category.
    Uncategorised,
    /// Its message and content fit several categories as well: two changes in one, or none that can be told.
    Mixed,
    /// Without what gives the solution away, its message says too little.
    StatementTooShort,
    /// Its message gives too much of the solution away.
    StatementLeaks,
}

impl LeftOut {
    /// All of them, in their order.
    pub const ALL: [Self; 18] = [
        Self::OutsideDates,
        Self::FirstCommit,
        Self::ParentMissing,
        Self::NeitherSourceNorTests,
        Self::TestsOnly,
        Self::SourceOnly,
        Self::TooLarge,
        Self::Licence,
        Self::Revert,
        Self::Release,
        Self::RefusedPatch,
        Self::NotText,
        Self::TestsOnlyLose,
        Self::NoRunner,
        Self::Uncategorised,
        Self::Mixed,
        Self::StatementTooShort,
        Self::StatementLeaks,
    ];

    /// In a few words, for a table.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::OutsideDates => "outside of the dates asked for",
            Self::FirstCommit => "first commit of all",
            Self::ParentMissing => "parent missing (shallow clone)",
            Self::NeitherSourceNorTests => "changes neither source nor tests",
            Self::TestsOnly => "changes tests alone",
            Self::SourceOnly => "changes source alone",
            Self::TooLarge => "too large for one task",
            Self::Licence => "no permissive licence found",
            Self::Revert => "takes an earlier change back",
            Self::Release => "makes a release",
            Self::RefusedPatch => "patch has what is refused (submodule, path, link)",
            Self::NotText => "patch is not UTF-8",
            Self::TestsOnlyLose => "tests only lose lines",
            Self::NoRunner => "no known test runner",
            Self::Uncategorised => "fits no category",
            Self::Mixed => "fits several categories",
            Self::StatementTooShort => "statement too short without the solution",
            Self::StatementLeaks => "statement gives the solution away",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reasons_are_listed_in_their_order() {
        assert!(LeftOut::ALL.is_sorted());
        assert_eq!(LeftOut::ALL.len() - 1, LeftOut::StatementLeaks as usize);
    }
}
