//! Duplicated code, as PMD's duplicate detector (CPD, version 7.28.0) finds it in one Python file.
//!
//! CPD does not parse: it splits the text by a grammar of Python 2.7's tokens (`lexer`) and looks for runs of equal
//! tokens (`matching`). So a text that is no Python can hold duplicates, too. Comments, newlines and indentation are no
//! tokens; a docstring is one. Names count: a copy with renamed variables is none. The rules are those of PMD's
//! documentation and of its observed behaviour; `evidence/cpd_agreement.py` compares the results.

mod letters;
mod lexer;
mod matching;

use std::num::NonZeroUsize;

/// Fewest tokens of a duplicate that `ReCatcher` asks of CPD.
pub const MINIMUM_TOKENS: NonZeroUsize = NonZeroUsize::new(10).unwrap();

/// The longest text that is looked at, in bytes.
const LONGEST: usize = 4 << 20;

/// One run of tokens that occurs in several places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicate {
    /// Length of the run.
    pub tokens: usize,
    /// Where it occurs, in the text's order; two places or more.
    pub places: Vec<Place>,
}

/// The lines that a run of tokens touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Line of its first character, from 1.
    pub first_line: usize,
    /// Line of its last character.
    pub last_line: usize,
}

/// Why nothing is known of a text's duplicates.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSearched {
    /// The text does not split into CPD's tokens. CPD reports nothing for such a file.
    #[error("line {line}: no token of CPD's grammar starts here")]
    Lexical {
        /// Line, from 1.
        line: usize,
    },
    /// It is beyond this crate's limits.
    #[error("{0}")]
    BeyondLimits(&'static str),
}

/// All duplicates of at least `minimum` tokens, in CPD's order: longest first, then by first place.
pub fn find(source: &str, minimum: NonZeroUsize) -> Result<Vec<Duplicate>, NotSearched> {
    if source.len() > LONGEST {
        return Err(NotSearched::BeyondLimits("the text is longer than 4 MiB"));
    }
    let tokens = lexer::tokens(source)?;
    let matches = matching::matches(&tokens.images, minimum.get())
        .ok_or(NotSearched::BeyondLimits("the text repeats itself too often to be searched"))?;
    let place = |start: usize, length: usize| Place {
        first_line: tokens.lines[start].first_line,
        last_line: tokens.lines[start + length - 1].last_line,
    };
    Ok(matches
        .into_iter()
        .map(|found| Duplicate {
            tokens: found.length,
            places: found.starts.iter().map(|start| place(*start, found.length)).collect(),
        })
        .collect())
}

#[cfg(test)]
mod tests;
