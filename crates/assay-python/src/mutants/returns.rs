//! What a function gives back.

use ruff_python_ast::{Expr, Stmt};

use super::Operator;
use super::facts::{kind_of_annotation, kind_of_value};
use super::site::Node;

pub(super) const RETURN_NONE: Operator = Operator {
    name: "return_none",
    about: "a function returns or yields `None` instead of its value",
    source: "pitest's NULL_RETURNS",
    examples: &[
        ("def f(): return (a)", &["def f(): return (None)"]),
        ("def f(): yield a", &["def f(): yield None"]),
        ("def f(): return None", &[]),
    ],
    edits: |site, edits| {
        if let Some(value) = given_back(site.node)
            && !value.is_none_literal_expr()
        {
            edits.replace(value, "None");
        }
    },
};

pub(super) const RETURN_DEFAULT: Operator = Operator {
    name: "return_default",
    about: "a function returns the empty value of its kind",
    source: "pitest's EMPTY_RETURNS, FALSE_RETURNS, TRUE_RETURNS and PRIMITIVE_RETURNS",
    examples: &[
        ("def f() -> List[int]: return a", &["def f() -> List[int]: return []"]),
        ("def f(): return a == b", &["def f(): return False", "def f(): return True"]),
        ("def f(): return ', '.join(a)", &["def f(): return \"\""]),
        ("def f() -> int: return 0", &[]),
        ("def f(): return a", &[]),
    ],
    edits: |site, edits| {
        let Node::Statement(Stmt::Return(returned)) = site.node else { return };
        let Some(value) = &returned.value else { return };
        let kind = site.facts.returns.and_then(kind_of_annotation).or_else(|| kind_of_value(value));
        let Some(kind) = kind else { return };
        edits.replace(&**value, kind.empty());
        if kind.empty() == "False" {
            edits.replace(&**value, "True");
        }
    },
};

fn given_back(node: Node<'_>) -> Option<&Expr> {
    match node {
        Node::Statement(Stmt::Return(returned)) => returned.value.as_deref(),
        Node::Expression(Expr::Yield(yielded)) => yielded.value.as_deref(),
        _ => None,
    }
}
