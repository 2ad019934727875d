//! Code that never runs, as far as its text proves it: mutants there behave as the original does.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::helpers::any_over_expr;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};

use crate::Module;

/// Names through which code may reach any function, whatever its text says.
const REACHES_ALL: [&str; 10] =
    ["__dict__", "__import__", "eval", "exec", "getattr", "globals", "importlib", "inspect", "locals", "sys"];
/// As above, without an argument.
const ALSO_REACHES_ALL: [&str; 2] = ["vars", "dir"];

/// Which of a module's functions may run.
pub(super) struct Reach<'a> {
    /// The names of those that may; `None`: all may.
    functions: Option<HashSet<&'a str>>,
}

impl<'a> Reach<'a> {
    /// What may run when the module is loaded and the functions of the given names are called.
    ///
    /// A function at the top of the module can only be called by code that mentions its name, as a name, an attribute or
    /// a text. What is mentioned where the module is loaded, or in a function that may run, may run.
    pub(super) fn of(body: &'a [Stmt], called: Option<&[String]>) -> Self {
        let Some(called) = called else { return Self { functions: None } };
        let mut inside: HashMap<&str, HashSet<&str>> = HashMap::new();
        let mut outside = Mentions::default();
        for statement in body {
            match statement {
                Stmt::FunctionDef(function) if function.decorator_list.is_empty() => {
                    let mut mentions = Mentions::default();
                    mentions.visit_body(&function.body);
                    inside.entry(function.name.as_str()).or_default().extend(mentions.names);
                    outside.visit_parameters(&function.parameters);
                }
                other => outside.visit_stmt(other),
            }
        }
        let everything = inside.values().flatten().chain(&outside.names);
        let unknown = |name: &str| REACHES_ALL.contains(&name) || ALSO_REACHES_ALL.contains(&name);
        if everything.into_iter().any(|name| unknown(name)) {
            return Self { functions: None };
        }
        let mut waiting: Vec<&str> = outside.names.iter().copied().collect();
        waiting.extend(inside.keys().filter(|name| called.iter().any(|other| other == *name)));
        let mut reached: HashSet<&str> = HashSet::new();
        while let Some(name) = waiting.pop() {
            if reached.insert(name) {
                waiting.extend(inside.get(name).into_iter().flatten());
            }
        }
        Self { functions: Some(reached) }
    }

    /// Whether a function at the top of the module may run.
    pub(super) fn may_run(&self, function: &StmtFunctionDef) -> bool {
        let Some(functions) = &self.functions else { return true };
        !function.decorator_list.is_empty() || functions.contains(function.name.as_str())
    }
}

/// Whether the rest of a block never runs and is nothing but effects: it neither makes a function a generator nor a name
/// local.
pub(super) fn never_run_after(statement: &Stmt, rest: &[Stmt]) -> bool {
    let ends = matches!(statement, Stmt::Return(_) | Stmt::Raise(_) | Stmt::Break(_) | Stmt::Continue(_));
    let binds = |expression: &Expr| {
        any_over_expr(expression, |part| {
            matches!(part, Expr::Yield(_) | Expr::YieldFrom(_) | Expr::Named(_) | Expr::Await(_))
        })
    };
    let only_effects = |statement: &Stmt| match statement {
        Stmt::Expr(expression) => !binds(&expression.value),
        Stmt::Return(found) => !found.value.as_deref().is_some_and(binds),
        Stmt::Pass(_) | Stmt::Break(_) | Stmt::Continue(_) => true,
        _ => false,
    };
    ends && rest.iter().all(only_effects)
}

/// The names that a module mentions anywhere, in order: what it may call of another.
#[must_use]
pub fn mentioned_names(module: &Module) -> Vec<String> {
    let mut mentions = Mentions::default();
    mentions.visit_body(&module.parsed().syntax().body);
    let mut names: Vec<String> = mentions.names.into_iter().map(str::to_owned).collect();
    names.sort_unstable();
    names
}

#[derive(Default)]
struct Mentions<'a> {
    names: HashSet<&'a str>,
}

impl<'a> Visitor<'a> for Mentions<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(import) => {
                self.names.extend(import.names.iter().flat_map(|alias| alias.name.as_str().split('.')));
            }
            Stmt::ImportFrom(import) => {
                self.names.extend(import.module.iter().flat_map(|module| module.as_str().split('.')));
                self.names.extend(import.names.iter().map(|alias| alias.name.as_str()));
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Name(name) => {
                self.names.insert(name.id.as_str());
            }
            Expr::Attribute(attribute) => {
                self.names.insert(attribute.attr.as_str());
            }
            Expr::StringLiteral(text) => {
                self.names.extend(text.value.iter().map(|part| &*part.value));
            }
            _ => {}
        }
        walk_expr(self, expression);
    }
}
