//! A reader's demands on a report: which results let a candidate through.
//!
//! A gate is a text with one clause a line. It is the reader's, not the report's: nothing of it is in `report.json`.
//!
//! ```text
//! gate       = { [ clause ] [ "#" comment ] newline }
//! clause     = either [ "accepting" "inconclusive" ]
//! either     = both { "or" both }
//! both       = term { "and" term }
//! term       = comparison | "(" either ")"
//! comparison = subject "." field { "." field } operator ( number | string )
//! subject    = ( name | string ) [ "[" string "]" ]
//! operator   = "==" | "!=" | "<" | "<=" | ">" | ">="
//! ```
//!
//! A subject is `all` (every row of `rows`), an aspect (its rows), a check (its rows; in brackets a category or a part
//! of the breakdown), or a count of the report. A string as subject is always a check. A clause about several rows is
//! held against each of them. What makes a clause fail, whatever else it says:
//!
//! - it is about a row whose verdict is inconclusive, and neither compares that row's verdict with `"inconclusive"` nor
//!   ends with `accepting inconclusive`: what the samples cannot tell passes only where the reader said so;
//! - it is false. A comparison with a value that is null or no number is false, whatever its operator.
//!
//! There is no "not", so a false comparison never makes a clause true.

mod evaluate;
mod fields;
mod parser;
mod tokens;
mod words;

use std::fmt;

pub use evaluate::{ClauseResult, GateResult, Look};

use assay_analyse::Verdict;

use crate::Report;
use fields::Field;

/// The longest text of a gate, in bytes.
pub const GATE_BYTES: usize = 1 << 16;

/// Clauses that all have to pass.
#[derive(Debug, Clone, PartialEq)]
pub struct Gate {
    clauses: Vec<Clause>,
}

/// A line of a gate.
#[derive(Debug, Clone, PartialEq)]
struct Clause {
    place: Place,
    /// As written, without the comment.
    text: String,
    expression: Expression,
    accepts_inconclusive: bool,
}

/// Where a clause or an error stands.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    /// The file, or the option that holds the text.
    source: String,
    /// From 1.
    line: usize,
}

#[derive(Debug, Clone, PartialEq)]
enum Expression {
    Either(Vec<Expression>),
    Both(Vec<Expression>),
    Comparison(Comparison),
}

#[derive(Debug, Clone, PartialEq)]
struct Comparison {
    /// Of the subject's first character, from 1.
    column: usize,
    subject: Subject,
    field: Field,
    operator: Operator,
    expected: Expected,
}

/// What a comparison is about, as written; a count of the report has no rows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Subject {
    name: String,
    is_quoted: bool,
    part: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

#[derive(Debug, Clone, PartialEq)]
enum Expected {
    Number(f64),
    Verdict(Verdict),
}

/// A gate that cannot be read, or that asks for what the report does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{origin}:{line}:{column}: {problem}")]
pub struct GateError {
    /// The file, or the option that holds the text.
    pub origin: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong, and what there is instead.
    pub problem: String,
}

impl Gate {
    /// Reads a gate. `source` is what errors call it: a file's name, or the option that holds the text.
    ///
    /// Refused is a text without any clause, since it would let everything through.
    pub fn parse(source: &str, text: &str) -> Result<Self, GateError> {
        parser::gate(source, text).map(|clauses| Self { clauses })
    }

    /// The clauses of all these gates.
    #[must_use]
    pub fn joined(gates: Vec<Self>) -> Self {
        Self { clauses: gates.into_iter().flat_map(|gate| gate.clauses).collect() }
    }

    /// Whether a name is a subject of its own in a gate: `all`, an aspect, or a count of the report. A check of that name
    /// would be meant only in quotation marks.
    #[must_use]
    pub fn reserves(name: &str) -> bool {
        fields::is_reserved(name)
    }

    /// Holds a report against every clause. An error is about a row that the report does not have.
    pub fn evaluate(&self, report: &Report) -> Result<GateResult, GateError> {
        evaluate::gate(&self.clauses, report)
    }
}

impl Place {
    fn error(&self, column: usize, problem: impl Into<String>) -> GateError {
        GateError { origin: self.source.clone(), line: self.line, column, problem: problem.into() }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_quoted || !tokens::is_name(&self.name) {
            write!(formatter, "{:?}", self.name)?;
        } else {
            formatter.write_str(&self.name)?;
        }
        self.part.as_ref().map_or(Ok(()), |part| write!(formatter, "[{part:?}]"))
    }
}

#[cfg(test)]
mod tests;
