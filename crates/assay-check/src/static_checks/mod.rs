//! What reading a sample's code tells: `ReCatcher`'s eight static inefficiencies.
//!
//! A sample is parsed once and all checks answer from that ([`StaticChecks::judge`]); that is why they are no eight
//! implementations of [`Check`](crate::Check), each with a trial of its own to plan. The rules themselves are assay-python's;
//! here they become checks: which are switched on, by which thresholds, and what does not count because the prompt
//! already said it.

mod copied;
mod duplicates;
mod finding;
mod judge;
mod observed;
mod plugin;
mod settings;

use assay_types::Aspect;

pub use finding::{Flag, StaticFinding, StaticFindings};
pub use observed::Observed;
pub use plugin::{PluginFinding, of_plugin};
pub use settings::StaticChecks;

/// A static check of assay's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaticCheck {
    /// Its name, as in reports.
    pub name: &'static str,
    /// What it is about.
    pub aspect: Aspect,
    /// What it flags, in a few words.
    pub flags: &'static str,
}

/// The name of the check of code that does not parse, which no other check can judge.
pub const SYNTAX_ERROR: &str = "syntax_error";
/// The name of the check of equal runs of tokens.
pub const CODE_DUPLICATION: &str = "code_duplication";
/// The name of the check of comments that say the same again.
pub const COMMENT_DUPLICATION: &str = "comment_duplication";

/// All of them, in the paper's order (`ReCatcher`, Table 1).
pub const STATIC_CHECKS: [StaticCheck; 8] = [
    StaticCheck { name: SYNTAX_ERROR, aspect: Aspect::Errors, flags: "code that does not parse" },
    StaticCheck {
        name: "missing_declaration_import",
        aspect: Aspect::Errors,
        flags: "names that are used and never defined",
    },
    StaticCheck {
        name: CODE_DUPLICATION,
        aspect: Aspect::Maintainability,
        flags: "runs of tokens that occur twice",
    },
    StaticCheck {
        name: COMMENT_DUPLICATION,
        aspect: Aspect::Maintainability,
        flags: "comments that say the same again",
    },
    StaticCheck {
        name: "unnecessary_else",
        aspect: Aspect::Maintainability,
        flags: "`else` after a branch that has left, and `pass` beside other statements",
    },
    StaticCheck {
        name: "unnecessary_conditional_block",
        aspect: Aspect::Maintainability,
        flags: "an `if` that returns what its condition already is",
    },
    StaticCheck {
        name: "confusing_variable_naming",
        aspect: Aspect::Readability,
        flags: "names against the convention, and names that hide others",
    },
    StaticCheck {
        name: "sub_readable_code",
        aspect: Aspect::Readability,
        flags: "types compared by hand, and lambdas where none is needed",
    },
];

#[cfg(test)]
mod tests;
