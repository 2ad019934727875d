//! Comparisons.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{CmpOp, Expr};
use ruff_text_size::Ranged;

use super::Operator;
use super::site::{Edits, Node, Site};

pub(super) const BOUNDARY: Operator = Operator {
    name: "boundary",
    about: "a comparison takes in its limit, or leaves it out",
    source: "pitest's CONDITIONALS_BOUNDARY",
    examples: &[
        ("x = a < b", &["x = a <= b"]),
        ("x = (a)>=(b) > c", &["x = (a)>(b) > c", "x = (a)>=(b) >= c"]),
        ("x = a == b", &[]),
    ],
    edits: |site, edits| {
        each_comparison(site, edits, |operator| match operator {
            CmpOp::Lt => &["<="],
            CmpOp::LtE => &["<"],
            CmpOp::Gt => &[">="],
            CmpOp::GtE => &[">"],
            _ => &[],
        });
    },
};

pub(super) const RELATIONAL: Operator = Operator {
    name: "relational",
    about: "a comparison says the opposite, or minds only whether both sides are equal",
    source: "ROR: Offutt et al. 1996, ACM TOSEM 5(2); which replacements suffice: Kaminski, Ammann and Offutt 2013, JSS 86(8)",
    examples: &[
        ("x = a < b", &["x = a >= b", "x = a != b"]),
        ("x = a == b", &["x = a != b"]),
        ("x = a not  in b", &["x = a in b"]),
        ("x = a is b", &["x = a is not b"]),
        // A loop that counts up to a limit passes no value that tells these apart.
        ("while a < b: pass", &["while a >= b: pass"]),
    ],
    edits: |site, edits| {
        let counts = site.in_loop_condition;
        each_comparison(site, edits, move |operator| match operator {
            CmpOp::Eq => &["!="],
            CmpOp::NotEq => &["=="],
            CmpOp::Lt if counts => &[">="],
            CmpOp::Lt => &[">=", "!="],
            CmpOp::LtE if counts => &[">"],
            CmpOp::LtE => &[">", "=="],
            CmpOp::Gt if counts => &["<="],
            CmpOp::Gt => &["<=", "!="],
            CmpOp::GtE if counts => &["<"],
            CmpOp::GtE => &["<", "=="],
            CmpOp::Is => &["is not"],
            CmpOp::IsNot => &["is"],
            CmpOp::In => &["not in"],
            CmpOp::NotIn => &["in"],
        });
    },
};

fn each_comparison(
    site: &Site<'_>,
    edits: &mut Edits<'_>,
    replacements: impl Fn(CmpOp) -> &'static [&'static str],
) {
    let Node::Expression(Expr::Compare(compare)) = site.node else { return };
    let mut left = &*compare.left;
    for (operator, right) in compare.ops.iter().zip(&compare.comparators) {
        if let Some(place) = site.between(left.end(), right.start(), compares) {
            for replacement in replacements(*operator) {
                edits.replace(place, *replacement);
            }
        }
        left = right;
    }
}

fn compares(token: TokenKind) -> bool {
    matches!(
        token,
        TokenKind::Less
            | TokenKind::LessEqual
            | TokenKind::Greater
            | TokenKind::GreaterEqual
            | TokenKind::EqEqual
            | TokenKind::NotEqual
            | TokenKind::In
            | TokenKind::Is
            | TokenKind::Not
    )
}
