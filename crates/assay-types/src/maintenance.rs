//! The second kind of task: a change to a repository.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::TaskId;

/// A kind of maintenance, as ISO/IEC/IEEE 14764 names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// A defect is repaired.
    Corrective,
    /// The environment changed, and the code follows.
    Adaptive,
    /// A small feature is added or altered.
    Perfective,
    /// Code is restructured; what it does stays.
    Preventive,
}

impl Category {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 4] = [Self::Corrective, Self::Adaptive, Self::Perfective, Self::Preventive];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Corrective => "corrective",
            Self::Adaptive => "adaptive",
            Self::Perfective => "perfective",
            Self::Preventive => "preventive",
        }
    }
}

/// Who runs a repository's tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Runner {
    /// pytest.
    Pytest,
    /// The standard library's unittest.
    Unittest,
}

/// A test's full name as its runner gives it, such as `tests/test_date.py::TestDate::test_day[a b::c]`. Untrusted text:
/// whatever a repository's parameters are made of stands in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TestId(pub String);

/// One maintenance task: what is asked, and how a patch is judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaintenanceTask {
    /// Its name, made of its content and the digest of its environment.
    pub id: TaskId,
    /// Where the repository is known, such as `tkem/cachetools`.
    pub repository: String,
    /// The commit that a model starts from.
    pub parent: String,
    /// The commit whose change is the reference.
    pub fix: String,
    /// When the parent was committed, in UTC.
    pub parent_committed: String,
    /// When the fix was committed, in UTC.
    pub fix_committed: String,
    /// Which kind of maintenance is asked for.
    pub category: Category,
    /// The SPDX identifier of the repository's licence.
    pub licence: String,
    /// What a model is asked.
    pub statement: Arc<str>,
    /// What the tests run in.
    pub environment: TaskEnvironment,
    /// Who runs the tests.
    pub runner: Runner,
    /// Tests that fail before the change and pass after it.
    pub target_tests: Vec<TestId>,
    /// Tests that pass before and after.
    pub regression_tests: Vec<TestId>,
    /// The change of source and metadata that was made in history, as git writes patches.
    pub reference_patch: Arc<str>,
    /// The change of tests, which is put in place last.
    pub test_patch: Arc<str>,
    /// What the tests can tell of a change that is not whole.
    pub strength: OracleStrength,
}

/// What a maintenance task's tests run in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskEnvironment {
    /// The digest of the environment's content.
    pub digest: String,
    /// The interpreter's version, such as `3.11.7`.
    pub python: String,
    /// Every package with its hashes, in pip's format.
    pub lock: Arc<str>,
}

/// Of the reference patch with one hunk left out, for each hunk: how often the tests notice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OracleStrength {
    /// Hunks that were left out, one at a time.
    pub hunks: u32,
    /// Those without which the tests did not pass.
    pub noticed: u32,
}
