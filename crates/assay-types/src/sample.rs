//! Samples: answers of one model.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Digest, TaskId};

/// Which field of a sample's record held the answer; it says how the text is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// A whole module.
    Solution,
    /// Text that continues the prompt.
    Completion,
    /// A chat answer: prose with code in it.
    Answer,
}

/// One answer of one model to one task, as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The task.
    pub task: TaskId,
    /// Its place among this model's samples of the task, from 0.
    pub repetition: u32,
    /// How the text is to be read.
    pub field: FieldKind,
    /// The text, untouched.
    pub raw: Arc<str>,
    /// The line of the samples file, from 1.
    pub line: u64,
}

/// All samples of one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleSet {
    /// What to call the model: the file's name without ending, unless the user says otherwise.
    pub name: String,
    /// Digest of the file's bytes.
    pub digest: Digest,
    /// The file as it came: the raw answers are kept.
    pub bytes: Arc<[u8]>,
    /// The samples, in file order.
    pub samples: Vec<Sample>,
}
