//! Patches for maintenance tasks: from a model's prediction to its outcome (docs/maintenance-tasks.md).
//!
//! [`Grader`] grades predictions of one task over an [`assay_oracle::Oracle`]: the patch is found in the answer, applied strictly to the
//! parent's files or not at all, what is not a prediction's to decide is put back ([`Protection`]), the task's tests run with decoys
//! among them, and what came of each of them becomes one [`assay_types::Outcome`]. [`grade_all`] does it for all predictions of a
//! model and keeps what was found. Nothing here knows how tests are run.
#![forbid(unsafe_code)]

mod alterations;
mod compare;
mod configuration;
mod document;
mod failure;
mod grade;
mod grader;
mod judge;
mod of_task;
mod planted;
mod prediction;
mod protected;
mod restore;
mod run;
mod written;

pub use alterations::Alterations;
pub use assay_oracle::RESIDUAL_RISK;
pub use compare::{CompareContext, ENGINE, GradedSide, UNRESOLVED, compare_grades};
pub use document::{CategoryGrades, GradesDocument, SideOfGrades, TaskWithoutGrades, grade_lines, schemas};
pub use failure::Failure;
pub use grade::{Grade, GradeSettings, SCHEMA_VERSION};
pub use grader::Grader;
pub use judge::{Judged, TestNotPassed, TestTally, is_by_chance};
pub use of_task::GRADING;
pub use planted::{Flag, FlagKind};
pub use protected::Protection;
pub use restore::{Overwritten, Restoration};
pub use run::{GradeError, GradeProgress, Graded, NoProgress, OpenedOracle, OracleError, Oracles, grade_all};
pub use written::{ReadGradesError, read_grades};
