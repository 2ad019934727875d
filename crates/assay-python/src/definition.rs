//! What a module defines at its top, and what its imports bind.

use ruff_python_ast::{Alias, Stmt};

use crate::Module;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Definition {
    /// `def`.
    Function,
    /// `async def`.
    Coroutine,
    /// `class`.
    Class,
}

impl Module {
    /// The last function or class of that name at the top of the module; `None` where it is made in another way.
    #[must_use]
    pub fn definition(&self, name: &str) -> Option<Definition> {
        self.parsed().syntax().body.iter().rev().find_map(|statement| match statement {
            Stmt::FunctionDef(function) if function.name.as_str() == name => {
                Some(if function.is_async { Definition::Coroutine } else { Definition::Function })
            }
            Stmt::ClassDef(class) if class.name.as_str() == name => Some(Definition::Class),
            _ => None,
        })
    }
}

/// What an import binds: the first part of a dotted name, if it has no other.
pub(crate) fn bound_by_import(alias: &Alias) -> &str {
    let name = alias.asname.as_ref().unwrap_or(&alias.name).id.as_str();
    name.split('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PythonVersion;

    #[test]
    fn a_name_stands_for_what_was_defined_last() {
        let source = "class f: pass\ndef f(): pass\nasync def g(): pass\nclass C: pass\nx = 1\nif x:\n    def h(): pass\n";
        let module = Module::parse(source.into(), PythonVersion::PY311).unwrap();
        let of = |name| module.definition(name);
        assert_eq!(of("f"), Some(Definition::Function));
        assert_eq!((of("g"), of("C")), (Some(Definition::Coroutine), Some(Definition::Class)));
        assert_eq!((of("x"), of("h")), (None, None));
    }
}
