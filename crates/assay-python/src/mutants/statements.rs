//! Whole statements.

use ruff_python_ast::{Expr, Stmt};

use super::Operator;
use super::facts::Facts;
use super::site::Node;

pub(super) const ASSIGNMENT: Operator = Operator {
    name: "assignment",
    about: "an assignment to what has a value already is left out",
    source: "SDL: Untch 2009, ACMSE; Deng, Offutt and Li 2013, ICST",
    examples: &[
        ("x = 1\nx = 2", &["x = 1\npass"]),
        (
            "def f(a, b):\n    a, b = b, a\n    a += 1",
            &["def f(a, b):\n    pass\n    a += 1", "def f(a, b):\n    a, b = b, a\n    pass"],
        ),
        ("a[0] = 1; a.b = 2", &["pass; a.b = 2", "a[0] = 1; pass"]),
        // Without its first value a name is an error at once, which tells nothing of the tests.
        ("x = 1", &[]),
    ],
    edits: |site, edits| match site.node {
        Node::Statement(statement @ Stmt::AugAssign(_)) => edits.replace(statement, "pass"),
        Node::Statement(statement @ Stmt::Assign(assign))
            if assign.targets.iter().all(|target| has_value(target, site.facts)) =>
        {
            edits.replace(statement, "pass");
        }
        _ => {}
    },
};

pub(super) const STATEMENT: Operator = Operator {
    name: "statement",
    about: "a call, a `yield`, a `raise` or a `del` is left out",
    source: "SDL: Untch 2009, ACMSE; Deng, Offutt and Li 2013, ICST; pitest's VOID_METHOD_CALLS",
    examples: &[
        ("a.append(1)", &["pass"]),
        ("if a: raise ValueError('text')", &["if a: pass"]),
        (
            "def f():\n    yield a\n    del a[0]",
            &["def f():\n    pass\n    del a[0]", "def f():\n    yield a\n    pass"],
        ),
    ],
    edits: |site, edits| {
        let Node::Statement(statement) = site.node else { return };
        let left_out = match statement {
            Stmt::Expr(expression) => {
                matches!(
                    &*expression.value,
                    Expr::Call(_) | Expr::Await(_) | Expr::Yield(_) | Expr::YieldFrom(_)
                )
            }
            Stmt::Raise(_) | Stmt::Delete(_) => true,
            _ => false,
        };
        if left_out {
            edits.replace(statement, "pass");
        }
    },
};

pub(super) const LOOP_CONTROL: Operator = Operator {
    name: "loop_control",
    about: "`break` becomes `continue`, `continue` becomes `break`",
    source: "cosmic-ray's ReplaceBreakWithContinue and ReplaceContinueWithBreak",
    examples: &[("for a in b: break", &["for a in b: continue"]), ("while a: continue", &["while a: break"])],
    edits: |site, edits| match site.node {
        Node::Statement(statement @ Stmt::Break(_)) => edits.replace(statement, "continue"),
        Node::Statement(statement @ Stmt::Continue(_)) => edits.replace(statement, "break"),
        _ => {}
    },
};

fn has_value(target: &Expr, facts: &Facts<'_>) -> bool {
    match target {
        Expr::Name(name) => facts.bound.contains(name.id.as_str()),
        Expr::Tuple(tuple) => tuple.elts.iter().all(|part| has_value(part, facts)),
        Expr::List(list) => list.elts.iter().all(|part| has_value(part, facts)),
        Expr::Starred(starred) => has_value(&starred.value, facts),
        _ => true,
    }
}
