//! Lambdas given to `reduce`.

use ruff_python_ast::{AnyNodeRef, Expr};

use super::registry::{Findings, Rule, Subject};
use crate::semantics::{BindingKind, NodeId, reaching};

/// A lambda that `functools.reduce` folds with reads worse than a loop or a named function.
pub(super) struct ReducedLambda;

impl Rule for ReducedLambda {
    fn check(&self) -> &'static str {
        "sub_readable_code"
    }

    fn name(&self) -> &'static str {
        "reduced_lambda"
    }

    fn says(&self) -> &'static str {
        "A lambda that `functools.reduce` folds with reads worse than a loop or a named function."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &[]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "from functools import reduce\nprint(reduce(lambda a, b: a + b, [1]))\n",
            "import functools\nprint(functools.reduce(lambda a, b: a * b, [1]))\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "import functools, operator\nprint(functools.reduce(operator.add, [1]))\n",
            "def reduce(f):\n    return f\nprint(reduce(lambda x: x))\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for (id, node) in subject.tree.iter() {
            let AnyNodeRef::ExprCall(call) = node.syntax else { continue };
            if call.arguments.args.first().is_some_and(Expr::is_lambda_expr)
                && is_reduce(subject, id, &call.func)
            {
                findings.flag_own(id, "a lambda is given to `reduce`".to_owned());
            }
        }
    }
}

/// Whether a function is `functools.reduce`, or a `reduce` that nothing else defines.
fn is_reduce(subject: &Subject, call: NodeId, function: &Expr) -> bool {
    let bound = |name: &str| reaching(subject.tree, subject.scopes, call, name).0;
    match function {
        Expr::Name(name) if name.id == "reduce" => {
            bound("reduce").iter().all(|binding| binding.kind == BindingKind::ImportFrom)
        }
        Expr::Attribute(attribute) if attribute.attr.id == "reduce" => {
            matches!(&*attribute.value, Expr::Name(module) if module.id == "functools")
                && bound("functools").iter().all(|binding| binding.kind == BindingKind::Import)
        }
        _ => false,
    }
}
