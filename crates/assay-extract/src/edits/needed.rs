//! Statements of other texts that a module needs.

use std::collections::BTreeSet;

use ruff_python_ast::name::Name;
use ruff_text_size::Ranged;

use crate::code::{Code, bound_by, used_by};

/// The module after those statements of the sources that bind what it uses and does not bind itself, and what these need
/// in turn, in their order; nothing where there are none. A definition of the entry point is never taken.
pub(crate) fn with_needed(sources: &[Code], module: &Code, entry_point: &str) -> Option<String> {
    let mut wanted = module.unbound();
    let statements: Vec<(&Code, _, BTreeSet<Name>)> = sources
        .iter()
        .flat_map(|source| source.statements().iter().map(move |statement| (source, statement)))
        .map(|(source, statement)| (source, statement, bound_by(statement)))
        .filter(|(_, _, bound)| !bound.contains(entry_point))
        .collect();
    let mut taken = vec![false; statements.len()];
    loop {
        let before = taken.clone();
        for ((_, statement, bound), taken) in statements.iter().zip(&mut taken) {
            // What `from … import *` brings is not known.
            let brings = !bound.is_disjoint(&wanted) || (bound.contains("*") && !wanted.is_empty());
            if !*taken && brings {
                *taken = true;
                wanted.extend(used_by(statement));
            }
        }
        if taken == before {
            break;
        }
    }
    let mut context = String::new();
    for ((source, statement, _), _) in statements.iter().zip(&taken).filter(|(_, taken)| **taken) {
        context += &source.text()[statement.range().to_std_range()];
        context.push('\n');
    }
    (!context.is_empty()).then(|| format!("{context}\n{}", module.text()))
}
