//! Which static checks judge, and how.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use assay_python::StaticProfile;
use assay_python::comments::Thresholds;
use assay_python::duplicates::MINIMUM_TOKENS;

use super::{STATIC_CHECKS, StaticCheck};

/// The static checks as they are set: what is not said is as in `ReCatcher`.
#[derive(Debug, Clone, PartialEq)]
pub struct StaticChecks {
    /// Whose reading of the rules, and the grammar.
    pub profile: StaticProfile,
    /// Fewest tokens of a duplicate.
    pub minimum_tokens: NonZeroUsize,
    /// From where on comments are alike, and how many pairs are too many.
    pub comments: Thresholds,
    /// Names of checks that are switched off.
    pub off: BTreeSet<String>,
}

impl Default for StaticChecks {
    fn default() -> Self {
        Self {
            profile: StaticProfile::default(),
            minimum_tokens: MINIMUM_TOKENS,
            comments: Thresholds::default(),
            off: BTreeSet::new(),
        }
    }
}

impl StaticChecks {
    /// None of them.
    #[must_use]
    pub fn none() -> Self {
        let off = STATIC_CHECKS.iter().map(|check| check.name.to_owned()).collect();
        Self { off, ..Self::default() }
    }

    /// The checks that are switched on, in the order of a report's rows.
    pub fn on(&self) -> impl Iterator<Item = &'static StaticCheck> {
        STATIC_CHECKS.iter().filter(|check| !self.off.contains(check.name))
    }
}
