//! Whether a judge says the same again.

use std::collections::BTreeMap;

use assay_analyse::tidy;
use assay_stats::fleiss_kappa;
use assay_types::{Side, TaskId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::items::Order;
use crate::judgement::Judgement;
use crate::question::Question;

/// How far the repeats of the same question agree with each other, whatever the truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stability {
    /// Answers to each question.
    pub repeats: u32,
    /// Items of which every repeat has a verdict: only they count here.
    pub items: u64,
    /// Share of them with the same label each time.
    pub one_label_share: f64,
    /// Fleiss' kappa over the repeats; null where all verdicts are one label.
    pub fleiss_kappa: Option<f64>,
}

/// What the repeats of an item have in common.
type ItemKey<'a> = (&'a TaskId, u32, Option<Side>, Option<Order>);

/// Of judgements in the order of their keys; `None` with one repeat, or where no item has all of them.
pub(super) fn stability(judgements: &[&Judgement], question: Question, repeats: u32) -> Option<Stability> {
    if repeats < 2 {
        return None;
    }
    let labels = question.vocabulary().labels;
    let mut items: BTreeMap<ItemKey<'_>, Vec<u32>> = BTreeMap::new();
    for judgement in judgements {
        let (task, repetition, side, order, _) = judgement.key();
        let counts = items.entry((task, repetition, side, order)).or_insert_with(|| vec![0; labels.len()]);
        let named = labels.iter().position(|label| judgement.verdict.as_deref() == Some(*label));
        if let Some(place) = named {
            counts[place] += 1;
        }
    }
    let whole: Vec<Vec<u32>> =
        items.into_values().filter(|counts| counts.iter().sum::<u32>() == repeats).collect();
    let alike = whole.iter().filter(|counts| counts.contains(&repeats)).count();
    (!whole.is_empty()).then(|| Stability {
        repeats,
        items: whole.len() as u64,
        one_label_share: tidy(alike as f64 / whole.len() as f64),
        fleiss_kappa: fleiss_kappa(&whole).ok().map(tidy),
    })
}
