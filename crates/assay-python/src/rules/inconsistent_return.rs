//! Functions that return a value on some ways only.

use std::collections::HashSet;

use ruff_python_ast::{AnyNodeRef, Expr};

use super::profile::{Reading, StaticProfile};
use super::registry::{Findings, Rule, Subject};
use crate::semantics::{Binding, Branch, NodeId, Value, reaching};

/// A function returns a value somewhere, and elsewhere nothing, or runs off its end.
///
/// The paper's authors count it as an unnecessary conditional block, which it is not: only their profile has it.
pub(super) struct InconsistentReturn;

impl Rule for InconsistentReturn {
    fn check(&self) -> &'static str {
        "unnecessary_conditional_block"
    }

    fn name(&self) -> &'static str {
        "inconsistent_return"
    }

    fn says(&self) -> &'static str {
        "A function returns a value on some of its ways and nothing on others."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["R1710"]
    }

    fn applies(&self, profile: StaticProfile) -> bool {
        profile.reading == Reading::AuthorsCode
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "def f(x):\n    if x:\n        return 1\n",
            "def f(x):\n    if x:\n        return 1\n    return\n",
            "def f(xs):\n    for x in xs:\n        if x:\n            return x\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "def f(x):\n    if x:\n        return 1\n    return None\n",
            "def f(x):\n    if x:\n        return\n    print(x)\n",
            "def f(x):\n    if x:\n        return 1\n    raise ValueError\n",
            "def f(x):\n    try:\n        return int(x)\n    except ValueError:\n        return 0\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        let ends = ending(subject);
        for (id, node) in subject.tree.iter() {
            if !matches!(node.syntax, AnyNodeRef::StmtFunctionDef(function) if !function.is_async) {
                continue;
            }
            let (valued, empty) = returns_of(subject, id);
            if valued > 0 && (empty > 0 || !ends.contains(&id)) {
                findings.flag(id, "R1710", "a value is returned on some ways only".to_owned());
            }
        }
    }
}

/// How many of a function's own returns have a value, and how many have none.
fn returns_of(subject: &Subject, function: NodeId) -> (usize, usize) {
    let own = subject.scopes.opened(function);
    let mut counts = (0, 0);
    for id in subject.tree.inside(function) {
        if let AnyNodeRef::StmtReturn(node) = subject.tree.syntax(id)
            && subject.tree.may_go_on(1)
            && Some(subject.scopes.frame(subject.scopes.holding(id))) == own
        {
            if node.value.is_some() { counts.0 += 1 } else { counts.1 += 1 }
        }
    }
    counts
}

/// The nodes that control does not leave at their end, from the last to the first: parts before wholes.
fn ending(subject: &Subject) -> HashSet<NodeId> {
    let tree = subject.tree;
    let mut ends = HashSet::new();
    let all: Vec<NodeId> = tree.iter().map(|(id, _)| id).collect();
    for id in all.into_iter().rev() {
        let any = |ends: &HashSet<NodeId>| tree.children(id).any(|child| ends.contains(&child));
        let is_end = match tree.syntax(id) {
            AnyNodeRef::StmtReturn(_) => true,
            AnyNodeRef::StmtRaise(node) => raise_leaves(subject, id, node.exc.as_deref(), &ends),
            AnyNodeRef::StmtAssert(node) => is_false(&node.test),
            AnyNodeRef::ExprCall(call) => never_returns(subject, id, &call.func),
            AnyNodeRef::StmtIf(_) | AnyNodeRef::ElifElseClause(_) => if_ends(subject, id, &ends),
            AnyNodeRef::StmtTry(_) => {
                let handler = |child: &NodeId| tree.branch(*child) == Branch::Handler;
                let handlers = tree.children(id).filter(handler).all(|child| ends.contains(&child));
                handlers && tree.children(id).any(|child| !handler(&child) && ends.contains(&child))
            }
            AnyNodeRef::StmtWhile(node) => {
                (is_true(&node.test) && !has_break(subject, id))
                    || tree
                        .children(id)
                        .any(|child| tree.branch(child) == Branch::OrElse && ends.contains(&child))
            }
            _ => any(&ends),
        };
        if is_end {
            ends.insert(id);
        }
    }
    ends
}

fn is_true(expression: &Expr) -> bool {
    match expression {
        Expr::BooleanLiteral(node) => node.value,
        Expr::NumberLiteral(node) => node.value.as_int().is_some_and(|value| value.as_u64() != Some(0)),
        _ => false,
    }
}

fn is_false(expression: &Expr) -> bool {
    match expression {
        Expr::BooleanLiteral(node) => !node.value,
        Expr::NumberLiteral(node) => node.value.as_int().is_some_and(|value| value.as_u64() == Some(0)),
        Expr::NoneLiteral(_) => true,
        Expr::StringLiteral(node) => node.value.is_empty(),
        _ => false,
    }
}

/// Whether a loop's own body has a `break`.
fn has_break(subject: &Subject, id: NodeId) -> bool {
    let tree = subject.tree;
    tree.inside(id).any(|inner| {
        matches!(tree.syntax(inner), AnyNodeRef::StmtBreak(_))
            && tree.ancestors(inner).find(|outer| {
                matches!(tree.syntax(*outer), AnyNodeRef::StmtFor(_) | AnyNodeRef::StmtWhile(_))
            }) == Some(id)
    })
}

/// Both branches end; without an `else`, the body does and a `return` stands beside the `if`.
fn if_ends(subject: &Subject, id: NodeId, ends: &HashSet<NodeId>) -> bool {
    let tree = subject.tree;
    let in_branch = |branch: Branch| {
        tree.children(id).any(|child| {
            tree.branch(child) == branch
                && ends.contains(&child)
                && !matches!(tree.syntax(child), AnyNodeRef::StmtFunctionDef(_))
        })
    };
    let has_else = tree.children(id).any(|child| tree.branch(child) == Branch::OrElse);
    if has_else {
        return in_branch(Branch::Body) && in_branch(Branch::OrElse);
    }
    let beside = || {
        let (parent, branch) = (tree.parent(id), tree.branch(id));
        tree.children(parent).any(|child| {
            child > id
                && tree.branch(child) == branch
                && matches!(tree.syntax(child), AnyNodeRef::StmtReturn(_))
        })
    };
    in_branch(Branch::Body) && beside()
}

/// Whether a raised exception leaves the function: nothing around handles it, or a handler itself ends.
fn raise_leaves(subject: &Subject, id: NodeId, raised: Option<&Expr>, ends: &HashSet<NodeId>) -> bool {
    let tree = subject.tree;
    let Some(raised) = raised else { return true };
    let mut around = None;
    for outer in tree.ancestors(id) {
        match tree.syntax(outer) {
            AnyNodeRef::ExceptHandlerExceptHandler(_) => break,
            AnyNodeRef::StmtTry(_) => {
                around = Some(outer);
                break;
            }
            _ => {}
        }
    }
    let Some(around) = around else { return true };
    let class = if let Expr::Call(call) = raised { &call.func } else { raised };
    let Expr::Name(name) = class else { return false };
    let mut handlers = tree.children(around).filter(|child| match tree.syntax(*child) {
        AnyNodeRef::ExceptHandlerExceptHandler(node) => {
            node.type_.as_deref().is_some_and(|caught| catches(caught, &name.id))
        }
        _ => false,
    });
    let handlers: Vec<NodeId> = handlers.by_ref().collect();
    handlers.is_empty() || handlers.iter().any(|handler| ends.contains(handler))
}

fn catches(caught: &Expr, name: &str) -> bool {
    match caught {
        Expr::Name(caught) => caught.id == name,
        Expr::Tuple(tuple) => {
            tuple.elts.iter().any(|each| matches!(each, Expr::Name(each) if each.id == name))
        }
        _ => false,
    }
}

/// `sys.exit` and functions that say that they never return.
fn never_returns(subject: &Subject, call: NodeId, function: &Expr) -> bool {
    let tree = subject.tree;
    let Some(place) = tree.find(call, AnyNodeRef::from(function)) else { return false };
    if let Expr::Attribute(attribute) = function {
        let module = tree.find(place, AnyNodeRef::from(&*attribute.value));
        let module = module.and_then(|module| subject.values.only(module));
        return attribute.attr.id == "exit" && module == Some(Value::Module("sys".to_owned()));
    }
    if let Expr::Name(name) = function {
        let bound = reaching(tree, subject.scopes, place, &name.id).0;
        let from_sys = |binding: &Binding| match tree.syntax(binding.holder) {
            AnyNodeRef::StmtImportFrom(import) => {
                import.module.as_ref().is_some_and(|module| module.id == "sys")
            }
            _ => false,
        };
        if matches!(name.id.as_str(), "exit" | "quit") && bound.iter().all(from_sys) {
            return true;
        }
    }
    match subject.values.only(place) {
        Some(Value::Function(Some(definition))) => match tree.syntax(definition) {
            AnyNodeRef::StmtFunctionDef(node) => {
                matches!(node.returns.as_deref(), Some(Expr::Name(name)) if name.id == "NoReturn" || name.id == "Never")
            }
            _ => false,
        },
        _ => false,
    }
}
