//! A model as judge of code, the baseline that the paper's section 5.6 compares measuring with: it is asked whether a sample is
//! correct given its tests, and which of two correct samples is faster or leaner, and its verdicts are held against what a run
//! measured.
//!
//! [`prepare`] makes questions of a run's [`Facts`]; assay-generate asks them, logs and stores the answers as any others;
//! [`PreparedQuestion::answered`] reads a verdict from each answer or discards it, and [`document()`] says how far they agree
//! with the truth, how stable they are and what they cost. Nothing here runs or measures anything.
#![forbid(unsafe_code)]

mod analysis;
mod document;
mod drawing;
mod error;
#[cfg(test)]
mod fixtures;
mod items;
mod judgement;
mod prepared;
mod prompts;
mod question;
mod schema;
mod verdict;
mod vocabulary;

pub use analysis::{
    Agreement, AnswerCounts, ClassRow, ConfusionCell, Figures, Intervals, JudgedComparison, Orders,
    SideShares, Stability,
};
pub use document::{Cost, JUDGE_SCHEMA_VERSION, JudgeDocument, JudgeModel, QuestionResult, document};
pub use drawing::{judge_markdown, judge_text};
pub use error::JudgeError;
pub use items::{Facts, Item, LeftOut, Order, RunSample, Selection, Subject};
pub use judgement::{Judgement, judgement_lines};
pub use prepared::{Answered, JudgeSettings, PreparedQuestion, model_of, prepare};
pub use question::Question;
pub use schema::{judge_schema, judgement_schema};
pub use verdict::{Discard, Reading, read_verdict};
pub use vocabulary::{Vocabulary, VocabularyMismatch};
