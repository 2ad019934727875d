//! Raw counts: lines of code, of comments, of strings, blank lines.

use super::tokens::{Reader, Token};
use crate::text::stripped_lines;

/// radon 6.0.1 itself fails on a text that parses, so there is no number to agree with.
///
/// It counts by the module `tokenize`, which knows less than `CPython`'s parser: a form feed or U+2028 inside of a string
/// ends its line there, and a name with a combining mark is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("radon fails on the statement of line {line}, which its tokenizer cannot split")]
pub struct RadonFails {
    /// The first line of the statement, from 1, counted as Python's `str.splitlines` counts.
    pub line: usize,
}

/// Counts of a text's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RawCounts {
    /// Lines, all.
    pub loc: usize,
    /// Logical lines: statements, one more for a statement that stands behind a colon.
    pub lloc: usize,
    /// Lines that hold code.
    pub sloc: usize,
    /// Comments, also those behind code.
    pub comments: usize,
    /// Lines of strings that are statements and go on over lines; blank lines in them are not counted.
    pub multi: usize,
    /// Blank lines.
    pub blank: usize,
    /// Lines that hold only a comment, or only a string.
    pub single_comments: usize,
}

/// Counts a text's lines as `radon.raw.analyze` does under `CPython` 3.11.
pub(super) fn counts(source: &str) -> Result<RawCounts, RadonFails> {
    let mut counts = RawCounts::default();
    let mut lines = stripped_lines(source.strip_prefix('\u{feff}').unwrap_or(source)).enumerate();
    while let Some((place, first)) = lines.next() {
        let fails = RadonFails { line: place + 1 };
        let mut used = vec![first];
        let mut reader = Reader::default();
        let tokens = loop {
            let line = used[used.len() - 1];
            let mut last = reader.clone();
            let ended = line.is_empty() || last.line(line, false).is_ok();
            if ended && last.is_complete() {
                break last.tokens;
            }
            reader.line(line, true).map_err(|_| fails)?;
            used.push(lines.next().ok_or(fails)?.1);
        };
        counts.add(tokens, &used);
    }
    counts.loc = counts.sloc + counts.blank + counts.multi + counts.single_comments;
    Ok(counts)
}

impl RawCounts {
    fn add(&mut self, mut tokens: Vec<Token>, lines: &[&str]) {
        tokens.push(Token::End);
        self.comments += tokens.iter().filter(|token| **token == Token::Comment).count();
        let alone = tokens[1..].iter().all(|token| matches!(token, Token::Newline | Token::End));
        let filled = lines.iter().filter(|line| !line.is_empty()).count();
        match tokens[0] {
            Token::Comment | Token::Text(1) if alone => self.single_comments += 1,
            first => {
                self.blank += lines.len() - filled;
                let is_text = alone && matches!(first, Token::Text(_));
                *if is_text { &mut self.multi } else { &mut self.sloc } += filled;
            }
        }
        self.lloc += tokens.split(|token| *token == Token::Semicolon).map(logical).sum::<usize>();
    }
}

/// Logical lines of what stands between semicolons.
fn logical(tokens: &[Token]) -> usize {
    let counted: Vec<Token> =
        tokens.iter().copied().filter(|token| !matches!(token, Token::Comment | Token::Newline)).collect();
    match counted.iter().rposition(|token| *token == Token::Colon) {
        // One token is left behind the colon: the end of all, as radon has it, though before a semicolon it is another.
        Some(colon) => 2 - usize::from(colon + 2 == counted.len()),
        None => usize::from(counted.iter().any(|token| *token != Token::End)),
    }
}
