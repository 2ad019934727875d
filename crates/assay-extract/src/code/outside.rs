//! What a statement does outside of the functions that it defines.

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt};

use super::deeply;

/// Whether a statement of a module returns, yields or awaits: CPython compiles that in functions only.
pub(super) fn is_misplaced(statement: &Stmt) -> bool {
    let found = outside_of_functions(statement);
    found.returns || found.yields || found.awaits
}

/// Whether a statement of a function gives something back: it returns, yields or raises.
pub(crate) fn gives_back(statement: &Stmt) -> bool {
    if matches!(statement, Stmt::ClassDef(_)) {
        return false;
    }
    let found = outside_of_functions(statement);
    found.returns || found.yields || found.raises
}

fn outside_of_functions(statement: &Stmt) -> Found {
    let mut found = Found::default();
    deeply(|| found.visit_stmt(statement));
    found
}

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "four facts, none of which excludes another")]
struct Found {
    returns: bool,
    yields: bool,
    awaits: bool,
    raises: bool,
}

impl Visitor<'_> for Found {
    fn visit_stmt(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Return(_) => self.returns = true,
            Stmt::Raise(_) => self.raises = true,
            Stmt::FunctionDef(_) => return,
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &Expr) {
        match expression {
            Expr::Yield(_) | Expr::YieldFrom(_) => self.yields = true,
            Expr::Await(_) => self.awaits = true,
            Expr::Lambda(_) => return,
            _ => {}
        }
        walk_expr(self, expression);
    }
}
