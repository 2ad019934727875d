//! The figures of a question as rows: the judge's, their intervals, and those of one who always says the same.

use crate::analysis::Figures;
use crate::document::QuestionResult;

/// The rows, a header first; `None` where there is no verdict.
pub(super) fn figures(result: &QuestionResult) -> Option<Vec<Vec<String>>> {
    let judge = result.judge.as_ref()?;
    let always = result.always_majority.as_ref()?;
    let majority = result.majority_class.as_deref().unwrap_or_default();
    let header = ["figure", "judge", "95 % interval", &format!("always {majority}")].map(str::to_owned);
    let positive = &judge.figures.positive_class;
    let row = |name: String, interval: Option<[f64; 2]>, of: fn(&Figures) -> Option<f64>| {
        vec![name, number(of(&judge.figures)), range(interval), number(of(always))]
    };
    let intervals = &judge.intervals;
    Some(vec![
        header.to_vec(),
        row("accuracy".to_owned(), intervals.accuracy, |figures| Some(figures.accuracy)),
        row(format!("precision of {positive}"), intervals.precision, |figures| figures.precision),
        row(format!("recall of {positive}"), intervals.recall, |figures| figures.recall),
        row(format!("F1 of {positive}"), intervals.f1, |figures| figures.f1),
        row("macro precision".to_owned(), None, |figures| Some(figures.macro_precision)),
        row("macro recall".to_owned(), None, |figures| Some(figures.macro_recall)),
        row("macro F1".to_owned(), None, |figures| Some(figures.macro_f1)),
        row("Cohen's kappa".to_owned(), None, |figures| figures.kappa),
    ])
}

/// Three digits, or a dash where there is no value.
pub(super) fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

/// An interval; nothing where there is none.
pub(super) fn range(interval: Option<[f64; 2]>) -> String {
    interval.map_or_else(String::new, |[low, high]| format!("{low:.3} to {high:.3}"))
}
