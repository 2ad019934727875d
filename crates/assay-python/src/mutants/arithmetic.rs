//! Arithmetic.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{Expr, Operator as Sign, Stmt, UnaryOp};
use ruff_text_size::{Ranged, TextRange};

use super::Operator;
use super::site::{Edits, Node, Site};

pub(super) const ARITHMETIC: Operator = Operator {
    name: "arithmetic",
    about: "another operator stands between two numbers; of two joined texts or lists only one is left",
    source: "AOR, its leftOp and rightOp included: Offutt et al. 1996, ACM TOSEM 5(2)",
    examples: &[
        ("x = a + b * c", &["x = a - b * c", "x = a + b // c"]),
        ("x = (a)/(b)", &["x = (a)*(b)"]),
        ("x += 1", &["x -= 1"]),
        ("x = 'a' + b", &["x = b", "x = 'a'"]),
        ("x = a[1:] + b", &["x = b", "x = a[1:]"]),
        ("x = ''\nx += y", &["x = ''\nx = y"]),
        ("x = '%s' % y", &[]),
    ],
    edits: arithmetic,
};

pub(super) const UNARY_MINUS: Operator = Operator {
    name: "unary_minus",
    about: "a sign is lost",
    source: "ABS and UOI: Offutt et al. 1996, ACM TOSEM 5(2); pitest's INVERT_NEGS",
    examples: &[("x = - a", &["x = a"]), ("x = a[::-1]", &["x = a[::1]"])],
    edits: |site, edits| {
        let Node::Expression(Expr::UnaryOp(unary)) = site.node else { return };
        if unary.op == UnaryOp::USub {
            let sign = site.between(unary.start(), unary.operand.start(), |token| token == TokenKind::Minus);
            if let Some(sign) = sign {
                edits.replace(site.with_space_after(sign), "");
            }
        }
    },
};

fn arithmetic(site: &Site<'_>, edits: &mut Edits<'_>) {
    match site.node {
        Node::Expression(Expr::BinOp(binary)) => {
            if site.facts.is_sequence(&binary.left) || site.facts.is_sequence(&binary.right) {
                if binary.op == Sign::Add {
                    edits.replace(binary, site.text(&*binary.right));
                    edits.replace(binary, site.text(&*binary.left));
                }
            } else if let Some(place) = site.between(binary.left.end(), binary.right.start(), is_sign)
                && let Some(other) = other(binary.op)
            {
                edits.replace(place, other);
            }
        }
        Node::Statement(Stmt::AugAssign(assign)) => {
            let place = TextRange::new(assign.target.end(), assign.value.start());
            let Some(place) = site.between(place.start(), place.end(), |token| !is_layout(token)) else {
                return;
            };
            if site.facts.is_sequence(&assign.target) || site.facts.is_sequence(&assign.value) {
                edits.replace(first_operator(site, place), "=");
            } else if let Some(other) = other(assign.op) {
                edits.replace(first_operator(site, place), format!("{other}="));
            }
        }
        _ => {}
    }
}

/// The operator of an assignment: what stands before the brackets of its value, if there are any.
fn first_operator(site: &Site<'_>, place: TextRange) -> TextRange {
    let found = site.between(place.start(), place.end(), |token| {
        !is_layout(token) && token != TokenKind::Lpar && token != TokenKind::Rpar
    });
    found.unwrap_or(place)
}

fn other(sign: Sign) -> Option<&'static str> {
    Some(match sign {
        Sign::Add => "-",
        Sign::Sub => "+",
        Sign::Mult | Sign::Mod => "//",
        Sign::Div | Sign::Pow => "*",
        Sign::FloorDiv => "%",
        Sign::LShift => ">>",
        Sign::RShift => "<<",
        Sign::BitOr | Sign::BitXor => "&",
        Sign::BitAnd => "|",
        Sign::MatMult => return None,
    })
}

fn is_sign(token: TokenKind) -> bool {
    !is_layout(token) && !matches!(token, TokenKind::Lpar | TokenKind::Rpar)
}

fn is_layout(token: TokenKind) -> bool {
    matches!(token, TokenKind::NonLogicalNewline | TokenKind::Comment)
}
