//! The tools that assay's static checks stand for, asked themselves: a reference to hold assay against.
//!
//! `--static-engine pylint` has Pylint judge the rules, PMD-CPD the duplicated code and Python's difflib the comments; what
//! Pylint has no message for stays assay's, and the report says so. Which findings count, and what does not because it
//! stands in the prompt, is decided where it is for assay's own ([`StaticChecks::judge_observed`]), so that the two can
//! differ in what they see alone. radon's measures belong here, too, once a report has rows of them.
//!
//! The tools run outside of the sandbox, as the user, on texts that nobody trusts. They parse; none runs a text. Each text is
//! a file in a folder of its own, below a private temporary one, so that none can stand in for a module or a settings file
//! of a tool, nor be imported by another; the environment is empty, and time, memory and output are limited.
//!
//! [`StaticChecks::judge_observed`]: assay_check::static_checks::StaticChecks::judge_observed

mod conversation;
mod error;
mod judge;
mod pmd;
mod pylint;
mod texts;
mod tools;

use std::sync::Arc;

pub use error::ToolError;
pub use tools::{ReferenceTools, ToolPaths};

/// Who reads samples' code for the static checks.
#[derive(Debug, Clone, Default)]
pub enum StaticEngine {
    /// assay's own rules.
    #[default]
    Assay,
    /// Pylint, PMD and difflib.
    Pylint(Arc<ReferenceTools>),
}

impl StaticEngine {
    /// The words of `--static-engine`; the first is what is used where nothing is said.
    pub const NAMES: [&'static str; 2] = [Self::ASSAY, "pylint"];
    /// The word for assay's own rules, also in reports.
    pub(crate) const ASSAY: &'static str = "assay";

    /// What reports call it.
    #[must_use]
    pub fn described(&self) -> String {
        match self {
            Self::Assay => Self::ASSAY.to_owned(),
            Self::Pylint(tools) => tools.described(),
        }
    }
}
