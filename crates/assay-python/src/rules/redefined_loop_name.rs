//! Loop variables that the loop's body binds again.

use ruff_python_ast::AnyNodeRef;

use super::registry::{Findings, Rule, Subject};
use super::spelling::is_dummy;
use crate::semantics::{Binding, BindingKind, Branch, NodeId};

/// Inside of a `for`, its variable is assigned, or taken by another `for`.
pub(super) struct RedefinedLoopName;

impl Rule for RedefinedLoopName {
    fn check(&self) -> &'static str {
        "confusing_variable_naming"
    }

    fn name(&self) -> &'static str {
        "redefined_loop_name"
    }

    fn says(&self) -> &'static str {
        "Inside of a `for`, its variable is assigned, or taken by another `for`."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["W2901"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "for x in [1]:\n    x = 2\n",
            "for x in [1]:\n    for x in [2]:\n        pass\n",
            "for x, y in []:\n    if x:\n        y += 1\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "for x in [1]:\n    y = 2\n",
            "for x in [1]:\n    pass\nelse:\n    x = 2\n",
            "for _ in [1]:\n    _ = 2\n",
            "for x in [1]:\n    def f():\n        x = 2\n        return x\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        let tree = subject.tree;
        for scope in subject.scopes.iter() {
            for (name, bindings) in scope.names() {
                let loops = bindings
                    .iter()
                    .filter(|outer| outer.kind == BindingKind::For && is_sync(subject, **outer));
                let loops: Vec<_> = loops.filter(|outer| is_plain_target(subject, **outer)).collect();
                let steps = loops.len().saturating_mul(bindings.len());
                if loops.is_empty() || is_dummy(name) || !tree.may_go_on(steps) {
                    continue;
                }
                for binding in bindings {
                    let assigns = matches!(binding.kind, BindingKind::Assign | BindingKind::AugmentedAssign)
                        || (binding.kind == BindingKind::For && is_sync(subject, *binding));
                    let inside = |outer: &&&Binding| {
                        tree.holds(outer.holder, binding.holder)
                            && is_in_body(subject, outer.holder, binding.node)
                    };
                    if assigns && loops.iter().any(|outer| inside(&outer)) {
                        findings.flag(
                            binding.node,
                            "W2901",
                            format!("`{name}` is a loop's variable already"),
                        );
                    }
                }
            }
        }
    }
}

fn is_sync(subject: &Subject, binding: Binding) -> bool {
    matches!(subject.tree.syntax(binding.holder), AnyNodeRef::StmtFor(node) if !node.is_async)
}

fn is_plain_target(subject: &Subject, binding: Binding) -> bool {
    matches!(subject.tree.syntax(binding.node), AnyNodeRef::ExprName(_))
}

fn is_in_body(subject: &Subject, statement: NodeId, node: NodeId) -> bool {
    let tree = subject.tree;
    std::iter::once(node)
        .chain(tree.ancestors(node))
        .find(|outer| tree.parent(*outer) == statement)
        .is_some_and(|child| tree.branch(child) == Branch::Body)
}
