//! How deeply a text nests, told from its tokens alone, before anything recurses over it.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{Mode, lexer};

/// Open brackets that CPython 3.11's tokenizer takes (`MAXLEVEL`).
const BRACKETS: usize = 200;
/// Levels of indentation that CPython 3.11's tokenizer takes, the first column included (`MAXINDENT`).
const INDENTS: usize = 100;
/// Operators of one expression that may stand inside one another: `1 + 1 + …` nests as deeply as it is long. CPython gives
/// up, too, at some thousands, when it compiles; nobody's code comes near.
const OPERATORS: usize = 1_000;

/// What nests too deeply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooDeep {
    /// CPython refuses it as a syntax error.
    Brackets,
    /// CPython refuses it as a syntax error.
    Indentation,
    /// CPython may take it; this crate does not.
    Operators,
}

/// Whether a text nests too deeply to be walked over.
pub(crate) fn too_deep(source: &str) -> Option<TooDeep> {
    let mut lexer = lexer::lex(source, Mode::Module);
    let mut open = Open { operators: vec![0], indents: 0 };
    loop {
        let token = lexer.next_token();
        if token == TokenKind::EndOfFile {
            return None;
        }
        if let Some(found) = open.after(token) {
            return Some(found);
        }
    }
}

/// What is open at a place in the text.
struct Open {
    /// For each open bracket the operators since the last comma; the first is outside of all.
    operators: Vec<usize>,
    indents: usize,
}

impl Open {
    fn after(&mut self, token: TokenKind) -> Option<TooDeep> {
        match token {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => {
                // `f(x)(y)[z]` nests as `f + x + y` does.
                self.count();
                self.operators.push(0);
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace if self.operators.len() > 1 => {
                self.operators.pop();
            }
            TokenKind::Comma => self.reset(),
            TokenKind::Newline => self.operators = vec![0],
            TokenKind::Indent => self.indents += 1,
            TokenKind::Dedent => self.indents = self.indents.saturating_sub(1),
            other if nests(other) => self.count(),
            _ => {}
        }
        if self.operators.len() > BRACKETS + 1 {
            Some(TooDeep::Brackets)
        } else if self.indents >= INDENTS {
            Some(TooDeep::Indentation)
        } else if self.operators.iter().sum::<usize>() > OPERATORS {
            Some(TooDeep::Operators)
        } else {
            None
        }
    }

    fn count(&mut self) {
        if let Some(last) = self.operators.last_mut() {
            *last += 1;
        }
    }

    fn reset(&mut self) {
        if let Some(last) = self.operators.last_mut() {
            *last = 0;
        }
    }
}

/// Names, numbers, whole strings and layout do not nest; everything else may.
fn nests(token: TokenKind) -> bool {
    !matches!(
        token,
        TokenKind::Name
            | TokenKind::Int
            | TokenKind::Float
            | TokenKind::Complex
            | TokenKind::String
            | TokenKind::NonLogicalNewline
            | TokenKind::Comment
            | TokenKind::True
            | TokenKind::False
            | TokenKind::None
            | TokenKind::Rpar
            | TokenKind::Rsqb
            | TokenKind::Rbrace
            | TokenKind::Semi
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nests_is_counted_and_what_is_only_long_is_not() {
        let deep = [
            ("(".repeat(201), TooDeep::Brackets),
            (format!("x = {}1", "not ".repeat(2_000)), TooDeep::Operators),
            (format!("x = 1{}", " + 1".repeat(2_000)), TooDeep::Operators),
            (format!("x = a{}", ".b".repeat(2_000)), TooDeep::Operators),
            (format!("x = a{}", "()".repeat(2_000)), TooDeep::Operators),
            ((0..120).map(|level| " ".repeat(level) + "if x:\n").collect::<String>(), TooDeep::Indentation),
        ];
        for (source, found) in deep {
            assert_eq!(too_deep(&source), Some(found), "{source:.40}");
        }
        let flat = [
            format!("x = [{}]", "-1, ".repeat(100_000)),
            format!("x = {{{}}}", "'a': [1, 2], ".repeat(50_000)),
            "x = a.b(c) + 1\n".repeat(50_000),
            format!("x = {}1{}", "(".repeat(200), ")".repeat(200)),
            format!("x = {}", "'a' ".repeat(50_000)),
        ];
        for source in flat {
            assert_eq!(too_deep(&source), None, "{source:.40}");
        }
    }
}
