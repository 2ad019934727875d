//! Whether a judge goes by what it is shown first.

use std::collections::BTreeMap;

use assay_analyse::tidy;
use assay_types::TaskId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Observation;
use super::interval::interval;
use crate::items::Order;
use crate::question::Question;

/// Pairs that were shown in both orders. A verdict's side is what counts, not its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Orders {
    /// Pairs × repeats with a verdict in either order: only they count here.
    pub pairs: u64,
    /// Position bias: share of them in which the side that is named changes with the order.
    pub position_bias: f64,
    /// Share of them that are right in both orders: by this figure alone is a pair right.
    pub right_in_both: f64,
    /// Its 95 % interval: `BCa` bootstrap over tasks.
    pub right_in_both_interval: Option<[f64; 2]>,
    /// Share of their verdicts that are right, each for itself.
    pub right_each: f64,
    /// Share of their verdicts that name what was shown first; a half without position bias.
    pub first_share: f64,
}

/// Of a question about pairs; `None` of another, or where no pair has both verdicts.
pub(super) fn orders(question: Question, observed: &[Observation<'_>], seed: u64) -> Option<Orders> {
    question.measure()?;
    let mut pairs: BTreeMap<(&TaskId, u32, u32), Vec<&Observation<'_>>> = BTreeMap::new();
    for one in observed {
        pairs.entry((one.task, one.repetition, one.repeat)).or_default().push(one);
    }
    pairs.retain(|_, both| both.len() == Order::BOTH.len());
    if pairs.is_empty() {
        return None;
    }
    let share = |of: &dyn Fn(&Observation<'_>) -> bool| {
        let holds = pairs.values().flatten().filter(|one| of(one)).count();
        tidy(holds as f64 / (pairs.len() * Order::BOTH.len()) as f64)
    };
    let right = |both: &[&Observation<'_>]| both.iter().all(|one| one.is_right());
    let changes = pairs.values().filter(|both| both[0].verdict != both[1].verdict).count();
    let in_both = pairs.values().filter(|both| right(both)).count();
    let values = pairs.iter().map(|((task, ..), both)| (*task, right(both)));
    let stream = format!("judge {} both orders", question.name());
    Some(Orders {
        pairs: pairs.len() as u64,
        position_bias: tidy(changes as f64 / pairs.len() as f64),
        right_in_both: tidy(in_both as f64 / pairs.len() as f64),
        right_in_both_interval: interval(values, seed, &stream),
        right_each: share(&|one| one.is_right()),
        first_share: share(&|one| one.verdict == usize::from(one.order == Some(Order::CandidateFirst))),
    })
}
