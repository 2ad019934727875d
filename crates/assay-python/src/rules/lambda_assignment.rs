//! Lambdas that are given a name.

use ruff_python_ast::{AnyNodeRef, Expr};

use super::registry::{Findings, Rule, Subject};
use crate::semantics::NodeId;

/// A lambda bound to a name is a function without a name of its own.
pub(super) struct LambdaAssignment;

impl Rule for LambdaAssignment {
    fn check(&self) -> &'static str {
        "sub_readable_code"
    }

    fn name(&self) -> &'static str {
        "lambda_assignment"
    }

    fn says(&self) -> &'static str {
        "A lambda bound to a name is a function without a name of its own."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["C3001"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &["f = lambda x: x\n", "f, y = lambda x: x, 1\n", "if (f := lambda: 1):\n    pass\n"]
    }

    fn good(&self) -> &'static [&'static str] {
        &["def f(x):\n    return x\n", "class A:\n    pass\nA.f = lambda x: x\n", "print(lambda x: x)\n"]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for (id, node) in subject.tree.iter() {
            if !matches!(node.syntax, AnyNodeRef::ExprLambda(_)) {
                continue;
            }
            let named = match subject.tree.syntax(node.parent) {
                AnyNodeRef::StmtAssign(assign) => matches!(assign.targets.first(), Some(Expr::Name(_))),
                AnyNodeRef::ExprNamed(walrus) => walrus.target.is_name_expr(),
                AnyNodeRef::ExprTuple(values) => is_paired(subject, id, node.parent, &values.elts),
                AnyNodeRef::ExprList(values) => is_paired(subject, id, node.parent, &values.elts),
                _ => false,
            };
            if named {
                findings.flag(id, "C3001", "a lambda with a name could be a function".to_owned());
            }
        }
    }
}

/// Whether a lambda in a tuple or list is assigned to a name in the tuple before the `=`.
fn is_paired(subject: &Subject, lambda: NodeId, tuple: NodeId, values: &[Expr]) -> bool {
    let tree = subject.tree;
    let AnyNodeRef::StmtAssign(assign) = tree.syntax(tree.parent(tuple)) else { return false };
    let Some(Expr::Tuple(targets)) = assign.targets.first() else { return false };
    let own = tree.syntax(lambda).as_ptr();
    let place = values.iter().position(|value| AnyNodeRef::from(value).as_ptr() == own);
    place.and_then(|place| targets.elts.get(place)).is_some_and(Expr::is_name_expr)
}
