//! A grade, and how predictions are graded.

use assay_oracle::default_limits;
use assay_sandbox::Limits;
use assay_types::{Category, Digest, Outcome, TaskId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::alterations::Alterations;
use crate::failure::Failure;
use crate::judge::TestTally;
use crate::planted::Flag;
use crate::restore::Overwritten;

/// The version of a grade's form, and of what all grades come to. A change that a former reader would misread raises it.
pub const SCHEMA_VERSION: u32 = 1;

/// What every grading of a benchmark has in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GradeSettings {
    /// Seed of the decoys' names.
    pub seed: u64,
    /// What one run of a task's tests may use.
    pub limits: Limits,
    /// Tasks that are graded at the same time.
    pub jobs: usize,
}

impl Default for GradeSettings {
    /// The limits of the sandbox's oracle.
    fn default() -> Self {
        Self { seed: 0, limits: default_limits(), jobs: 1 }
    }
}

/// What became of one prediction. No clock is in it: the same prediction has the same grade again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Grade {
    /// [`SCHEMA_VERSION`] of the assay that wrote it.
    pub schema_version: u32,
    /// The task.
    #[schemars(with = "String")]
    pub task_id: TaskId,
    /// The task's category.
    pub category: Category,
    /// The prediction's place among the model's predictions of the task, from 0.
    pub repetition: u32,
    /// What became of it.
    pub outcome: Outcome,
    /// The framework's name for it, or what stands beside those; nothing for a pass.
    pub failure: Option<Failure>,
    /// Why, for a person. Untrusted text.
    pub evidence: Option<String>,
    /// The rule that found the patch in the answer, and what was done besides.
    pub extraction: Vec<String>,
    /// The SHA-256 digest of the patch as it was found.
    #[schemars(with = "Option<String>")]
    pub patch_sha256: Option<Digest>,
    /// What was mended so that it applies.
    pub repairs: Vec<String>,
    /// Files that it changes and that were put back before tests ran.
    pub overwritten: Vec<Overwritten>,
    /// What people should look at.
    pub flags: Vec<Flag>,
    /// What the target tests came to; nothing where no test ran.
    pub target_tests: Option<TestTally>,
    /// What the regression tests came to; nothing where no test ran.
    pub regression_tests: Option<TestTally>,
    /// How much it alters, beside what the reference does; nothing where it does not apply.
    pub alterations: Option<Alterations>,
    /// The end of what the tests printed; nothing where none ran. Untrusted text, which may be another each time: it is no part of what
    /// is written of a grade.
    #[serde(skip)]
    pub log: String,
}
