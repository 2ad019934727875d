//! Operands, equal where Python finds them equal.

use std::borrow::Cow;

use ruff_python_ast::{Expr, Number};

use crate::constants::{text_of, whole, whole_of_real};

/// An operand that may equal another: a name or an attribute by its text, a constant by its value.
///
/// As in Python, `1`, `1.0` and `True` are equal; and since radon puts names and texts side by side, `x` and `"x"` are, too.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Operand<'a> {
    Text(Cow<'a, [u8]>),
    Bytes(Vec<u8>),
    /// A number without a fraction, in digits of 2³².
    Whole(Vec<u32>),
    /// Bits of another number.
    Real(u64),
    /// Bits of the factor of the imaginary unit.
    Imaginary(u64),
    Nothing,
    Ellipsis,
}

impl<'a> Operand<'a> {
    /// What an expression is as an operand; none where it equals none but itself.
    pub(super) fn of(expression: &'a Expr, source: &str) -> Option<Self> {
        Some(match expression {
            Expr::Name(name) => Self::Text(Cow::Borrowed(name.id.as_bytes())),
            Expr::Attribute(attribute) => Self::Text(Cow::Borrowed(attribute.attr.id.as_bytes())),
            Expr::StringLiteral(text) => Self::Text(text_of(text, source)),
            Expr::BytesLiteral(bytes) => Self::Bytes(bytes.value.bytes().collect()),
            Expr::BooleanLiteral(truth) => Self::Whole(if truth.value { vec![1] } else { Vec::new() }),
            Expr::NumberLiteral(number) => match &number.value {
                Number::Int(int) => Self::Whole(whole(int, &source[number.range])),
                Number::Float(real) => Self::real(*real),
                Number::Complex { imag, .. } if *imag == 0.0 => Self::Whole(Vec::new()),
                Number::Complex { imag, .. } => Self::Imaginary(imag.to_bits()),
            },
            Expr::NoneLiteral(_) => Self::Nothing,
            Expr::EllipsisLiteral(_) => Self::Ellipsis,
            _ => return None,
        })
    }

    fn real(real: f64) -> Self {
        whole_of_real(real).map_or(Self::Real(real.to_bits()), Self::Whole)
    }
}
