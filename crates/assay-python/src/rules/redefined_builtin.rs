//! Python's own names bound to something else.

use ruff_python_ast::AnyNodeRef;

use super::redefined_outer_name::place;
use super::registry::{Findings, Rule, Subject};
use crate::semantics::{Binding, ScopeId, ScopeKind, is_builtin};

/// A module or function binds a builtin's name.
pub(super) struct RedefinedBuiltin;

impl Rule for RedefinedBuiltin {
    fn check(&self) -> &'static str {
        "confusing_variable_naming"
    }

    fn name(&self) -> &'static str {
        "redefined_builtin"
    }

    fn says(&self) -> &'static str {
        "A module or function binds a builtin's name."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["W0622"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "def f(list):\n    return list\n",
            "sum = [0]\n",
            "def f():\n    for id in []:\n        print(id)\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "class A:\n    id = 1\n",
            "print(lambda list: list)\n",
            "print([id for id in []])\n",
            "from io import open\n",
            "__doc__ = ''\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        let module = subject.scopes.get(ScopeId::MODULE);
        for scope in subject.scopes.iter() {
            let is_module = scope.kind == ScopeKind::Module;
            if !is_module && scope.kind != ScopeKind::Function {
                continue;
            }
            for (name, bindings) in scope.names().filter(|(name, _)| is_builtin(name)) {
                let Some(first) = bindings.first() else { continue };
                let is_hidden = if is_module { name == "__doc__" } else { !module.bindings(name).is_empty() };
                if !is_hidden && !is_meant(subject, *first) {
                    findings.flag(place(*first), "W0622", format!("`{name}` is Python's own name"));
                }
            }
        }
    }
}

/// Modules that are there to replace builtins.
const REPLACING: [&str; 5] = ["six.moves", "past.builtins", "future.builtins", "builtins", "io"];

fn is_meant(subject: &Subject, binding: Binding) -> bool {
    match subject.tree.syntax(binding.holder) {
        AnyNodeRef::StmtImportFrom(import) => {
            import.module.as_ref().is_some_and(|module| REPLACING.contains(&module.id.as_str()))
        }
        _ => false,
    }
}
