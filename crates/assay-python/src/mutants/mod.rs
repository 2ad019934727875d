//! Small faults planted in a text that is known to be right: what tests are worth is told by how many of them they catch.
//!
//! A mutant is the text with one place changed, byte for byte the same elsewhere. Every mutant parses and has another
//! syntax tree than the original. Docstrings, annotations, type aliases, decorators, imports and what an exception says
//! are left alone: no test of behaviour is to notice them. Left out, too, are mutants that provably behave as the
//! original does (`reach`): those in code that never runs. Others that no test can catch stay in; whether two programs
//! are equivalent cannot be decided (Budd and Angluin 1982, Acta Informatica 18).
//!
//! An operator is an entry of [`OPERATORS`]: a name, where the idea comes from, examples (which are its tests) and a
//! function from a place in the tree to edits of the text. Add one by copying a neighbour.

mod arithmetic;
mod comparison;
mod constants;
mod facts;
mod handlers;
mod logic;
mod positions;
mod reach;
mod returns;
mod site;
mod statements;
mod walk;

use std::collections::HashSet;
use std::sync::Arc;

use ruff_python_ast::comparable::ComparableStmt;

use crate::{Module, PythonVersion};
use site::{Edit, Edits, Site};

pub use reach::mentioned_names;

/// One kind of fault.
#[derive(Clone, Copy)]
pub struct Operator {
    /// Its name, as in reports.
    pub name: &'static str,
    /// What it changes, in a sentence.
    pub about: &'static str,
    /// Where the idea comes from.
    pub source: &'static str,
    /// Texts, and what it makes of each, in order.
    pub examples: &'static [(&'static str, &'static [&'static str])],
    edits: fn(&Site<'_>, &mut Edits<'_>),
}

/// All operators. Where two come to the same text the first has it, so the more specific come first.
pub const OPERATORS: [Operator; 19] = [
    comparison::BOUNDARY,
    comparison::RELATIONAL,
    arithmetic::ARITHMETIC,
    arithmetic::UNARY_MINUS,
    logic::CONNECTIVE,
    logic::NEGATION,
    logic::CONDITION,
    positions::INDEX,
    positions::SLICE,
    positions::RANGE,
    constants::NUMBER,
    constants::TEXT,
    constants::TRUTH,
    returns::RETURN_NONE,
    returns::RETURN_DEFAULT,
    statements::ASSIGNMENT,
    statements::STATEMENT,
    statements::LOOP_CONTROL,
    handlers::HANDLER,
];

/// A text with one fault in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// The operator's name.
    pub operator: &'static str,
    /// The line of the original that is changed first, from 1.
    pub line: usize,
    /// The lines that the change touches, as they were, without indentation.
    pub before: String,
    /// The same lines as they are now.
    pub after: String,
    /// The whole text.
    pub text: Arc<str>,
}

/// All mutants of a module, by their place in the text and then in the operators' order.
///
/// `version` is the grammar that mutants must parse in. `called` holds the names by which the module's functions may be
/// called from outside; functions that cannot be reached from there are left alone. `None`: any of them may be.
#[must_use]
pub fn mutants(module: &Module, version: PythonVersion, called: Option<&[String]>) -> Vec<Mutant> {
    let mut edits: Vec<(usize, Edit)> = Vec::new();
    walk::sites(module, called, &mut |site| {
        for (rank, operator) in OPERATORS.iter().enumerate() {
            let mut found = Edits::of(module);
            (operator.edits)(site, &mut found);
            edits.extend(found.found.into_iter().map(|edit| (rank, edit)));
        }
    });
    edits.sort_by_key(|(rank, edit)| (edit.range.start(), *rank));
    let original: Vec<ComparableStmt<'_>> =
        module.parsed().syntax().body.iter().map(ComparableStmt::from).collect();
    let mut seen: HashSet<Arc<str>> = HashSet::new();
    // The text goes to the operator that stands first, whatever the order of places.
    let mut by_rank: Vec<usize> = (0..edits.len()).collect();
    by_rank.sort_by_key(|place| (edits[*place].0, *place));
    let mut texts: Vec<Option<Arc<str>>> = vec![None; edits.len()];
    for place in by_rank {
        let text: Arc<str> = Arc::from(edits[place].1.applied(module.source()));
        if seen.insert(text.clone()) {
            texts[place] = Some(text);
        }
    }
    let made = edits.iter().zip(texts).filter_map(|((rank, edit), text)| {
        let text = text?;
        let parsed = Module::parse(text.clone(), version).ok()?;
        let changed: Vec<ComparableStmt<'_>> =
            parsed.parsed().syntax().body.iter().map(ComparableStmt::from).collect();
        (changed != original).then(|| edit.mutant(OPERATORS[*rank].name, module.source(), text))
    });
    made.collect()
}

#[cfg(test)]
mod tests;
