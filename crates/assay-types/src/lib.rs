//! The nouns that all of assay shares. See DESIGN.md, "Words".
#![forbid(unsafe_code)]

mod digest;
mod finding;
mod outcome;
mod sample;
mod task;

pub use digest::{Digest, ParseDigestError};
pub use finding::{Finding, TrialTime};
pub use outcome::{FailCause, LimitKind, NoAnswerReason, Outcome, OutcomeCounts};
pub use sample::{FieldKind, Sample, SampleSet};
pub use task::{Confidentiality, InvalidTaskId, Isolation, Requirements, Task, TaskId};
