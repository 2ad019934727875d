//! Samples: answers of one model.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Digest, NoAnswerReason, RefusedReason, TaskId};

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

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model was done, or met a stop text.
    Stop,
    /// At the most tokens that were asked for.
    MaxTokens,
    /// The model declined.
    Refusal,
    /// The provider's filter cut or withheld it.
    ContentFilter,
    /// The prompt does not fit into the model.
    ContextTooLong,
}

impl Finish {
    /// Every way, by the word that samples files use.
    pub const ALL: [(&'static str, Self); 5] = [
        ("stop", Self::Stop),
        ("max_tokens", Self::MaxTokens),
        ("refusal", Self::Refusal),
        ("content_filter", Self::ContentFilter),
        ("context_too_long", Self::ContextTooLong),
    ];

    /// Why an answer that ended so is none, whatever its text; `None` where the text decides.
    #[must_use]
    pub fn no_answer(self) -> Option<NoAnswerReason> {
        match self {
            Self::Stop | Self::MaxTokens => None,
            Self::Refusal => Some(NoAnswerReason::Refusal),
            Self::ContentFilter => Some(NoAnswerReason::ContentFilter),
            Self::ContextTooLong => Some(NoAnswerReason::ContextTooLong),
        }
    }
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
    /// The text, untouched but for what [`SampleSet::repaired`] counts.
    pub raw: Arc<str>,
    /// Why it ended, where that is known.
    pub finish: Option<Finish>,
    /// The line of the samples file, from 1, at which its record begins; in a folder, the place of its file among all.
    pub line: u64,
}

/// What was put right so that an answer could be held as a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repair {
    /// It holds half of a character (a surrogate without its other half), which became U+FFFD.
    LoneSurrogate,
    /// It is not UTF-8, and was read as Windows-1252.
    NotUtf8,
}

impl Repair {
    /// What is said of such answers.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::LoneSurrogate => {
                "answers held halves of characters, which no text can hold, and have U+FFFD in their place"
            }
            Self::NotUtf8 => "answers are not UTF-8, and were read as Windows-1252",
        }
    }
}

/// How many answers were put right in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// How many.
    pub count: u64,
    /// File and line of the first. Untrusted text.
    pub first: String,
}

/// A sample of a known task whose line cannot be read as it should be. It counts as an answer that was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedSample {
    /// The task.
    pub task: TaskId,
    /// Its place among this model's samples of the task, from 0.
    pub repetition: u32,
    /// Its place, as [`Sample::line`].
    pub line: u64,
    /// What kind of fault.
    pub reason: RefusedReason,
    /// What is wrong, in a sentence. Untrusted text.
    pub problem: String,
}

/// An answer that a model was asked for and that never came, by a fault that is not its own. It counts for nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostSample {
    /// The task.
    pub task: TaskId,
    /// Its place among this model's samples of the task, from 0.
    pub repetition: u32,
    /// Its place, as [`Sample::line`].
    pub line: u64,
    /// What happened, in a few words. Untrusted text.
    pub why: String,
}

/// Lines of a samples file of which not even the task is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinesNotJudged {
    /// How many.
    pub count: u64,
    /// File, line and fault of the first of them, up to [`Self::LISTED`]. Untrusted text.
    pub first: Vec<String>,
}

impl LinesNotJudged {
    /// How many are listed; a file of another kind would otherwise fill a report.
    pub const LISTED: usize = 20;

    /// Counts one more.
    pub fn add(&mut self, message: String) {
        self.count += 1;
        if self.first.len() < Self::LISTED {
            self.first.push(message);
        }
    }
}

/// All samples of one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleSet {
    /// What to call the model: the file's name without ending, unless the user says otherwise.
    pub name: String,
    /// Digest of the bytes.
    pub digest: Digest,
    /// The file as it came, or a folder's files as a tar archive: the raw answers are kept.
    pub bytes: Arc<Vec<u8>>,
    /// The samples that can be read, in file order.
    pub samples: Vec<Sample>,
    /// The samples that cannot, in file order. Empty unless the user chose to keep going.
    pub refused: Vec<RefusedSample>,
    /// The answers that never came, in file order.
    pub lost: Vec<LostSample>,
    /// What belongs to no task. Empty unless the user chose to keep going.
    pub lines_not_judged: LinesNotJudged,
    /// The answers that could not be held as they came.
    pub repaired: BTreeMap<Repair, Repaired>,
}

impl SampleSet {
    /// The task of every sample, refused and lost ones too.
    pub fn tasks(&self) -> impl Iterator<Item = &TaskId> {
        let refused = self.refused.iter().map(|sample| &sample.task);
        let lost = self.lost.iter().map(|sample| &sample.task);
        self.samples.iter().map(|sample| &sample.task).chain(refused).chain(lost)
    }
}
