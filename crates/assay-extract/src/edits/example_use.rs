//! What an answer does at its end to show that it works.

use std::collections::BTreeSet;

use assay_types::FieldKind;
use ruff_python_ast::name::Name;
use ruff_python_ast::{Expr, Stmt};

use super::Edit;
use crate::code::{Code, bound_by, needed_by, used_by};
use crate::rule::{Example, Rule};
use crate::rule_set::RuleSet;

/// Names whose use at the top of a module is talk with a user, or a test of the module.
const TALK: [&str; 5] = ["print", "input", "unittest", "doctest", "pytest"];

pub(crate) const EDIT: Edit = Edit {
    rule: Rule {
        name: "example_use",
        purpose: "statements of an `answer` after the entry point's definition that use it, print, read or test, or call a function that does, are dropped, unless a definition needs what they bind or they give the entry point an attribute",
        examples: &[Example::answer(
            "def double(x):\n    return 2 * x\n\ny = double(2)\nprint(y)\n",
            "def double(x):\n    return 2 * x\n\n",
        )],
    },
    edit: |answer, module| {
        if answer.field != FieldKind::Answer || answer.set == RuleSet::ExamplesKept {
            return None;
        }
        let entry_point = answer.task.entry_point.as_str();
        let needed = needed(module, entry_point);
        let mut shown: BTreeSet<Name> =
            TALK.iter().chain([&entry_point]).map(|name| Name::new(*name)).collect();
        shown.extend(module.statements().iter().filter_map(|statement| shows(statement, entry_point)));
        let method = module.class_with_method(entry_point).map(|(class, _)| class.name.as_str());
        if let Some(class) = method {
            shown.insert(Name::new(class));
        }
        let mut defined = false;
        without(module, |statement| {
            let bound = bound_by(statement);
            let is_definition = matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_));
            defined |= bound.contains(entry_point) || method.is_some_and(|class| bound.contains(class));
            let imports = matches!(statement, Stmt::Import(_) | Stmt::ImportFrom(_));
            let shows = defined
                && !imports
                && !is_definition
                && !used_by(statement).is_disjoint(&shown)
                && bound.is_disjoint(&needed)
                && !gives_attribute(statement, entry_point);
            if shows {
                shown.extend(bound);
            }
            shows
        })
    },
};

/// Names that the definitions of a module need of it, and the entry point.
pub(super) fn needed(module: &Code, entry_point: &str) -> BTreeSet<Name> {
    let definitions = module
        .statements()
        .iter()
        .filter(|statement| matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_)));
    definitions.flat_map(needed_by).chain([Name::new(entry_point)]).collect()
}

/// The name of a function that tries the entry point out, or reads.
fn shows(statement: &Stmt, entry_point: &str) -> Option<Name> {
    let Stmt::FunctionDef(function) = statement else { return None };
    let used = used_by(statement);
    let shows = function.name.as_str() == "main" || used.contains(entry_point) || used.contains("input");
    (shows && function.name.as_str() != entry_point).then(|| function.name.id.clone())
}

/// Whether a statement assigns to an attribute or item of the entry point.
fn gives_attribute(statement: &Stmt, entry_point: &str) -> bool {
    let targets = match statement {
        Stmt::Assign(assignment) => &*assignment.targets,
        Stmt::AnnAssign(assignment) => std::slice::from_ref(&*assignment.target),
        Stmt::AugAssign(assignment) => std::slice::from_ref(&*assignment.target),
        _ => return false,
    };
    let owner = |target: &Expr| match target {
        Expr::Attribute(attribute) => Some((*attribute.value).clone()),
        Expr::Subscript(item) => Some((*item.value).clone()),
        _ => None,
    };
    targets.iter().filter_map(owner).any(|owner| matches!(owner, Expr::Name(name) if name.id == entry_point))
}

/// The module without the lines of some statements; nothing where there are none.
pub(crate) fn without(module: &Code, mut dropped: impl FnMut(&Stmt) -> bool) -> Option<String> {
    let text = module.text();
    let mut kept = String::new();
    let mut place = 0;
    for (index, statement) in module.statements().iter().enumerate() {
        if !dropped(statement) {
            continue;
        }
        let Some(lines) = module.lines_of(index) else { continue };
        kept += text.get(place..lines.start)?;
        place = lines.end;
    }
    kept += &text[place..];
    (place > 0).then_some(kept)
}
