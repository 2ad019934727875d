//! Parsing a text once, within limits.

use std::sync::Arc;

use ruff_python_ast::ModModule;
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};
use ruff_text_size::{Ranged, TextSize};

use crate::nesting::{TooDeep, too_deep};
use crate::refused::refused;
use crate::text::line_ends;

pub use ruff_python_ast::PythonVersion;

/// The longest text that is parsed, in bytes.
const LONGEST: usize = 4 << 20;

/// A text that parses.
#[derive(Debug, Clone)]
pub struct Module {
    source: Arc<str>,
    parsed: Parsed<ModModule>,
    version: PythonVersion,
}

/// Why a text was not parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotParsed {
    /// It is not Python of that version.
    #[error("line {line}: {message}")]
    Syntax {
        /// What is wrong.
        message: String,
        /// Line, from 1.
        line: usize,
    },
    /// It is beyond this crate's limits: nothing is known of it.
    #[error("{0}")]
    BeyondLimits(&'static str),
}

impl Module {
    /// Parses a text.
    pub fn parse(source: Arc<str>, version: PythonVersion) -> Result<Self, NotParsed> {
        if source.len() > LONGEST {
            return Err(NotParsed::BeyondLimits("it is longer than 4 MiB"));
        }
        let syntax = |message: &str, at: TextSize| NotParsed::Syntax {
            message: message.to_owned(),
            line: 1 + line_ends(&source[..at.to_usize()]),
        };
        match too_deep(&source) {
            Some(TooDeep::Brackets) => return Err(syntax("too many nested parentheses", 0.into())),
            Some(TooDeep::Indentation) => return Err(syntax("too many levels of indentation", 0.into())),
            Some(TooDeep::Operators) => {
                return Err(NotParsed::BeyondLimits("an expression nests more than a thousand times"));
            }
            None => {}
        }
        if let Some(at) = source.find('\0') {
            return Err(syntax("source code cannot contain null bytes", at.try_into().unwrap_or_default()));
        }
        let options = ParseOptions::from(Mode::Module).with_target_version(version);
        let parsed = parse_unchecked(&source, options).try_into_module();
        let Some(parsed) = parsed else { return Err(NotParsed::BeyondLimits("it is no module")) };
        if let Some(error) = parsed.errors().first() {
            return Err(syntax(&error.error.to_string(), error.location.start()));
        }
        if let Some(error) = parsed.unsupported_syntax_errors().first() {
            return Err(syntax(&error.to_string(), error.range().start()));
        }
        let module = Self { source, parsed, version };
        match refused(&module) {
            Some(reason) => Err(reason),
            None => Ok(module),
        }
    }

    /// The text.
    #[must_use]
    pub fn source(&self) -> &Arc<str> {
        &self.source
    }

    /// The grammar that it was parsed by.
    #[must_use]
    pub fn version(&self) -> PythonVersion {
        self.version
    }

    /// Its syntax tree and tokens.
    #[must_use]
    pub fn parsed(&self) -> &Parsed<ModModule> {
        &self.parsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(source: &str) -> Result<Module, NotParsed> {
        Module::parse(Arc::from(source), PythonVersion::PY311)
    }

    #[test]
    fn what_a_later_grammar_knows_is_an_error_in_an_earlier_one() {
        assert!(parse("match x:\n    case 1:\n        pass\n").is_ok());
        assert!(parse("type X = int\n").is_err());
        assert!(Module::parse(Arc::from("type X = int\n"), PythonVersion::PY312).is_ok());
    }

    #[test]
    fn errors_name_their_line() {
        let error = parse("x = 1\ny = = 2\n").unwrap_err();
        assert!(matches!(error, NotParsed::Syntax { line: 2, .. }), "{error}");
        assert!(matches!(parse("x = 1\n\0"), Err(NotParsed::Syntax { line: 2, .. })));
    }

    #[test]
    fn bombs_end_in_an_error() {
        for bomb in [
            "(".repeat(100_000),
            "[".repeat(100_000),
            "-".repeat(100_000),
            "not ".repeat(100_000),
            "lambda: ".repeat(100_000),
            "1 if 1 else ".repeat(100_000),
            format!("x = {}", "a.".repeat(100_000)),
            "x = 0\n".repeat(1_000_000),
            (0..1000).map(|level| " ".repeat(level) + "if x:\n").collect(),
            "f'{".repeat(1_000),
        ] {
            assert!(parse(&bomb).is_err(), "{bomb:.20}");
        }
    }
}
