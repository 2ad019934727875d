//! What is wrong with a protocol.

use std::fmt;
use std::path::{Path, PathBuf};

/// What is wrong with a protocol, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtocolError {
    path: PathBuf,
    line: Option<usize>,
    problem: String,
}

impl ProtocolError {
    pub(crate) fn new(path: &Path, line: Option<usize>, problem: String) -> Self {
        Self { path: path.to_owned(), line, problem }
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        write!(formatter, ": {}\n  docs/protocol.md says what the file can hold", self.problem)
    }
}

impl std::error::Error for ProtocolError {}
