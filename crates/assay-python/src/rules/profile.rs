//! Which reading of the rules judges.

use crate::parse::PythonVersion;

/// Whose reading of the paper's inefficiencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// What the words mean: an `if` is unnecessary where its condition alone would do.
    #[default]
    Default,
    /// As the paper words them: any `if c: return True` or `if c: return False`.
    Paper,
    /// As the paper's authors' program counts them: the paper's reading, inconsistent returns (R1710), and comments by the
    /// text that is most repeated ([`crate::comments`]).
    AuthorsCode,
}

impl Reading {
    /// Every reading, by its word.
    pub const ALL: [(&'static str, Self); 3] =
        [("default", Self::Default), ("paper", Self::Paper), ("authors-code", Self::AuthorsCode)];

    /// Its word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Paper => "paper",
            Self::AuthorsCode => "authors-code",
        }
    }
}

/// Whose rules for names at module level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Naming {
    /// Pylint 3: a name that is assigned a literal is a constant, unless it is annotated otherwise than by `Final`.
    Pylint3,
    /// Pylint 4: a name that is assigned again is a variable; lists and other objects may be named as either.
    #[default]
    Pylint4,
}

impl Naming {
    /// Every naming, by its word.
    pub const ALL: [(&'static str, Self); 2] = [("pylint-4", Self::Pylint4), ("pylint-3", Self::Pylint3)];

    /// Its word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pylint4 => "pylint-4",
            Self::Pylint3 => "pylint-3",
        }
    }
}

/// How samples are judged by static rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaticProfile {
    /// Whose reading.
    pub reading: Reading,
    /// Whose naming.
    pub naming: Naming,
    /// The grammar by which a text parses or does not.
    pub python: PythonVersion,
}

impl Default for StaticProfile {
    fn default() -> Self {
        Self { reading: Reading::default(), naming: Naming::default(), python: PythonVersion::PY311 }
    }
}
