//! How a module defines a name.

use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};

use super::{Code, bound_by};

/// How a module defines the entry point, better ways last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Definition {
    /// Only by an import, or with nothing in it: what an answer quotes, or imports for a test.
    Outline,
    /// A class has it as a method.
    Method,
    /// As it should.
    Whole,
}

impl Code {
    /// How the module defines a name, if it does.
    pub(crate) fn definition(&self, name: &str) -> Option<Definition> {
        let binding = self.statements().iter().filter(|statement| bound_by(statement).contains(name));
        let best = binding.map(of).max();
        let method = || self.class_with_method(name).map(|_| Definition::Method);
        best.filter(|best| *best == Definition::Whole).or_else(method).or(best)
    }
}

fn of(statement: &Stmt) -> Definition {
    let outline = match statement {
        Stmt::Import(_) | Stmt::ImportFrom(_) => true,
        Stmt::FunctionDef(function) => is_empty(function),
        Stmt::ClassDef(class) => {
            // A constructor often stands in what is to be completed.
            let mut methods = class.body.iter().filter_map(Stmt::as_function_def_stmt);
            let mut others = methods.clone().filter(|method| method.name.as_str() != "__init__");
            others.clone().next().is_some() && others.all(is_empty)
                || methods.clone().next().is_some() && methods.all(is_empty)
        }
        _ => false,
    };
    if outline { Definition::Outline } else { Definition::Whole }
}

/// Whether a function does nothing: a docstring, `pass`, `...`, `raise NotImplementedError`.
fn is_empty(function: &StmtFunctionDef) -> bool {
    function.body.iter().all(|statement| match statement {
        Stmt::Pass(_) => true,
        Stmt::Expr(expression) => {
            matches!(&*expression.value, Expr::StringLiteral(_) | Expr::EllipsisLiteral(_))
        }
        Stmt::Raise(raise) => raise.exc.as_deref().is_some_and(|raised| match raised {
            Expr::Call(call) => is_not_implemented(&call.func),
            other => is_not_implemented(other),
        }),
        _ => false,
    })
}

fn is_not_implemented(expression: &Expr) -> bool {
    matches!(expression, Expr::Name(name) if name.id.as_str() == "NotImplementedError")
}

/// Whether a function is written as a method: it takes an instance or a class, or says that it is static.
pub(crate) fn is_method(function: &StmtFunctionDef) -> bool {
    let is_static = function.decorator_list.iter().any(
        |decorator| matches!(&decorator.expression, Expr::Name(name) if matches!(name.id.as_str(), "staticmethod" | "classmethod")),
    );
    let first = function.parameters.iter_non_variadic_params().next();
    is_static || first.is_some_and(|first| matches!(first.parameter.name.as_str(), "self" | "cls"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_quoted_or_imported_is_an_outline() {
        let cases = [
            ("def f(x):\n    return x\n", Some(Definition::Whole)),
            ("f = lambda x: x\n", Some(Definition::Whole)),
            ("def f(x):\n    '''Doc.'''\n", Some(Definition::Outline)),
            ("def f(x): ...\n", Some(Definition::Outline)),
            ("def f(x):\n    raise NotImplementedError('later')\n", Some(Definition::Outline)),
            ("from solution import f\n", Some(Definition::Outline)),
            ("from solution import f\ndef f(x):\n    return x\n", Some(Definition::Whole)),
            (
                "class f:\n    def __init__(self):\n        self.x = 1\n    def g(self):\n        pass\n",
                Some(Definition::Outline),
            ),
            ("class f:\n    def __init__(self):\n        self.x = 1\n", Some(Definition::Whole)),
            ("class f(Exception):\n    pass\n", Some(Definition::Whole)),
            ("class Solution:\n    def f(self):\n        return 1\n", Some(Definition::Method)),
            ("x = 1\n", None),
        ];
        for (text, definition) in cases {
            assert_eq!(Code::read(text).unwrap().definition("f"), definition, "{text}");
        }
    }
}
