//! What in tests judges: an assertion, or a call of something that asserts.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};

use super::last_name;

/// The names of the functions in the tests that judge, by themselves or by calling one that does.
pub(super) fn judging_functions<'a>(body: &'a [Stmt], names: &[&str]) -> HashSet<&'a str> {
    struct Functions<'a>(Vec<&'a StmtFunctionDef>);
    impl<'a> Visitor<'a> for Functions<'a> {
        fn visit_stmt(&mut self, statement: &'a Stmt) {
            if let Stmt::FunctionDef(function) = statement {
                self.0.push(function);
            }
            walk_stmt(self, statement);
        }
    }
    let mut functions = Functions(Vec::new());
    functions.visit_body(body);
    let mut calls: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut waiting = Vec::new();
    for function in functions.0 {
        let look = Look::at(&function.body, names);
        if look.judges {
            waiting.push(function.name.as_str());
        }
        for called in look.called {
            calls.entry(called).or_default().push(function.name.as_str());
        }
    }
    let mut judging = HashSet::new();
    while let Some(name) = waiting.pop() {
        if judging.insert(name) {
            waiting.extend(calls.get(name).into_iter().flatten());
        }
    }
    judging
}

/// What stands in a piece of tests.
#[derive(Default)]
pub(super) struct Look<'a, 'n> {
    names: &'n [&'n str],
    /// Whether something in it judges.
    pub(super) judges: bool,
    /// The last parts of the names that it calls.
    pub(super) called: HashSet<&'a str>,
    /// The last parts of all names in it.
    pub(super) mentioned: HashSet<&'a str>,
}

impl<'a, 'n> Look<'a, 'n> {
    pub(super) fn at(body: &'a [Stmt], names: &'n [&'n str]) -> Self {
        let mut look = Self { names, ..Self::default() };
        look.visit_body(body);
        look
    }
}

impl<'a> Visitor<'a> for Look<'a, '_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        self.judges |= match statement {
            Stmt::Assert(assert) => !assert.test.is_literal_expr(),
            Stmt::Raise(_) => true,
            _ => false,
        };
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(_) | Expr::Attribute(_) => self.mentioned.extend(last_name(expression)),
            Expr::Call(call) => {
                if let Some(name) = last_name(&call.func) {
                    self.called.insert(name);
                    self.judges |= name.starts_with("assert")
                        || name.starts_with("fail")
                        || matches!(name, "raises" | "warns" | "exit");
                }
                let sample = |argument: &Expr| matches!(argument, Expr::Name(name) if self.names.contains(&name.id.as_str()));
                let ours = matches!(&*call.func, Expr::Name(name) if matches!(name.id.as_str(), "callable" | "print" | "repr" | "str" | "type"));
                self.judges |= !ours && call.arguments.args.iter().any(sample);
            }
            _ => {}
        }
        walk_expr(self, expression);
    }
}
