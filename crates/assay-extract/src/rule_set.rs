//! Sets of rules: the standard one, and others that a benchmark's author might as well have chosen.

use assay_types::FieldKind;

/// Which rules make a module of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// What verdicts rest on.
    Standard,
    /// Nothing is cleaned, searched for or mended: a completion follows its prompt, a solution is a module, of an answer the
    /// first fenced block counts, or all of it. What harnesses without extraction do.
    Verbatim,
    /// Of several blocks that define the entry point the last counts.
    LastBlock,
    /// Statements that try the answer out stay in the module.
    ExamplesKept,
}

impl RuleSet {
    /// Every set but the standard one, in report order.
    pub const ALTERNATIVES: [Self; 3] = [Self::Verbatim, Self::LastBlock, Self::ExamplesKept];

    /// Its name, as reported.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Verbatim => "verbatim",
            Self::LastBlock => "last_block",
            Self::ExamplesKept => "examples_kept",
        }
    }

    /// What it does otherwise than the standard set, for people.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        match self {
            Self::Standard => "assay's own rules",
            Self::Verbatim => {
                "nothing is cleaned, searched for or mended; of an answer the first fenced block is taken, or all of it"
            }
            Self::LastBlock => {
                "of several blocks that define the entry point the last is taken, not the first"
            }
            Self::ExamplesKept => "statements that try the answer out stay in the module",
        }
    }

    /// Whether it can make another module of an answer in that field than the standard set.
    #[must_use]
    pub fn applies_to(self, field: FieldKind) -> bool {
        match self {
            Self::Standard => false,
            Self::Verbatim | Self::LastBlock => true,
            Self::ExamplesKept => field == FieldKind::Answer,
        }
    }
}
