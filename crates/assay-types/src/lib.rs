//! The nouns that all of assay shares. See DESIGN.md, "Words".
#![forbid(unsafe_code)]

mod aspect;
mod characters;
mod digest;
mod finding;
mod maintenance;
mod measurement;
mod outcome;
mod sample;
mod side;
mod task;

pub use aspect::Aspect;
pub use characters::acts_or_hides;
pub use digest::{Digest, ParseDigestError};
pub use finding::{Finding, TrialTime};
pub use maintenance::{Category, MaintenanceTask, OracleStrength, Runner, TaskEnvironment, TestId};
pub use measurement::Measurement;
pub use outcome::{FailCause, LimitKind, NoAnswerReason, Outcome, OutcomeCounts, RefusedReason};
pub use sample::{
    FieldKind, Finish, LinesNotJudged, LostSample, RefusedSample, Repair, Repaired, Sample, SampleSet,
};
pub use side::Side;
pub use task::{
    Confidentiality, InvalidConfidentiality, InvalidTaskId, Isolation, Requirements, Task, TaskId, TaskLimits,
};
