//! Why a judge's verdicts cannot be had or compared.

use assay_generate::{AskError, PromptError};

use crate::vocabulary::VocabularyMismatch;

/// Why a judge's verdicts cannot be had or compared.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// It cannot be asked as told.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A question cannot be put into words.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// A template is none.
    #[error("{0}")]
    Template(String),
    /// The protocol does not say who is to judge.
    #[error("the protocol {protocol} has {count} models: say by --model which of them judges ({names})")]
    WhichModel {
        /// The protocol's file.
        protocol: String,
        /// How many models it has.
        count: usize,
        /// Their names.
        names: String,
    },
    /// Truth and verdicts are in different words.
    #[error(transparent)]
    Vocabulary(#[from] VocabularyMismatch),
    /// Answers that belong to no item, or items without their answers: whose verdict is whose cannot be said.
    #[error(
        "{items} things were to be asked about, and {texts} texts were asked with; this is a fault of assay"
    )]
    NotOneEach {
        /// What was to be asked about.
        items: usize,
        /// What was asked with.
        texts: usize,
    },
    /// Two verdicts are known by the same key: which of them counts cannot be said.
    #[error(
        "two verdicts on {task}, repetition {repetition}, repeat {repeat} are known by the same key; this is a fault of assay"
    )]
    Twice {
        /// The task.
        task: String,
        /// The sample's place among its side's samples of the task.
        repetition: u32,
        /// Which of the judge's answers.
        repeat: u32,
    },
}
