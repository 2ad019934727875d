//! What operators make of values.

use ruff_python_ast::{AnyNodeRef, BoolOp, Expr, UnaryOp};

use super::tree::NodeId;
use super::value::Value;
use super::values::{Following, Values};

impl<'a> Values<'_, 'a> {
    pub(super) fn formatted(&self, at: NodeId, deeper: Following) -> Value {
        for inner in self.tree.children(at) {
            if let AnyNodeRef::InterpolatedElement(element) = self.tree.syntax(inner)
                && self.one(inner, &element.expression, deeper) == Value::Unknown
            {
                return Value::Unknown;
            }
        }
        Value::text(None)
    }

    pub(super) fn unary(&self, at: NodeId, op: UnaryOp, operand: &'a Expr, deeper: Following) -> Value {
        match (op, self.one(at, operand, deeper)) {
            (_, Value::Unknown) => Value::Unknown,
            (UnaryOp::Not, value) => Value::number(value.truth().map(|truth| !truth)),
            (_, Value::Constant { text: false, truth }) => Value::number(truth),
            _ => Value::Unknown,
        }
    }

    pub(super) fn binary(op: ruff_python_ast::Operator, left: &Value, right: &Value) -> Value {
        use ruff_python_ast::Operator::{Add, Mod, Mult};
        match (left, op, right) {
            (_, _, Value::Unknown) | (Value::Unknown, ..) => Value::Unknown,
            (Value::Constant { text: true, .. }, Mod, _) => Value::text(None),
            (Value::Constant { text: a, .. }, _, Value::Constant { text: b, .. }) => {
                Value::Constant { text: *a || *b, truth: None }
            }
            (Value::Container { full: a }, Add, Value::Container { full: b }) => {
                Value::Container { full: *a || *b }
            }
            (Value::Container { full }, Mult, Value::Constant { truth, .. })
            | (Value::Constant { truth, .. }, Mult, Value::Container { full }) => {
                Value::Container { full: *full && *truth != Some(false) }
            }
            _ => Value::Unknown,
        }
    }

    pub(super) fn boolean(
        &self,
        at: NodeId,
        op: BoolOp,
        values: &'a [Expr],
        deeper: Following,
    ) -> Vec<Value> {
        let decides = op == BoolOp::Or;
        let mut found = vec![Value::Unknown];
        for value in values {
            found = self.of(at, value, deeper);
            let truths: Vec<_> = found.iter().map(Value::truth).collect();
            if truths.contains(&None) {
                return vec![Value::Unknown];
            }
            if truths.iter().all(|truth| *truth == Some(decides)) {
                return found;
            }
        }
        found
    }

    pub(super) fn conditional(
        &self,
        at: NodeId,
        node: &'a ruff_python_ast::ExprIf,
        deeper: Following,
    ) -> Vec<Value> {
        match self.one(at, &node.test, deeper).truth() {
            Some(true) => self.of(at, &node.body, deeper),
            Some(false) => self.of(at, &node.orelse, deeper),
            None => {
                let mut both = self.of(at, &node.body, deeper);
                both.extend(self.of(at, &node.orelse, deeper));
                both
            }
        }
    }
}
