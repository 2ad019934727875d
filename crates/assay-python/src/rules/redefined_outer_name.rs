//! Names of the module that a function binds anew.

use ruff_python_ast::{AnyNodeRef, Expr};

use super::registry::{Findings, Rule, Subject};
use super::spelling::{is_dummy, is_ignored_argument};
use crate::semantics::{Binding, BindingKind, NodeId, ScopeId, ScopeKind};

/// A function's variable or parameter hides a name of the module.
pub(super) struct RedefinedOuterName;

impl Rule for RedefinedOuterName {
    fn check(&self) -> &'static str {
        "confusing_variable_naming"
    }

    fn name(&self) -> &'static str {
        "redefined_outer_name"
    }

    fn says(&self) -> &'static str {
        "A function's variable or parameter hides a name of the module."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["W0621"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "x = [1]\ndef f(x):\n    return x\n",
            "import os\ndef f():\n    os = 1\n    return os\n",
            "try:\n    pass\nexcept ValueError as e:\n    try:\n        pass\n    except TypeError as e:\n        pass\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "x = [1]\ndef f(y):\n    return y\n",
            "x = [1]\ndef f():\n    global x\n    x = [2]\n",
            "x = [1]\ndef f():\n    return [x for x in []]\n",
            "_x = [1]\ndef f(_x):\n    return 1\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for scope in subject.scopes.iter().filter(|scope| scope.kind == ScopeKind::Function) {
            for (name, bindings) in scope.names() {
                let outer = subject.scopes.get(ScopeId::MODULE).bindings(name);
                let (Some(first), Some(outer)) = (bindings.first(), outer.first()) else { continue };
                if !is_exempt(subject, *outer) && !is_ignored(*first, name) {
                    findings.flag(place(*first), "W0621", format!("`{name}` hides the module's own"));
                }
            }
        }
        nested_handlers(subject, findings);
    }
}

/// Where a binding is said to be: an import at its statement.
pub(super) fn place(binding: Binding) -> NodeId {
    match binding.kind {
        BindingKind::Import | BindingKind::ImportFrom => binding.holder,
        _ => binding.node,
    }
}

fn is_ignored(binding: Binding, name: &str) -> bool {
    if binding.kind == BindingKind::Parameter { is_ignored_argument(name) } else { is_dummy(name) }
}

/// The module's names that may be hidden: exceptions in hand, `__future__`'s, and what only type checkers see.
fn is_exempt(subject: &Subject, outer: Binding) -> bool {
    let tree = subject.tree;
    if outer.kind == BindingKind::ExceptHandler {
        return true;
    }
    if let AnyNodeRef::StmtImportFrom(import) = tree.syntax(outer.holder)
        && import.module.as_ref().is_some_and(|module| module.id == "__future__")
    {
        return true;
    }
    match tree.syntax(tree.parent(tree.statement(outer.node))) {
        AnyNodeRef::StmtIf(node) => match &*node.test {
            Expr::Name(name) => name.id == "TYPE_CHECKING",
            Expr::Attribute(attribute) => attribute.attr.id == "TYPE_CHECKING",
            _ => false,
        },
        _ => false,
    }
}

/// A handler inside of another that has the same name.
fn nested_handlers(subject: &Subject, findings: &mut Findings) {
    let tree = subject.tree;
    let handler = |id: NodeId| match tree.syntax(id) {
        AnyNodeRef::ExceptHandlerExceptHandler(node) => node.name.as_ref().map(|name| name.id.as_str()),
        _ => None,
    };
    for (id, _) in tree.iter() {
        if let Some(name) = handler(id)
            && tree.ancestors(id).any(|outer| handler(outer) == Some(name))
        {
            findings.flag(id, "W0621", format!("`{name}` hides the exception in hand"));
        }
    }
}
