//! Which names a statement binds and uses.

use std::collections::BTreeSet;

use ruff_python_ast::name::Name;
use ruff_python_ast::visitor::{
    Visitor, walk_except_handler, walk_expr, walk_parameter, walk_pattern, walk_stmt,
};
use ruff_python_ast::{ExceptHandler, Expr, ExprContext, Parameter, Pattern, Stmt};

use super::deeply;

/// Names that a statement binds in its own scope.
pub(crate) fn bound_by(statement: &Stmt) -> BTreeSet<Name> {
    let mut names = Names { scopes: Scopes::Own, ..Names::default() };
    names.visit(statement);
    names.bound
}

/// Names that a statement uses, in any scope.
pub(crate) fn used_by(statement: &Stmt) -> BTreeSet<Name> {
    let mut names = Names::default();
    names.visit(statement);
    names.used
}

/// Names that a definition uses and does not bind itself: what it needs of its module.
pub(crate) fn needed_by(statement: &Stmt) -> BTreeSet<Name> {
    let mut names = Names::default();
    names.visit(statement);
    names.used.difference(&names.bound).chain(&names.global).cloned().collect()
}

/// Names that statements use and that none of them binds, in any scope.
pub(super) fn unbound(statements: &[Stmt]) -> BTreeSet<Name> {
    let mut names = Names::default();
    for statement in statements {
        names.visit(statement);
    }
    names.used.difference(&names.bound).cloned().collect()
}

#[derive(Default, PartialEq)]
enum Scopes {
    #[default]
    All,
    Own,
}

/// Collects what is bound and used.
#[derive(Default)]
struct Names {
    scopes: Scopes,
    bound: BTreeSet<Name>,
    used: BTreeSet<Name>,
    /// Names that functions declare as the module's.
    global: BTreeSet<Name>,
}

impl Names {
    fn visit(&mut self, statement: &Stmt) {
        deeply(|| self.visit_stmt(statement));
    }

    fn bind(&mut self, name: &str) {
        self.bound.insert(Name::new(name));
    }
}

impl Visitor<'_> for Names {
    fn visit_stmt(&mut self, statement: &Stmt) {
        match statement {
            Stmt::FunctionDef(function) => self.bind(&function.name),
            Stmt::ClassDef(class) => self.bind(&class.name),
            Stmt::Global(global) => self.global.extend(global.names.iter().map(|name| name.id.clone())),
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.bind(name.split('.').next().unwrap_or_default());
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    self.bind(alias.asname.as_ref().unwrap_or(&alias.name));
                }
            }
            _ => {}
        }
        let nested = matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_));
        if self.scopes == Scopes::All || !nested {
            walk_stmt(self, statement);
        }
    }

    fn visit_expr(&mut self, expression: &Expr) {
        if let Expr::Name(name) = expression {
            match name.ctx {
                ExprContext::Store => self.bind(&name.id),
                _ => drop(self.used.insert(name.id.clone())),
            }
        }
        walk_expr(self, expression);
    }

    fn visit_parameter(&mut self, parameter: &Parameter) {
        if self.scopes == Scopes::All {
            self.bind(&parameter.name);
        }
        walk_parameter(self, parameter);
    }

    fn visit_except_handler(&mut self, handler: &ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        if let Some(name) = &inner.name {
            self.bind(name);
        }
        walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &Pattern) {
        let name = match pattern {
            Pattern::MatchAs(pattern) => pattern.name.as_ref(),
            Pattern::MatchStar(pattern) => pattern.name.as_ref(),
            Pattern::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        if let Some(name) = name {
            self.bind(name);
        }
        walk_pattern(self, pattern);
    }
}
