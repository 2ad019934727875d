//! What an answer does at its end to show that it works.

use std::collections::BTreeSet;

use assay_types::FieldKind;
use ruff_python_ast::Stmt;
use ruff_python_ast::name::Name;

use super::Edit;
use crate::code::{Code, bound_by, used_by};
use crate::{Rule, RuleSet};

/// Names whose use at the top of a module is talk with a user.
const TALK: [&str; 2] = ["print", "input"];

pub(crate) const EDIT: Edit = Edit {
    rule: Rule {
        name: "example_use",
        purpose: "statements of an `answer` after the entry point's definition that use it, print or read, are dropped, unless a definition needs what they bind",
    },
    edit: |answer, module| {
        if answer.field != FieldKind::Answer || answer.set == RuleSet::ExamplesKept {
            return None;
        }
        let entry_point = answer.task.entry_point.as_str();
        let defines = |statement: &Stmt| matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_));
        let needed: BTreeSet<Name> =
            module.statements().iter().filter(|statement| defines(statement)).flat_map(used_by).collect();
        let mut shown: BTreeSet<Name> =
            TALK.iter().chain([&entry_point]).map(|name| Name::new(*name)).collect();
        let mut defined = false;
        without(module, |statement| {
            let bound = bound_by(statement);
            if bound.contains(entry_point) {
                defined = true;
                return false;
            }
            let imports = matches!(statement, Stmt::Import(_) | Stmt::ImportFrom(_));
            let shows = defined
                && !imports
                && !defines(statement)
                && !used_by(statement).is_disjoint(&shown)
                && bound.is_disjoint(&needed);
            if shows {
                shown.extend(bound);
            }
            shows
        })
    },
};

/// The module without the lines of some statements; nothing where there are none.
pub(crate) fn without(module: &Code, mut dropped: impl FnMut(&Stmt) -> bool) -> Option<String> {
    let text = module.text();
    let mut kept = String::new();
    let mut place = 0;
    for statement in module.statements().iter().filter(|statement| dropped(statement)) {
        let Some(lines) = module.lines_of(statement) else { continue };
        let lines = lines.to_std_range();
        kept += text.get(place..lines.start)?;
        place = lines.end;
    }
    kept += &text[place..];
    (place > 0).then_some(kept)
}
