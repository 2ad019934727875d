//! What the formats say of correctness beside the row `incorrect_code`: among runnable code, and as pass@k.

use assay_analyse::SidePassAtK;

use crate::{Report, words};

/// What these figures are.
pub(crate) const NOTE: &str = "Figures beside the verdicts, with 95 % intervals over tasks. Runnable are samples whose outcome is neither a syntax \
     error nor a missing name, and that hold code at all. pass@k is the chance that at least one of k samples passes.";

/// One figure: a name, each side's value with its interval, and the change with its own, where there are such.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) baseline: Figure,
    pub(crate) candidate: Figure,
    pub(crate) change: Option<[String; 2]>,
}

/// A value and its interval, or why there is none.
pub(crate) struct Figure {
    pub(crate) value: Option<String>,
    pub(crate) interval: Option<String>,
    pub(crate) reason: Option<String>,
}

/// The figures; none where no test ran.
pub(crate) fn lines(report: &Report) -> Vec<Line> {
    let runnable = report.runnable_correctness.iter().map(|found| {
        let figure = |rate: f64| Figure { value: Some(words::percent(rate)), interval: None, reason: None };
        let [low, high] = found.interval.map(words::signed);
        Line {
            name: "pass, of runnable".to_owned(),
            baseline: figure(found.baseline.rate),
            candidate: figure(found.candidate.rate),
            change: Some([words::signed(found.difference_percent), format!("{low} to {high}")]),
        }
    });
    let pass_at_k = report.pass_at_k.iter().map(|found| Line {
        name: format!("pass@{}", found.k),
        baseline: figure(&found.baseline),
        candidate: figure(&found.candidate),
        change: None,
    });
    runnable.chain(pass_at_k).collect()
}

fn figure(side: &SidePassAtK) -> Figure {
    let interval = side.interval.map(|ends| {
        let [low, high] = ends.map(|end| format!("{:.1}", 100.0 * end));
        format!("{low} to {high}")
    });
    Figure { value: side.value.map(words::percent), interval, reason: side.reason.clone() }
}

/// Why some of these figures are missing, each reason once.
pub(crate) fn reasons(lines: &[Line]) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for line in lines {
        for (side, figure) in [("baseline", &line.baseline), ("candidate", &line.candidate)] {
            reasons.extend(
                figure.reason.iter().map(|reason| format!("No {} of the {side}: {reason}.", line.name)),
            );
        }
    }
    reasons
}
