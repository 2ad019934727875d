//! Loop variables read after a loop that may not have run.

use ruff_python_ast::{AnyNodeRef, Expr, Stmt};

use super::registry::{Findings, Rule, Subject};
use crate::semantics::{Binding, Branch, NodeId, Resolution, ScopeKind, Value, reaching};

/// A loop variable is read where its loop is over, and nothing says that the loop ran at all.
pub(super) struct UndefinedLoopVariable;

impl Rule for UndefinedLoopVariable {
    fn check(&self) -> &'static str {
        "missing_declaration_import"
    }

    fn name(&self) -> &'static str {
        "undefined_loop_variable"
    }

    fn says(&self) -> &'static str {
        "A loop variable is read where its loop is over, and nothing says that the loop ran at all."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["W0631"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "def f(xs):\n    for x in xs:\n        pass\n    return x\n",
            "def f(xs):\n    for i, x in enumerate(xs):\n        pass\n    return i\n",
            "for x in []:\n    pass\nprint(x)\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "def f(xs):\n    x = None\n    for x in xs:\n        pass\n    return x\n",
            "def f(n):\n    for i in range(n):\n        pass\n    return i\n",
            "for x in [1, 2]:\n    pass\nprint(x)\n",
            "def f(xs):\n    for x in xs:\n        pass\n    else:\n        return None\n    return x\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for (at, name, resolution) in subject.reads {
            let Resolution::Found(scope) = resolution else { continue };
            let all = subject.scopes.get(*scope).bindings(name);
            if !subject.tree.may_go_on(all.len()) {
                return;
            }
            if all.iter().any(|binding| binding.is_optional()) && is_unsafe(subject, *at, name) {
                findings.flag(*at, "W0631", format!("`{name}` may be undefined: its loop may not have run"));
            }
        }
    }
}

fn is_unsafe(subject: &Subject, at: NodeId, name: &str) -> bool {
    let tree = subject.tree;
    let (bindings, scope) = reaching(tree, subject.scopes, at, name);
    let reading = subject.scopes.holding(at);
    // A function inside of the loop's own scope runs when it is called.
    let kind = subject.scopes.get(reading).kind;
    if matches!(kind, ScopeKind::Function | ScopeKind::Lambda) && reading != scope {
        return false;
    }
    let Some(binding) = the_one_loop(subject, at, &bindings) else { return false };
    let statement = tree.statement(at);
    if !binding.is_optional() || tree.statement(binding.holder) == statement {
        return false;
    }
    match tree.syntax(binding.holder) {
        AnyNodeRef::StmtFor(node) => {
            !node.orelse.iter().any(leaves) && !runs_for_certain(subject, binding.holder, &node.iter)
        }
        _ => true,
    }
}

/// The only loop that can have bound the name, where no other binding can.
fn the_one_loop(subject: &Subject, at: NodeId, bindings: &[Binding]) -> Option<Binding> {
    let tree = subject.tree;
    let first = *bindings.first()?;
    let statement = tree.statement(first.node);
    let parent = tree.parent(first.node);
    let at_top = parent == NodeId::MODULE;
    let holds = parent != NodeId::MODULE && tree.holds(statement, at);
    let mut kept = Vec::new();
    if !(at_top || tree.is_statement(first.node) || holds) {
        kept.push(first);
    }
    for pair in bindings.windows(2) {
        let earlier = tree.statement(pair[0].node);
        let inside = tree.holds(earlier, pair[1].node);
        if !inside || is_in_else(subject, earlier, pair[1].node) {
            kept.push(pair[1]);
        }
    }
    let [one] = kept[..] else { return None };
    Some(one)
}

fn is_in_else(subject: &Subject, statement: NodeId, node: NodeId) -> bool {
    let tree = subject.tree;
    matches!(tree.syntax(statement), AnyNodeRef::StmtFor(_))
        && std::iter::once(node)
            .chain(tree.ancestors(node))
            .find(|outer| tree.parent(*outer) == statement)
            .is_some_and(|child| tree.branch(child) == Branch::OrElse)
}

/// Whether the statement after a loop is not reached where the loop did not run.
fn leaves(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Return(_) | Stmt::Raise(_) | Stmt::Break(_) | Stmt::Continue(_))
}

/// Whether what is looped over has something in it, or counts as if it had.
fn runs_for_certain(subject: &Subject, holder: NodeId, iterated: &Expr) -> bool {
    let mut looped = iterated;
    let chosen = match iterated {
        Expr::If(choice) => &*choice.body,
        other => other,
    };
    if let Expr::Call(call) = chosen
        && matches!(&*call.func, Expr::Name(name) if name.id == "enumerate")
        && let Some(first) = call.arguments.args.first()
    {
        looped = first;
    }
    let Some(place) = subject
        .tree
        .inside(holder)
        .find(|node| subject.tree.syntax(*node).as_ptr() == AnyNodeRef::from(looped).as_ptr())
    else {
        return false;
    };
    match subject.values.all(place).first() {
        Some(Value::Range) => true,
        Some(Value::Container { full }) => *full,
        _ => false,
    }
}
