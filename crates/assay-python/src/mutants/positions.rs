//! Places in a sequence, and counts.

use ruff_python_ast::{Expr, ExprCall, ExprSlice, Number, Operator as Sign, UnaryOp};
use ruff_text_size::{Ranged, TextSize};

use super::Operator;
use super::site::{Edits, Node, Site};

pub(super) const INDEX: Operator = Operator {
    name: "index",
    about: "the element beside the one that is meant",
    source: "off by one: Just et al. 2014, FSE (faults of the kind in Defects4J)",
    examples: &[
        ("x = a[0]", &["x = a[1]", "x = a[-1]"]),
        ("x = a[-1]", &["x = a[0]", "x = a[-2]"]),
        (
            "for i in range(9): x = a[i]",
            &["for i in range(9): x = a[i + 1]", "for i in range(9): x = a[i - 1]"],
        ),
        ("x = a[key]", &[]),
    ],
    edits: |site, edits| {
        let Node::Expression(Expr::Subscript(subscript)) = site.node else { return };
        let counts = match &*subscript.slice {
            Expr::Name(name) => site.facts.counters.contains(name.id.as_str()),
            other => literal(other).is_some(),
        };
        if counts {
            beside(&subscript.slice, site, edits);
        }
    },
};

pub(super) const SLICE: Operator = Operator {
    name: "slice",
    about: "a slice begins or ends one later or earlier",
    source: "off by one: Just et al. 2014, FSE (faults of the kind in Defects4J)",
    examples: &[
        ("x = a[1:b]", &["x = a[2:b]", "x = a[0:b]", "x = a[1:b + 1]", "x = a[1:b - 1]"]),
        ("x = a[:]", &["x = a[1:]", "x = a[:-1]"]),
        ("x = a[::-1]", &[]),
    ],
    edits: |site, edits| {
        if let Node::Expression(Expr::Subscript(subscript)) = site.node
            && let Expr::Slice(slice) = &*subscript.slice
        {
            bounds(slice, site, edits);
        }
    },
};

pub(super) const RANGE: Operator = Operator {
    name: "range",
    about: "a range begins or ends one later or earlier",
    source: "off by one: Just et al. 2014, FSE (faults of the kind in Defects4J)",
    examples: &[
        ("x = range(n)", &["x = range(1, n)", "x = range(n + 1)", "x = range(n - 1)"]),
        (
            "x = range(0, n // 2, 3)",
            &[
                "x = range(1, n // 2, 3)",
                "x = range(-1, n // 2, 3)",
                "x = range(0, n // 2 + 1, 3)",
                "x = range(0, n // 2 - 1, 3)",
            ],
        ),
        ("x = range(*n)", &[]),
    ],
    edits: |site, edits| {
        if let Node::Expression(Expr::Call(call)) = site.node
            && call.func.as_name_expr().is_some_and(|name| name.id.as_str() == "range")
        {
            range(call, site, edits);
        }
    },
};

fn bounds(slice: &ExprSlice, site: &Site<'_>, edits: &mut Edits<'_>) {
    let whole_step = slice.step.is_none() && !site.text(slice).contains("::");
    match &slice.lower {
        Some(lower) => beside(lower, site, edits),
        None if whole_step => edits.insert(slice.start(), "1"),
        None => {}
    }
    match &slice.upper {
        Some(upper) => beside(upper, site, edits),
        None if whole_step => edits.insert(slice.end(), "-1"),
        None => {}
    }
}

fn range(call: &ExprCall, site: &Site<'_>, edits: &mut Edits<'_>) {
    let arguments = &call.arguments.args;
    if arguments.iter().any(Expr::is_starred_expr) || !call.arguments.keywords.is_empty() {
        return;
    }
    if arguments.len() == 1 {
        edits.insert(call.arguments.start() + TextSize::from(1), "1, ");
    }
    for argument in arguments.iter().take(2) {
        beside(argument, site, edits);
    }
}

/// One more and one less than an expression that is a whole number.
fn beside(expression: &Expr, site: &Site<'_>, edits: &mut Edits<'_>) {
    let text = site.text(expression);
    if let Some(value) = literal(expression) {
        edits.replace(expression, (value + 1).to_string());
        edits.replace(expression, (value - 1).to_string());
        return;
    }
    let binds_tighter = match expression {
        Expr::Name(_) | Expr::Call(_) | Expr::Attribute(_) | Expr::Subscript(_) => true,
        Expr::BinOp(binary) => matches!(
            binary.op,
            Sign::Add | Sign::Sub | Sign::Mult | Sign::Div | Sign::FloorDiv | Sign::Mod | Sign::Pow
        ),
        _ => false,
    };
    for sign in ["+", "-"] {
        let changed = if binds_tighter { format!("{text} {sign} 1") } else { format!("({text}) {sign} 1") };
        edits.replace(expression, changed);
    }
}

/// A whole number as it is written, with its sign; far from the ends of its range.
fn literal(expression: &Expr) -> Option<i64> {
    let value = match expression {
        Expr::NumberLiteral(number) => match &number.value {
            Number::Int(whole) => whole.as_i64()?,
            _ => return None,
        },
        Expr::UnaryOp(unary) if unary.op == UnaryOp::USub => literal(&unary.operand)?.checked_neg()?,
        _ => return None,
    };
    (value.abs() < i64::MAX / 2).then_some(value)
}
