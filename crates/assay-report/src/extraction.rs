//! What a comparison comes to where answers are read by other rules.

use assay_analyse::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The first row under another set of extraction rules. Where more answers would have to be judged again than the user
/// allows, the last four are absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExtractionAlternative {
    /// The set's name.
    pub rules: String,
    /// What it does otherwise than the standard one.
    pub purpose: String,
    /// Answers of the baseline that it reads otherwise.
    pub baseline_changed: u64,
    /// Answers of the candidate that it reads otherwise.
    pub candidate_changed: u64,
    /// Mean over tasks of baseline share minus candidate share, in points, as in the row.
    pub difference_percent: Option<f64>,
    /// The verdict.
    pub verdict: Option<Verdict>,
    /// Whether that is another than the row's.
    pub verdict_changes: Option<bool>,
    /// Whether the other side is ahead.
    pub winner_changes: Option<bool>,
}
