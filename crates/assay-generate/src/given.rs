//! A model's answers one by one, for whoever wants to know more of them than a samples file says.

use assay_types::Digest;

use crate::estimate::{estimated_tokens, estimated_tokens_of};
use crate::log::{RawLog, answer_of};
use crate::questions::{AskError, Questions};
use crate::{Answer, Usage};

/// An answer that is there.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// What it is known by: questions with the same text share one answer.
    pub key: Digest,
    /// What the model said.
    pub answer: Answer,
    /// Tokens that it read: as the provider counts them, else estimated.
    pub input_tokens: u64,
    /// Tokens that it wrote, likewise.
    pub output_tokens: u64,
    /// What it cost, where the protocol had a price when it was asked for.
    pub cost: Option<f64>,
}

/// The answers to a model's questions, text by text and in each by repetition; `None` for one that is not there.
pub fn given_answers(questions: &Questions, log: &dyn RawLog) -> Result<Vec<Vec<Option<Given>>>, AskError> {
    let mut given: Vec<Vec<Option<Given>>> = vec![Vec::new(); questions.texts()];
    for question in &questions.wanted {
        let found = answer_of(log, question.key)?.map(|(attempt, answer)| {
            let Usage { input, output, .. } = answer.usage;
            let reasoning = answer.reasoning.as_deref().map_or(0, estimated_tokens_of);
            Given {
                key: question.key,
                input_tokens: input.unwrap_or_else(|| estimated_tokens(&questions.request(question))),
                output_tokens: output.unwrap_or_else(|| estimated_tokens_of(&answer.text) + reasoning),
                cost: attempt.cost,
                answer,
            }
        });
        given[question.task].push(found);
    }
    Ok(given)
}
