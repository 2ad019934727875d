//! The two sides of a comparison.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The model in use.
    Baseline,
    /// The model that may replace it.
    Candidate,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Baseline, Self::Candidate];

    /// Its word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Candidate => "candidate",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Baseline => Self::Candidate,
            Self::Candidate => Self::Baseline,
        }
    }
}
