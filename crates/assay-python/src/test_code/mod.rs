//! What the text of a benchmark's tests says about them: inputs that stand twice, tests that do or judge nothing, and the
//! same tests in another order.
//!
//! Everything here errs on the side of silence: what a text leaves open is not reported.

mod idle;
mod judging;
mod order;
mod repeats;

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, Stmt};

use crate::text::line_ends;

pub use idle::{Idle, IdleTest, idle_tests};
pub use order::reversed;
pub use repeats::{RepeatedInput, repeated_inputs};

/// How tests are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Running {
    /// Statement by statement, then a function `check`, where there is one.
    Statements,
    /// By a runner that collects functions `test_*`, classes `Test*` and classes of `unittest.TestCase`.
    Collected,
}

/// The name of the function or method that an expression calls or mentions: its last part.
fn last_name(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Name(name) => Some(name.id.as_str()),
        Expr::Attribute(attribute) => Some(attribute.attr.as_str()),
        _ => None,
    }
}

/// Whether a predicate holds for any expression in a statement, however deep.
fn any_expression(statement: &Stmt, holds: &dyn Fn(&Expr) -> bool) -> bool {
    struct Any<'p> {
        holds: &'p dyn Fn(&Expr) -> bool,
        found: bool,
    }
    impl<'a> Visitor<'a> for Any<'_> {
        fn visit_expr(&mut self, expression: &'a Expr) {
            self.found = self.found || (self.holds)(expression);
            if !self.found {
                walk_expr(self, expression);
            }
        }
    }
    let mut any = Any { holds, found: false };
    any.visit_stmt(statement);
    any.found
}

/// Whether a statement does nothing: `pass`, `...`, a docstring, a bare `return`.
fn does_nothing(statement: &Stmt) -> bool {
    match statement {
        Stmt::Pass(_) => true,
        Stmt::Expr(expression) => expression.value.is_literal_expr(),
        Stmt::Return(found) => found.value.as_deref().is_none_or(Expr::is_literal_expr),
        _ => false,
    }
}

/// The line of a place in a text, from 1.
fn line_at(source: &str, offset: ruff_text_size::TextSize) -> usize {
    1 + line_ends(&source[..offset.to_usize()])
}
