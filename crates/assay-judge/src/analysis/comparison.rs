//! What a judge would have said of the comparison: the first line of the paper's Table 2.

use assay_analyse::tidy;
use assay_types::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Observation;
use crate::question::Question;

/// Both sides' shares of incorrect code, as measured and as judged, over the same verdicts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JudgedComparison {
    /// The baseline's.
    pub baseline: SideShares,
    /// The candidate's.
    pub candidate: SideShares,
    /// The baseline's measured share minus the candidate's, in points: positive where the candidate improves.
    pub measured_difference_percent: f64,
    /// The same, as judged.
    pub judged_difference_percent: f64,
}

/// A side's shares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideShares {
    /// Verdicts on its samples.
    pub verdicts: u64,
    /// Share of them on code that is incorrect.
    pub measured: f64,
    /// Share of them that say so.
    pub judged: f64,
}

/// Of `correctness`; `None` of a question about pairs, or where a side has no verdict.
pub(super) fn comparison(question: Question, observed: &[Observation<'_>]) -> Option<JudgedComparison> {
    let positive = question.positive();
    let shares = |side: Side| {
        let of_side: Vec<&Observation<'_>> = observed.iter().filter(|one| one.side == Some(side)).collect();
        let share = |of: fn(&Observation<'_>) -> usize| {
            of_side.iter().filter(|one| of(one) == positive).count() as f64 / of_side.len() as f64
        };
        (!of_side.is_empty()).then(|| SideShares {
            verdicts: of_side.len() as u64,
            measured: tidy(share(|one| one.truth)),
            judged: tidy(share(|one| one.verdict)),
        })
    };
    let (baseline, candidate) = (shares(Side::Baseline)?, shares(Side::Candidate)?);
    Some(JudgedComparison {
        measured_difference_percent: tidy(100.0 * (baseline.measured - candidate.measured)),
        judged_difference_percent: tidy(100.0 * (baseline.judged - candidate.judged)),
        baseline,
        candidate,
    })
}
