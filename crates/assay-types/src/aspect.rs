//! What a check is about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a check is about: the paper's groups of inefficiencies (`ReCatcher`, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// Whether the code does what was asked.
    Logic,
    /// Whether it can run at all.
    Errors,
    /// How much it costs to change it.
    Maintainability,
    /// How much it costs to read it.
    Readability,
    /// How long it runs and how much memory it needs.
    Performance,
}
