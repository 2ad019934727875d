//! An `if` that only turns its condition into a boolean.

use ruff_python_ast::{AnyNodeRef, Expr, Stmt};

use super::profile::Reading;
use super::registry::{Findings, Rule, Subject};
use crate::semantics::NodeId;

/// `if c: return True` and then `return False` is `return c`, or `return bool(c)`.
pub(super) struct ReturnedCondition;

impl Rule for ReturnedCondition {
    fn check(&self) -> &'static str {
        "unnecessary_conditional_block"
    }

    fn name(&self) -> &'static str {
        "returned_condition"
    }

    fn says(&self) -> &'static str {
        "`if c: return True` and then `return False` is `return c`, or `return bool(c)`."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &[]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "def f(x):\n    if x > 1:\n        return True\n    else:\n        return False\n",
            "def f(x):\n    if x > 1:\n        return False\n    return True\n",
            "def f(x):\n    if x == 1:\n        return None\n    elif x > 1:\n        return True\n    else:\n        return False\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "def f(x):\n    return x > 1\n",
            "def f(xs):\n    for x in xs:\n        if x:\n            return True\n    return False\n",
            "def f(x):\n    if x > 1:\n        return True\n    return True\n",
            "def f(x):\n    if x > 1:\n        print(x)\n        return True\n    return False\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for (id, node) in subject.tree.iter() {
            let body = match node.syntax {
                AnyNodeRef::StmtIf(node) => &node.body,
                AnyNodeRef::ElifElseClause(node) => &node.body,
                _ => continue,
            };
            let [only] = &body[..] else { continue };
            let Some(value) = boolean(only) else { continue };
            let opposite = || otherwise(subject, id).and_then(boolean) == Some(!value);
            if subject.profile.reading != Reading::Default || opposite() {
                findings.flag_own(id, "the condition itself could be returned".to_owned());
            }
        }
    }
}

/// The boolean that a statement returns as a literal.
fn boolean(statement: &Stmt) -> Option<bool> {
    match statement {
        Stmt::Return(node) => match node.value.as_deref() {
            Some(Expr::BooleanLiteral(literal)) => Some(literal.value),
            _ => None,
        },
        _ => None,
    }
}

/// The one statement that runs where the condition of an `if` or `elif` is false: its `else`'s, or what comes next.
fn otherwise<'s>(subject: &'s Subject, id: NodeId) -> Option<&'s Stmt> {
    let tree = subject.tree;
    let chain = std::iter::once(id)
        .chain(tree.ancestors(id))
        .find(|outer| matches!(tree.syntax(*outer), AnyNodeRef::StmtIf(_)))?;
    let AnyNodeRef::StmtIf(whole) = tree.syntax(chain) else { return None };
    let own = tree.syntax(id).as_ptr();
    let place = whole.elif_else_clauses.iter().position(|clause| AnyNodeRef::from(clause).as_ptr() == own);
    match &whole.elif_else_clauses[place.map_or(0, |place| place + 1)..] {
        [] => following(subject, chain),
        [last] if last.test.is_none() && last.body.len() == 1 => last.body.first(),
        _ => None,
    }
}

/// The statement after another in the same block.
fn following<'s>(subject: &'s Subject, id: NodeId) -> Option<&'s Stmt> {
    let tree = subject.tree;
    let own = tree.syntax(id).as_ptr();
    let blocks: Vec<&[Stmt]> = match tree.syntax(tree.parent(id)) {
        AnyNodeRef::StmtFunctionDef(node) => vec![&node.body],
        AnyNodeRef::StmtFor(node) => vec![&node.body, &node.orelse],
        AnyNodeRef::StmtWhile(node) => vec![&node.body, &node.orelse],
        AnyNodeRef::StmtWith(node) => vec![&node.body],
        AnyNodeRef::StmtIf(node) => std::iter::once(&node.body[..])
            .chain(node.elif_else_clauses.iter().map(|clause| &clause.body[..]))
            .collect(),
        // Of an `elif`, or of the `else` after it.
        AnyNodeRef::ElifElseClause(node) => vec![&node.body],
        AnyNodeRef::StmtTry(node) => vec![&node.body, &node.orelse, &node.finalbody],
        AnyNodeRef::ExceptHandlerExceptHandler(node) => vec![&node.body],
        AnyNodeRef::MatchCase(node) => vec![&node.body],
        _ => return None,
    };
    blocks.into_iter().find_map(|block| {
        let place = block.iter().position(|statement| AnyNodeRef::from(statement).as_ptr() == own)?;
        block.get(place + 1)
    })
}
