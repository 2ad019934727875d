//! Why a candidate becomes no task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a candidate becomes no task. The first that holds is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It waits for an oracle of another kind.
    Parked,
    /// One of its commits is not in the clone.
    CommitMissing,
    /// One of its patches does not apply to the parent.
    PatchDoesNotApply,
    /// The project's metadata cannot be read.
    MetadataUnreadable,
    /// A requirement is an address, a path or an option.
    RequirementRefused,
    /// A package had no wheel at the time of the fix.
    NoWheel,
    /// The requirements cannot be met together, or not at the time of the fix.
    RequirementsConflict,
    /// What the tests need brings the project itself.
    BringsItself,
    /// The fix is in the parent's files or in the environment already.
    FixInside,
    /// At the fix none of the changed tests passes.
    NothingPasses,
    /// All changed tests that pass at the fix pass before it, too.
    PassesBefore,
    /// A run ended before its tests did, or reached a limit.
    RunDidNotEnd,
    /// The repository's code changes what the test runner does or says.
    Tampers,
    /// No test that tells the commits apart has the same outcome in every way of running it.
    Unstable,
    /// Its files, patches or tests cannot be those of a task.
    NoTask,
    /// Judged as a prediction, the reference patch does not resolve it.
    ReferenceDoesNotResolve,
    /// Judged as a prediction, no change at all resolves it.
    EmptyPatchResolves,
    /// Whichever hunk of the reference is left out, the tests pass.
    NothingNoticed,
}

impl Reason {
    /// All of them, in the order in which they are looked at.
    pub const ALL: [Self; 18] = [
        Self::Parked,
        Self::CommitMissing,
        Self::PatchDoesNotApply,
        Self::MetadataUnreadable,
        Self::RequirementRefused,
        Self::NoWheel,
        Self::RequirementsConflict,
        Self::BringsItself,
        Self::FixInside,
        Self::NothingPasses,
        Self::PassesBefore,
        Self::RunDidNotEnd,
        Self::Tampers,
        Self::Unstable,
        Self::NoTask,
        Self::ReferenceDoesNotResolve,
        Self::EmptyPatchResolves,
        Self::NothingNoticed,
    ];

    /// In a few words, for a table.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Parked => "waits for an oracle of another kind",
            Self::CommitMissing => "a commit is not in the clone",
            Self::PatchDoesNotApply => "a patch does not apply to the parent",
            Self::MetadataUnreadable => "the project's metadata cannot be read",
            Self::RequirementRefused => "a requirement is an address, a path or an option",
            Self::NoWheel => "a package had no wheel by then",
            Self::RequirementsConflict => "the requirements cannot be met by then",
            Self::BringsItself => "the tests' requirements bring the project itself",
            Self::FixInside => "the fix is in the parent or the environment already",
            Self::NothingPasses => "none of the changed tests passes at the fix",
            Self::PassesBefore => "the changed tests pass before the fix, too",
            Self::RunDidNotEnd => "a run of the tests did not come to its end",
            Self::Tampers => "the repository changes what its test runner says",
            Self::Unstable => "no stable test tells the commits apart",
            Self::NoTask => "its files, patches or tests cannot be a task's",
            Self::ReferenceDoesNotResolve => "the reference patch alone does not resolve it",
            Self::EmptyPatchResolves => "the tests pass without the change",
            Self::NothingNoticed => "the tests notice no hunk that is left out",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reasons_are_listed_in_their_order() {
        assert!(Reason::ALL.is_sorted());
        assert_eq!(Reason::ALL.len() - 1, Reason::NothingNoticed as usize);
    }
}
