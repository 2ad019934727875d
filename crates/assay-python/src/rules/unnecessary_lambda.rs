//! Lambdas that only hand on their arguments.

use ruff_python_ast::{AnyNodeRef, Expr, ExprCall, Parameters};

use super::registry::{Findings, Rule, Subject};
use crate::semantics::NodeId;

/// `lambda x: f(x)` is `f`.
pub(super) struct UnnecessaryLambda;

impl Rule for UnnecessaryLambda {
    fn check(&self) -> &'static str {
        "sub_readable_code"
    }

    fn name(&self) -> &'static str {
        "unnecessary_lambda"
    }

    fn says(&self) -> &'static str {
        "`lambda x: f(x)` is `f`."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["W0108"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "print(map(lambda x: str(x), [1]))\n",
            "print(lambda *a, **k: print(*a, **k))\n",
            "print(lambda: input())\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "print(map(str, [1]))\n",
            "print(lambda x: str(x + 1))\n",
            "print(lambda x: x.f(x))\n",
            "print(lambda x=1: str(x))\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for (id, node) in subject.tree.iter() {
            let AnyNodeRef::ExprLambda(lambda) = node.syntax else { continue };
            let Expr::Call(call) = &*lambda.body else { continue };
            if hands_on(lambda.parameters.as_deref(), call) && !reads_parameter(subject, id, call) {
                findings.flag(id, "W0108", "the lambda only calls another function".to_owned());
            }
        }
    }
}

/// Whether a call's arguments are just the parameters, in order.
fn hands_on(parameters: Option<&Parameters>, call: &ExprCall) -> bool {
    // f(x)(y): the first call may give another function every time.
    if matches!(&*call.func, Expr::Attribute(attribute) if attribute.value.is_call_expr()) {
        return false;
    }
    let named = |expression: &Expr| match expression {
        Expr::Name(name) => Some(name.id.to_string()),
        _ => None,
    };
    let mut plain: Vec<Option<String>> = Vec::new();
    let mut stars: Vec<Option<String>> = Vec::new();
    for argument in &call.arguments.args {
        match argument {
            Expr::Starred(starred) => stars.push(named(&starred.value)),
            other => plain.push(named(other)),
        }
    }
    let mut keywords: Vec<Option<String>> = Vec::new();
    for keyword in &call.arguments.keywords {
        if keyword.arg.is_some() {
            return false;
        }
        keywords.push(named(&keyword.value));
    }
    let Some(parameters) = parameters else {
        return plain.is_empty() && stars.is_empty() && keywords.is_empty();
    };
    // Pylint does not look at parameters before a `/`.
    let all = || parameters.args.iter();
    let one = |parameter: &Option<Box<ruff_python_ast::Parameter>>| -> Vec<Option<String>> {
        parameter.iter().map(|parameter| Some(parameter.name.id.to_string())).collect()
    };
    all().all(|parameter| parameter.default.is_none())
        && parameters.kwonlyargs.is_empty()
        && plain == all().map(|parameter| Some(parameter.parameter.name.id.to_string())).collect::<Vec<_>>()
        && stars == one(&parameters.vararg)
        && keywords == one(&parameters.kwarg)
}

/// Whether what is called depends on the lambda's own parameters.
fn reads_parameter(subject: &Subject, lambda: NodeId, call: &ExprCall) -> bool {
    let tree = subject.tree;
    let Some(scope) = subject.scopes.opened(lambda) else { return false };
    let function = AnyNodeRef::from(&*call.func);
    let own = tree.inside(lambda).find(|node| tree.syntax(*node).as_ptr() == function.as_ptr());
    own.is_some_and(|own| {
        std::iter::once(own).chain(tree.inside(own)).any(|node| match tree.syntax(node) {
            AnyNodeRef::ExprName(name) => !subject.scopes.get(scope).bindings(&name.id).is_empty(),
            _ => false,
        })
    })
}
