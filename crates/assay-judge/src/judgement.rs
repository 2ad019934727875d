//! One answer of a judge: what it was asked about, what is true, and what it said.

use assay_types::{Side, TaskId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::items::{Item, Order, Subject};
use crate::question::Question;
use crate::verdict::Discard;

/// One answer of a judge, known by all fields before `truth`. A line of `judgements.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    /// What was asked.
    pub question: Question,
    /// The task.
    #[schemars(with = "String")]
    pub task_id: TaskId,
    /// The place of the sample, or of both, among its side's samples of the task, from 0.
    pub repetition: u32,
    /// Whose sample it is; null of a pair.
    pub side: Option<Side>,
    /// In which order a pair was shown; null of one sample.
    pub order: Option<Order>,
    /// Which of the judge's answers to the same question, from 0.
    pub repeat: u32,
    /// What the run measured, as a label of the question.
    pub truth: String,
    /// The label that the judge named; null where it named none.
    pub verdict: Option<String>,
    /// Why it named none; null where it did, and where there is no answer.
    pub discarded: Option<Discard>,
    /// What it said, its explanation with it; null where there is no answer. Untrusted.
    pub answer: Option<String>,
}

/// What a judgement is known by.
pub(crate) type JudgementKey<'a> = (&'a TaskId, u32, Option<Side>, Option<Order>, u32);

impl Judgement {
    /// An answer that is missing.
    pub(crate) fn missing(question: Question, item: &Item, repeat: u32) -> Self {
        let (side, order) = match item.subject {
            Subject::Sample(side) => (Some(side), None),
            Subject::Pair(order) => (None, Some(order)),
        };
        Self {
            question,
            task_id: item.task.clone(),
            repetition: item.repetition,
            side,
            order,
            repeat,
            truth: item.truth.to_owned(),
            verdict: None,
            discarded: None,
            answer: None,
        }
    }

    pub(crate) fn key(&self) -> JudgementKey<'_> {
        (&self.task_id, self.repetition, self.side, self.order, self.repeat)
    }
}

/// Judgements as JSON Lines.
pub fn judgement_lines(judgements: &[Judgement]) -> Result<String, serde_json::Error> {
    judgements
        .iter()
        .try_fold(String::new(), |lines, judgement| Ok(lines + &serde_json::to_string(judgement)? + "\n"))
}
