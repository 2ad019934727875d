//! Text that is Python: what it binds, what it uses, which statements it is made of.

mod definition;
mod names;
mod outside;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use assay_python::{Module, NotParsed, PythonVersion};
use ruff_python_ast::name::Name;
use ruff_python_ast::{Stmt, StmtClassDef, StmtFunctionDef};
use ruff_text_size::Ranged;

pub(crate) use definition::{Definition, is_method};
pub(crate) use names::{bound_by, needed_by, used_by};
pub(crate) use outside::gives_back;

/// A text that parses and can be run as a module.
pub(crate) struct Code {
    module: Module,
}

impl Code {
    /// Reads a text; the line of the failure (0 where that is not known) where it is no Python, or returns, yields or
    /// awaits outside of a function.
    ///
    /// The newest grammar is used: whether the environment's interpreter knows it, too, is for the trial to show.
    pub(crate) fn parse(text: &str) -> Result<Self, usize> {
        // CPython compiles no text that holds a byte order mark; this parser passes over it.
        if text.starts_with('\u{feff}') {
            return Err(1);
        }
        let module =
            Module::parse(Arc::from(text), PythonVersion::latest()).map_err(|failure| match failure {
                NotParsed::Syntax { line, .. } => line,
                NotParsed::BeyondLimits(_) => 0,
            })?;
        let code = Self { module };
        match code.statements().iter().find(|statement| outside::is_misplaced(statement)) {
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
        names::unbound(self.statements())
    }

    /// The whole lines of the statement at a place; nothing where it shares one with another.
    pub(crate) fn lines_of(&self, place: usize) -> Option<Range<usize>> {
        let (text, statements) = (self.text(), self.statements());
        let statement = statements.get(place)?.range().to_std_range();
        let before = place.checked_sub(1).map_or(0, |before| statements[before].end().to_usize());
        let after = statements.get(place + 1);
        let gap = text.get(before..statement.start)?;
        let start = match gap.rfind('\n') {
            Some(end) => before + end + 1,
            None if place == 0 => 0,
            None => return None,
        };
        let gap = text.get(statement.end..after.map_or(text.len(), |after| after.start().to_usize()))?;
        let end = match gap.find('\n') {
            Some(end) => statement.end + end + 1,
            None if after.is_none() => text.len(),
            None => return None,
        };
        let rest = text[statement.end..end].trim();
        let alone =
            text[start..statement.start].trim().is_empty() && (rest.is_empty() || rest.starts_with('#'));
        alone.then_some(start..end)
    }
}

/// A class's method of that name.
pub(crate) fn method<'a>(class: &'a StmtClassDef, name: &str) -> Option<&'a StmtFunctionDef> {
    class.body.iter().find_map(|statement| match statement {
        Stmt::FunctionDef(function) if function.name.as_str() == name => Some(function),
        _ => None,
    })
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
        for text in [
            "if x:\n    return 1\n",
            "class C:\n    return 1\n",
            "x = yield\n",
            "for y in x:\n    yield y\n",
            "await x\n",
        ] {
            assert!(Code::read(text).is_none(), "{text}");
        }
        for text in ["def f():\n    return 1\n", "f = lambda: (yield)\n", "async def f():\n    await x\n"] {
            assert!(Code::read(text).is_some(), "{text}");
        }
    }
}
