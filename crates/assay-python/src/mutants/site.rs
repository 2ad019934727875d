//! A place in the tree that an operator looks at, and the edits that it makes there.

use std::sync::Arc;

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{ExceptHandlerExceptHandler, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::Mutant;
use super::facts::Facts;
use crate::Module;
use crate::text::line_ends;

/// What stands at a place.
#[derive(Clone, Copy)]
pub(super) enum Node<'a> {
    Statement(&'a Stmt),
    Expression(&'a Expr),
    Handler(&'a ExceptHandlerExceptHandler),
    /// The test of an `if`, a conditional expression, a comprehension or a `case`.
    Condition(&'a Expr),
    /// The test of a `while`.
    LoopCondition(&'a Expr),
}

/// A place and what is known around it.
pub(super) struct Site<'a> {
    pub(super) module: &'a Module,
    pub(super) node: Node<'a>,
    /// What is known of the function around it, or of the module's own statements.
    pub(super) facts: &'a Facts<'a>,
    /// Whether it is a part of a `while`'s test.
    pub(super) in_loop_condition: bool,
}

impl<'a> Site<'a> {
    /// The text of a part.
    pub(super) fn text(&self, part: impl Ranged) -> &'a str {
        &self.module.source()[part.range()]
    }

    /// The range of the tokens of some kind between two places: an operator's, whatever brackets and comments are there.
    pub(super) fn between(
        &self,
        from: TextSize,
        to: TextSize,
        wanted: impl Fn(TokenKind) -> bool,
    ) -> Option<TextRange> {
        let range = TextRange::new(from, to);
        let tokens = self.module.parsed().tokens();
        let mut found = tokens
            .iter()
            .skip_while(|token| token.start() < range.start())
            .take_while(|token| token.end() <= range.end())
            .filter(|token| wanted(token.kind()));
        let first = found.next()?.range();
        Some(found.last().map_or(first, |last| first.cover(last.range())))
    }

    /// A range and the spaces behind it.
    pub(super) fn with_space_after(&self, range: TextRange) -> TextRange {
        let rest = &self.module.source()[range.end().to_usize()..];
        let spaces = rest.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        TextRange::at(range.start(), range.len() + TextSize::try_from(spaces).unwrap_or_default())
    }
}

/// One change of the text.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    pub(super) range: TextRange,
    pub(super) replacement: String,
}

impl Edit {
    /// The text with the change made.
    pub(super) fn applied(&self, source: &str) -> String {
        let (start, end) = (self.range.start().to_usize(), self.range.end().to_usize());
        [&source[..start], &self.replacement, &source[end..]].concat()
    }

    /// The mutant that this change makes, whose whole text is given.
    pub(super) fn mutant(&self, operator: &'static str, source: &str, text: Arc<str>) -> Mutant {
        let (start, end) = (self.range.start().to_usize(), self.range.end().to_usize());
        let first = source[..start].rfind(['\n', '\r']).map_or(0, |place| place + 1);
        let last = |text: &str, from: usize| {
            text[from..].find(['\n', '\r']).map_or(text.len(), |place| from + place)
        };
        let end_now = start + self.replacement.len();
        Mutant {
            operator,
            line: 1 + line_ends(&source[..start]),
            before: source[first..last(source, end)].trim().to_owned(),
            after: text[first..last(&text, end_now)].trim().to_owned(),
            text,
        }
    }
}

/// The edits of one operator at one place.
pub(super) struct Edits<'a> {
    source: &'a str,
    pub(super) found: Vec<Edit>,
}

impl<'a> Edits<'a> {
    pub(super) fn of(module: &'a Module) -> Self {
        Self { source: module.source(), found: Vec::new() }
    }

    /// Puts a text in the place of a part; what would change nothing is passed over.
    pub(super) fn replace(&mut self, part: impl Ranged, replacement: impl Into<String>) {
        let (range, replacement) = (part.range(), replacement.into());
        if self.source[range] != replacement {
            self.found.push(Edit { range, replacement });
        }
    }

    /// Puts a text at a place.
    pub(super) fn insert(&mut self, place: TextSize, text: &str) {
        self.replace(TextRange::empty(place), text);
    }
}
