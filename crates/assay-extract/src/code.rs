//! Text that is Python: what it binds, what it uses, which statements it is made of.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_python::{Module, NotParsed, PythonVersion};
use ruff_python_ast::name::Name;
use ruff_python_ast::visitor::{
    Visitor, walk_except_handler, walk_expr, walk_parameter, walk_pattern, walk_stmt,
};
use ruff_python_ast::{
    ExceptHandler, Expr, ExprContext, Parameter, Pattern, Stmt, StmtClassDef, StmtFunctionDef,
};
use ruff_text_size::{Ranged, TextRange};

/// A text that parses and can be run as a module.
pub(crate) struct Code {
    module: Module,
}

impl Code {
    /// Reads a text; the line of the failure (0 where that is not known) where it is no Python, or returns outside of a
    /// function.
    ///
    /// The newest grammar is used: whether the environment's interpreter knows it, too, is for the trial to show.
    pub(crate) fn parse(text: &str) -> Result<Self, usize> {
        let module =
            Module::parse(Arc::from(text), PythonVersion::latest()).map_err(|failure| match failure {
                NotParsed::Syntax { line, .. } => line,
                NotParsed::BeyondLimits(_) => 0,
            })?;
        let code = Self { module };
        match code.statements().iter().find(|statement| returns(statement)) {
            Some(statement) => Err(1 + text[..statement.range().start().to_usize()].matches('\n').count()),
            None => Ok(code),
        }
    }

    /// Reads a text that may be Python.
    pub(crate) fn read(text: &str) -> Option<Self> {
        Self::parse(text).ok()
    }

    pub(crate) fn text(&self) -> &str {
        self.module.source()
    }

    pub(crate) fn statements(&self) -> &[Stmt] {
        self.module.parsed().suite()
    }

    /// Whether the module binds a name when it is loaded.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.statements().iter().any(|statement| bound_by(statement).contains(name))
    }

    /// The class with a method of that name, if the module has one.
    pub(crate) fn class_with_method(&self, name: &str) -> Option<(&StmtClassDef, &StmtFunctionDef)> {
        self.statements().iter().find_map(|statement| {
            let Stmt::ClassDef(class) = statement else { return None };
            Some((class, method(class, name)?))
        })
    }

    /// Names that are used and that nothing in the module binds, in any scope.
    pub(crate) fn unbound(&self) -> BTreeSet<Name> {
        let mut names = Names::default();
        self.statements().iter().for_each(|statement| names.visit(statement));
        names.used.difference(&names.bound).cloned().collect()
    }

    /// The whole lines of a statement; nothing where it shares one with another.
    pub(crate) fn lines_of(&self, statement: &Stmt) -> Option<TextRange> {
        let text = self.text();
        let range = statement.range();
        let start = text[..range.start().to_usize()].rfind('\n').map_or(0, |end| end + 1);
        let end = text[range.end().to_usize()..]
            .find('\n')
            .map_or(text.len(), |end| range.end().to_usize() + end + 1);
        let rest = text[range.end().to_usize()..end].trim();
        let alone = text[start..range.start().to_usize()].trim().is_empty()
            && (rest.is_empty() || rest.starts_with('#'));
        let offset = |place: usize| u32::try_from(place).ok().map(Into::into);
        alone.then(|| Some(TextRange::new(offset(start)?, offset(end)?))).flatten()
    }
}

/// A class's method of that name.
pub(crate) fn method<'a>(class: &'a StmtClassDef, name: &str) -> Option<&'a StmtFunctionDef> {
    class.body.iter().find_map(|statement| match statement {
        Stmt::FunctionDef(function) if function.name.as_str() == name => Some(function),
        _ => None,
    })
}

/// Names that a statement binds in its own scope.
pub(crate) fn bound_by(statement: &Stmt) -> BTreeSet<Name> {
    let mut names = Names { scopes: Scopes::Own, ..Names::default() };
    names.visit(statement);
    names.bound
}

/// Names that a statement uses, in any scope.
pub(crate) fn used_by(statement: &Stmt) -> BTreeSet<Name> {
    let mut names = Names::default();
    names.visit(statement);
    names.used
}

/// Whether a statement returns, outside of any function.
fn returns(statement: &Stmt) -> bool {
    struct Returns(bool);
    impl Visitor<'_> for Returns {
        fn visit_stmt(&mut self, statement: &Stmt) {
            match statement {
                Stmt::Return(_) => self.0 = true,
                Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
                other => walk_stmt(self, other),
            }
        }
        fn visit_expr(&mut self, _: &Expr) {}
    }
    let mut found = Returns(false);
    deeply(|| found.visit_stmt(statement));
    found.0
}

#[derive(Default, PartialEq)]
enum Scopes {
    #[default]
    All,
    Own,
}

/// Collects what is bound and used.
#[derive(Default)]
struct Names {
    scopes: Scopes,
    bound: BTreeSet<Name>,
    used: BTreeSet<Name>,
}

impl Names {
    fn visit(&mut self, statement: &Stmt) {
        deeply(|| self.visit_stmt(statement));
    }

    fn bind(&mut self, name: &str) {
        self.bound.insert(Name::new(name));
    }
}

impl Visitor<'_> for Names {
    fn visit_stmt(&mut self, statement: &Stmt) {
        match statement {
            Stmt::FunctionDef(function) => self.bind(&function.name),
            Stmt::ClassDef(class) => self.bind(&class.name),
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.bind(name.split('.').next().unwrap_or_default());
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    self.bind(alias.asname.as_ref().unwrap_or(&alias.name));
                }
            }
            _ => {}
        }
        let nested = matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_));
        if self.scopes == Scopes::All || !nested {
            walk_stmt(self, statement);
        }
    }

    fn visit_expr(&mut self, expression: &Expr) {
        if let Expr::Name(name) = expression {
            match name.ctx {
                ExprContext::Store => self.bind(&name.id),
                _ => drop(self.used.insert(name.id.clone())),
            }
        }
        walk_expr(self, expression);
    }

    fn visit_parameter(&mut self, parameter: &Parameter) {
        if self.scopes == Scopes::All {
            self.bind(&parameter.name);
        }
        walk_parameter(self, parameter);
    }

    fn visit_except_handler(&mut self, handler: &ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        if let Some(name) = &inner.name {
            self.bind(name);
        }
        walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &Pattern) {
        let name = match pattern {
            Pattern::MatchAs(pattern) => pattern.name.as_ref(),
            Pattern::MatchStar(pattern) => pattern.name.as_ref(),
            Pattern::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        if let Some(name) = name {
            self.bind(name);
        }
        walk_pattern(self, pattern);
    }
}

/// Walks with room for what `Module::parse` lets nest.
fn deeply<T>(walk: impl FnOnce() -> T) -> T {
    const RED_ZONE: usize = 4 << 20;
    const STACK: usize = 16 << 20;
    stacker::maybe_grow(RED_ZONE, STACK, walk)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        Code::read(text).unwrap()
    }

    #[test]
    fn a_name_is_defined_however_the_module_binds_it() {
        for text in [
            "def f(): pass",
            "async def f(): pass",
            "class f: pass",
            "f = 1",
            "f: int = 1",
            "(f, g) = 1, 2",
            "import f",
            "import f.g",
            "from g import f",
            "from g import h as f",
            "if x:\n    def f(): pass",
            "try:\n    import f\nexcept ImportError:\n    pass",
            "with x as f: pass",
            "for f in x: pass",
        ] {
            assert!(code(text).defines("f"), "{text}");
        }
        for text in
            ["def g():\n    f = 1", "g.f = 1", "f()", "class G:\n    def f(self): pass", "lambda f: f"]
        {
            assert!(!code(text).defines("f"), "{text}");
        }
    }

    #[test]
    fn what_is_used_and_nowhere_bound_is_unbound() {
        let text =
            "import os\ndef f(x, *y, **z):\n    a = [b for b in x if c(b)]\n    return os, a, y, z, d\n";
        let names: Vec<String> = code(text).unbound().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["c", "d"]);
    }

    #[test]
    fn text_that_returns_outside_of_a_function_is_no_module() {
        assert!(Code::read("if x:\n    return 1\n").is_none());
        assert!(Code::read("def f():\n    return 1\n").is_some());
    }
}
