//! Constants.

use ruff_python_ast::{Expr, FStringPart, InterpolatedStringElement, Number, StringLiteral, UnaryOp};
use ruff_text_size::{Ranged, TextRange};

use super::Operator;
use super::site::{Edits, Node, Site};

pub(super) const NUMBER: Operator = Operator {
    name: "number",
    about: "a number is one more or one less",
    source: "CRP: DeMillo et al. 1988 (Mothra); cosmic-ray's NumberReplacer",
    examples: &[
        ("x = 0x10", &["x = 17", "x = 15"]),
        ("x = 1.5", &["x = 2.5", "x = 0.5"]),
        ("x = -1", &["x = 0", "x = -2"]),
        (
            "x = 10000000000000000000000",
            &["x = (10000000000000000000000 + 1)", "x = (10000000000000000000000 - 1)"],
        ),
        ("x = f'{y:10}'", &[]),
        ("x = 2j", &[]),
    ],
    edits: |site, edits| {
        let Node::Expression(number) = site.node else { return };
        let (negative, literal) = match number {
            Expr::NumberLiteral(literal) => (false, literal),
            Expr::UnaryOp(unary) if unary.op == UnaryOp::USub => match &*unary.operand {
                Expr::NumberLiteral(literal) => (true, literal),
                _ => return,
            },
            _ => return,
        };
        let (more, less) = match &literal.value {
            Number::Int(whole) => match whole.as_i64() {
                Some(value) if value < i64::MAX => {
                    let value = if negative { -value } else { value };
                    ((value + 1).to_string(), (value - 1).to_string())
                }
                _ => (format!("({} + 1)", site.text(number)), format!("({} - 1)", site.text(number))),
            },
            // Beyond this one is less than the distance to the next number.
            Number::Float(real) if real.abs() < 1e15 => {
                let real = if negative { -real } else { *real };
                (format!("{:?}", real + 1.0), format!("{:?}", real - 1.0))
            }
            _ => return,
        };
        edits.replace(number, more);
        edits.replace(number, less);
    },
};

pub(super) const TEXT: Operator = Operator {
    name: "text",
    about: "a text is empty, or has something before it",
    source: "mutmut's string mutation; Stryker's string literals",
    examples: &[
        ("x = 'ab'", &["x = ''", "x = 'XXab'"]),
        ("x = rb\"\"\"a\"\"\"", &["x = rb\"\"\"\"\"\"", "x = rb\"\"\"XXa\"\"\""]),
        ("x = ''", &["x = 'XX'"]),
        ("x = f'a{y}: {z:>3}'", &["x = f'{y}: {z:>3}'", "x = f'a{y}{z:>3}'"]),
        ("def f():\n    'docstring'", &[]),
        ("raise ValueError('text')", &[]),
    ],
    edits: text,
};

pub(super) const TRUTH: Operator = Operator {
    name: "truth",
    about: "`True` becomes `False`, `False` becomes `True`",
    source: "mutmut's keyword mutation; cosmic-ray's ReplaceTrueWithFalse",
    examples: &[("x = True", &["x = False"]), ("x = f(y, reverse=False)", &["x = f(y, reverse=True)"])],
    edits: |site, edits| {
        if let Node::Expression(Expr::BooleanLiteral(truth)) = site.node {
            edits.replace(truth, if truth.value { "False" } else { "True" });
        }
    },
};

fn text(site: &Site<'_>, edits: &mut Edits<'_>) {
    let Node::Expression(expression) = site.node else { return };
    match expression {
        Expr::StringLiteral(text) => text.value.iter().for_each(|part| literal(part, edits)),
        Expr::BytesLiteral(bytes) => bytes.value.iter().for_each(|part| change(part.content_range(), edits)),
        Expr::FString(formatted) => {
            for part in &formatted.value {
                match part {
                    FStringPart::Literal(part) => literal(part, edits),
                    FStringPart::FString(part) => {
                        for element in &part.elements {
                            if let InterpolatedStringElement::Literal(fixed) = element {
                                edits.replace(fixed.range(), "");
                            }
                        }
                    }
                }
            }
        }
        _ => {}
    }
}

fn literal(part: &StringLiteral, edits: &mut Edits<'_>) {
    change(part.content_range(), edits);
}

fn change(content: TextRange, edits: &mut Edits<'_>) {
    edits.replace(content, "");
    edits.insert(content.start(), "XX");
}
