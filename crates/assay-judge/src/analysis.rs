//! How far a judge's verdicts agree with the truth, and with each other.

mod agreement;
mod comparison;
mod interval;
mod orders;
mod stability;

use std::collections::{BTreeMap, BTreeSet};

use assay_types::{Side, TaskId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::JudgeError;
use crate::items::Order;
use crate::judgement::Judgement;
use crate::question::Question;
use crate::verdict::Discard;

pub use agreement::{Agreement, ClassRow, ConfusionCell, Figures, Intervals};
pub use comparison::{JudgedComparison, SideShares};
pub use orders::Orders;
pub use stability::Stability;

/// What became of the answers that were wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnswerCounts {
    /// Answers that were wanted: each item × each repeat.
    pub wanted: u64,
    /// Those with a verdict.
    pub with_verdict: u64,
    /// Those without one, by kind: no figure counts them but `accuracy_if_discarded_were_wrong`.
    pub discarded: BTreeMap<Discard, u64>,
    /// Those that are not there: lost to faults that are not the judge's, or not asked for.
    pub missing: u64,
}

/// All that is computed of a question's judgements.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Analysis {
    pub(crate) answers: AnswerCounts,
    pub(crate) judge: Option<Agreement>,
    pub(crate) always_majority: Option<Figures>,
    pub(crate) majority_class: Option<&'static str>,
    pub(crate) accuracy_if_discarded_were_wrong: Option<f64>,
    pub(crate) stability: Option<Stability>,
    pub(crate) orders: Option<Orders>,
    pub(crate) comparison: Option<JudgedComparison>,
}

/// One verdict beside the truth, both as classes of the question.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Observation<'a> {
    pub(crate) task: &'a TaskId,
    pub(crate) repetition: u32,
    pub(crate) side: Option<Side>,
    pub(crate) order: Option<Order>,
    pub(crate) repeat: u32,
    pub(crate) truth: usize,
    pub(crate) verdict: usize,
}

impl Observation<'_> {
    pub(crate) fn is_right(&self) -> bool {
        self.truth == self.verdict
    }
}

/// Analyses a question's judgements. Both vocabularies are checked, and that no two are known by the same key, before any number
/// is computed; the order of the judgements says nothing.
pub(crate) fn analyse(
    question: Question,
    judgements: &[Judgement],
    repeats: u32,
    seed: u64,
) -> Result<Analysis, JudgeError> {
    let vocabulary = question.vocabulary();
    vocabulary.require("truths", judgements.iter().map(|judgement| judgement.truth.as_str()))?;
    vocabulary.require("answers", judgements.iter().filter_map(|judgement| judgement.verdict.as_deref()))?;
    let mut keys = BTreeSet::new();
    if let Some(twice) = judgements.iter().find(|judgement| !keys.insert(judgement.key())) {
        return Err(JudgeError::Twice {
            task: twice.task_id.to_string(),
            repetition: twice.repetition,
            repeat: twice.repeat,
        });
    }
    let mut in_order: Vec<&Judgement> = judgements.iter().collect();
    in_order.sort_by_key(|judgement| judgement.key());
    let observed: Vec<Observation<'_>> =
        in_order.iter().filter_map(|judgement| observation(question, judgement)).collect();
    let answers = counted(judgements);
    let (judge, always) = match agreement::agreement(question, &observed, seed) {
        Some((judge, always)) => (Some(judge), Some(always)),
        None => (None, None),
    };
    Ok(Analysis {
        accuracy_if_discarded_were_wrong: agreement::accuracy_with_discarded(&observed, &answers),
        majority_class: agreement::majority(question, &observed),
        judge,
        always_majority: always,
        stability: stability::stability(&in_order, question, repeats),
        orders: orders::orders(question, &observed, seed),
        comparison: comparison::comparison(question, &observed),
        answers,
    })
}

fn observation(question: Question, judgement: &Judgement) -> Option<Observation<'_>> {
    Some(Observation {
        task: &judgement.task_id,
        repetition: judgement.repetition,
        side: judgement.side,
        order: judgement.order,
        repeat: judgement.repeat,
        truth: question.class(&judgement.truth, judgement.order)?,
        verdict: question.class(judgement.verdict.as_deref()?, judgement.order)?,
    })
}

fn counted(judgements: &[Judgement]) -> AnswerCounts {
    let mut counts = AnswerCounts { wanted: judgements.len() as u64, ..AnswerCounts::default() };
    for judgement in judgements {
        match (&judgement.verdict, judgement.discarded) {
            (Some(_), _) => counts.with_verdict += 1,
            (None, Some(why)) => *counts.discarded.entry(why).or_default() += 1,
            (None, None) => counts.missing += 1,
        }
    }
    counts
}

#[cfg(test)]
mod tests;
