//! Conditions.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{Expr, UnaryOp};
use ruff_text_size::Ranged;

use super::Operator;
use super::site::Node;

pub(super) const CONNECTIVE: Operator = Operator {
    name: "connective",
    about: "`and` becomes `or`, `or` becomes `and`",
    source: "LCR: Offutt et al. 1996, ACM TOSEM 5(2)",
    examples: &[
        ("x = a and b and c", &["x = a or b and c", "x = a and b or c"]),
        ("x = (a)or(b)", &["x = (a)and(b)"]),
    ],
    edits: |site, edits| {
        let Node::Expression(Expr::BoolOp(joined)) = site.node else { return };
        for pair in joined.values.windows(2) {
            let connective = |token| matches!(token, TokenKind::And | TokenKind::Or);
            if let Some(place) = site.between(pair[0].end(), pair[1].start(), connective) {
                let other = if site.text(place) == "and" { "or" } else { "and" };
                edits.replace(place, other);
            }
        }
    },
};

pub(super) const NEGATION: Operator = Operator {
    name: "negation",
    about: "a `not` is lost, or a condition gets one",
    source: "UOI: Offutt et al. 1996, ACM TOSEM 5(2)",
    examples: &[
        ("x = not a", &["x = a"]),
        ("if not(a): pass", &["if (a): pass"]),
        ("if a: pass", &["if not (a): pass"]),
        ("x = [y for y in z if y or a]", &["x = [y for y in z if not (y or a)]"]),
        ("if a < b: pass", &[]),
    ],
    edits: |site, edits| match site.node {
        Node::Expression(Expr::UnaryOp(unary)) if unary.op == UnaryOp::Not => {
            let word = site.between(unary.start(), unary.operand.start(), |token| token == TokenKind::Not);
            if let Some(word) = word {
                edits.replace(site.with_space_after(word), "");
            }
        }
        Node::Condition(test) | Node::LoopCondition(test) => {
            let has_an_opposite = match test {
                Expr::Compare(compare) => compare.ops.len() == 1,
                Expr::UnaryOp(unary) => unary.op == UnaryOp::Not,
                Expr::BooleanLiteral(_) => true,
                _ => false,
            };
            if !has_an_opposite {
                edits.replace(test, format!("not ({})", site.text(test)));
            }
        }
        _ => {}
    },
};

pub(super) const CONDITION: Operator = Operator {
    name: "condition",
    about: "a branch is always taken, or never; a loop never begins",
    source: "pitest's REMOVE_CONDITIONALS; branch replacement of SDL: Deng, Offutt and Li 2013, ICST",
    examples: &[
        ("x = a if b else c", &["x = a if True else c", "x = a if False else c"]),
        ("while a: pass", &["while False: pass"]),
        ("while True: break", &[]),
        ("x = [y for y in z if y]", &["x = [y for y in z if True]", "x = [y for y in z if False]"]),
    ],
    edits: |site, edits| match site.node {
        Node::Condition(test) if !test.is_literal_expr() => {
            edits.replace(test, "True");
            edits.replace(test, "False");
        }
        Node::LoopCondition(test) if !test.is_literal_expr() => edits.replace(test, "False"),
        _ => {}
    },
};
