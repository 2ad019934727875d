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

/// Whose rules for names at module level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Naming {
    /// Pylint 3: a name that is assigned a literal is a constant.
    Pylint3,
    /// Pylint 4: a name that is assigned again is a variable; lists and other objects may be named as either.
    #[default]
    Pylint4,
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
