//! Types compared where `isinstance` is meant.

use ruff_python_ast::{AnyNodeRef, CmpOp, Expr};

use super::registry::{Findings, Rule, Subject};
use crate::semantics::{NodeId, Value};

/// `type(x) == T` is false for objects of T's subclasses.
pub(super) struct TypeComparison;

impl Rule for TypeComparison {
    fn check(&self) -> &'static str {
        "sub_readable_code"
    }

    fn name(&self) -> &'static str {
        "type_comparison"
    }

    fn says(&self) -> &'static str {
        "`type(x) == T` is false for objects of T's subclasses."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["C0123"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "def f(x):\n    return type(x) == int\n",
            "def f(x):\n    return type(x) is not str\n",
            "def f(x):\n    return type(x) is type([])\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "def f(x):\n    return isinstance(x, int)\n",
            "def f(x, y):\n    return type(x) is type(y)\n",
            "def f(type, x):\n    return type(x) == int\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for (id, node) in subject.tree.iter() {
            let AnyNodeRef::ExprCompare(comparison) = node.syntax else { continue };
            let (Some(op), Some(right)) = (comparison.ops.first(), comparison.comparators.first()) else {
                continue;
            };
            if !matches!(op, CmpOp::Eq | CmpOp::NotEq | CmpOp::Is | CmpOp::IsNot) {
                continue;
            }
            // The types of two objects may well be compared.
            let is_meant = match (typed(subject, id, &comparison.left), typed(subject, id, right)) {
                (None, None) => true,
                (Some(_), Some(other)) => !is_literal(other),
                _ => false,
            };
            if is_meant {
                continue;
            }
            findings.flag(id, "C0123", "compare with `isinstance`, not by `type`".to_owned());
        }
    }
}

/// What the builtin `type` is asked about, where an expression is such a call.
fn typed<'e>(subject: &Subject, within: NodeId, expression: &'e Expr) -> Option<&'e Expr> {
    let Expr::Call(call) = expression else { return None };
    let [argument] = &call.arguments.args[..] else { return None };
    let function = AnyNodeRef::from(&*call.func).as_ptr();
    let place = subject.tree.inside(within).find(|node| subject.tree.syntax(*node).as_ptr() == function)?;
    let is_type = call.arguments.keywords.is_empty()
        && matches!(subject.values.only(place), Some(Value::Class(None, name)) if name == "type");
    is_type.then_some(argument)
}

fn is_literal(expression: &Expr) -> bool {
    expression.is_literal_expr() || matches!(expression, Expr::List(_) | Expr::Dict(_) | Expr::Set(_))
}
