//! Agreement of verdicts with the truth.

use assay_analyse::tidy;
use assay_stats::Confusion;
use assay_types::TaskId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::interval::interval;
use super::{AnswerCounts, Observation};
use crate::question::Question;

/// Agreement figures, from 0 to 1. What has no value (the precision of a class that was never named) is null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    /// Share of the verdicts that are right.
    pub accuracy: f64,
    /// The class that `precision`, `recall` and `f1` are about.
    pub positive_class: String,
    /// Share of the verdicts for the positive class that are right.
    pub precision: Option<f64>,
    /// Share of the cases of the positive class whose verdict is for it.
    pub recall: Option<f64>,
    /// Harmonic mean of both.
    pub f1: Option<f64>,
    /// Mean of both classes' precisions; one that has no value counts as 0, as in scikit-learn.
    pub macro_precision: f64,
    /// Mean of both classes' recalls, likewise.
    pub macro_recall: f64,
    /// Mean of both classes' F1, likewise.
    pub macro_f1: f64,
    /// Cohen's kappa of verdicts and truth; null where both are one class.
    pub kappa: Option<f64>,
}

/// 95 % intervals: `BCa` bootstrap over tasks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Intervals {
    /// Of the accuracy.
    pub accuracy: Option<[f64; 2]>,
    /// Of the positive class's precision.
    pub precision: Option<[f64; 2]>,
    /// Of the positive class's recall.
    pub recall: Option<[f64; 2]>,
    /// Of the positive class's F1.
    pub f1: Option<[f64; 2]>,
}

/// A class's own figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClassRow {
    /// The class.
    pub class: String,
    /// Share of the verdicts for it that are right.
    pub precision: Option<f64>,
    /// Share of its cases whose verdict is for it.
    pub recall: Option<f64>,
    /// Harmonic mean of both.
    pub f1: Option<f64>,
    /// Verdicts on cases of which it is true.
    pub truths: u64,
    /// Verdicts for it.
    pub verdicts: u64,
}

/// How often one class was named where one was true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConfusionCell {
    /// The true class.
    pub truth: String,
    /// The class that was named.
    pub verdict: String,
    /// How often.
    pub count: u64,
}

/// Agreement of a judge with the truth, over all of its verdicts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// Its figures.
    pub figures: Figures,
    /// Their intervals.
    pub intervals: Intervals,
    /// Each class's.
    pub classes: Vec<ClassRow>,
    /// What all of it is computed from.
    pub confusion: Vec<ConfusionCell>,
}

/// The judge's agreement, and the figures of one who always names the class that is true most often; `None` without verdicts.
pub(super) fn agreement(
    question: Question,
    observed: &[Observation<'_>],
    seed: u64,
) -> Option<(Agreement, Figures)> {
    let table = table(observed)?;
    let always = table.always(table.majority()?).ok()?;
    let classes = question.classes();
    let rows = classes.iter().enumerate().map(|(class, name)| {
        let figures = table.class(class);
        ClassRow {
            class: (*name).to_owned(),
            precision: figures.precision.map(tidy),
            recall: figures.recall.map(tidy),
            f1: figures.f1.map(tidy),
            truths: table.true_count(class),
            verdicts: table.answered_count(class),
        }
    });
    let cells = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(truth, verdict)| ConfusionCell {
        truth: classes[truth].to_owned(),
        verdict: classes[verdict].to_owned(),
        count: table.count(truth, verdict),
    });
    let agreement = Agreement {
        figures: figures(question, &table)?,
        intervals: intervals(question, observed, seed),
        classes: rows.collect(),
        confusion: cells.to_vec(),
    };
    Some((agreement, figures(question, &always)?))
}

/// The class that is true most often.
pub(super) fn majority(question: Question, observed: &[Observation<'_>]) -> Option<&'static str> {
    table(observed)?.majority().map(|class| question.classes()[class])
}

fn table(observed: &[Observation<'_>]) -> Option<Confusion> {
    let pairs: Vec<(usize, usize)> = observed.iter().map(|one| (one.truth, one.verdict)).collect();
    Confusion::of(2, &pairs).ok()
}

fn figures(question: Question, table: &Confusion) -> Option<Figures> {
    let positive = table.class(question.positive());
    let average = table.macro_average()?;
    Some(Figures {
        accuracy: tidy(table.accuracy()?),
        positive_class: question.positive_class().to_owned(),
        precision: positive.precision.map(tidy),
        recall: positive.recall.map(tidy),
        f1: positive.f1.map(tidy),
        macro_precision: tidy(average.precision),
        macro_recall: tidy(average.recall),
        macro_f1: tidy(average.f1),
        kappa: table.kappa().ok().map(tidy),
    })
}

/// Each figure is a share over answers, so that one bootstrap serves all of them: precision over the verdicts for the positive class,
/// recall over its cases, F1 = 2 TP ÷ (2 TP + FP + FN) over both, in which a right one counts twice.
fn intervals(question: Question, observed: &[Observation<'_>], seed: u64) -> Intervals {
    let positive = question.positive();
    let stream = |figure: &str| format!("judge {} {figure}", question.name());
    let share = |figure: &str, of: &dyn Fn(&Observation<'_>) -> usize| {
        let values = observed.iter().flat_map(|one| vec![(one.task, one.is_right()); of(one)]);
        interval(values.collect::<Vec<(&TaskId, bool)>>(), seed, &stream(figure))
    };
    let named = |one: &Observation<'_>| usize::from(one.verdict == positive);
    let holds = |one: &Observation<'_>| usize::from(one.truth == positive);
    Intervals {
        accuracy: share("accuracy", &|_| 1),
        precision: share("precision", &named),
        recall: share("recall", &holds),
        f1: share("f1", &|one| named(one) + holds(one)),
    }
}

/// Share of right verdicts among all answers that are there, those that were discarded counted as wrong; `None` without any.
pub(super) fn accuracy_with_discarded(observed: &[Observation<'_>], answers: &AnswerCounts) -> Option<f64> {
    let all = observed.len() as u64 + answers.discarded.values().sum::<u64>();
    let right = observed.iter().filter(|one| one.is_right()).count();
    (all > 0).then(|| tidy(right as f64 / all as f64))
}
