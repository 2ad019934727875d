//! Statements of other texts that a module needs.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::name::Name;
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;

use crate::code::{Code, bound_by, used_by};

/// Where the statements come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The prompt: all of it is meant to be there.
    Prompt,
    /// Other blocks of the answer, which may be tests and examples.
    Blocks,
}

/// Builtins that examples often give as names to values; such a value is not what a module needs.
const BUILTINS: [&str; 38] = [
    "abs", "all", "any", "bin", "bool", "bytes", "chr", "dict", "dir", "filter", "float", "format", "hash",
    "hex", "id", "input", "int", "iter", "len", "list", "map", "max", "min", "next", "object", "open", "ord",
    "pow", "print", "range", "reversed", "round", "set", "slice", "sorted", "str", "sum", "tuple",
];

/// The module after those statements of the sources that bind what it uses and does not bind itself, and what these need
/// in turn, in their order; nothing where there are none. A definition of the entry point is never taken.
pub(super) fn with_needed(
    sources: &[Code],
    source: Source,
    module: &Code,
    entry_point: &str,
) -> Option<String> {
    let mut statements = Vec::new();
    let mut binding: BTreeMap<Name, Vec<usize>> = BTreeMap::new();
    for code in sources {
        for statement in code.statements() {
            let bound = bound_by(statement);
            if bound.contains(entry_point)
                || (source == Source::Blocks && !is_taken_of_blocks(statement, &bound))
            {
                continue;
            }
            for name in bound {
                binding.entry(name).or_default().push(statements.len());
            }
            statements.push((code, statement));
        }
    }
    let mut wanted: Vec<Name> = module.unbound().into_iter().collect();
    if !wanted.is_empty() {
        // What `from … import *` brings is not known.
        wanted.push(Name::new("*"));
    }
    let mut taken = BTreeSet::new();
    while let Some(name) = wanted.pop() {
        for place in binding.remove(&name).unwrap_or_default() {
            if taken.insert(place) {
                wanted.extend(used_by(statements[place].1));
            }
        }
    }
    let mut context = String::new();
    for place in &taken {
        let (code, statement) = statements[*place];
        context += &code.text()[statement.range().to_std_range()];
        context.push('\n');
    }
    (!context.is_empty()).then(|| {
        let (before, after) = module.text().split_at(after_future(module));
        let line_end = if after.starts_with('\n') { "" } else { "\n" };
        format!("{before}{context}{line_end}{after}")
    })
}

fn is_taken_of_blocks(statement: &Stmt, bound: &BTreeSet<Name>) -> bool {
    match statement {
        Stmt::FunctionDef(_) | Stmt::ClassDef(_) => true,
        Stmt::Import(_) | Stmt::ImportFrom(_) => !bound.contains("*"),
        Stmt::Assign(_) | Stmt::AnnAssign(_) => !bound.iter().any(|name| BUILTINS.contains(&name.as_str())),
        _ => false,
    }
}

/// Where the `from __future__` imports of a module end: nothing but its docstring may stand before them.
fn after_future(module: &Code) -> usize {
    let is_future = |statement: &Stmt| match statement {
        Stmt::ImportFrom(import) => import.module.as_ref().is_some_and(|name| name.as_str() == "__future__"),
        Stmt::Expr(expression) => matches!(&*expression.value, Expr::StringLiteral(_)),
        _ => false,
    };
    let last = module.statements().iter().take_while(|statement| is_future(statement)).enumerate().last();
    match last {
        Some((place, Stmt::ImportFrom(_))) => module.lines_of(place).map_or(0, |lines| lines.end),
        _ => 0,
    }
}
