//! What was seen in a module's code, whoever looked.

use assay_python::Judgement;
use assay_python::comments::{BeyondLimits, Pair};
use assay_python::duplicates::{Duplicate, NotSearched};

/// What was seen in a module, before it is asked which of it counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    /// What the rules say; whether it parses at all.
    pub rules: Judgement,
    /// Runs of equal tokens; `None` where the module does not parse, or the check is off. Where neither is so, `None` is
    /// a failed analysis, and so it is for the comments.
    pub duplicates: Option<Result<Vec<Duplicate>, NotSearched>>,
    /// Pairs of comments that are alike, as many as make a duplication.
    pub comments: Option<Result<Vec<Pair>, BeyondLimits>>,
    /// Checks for a part of whose rules the module is beyond the limits of who looked: they cannot call it clean.
    pub partly_failed: Vec<&'static str>,
}
