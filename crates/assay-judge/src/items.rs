//! What a judge is asked about: samples and pairs of samples of a run, each with the truth that the run measured.

mod pairs;
mod samples;

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_report::Report;
use assay_types::{Confidentiality, Outcome, Side, Task, TaskId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::question::Question;

/// A finished run, as far as a judge is asked about it.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// Its report.
    pub report: &'a Report,
    /// Who may see the benchmark's tasks.
    pub confidentiality: &'a Confidentiality,
    /// The benchmark's tasks.
    pub tasks: &'a [Task],
    /// Both sides' samples, each side's in file order.
    pub samples: &'a [RunSample],
}

/// A sample of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSample {
    /// Whose it is.
    pub side: Side,
    /// The task.
    pub task: TaskId,
    /// Its place among the side's samples of the task, from 0.
    pub repetition: u32,
    /// The judged module, where there is one. Untrusted.
    pub code: Option<Arc<str>>,
    /// What its tests came to; none where no finding is stored.
    pub outcome: Option<Outcome>,
}

/// Which of a run's samples a judge is asked about; all of them by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Selection {
    /// Of so many of the run's tasks, the first in the benchmark's order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tasks: Option<u32>,
    /// So many repetitions of each task and side, the first ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples_per_task: Option<u32>,
}

/// One thing that a judge is asked about: known by task, repetition and what is shown, never by a place in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The task.
    pub task: TaskId,
    /// The place of the sample, or of both, among its side's samples of the task, from 0.
    pub repetition: u32,
    /// What is shown.
    pub subject: Subject,
    /// What the run measured, as a label of the question's vocabulary.
    pub truth: &'static str,
}

/// What is shown to a judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A sample of that side.
    Sample(Side),
    /// A sample of each side.
    Pair(Order),
}

/// In which order a pair is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The baseline's sample is the first one.
    BaselineFirst,
    /// The candidate's is.
    CandidateFirst,
}

impl Order {
    /// Both: each pair is shown in either.
    pub const BOTH: [Self; 2] = [Self::BaselineFirst, Self::CandidateFirst];

    /// The side that is shown first.
    #[must_use]
    pub fn first(self) -> Side {
        match self {
            Self::BaselineFirst => Side::Baseline,
            Self::CandidateFirst => Side::Candidate,
        }
    }
}

/// Why a judge is not asked about a sample or a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// Its task gives no score in this run.
    WithoutScore,
    /// A fault of this machine, never the sample's.
    Infrastructure,
    /// Its tests said nothing of it.
    NotJudged,
    /// No finding of it is stored: faults leave none, and `assay store gc` may have removed it.
    NoFinding,
    /// There is no code to ask about: no answer, or one that was refused.
    NoCode,
    /// The run did not compare its task by this measure: nothing was measured, too few samples, or the same programs.
    NotCompared,
    /// The run found no difference on its task that is large enough and not chance.
    Unchanged,
    /// The two sides' samples differ as a whole, but their ranges are not a least ratio apart: of a single pair it is not known.
    RangesOverlap,
    /// The measured samples of its task are fewer than those that were to be measured, and which of them the report does not say.
    SomeNotMeasured,
    /// The run measured only the first correct samples of each task, and not this pair's.
    NotMeasured,
    /// What would be shown is longer than any prompt.
    TooLong,
}

/// What a judge shall be asked about.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found<'a> {
    /// The items, each with the code that is shown: one text, or two in the order of the item.
    pub(crate) items: Vec<(Item, Vec<&'a str>)>,
    /// What is left out: samples, or pairs.
    pub(crate) left_out: BTreeMap<LeftOut, u64>,
}

impl Found<'_> {
    fn leave_out(&mut self, why: LeftOut) {
        *self.left_out.entry(why).or_default() += 1;
    }
}

/// The items of a question, in the order of the benchmark's tasks, then by repetition.
pub(crate) fn find<'a>(facts: &Facts<'a>, question: Question, selection: &Selection) -> Found<'a> {
    let most = selection.tasks.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
    let mut by_task: BTreeMap<&TaskId, Vec<&'a RunSample>> = BTreeMap::new();
    for sample in facts.samples {
        by_task.entry(&sample.task).or_default().push(sample);
    }
    let mut found = Found::default();
    // A run may be of some of the benchmark's tasks alone: those that it has samples of.
    let of_run = facts.tasks.iter().filter_map(|task| Some((task, by_task.get(&task.id)?.as_slice())));
    for (task, samples) in of_run.take(most) {
        match question.measure() {
            None => samples::add(&mut found, facts.report, task, samples, selection),
            Some(measure) => pairs::add(&mut found, facts.report, measure, task, samples, selection),
        }
    }
    found
}

impl Selection {
    fn holds(&self, sample: &RunSample) -> bool {
        self.samples_per_task.is_none_or(|most| sample.repetition < most)
    }
}

#[cfg(test)]
mod tests;
