//! What is changed in a module that was found. Each edit has its own file; their order is [`EDITS`].

mod class_wrapper;
mod example_use;
mod joined_blocks;
mod main_guard;
mod needed;
mod prompt_context;

use std::sync::Arc;

use crate::Extraction;
use crate::code::Code;
use crate::readings::{Answer, Found};
use crate::rule::Rule;

/// An edit.
pub(crate) struct Edit {
    pub(crate) rule: Rule,
    /// The edited module, where there is something to edit.
    pub(crate) edit: fn(&Answer<'_>, &Code) -> Option<String>,
}

/// In the order in which they are made.
pub(crate) const EDITS: &[Edit] =
    &[joined_blocks::EDIT, prompt_context::EDIT, class_wrapper::EDIT, main_guard::EDIT, example_use::EDIT];

/// What was found, with all edits made. An edit that would break the module is not.
pub(crate) fn edited(answer: &Answer<'_>, found: Found, mut rules: Vec<&'static str>) -> Extraction {
    let mut module = found.module;
    for edit in EDITS.iter().filter(|_| found.editable) {
        let Some(code) = Code::read(&module) else { break };
        if let Some(changed) = (edit.edit)(answer, &code)
            && Code::read(&changed).is_some()
        {
            rules.push(edit.rule.name);
            module = changed;
        }
    }
    Extraction { rule: found.rule, edits: rules, module: Ok(Arc::from(module)) }
}
