//! Equality of syntax trees: layout and comments do not count, nor, on demand, what local names are called.
//!
//! Two modules are in one class where Python's `ast.dump(ast.parse(text))` is the same for both
//! (`evidence/ast_agreement.py`). Encoding declarations do not count: a text is characters already.

mod names;
mod nodes;
mod texts;
mod writer;

use std::fmt;

use sha2::{Digest, Sha256};

use crate::parse::Module;
use crate::semantics::Tree;
use names::LocalNames;
use writer::Writer;

/// A class of modules whose trees are equal; modules of different classes differ, as surely as SHA-256 digests do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AstClass([u8; 32]);

impl fmt::Display for AstClass {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// Whether the names of local variables count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// All names count.
    Count,
    /// Names that functions, lambdas and comprehensions bind do not: only which ones are the same does.
    ///
    /// Globals, attributes of classes, builtins, attributes, keywords and imported modules keep theirs, and so does a
    /// parameter whose name is some call's keyword in the module. Who calls from elsewhere by keyword, or asks `locals()`,
    /// can tell the difference. Where type parameters are, all names count.
    LocalsIgnored,
}

/// The class of a module.
#[must_use]
pub fn class_of(module: &Module, names: Names) -> AstClass {
    if module.source().contains('\r') {
        // Python reads every end of a line as a line feed, in strings too.
        let feeds = module.source().replace("\r\n", "\n").replace('\r', "\n");
        if let Ok(module) = Module::parse(feeds.into(), module.version()) {
            return class_of_feeds(&module, names);
        }
    }
    class_of_feeds(module, names)
}

fn class_of_feeds(module: &Module, names: Names) -> AstClass {
    let tree;
    let locals = match names {
        Names::Count => LocalNames::none(),
        Names::LocalsIgnored => {
            tree = Tree::of(module);
            LocalNames::of(&tree)
        }
    };
    AstClass(Sha256::digest(Writer::write(module, locals)).into())
}

#[cfg(test)]
mod tests;
