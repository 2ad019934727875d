//! Values that a text writes out in full, and the calls that tests make with such values.

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, ExprCall, Number, Stmt, UnaryOp};

use crate::{Module, PythonVersion};

/// A value that can be written as a literal and read back.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `None`.
    Nothing,
    /// `True`, `False`.
    Truth(bool),
    /// A whole number of 64 bits.
    Whole(i64),
    /// A finite number.
    Real(f64),
    /// A text.
    Text(String),
    /// `[…]`.
    List(Vec<Value>),
    /// `(…)`.
    Tuple(Vec<Value>),
    /// `{…: …}`, in order.
    Dict(Vec<(Value, Value)>),
    /// `{…}`, in order; never empty.
    Set(Vec<Value>),
}

impl Value {
    /// Reads one literal.
    #[must_use]
    pub fn read(text: &str, version: PythonVersion) -> Option<Self> {
        let module = Module::parse(text.into(), version).ok()?;
        match module.parsed().syntax().body.as_slice() {
            [Stmt::Expr(expression)] => Self::of(&expression.value),
            _ => None,
        }
    }

    fn of(expression: &Expr) -> Option<Self> {
        let all = |parts: &[Expr]| parts.iter().map(Self::of).collect::<Option<Vec<_>>>();
        Some(match expression {
            Expr::NoneLiteral(_) => Self::Nothing,
            Expr::BooleanLiteral(truth) => Self::Truth(truth.value),
            Expr::NumberLiteral(number) => match &number.value {
                Number::Int(whole) => Self::Whole(whole.as_i64()?),
                Number::Float(real) if real.is_finite() => Self::Real(*real),
                _ => return None,
            },
            Expr::UnaryOp(unary) if unary.op == UnaryOp::USub => match Self::of(&unary.operand)? {
                Self::Whole(whole) => Self::Whole(whole.checked_neg()?),
                Self::Real(real) => Self::Real(-real),
                _ => return None,
            },
            Expr::StringLiteral(text) => Self::Text(text.value.to_str().to_owned()),
            Expr::List(list) => Self::List(all(&list.elts)?),
            Expr::Tuple(tuple) => Self::Tuple(all(&tuple.elts)?),
            Expr::Set(set) => Self::Set(all(&set.elts)?),
            Expr::Dict(dict) => {
                let pair = |item: &ruff_python_ast::DictItem| {
                    Some((Self::of(item.key.as_ref()?)?, Self::of(&item.value)?))
                };
                Self::Dict(dict.items.iter().map(pair).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// The value as Python writes it.
    #[must_use]
    pub fn written(&self) -> String {
        let all = |parts: &[Self]| parts.iter().map(Self::written).collect::<Vec<_>>().join(", ");
        match self {
            Self::Nothing => "None".to_owned(),
            Self::Truth(true) => "True".to_owned(),
            Self::Truth(false) => "False".to_owned(),
            Self::Whole(whole) => whole.to_string(),
            Self::Real(real) => format!("{real:?}"),
            Self::Text(text) => written_text(text),
            Self::List(parts) => format!("[{}]", all(parts)),
            Self::Tuple(parts) if parts.len() == 1 => format!("({},)", parts[0].written()),
            Self::Tuple(parts) => format!("({})", all(parts)),
            Self::Set(parts) => format!("{{{}}}", all(parts)),
            Self::Dict(pairs) => {
                let pairs: Vec<String> = pairs
                    .iter()
                    .map(|(key, value)| format!("{}: {}", key.written(), value.written()))
                    .collect();
                format!("{{{}}}", pairs.join(", "))
            }
        }
    }

    /// Whether a number with a fraction is anywhere in it.
    #[must_use]
    pub fn holds_a_real(&self) -> bool {
        match self {
            Self::Real(_) => true,
            Self::List(parts) | Self::Tuple(parts) | Self::Set(parts) => parts.iter().any(Self::holds_a_real),
            Self::Dict(pairs) => pairs.iter().any(|(key, value)| key.holds_a_real() || value.holds_a_real()),
            _ => false,
        }
    }
}

fn written_text(text: &str) -> String {
    let mut written = String::from('"');
    for character in text.chars() {
        match character {
            '"' => written += "\\\"",
            '\\' => written += "\\\\",
            '\n' => written += "\\n",
            '\t' => written += "\\t",
            '\r' => written += "\\r",
            plain if plain == ' ' || plain.is_ascii_graphic() || plain.is_alphanumeric() => {
                written.push(plain);
            }
            other => written += &format!("\\U{:08x}", u32::from(other)),
        }
    }
    written + "\""
}

/// The arguments of a call that are written out in full.
#[derive(Debug, Clone, PartialEq)]
pub struct Arguments {
    /// By position.
    pub positional: Vec<Value>,
    /// By name, in order.
    pub named: Vec<(String, Value)>,
}

impl Arguments {
    /// The arguments as they stand between the brackets of a call.
    #[must_use]
    pub fn written(&self) -> String {
        let positional = self.positional.iter().map(Value::written);
        let named = self.named.iter().map(|(name, value)| format!("{name}={}", value.written()));
        positional.chain(named).collect::<Vec<_>>().join(", ")
    }

    fn of(call: &ExprCall) -> Option<Self> {
        let positional = call.arguments.args.iter().map(Value::of).collect::<Option<_>>()?;
        let named = call
            .arguments
            .keywords
            .iter()
            .map(|keyword| Some((keyword.arg.as_ref()?.as_str().to_owned(), Value::of(&keyword.value)?)));
        Some(Self { positional, named: named.collect::<Option<_>>()? })
    }
}

/// The arguments of all calls by one of these names whose arguments are written out in full, in the text's order.
#[must_use]
pub fn calls_with_values(module: &Module, names: &[&str]) -> Vec<Arguments> {
    struct Calls<'n> {
        names: &'n [&'n str],
        found: Vec<Arguments>,
    }
    impl<'a> Visitor<'a> for Calls<'_> {
        fn visit_expr(&mut self, expression: &'a Expr) {
            if let Expr::Call(call) = expression
                && let Expr::Name(name) = &*call.func
                && self.names.contains(&name.id.as_str())
                && let Some(arguments) = Arguments::of(call)
            {
                self.found.push(arguments);
            }
            walk_expr(self, expression);
        }
    }
    let mut calls = Calls { names, found: Vec::new() };
    calls.visit_body(&module.parsed().syntax().body);
    calls.found
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<Value> {
        Value::read(text, PythonVersion::PY311)
    }

    #[test]
    fn literals_are_read_and_nothing_else() {
        for text in ["None", "-3", "[1, (2,), {\"a\": {True}}, ()]", "-1.5", "\"\\n\\\"é\"", "1e300", "{}"] {
            assert_eq!(read(text).unwrap().written(), text);
        }
        for text in ["x", "f()", "1 + 1", "2j", "10000000000000000000", "1e999", "b''", "[*x]", "", "1\n2"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn calls_are_found_wherever_their_arguments_are_values() {
        let tests = "def check(candidate):\n    assert list(candidate([1], key='a')) == [f(2)]\n    candidate(x)\nf(3, *y)\n";
        let module = Module::parse(tests.into(), PythonVersion::PY311).unwrap();
        let found: Vec<String> =
            calls_with_values(&module, &["candidate", "f"]).iter().map(Arguments::written).collect();
        assert_eq!(found, ["[1], key=\"a\"", "2"]);
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Nothing),
            any::<bool>().prop_map(Value::Truth),
            (i64::MIN + 1..=i64::MAX).prop_map(Value::Whole),
            prop::num::f64::NORMAL.prop_map(Value::Real),
            any::<String>().prop_map(Value::Text),
        ];
        leaf.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Tuple),
                prop::collection::vec(inner.clone(), 1..4).prop_map(Value::Set),
                prop::collection::vec((inner.clone(), inner), 0..4).prop_map(Value::Dict),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(value in values()) {
            let text: Arc<str> = Arc::from(value.written());
            prop_assert_eq!(read(&text), Some(value), "{}", text);
        }
    }
}
