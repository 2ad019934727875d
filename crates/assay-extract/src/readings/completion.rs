//! A `completion` that continues its prompt.

use assay_types::FieldKind;

use super::Reading;
use crate::Rule;
use crate::code::Code;

const RULE: Rule = Rule {
    name: "completion",
    purpose: "a `completion` continues the prompt: the module is the prompt followed by it",
};

pub(crate) const READING: Reading = Reading {
    rule: RULE,
    fields: &[FieldKind::Completion],
    editable: false,
    read: |answer| {
        let module = format!("{}{}", answer.task.prompt, answer.text);
        Code::read(&module)?.defines(&answer.task.entry_point).then_some(module)
    },
};

/// Where nothing better was found: its own error is what is reported.
pub(crate) const AS_IT_CAME: Reading = Reading {
    rule: RULE,
    fields: &[FieldKind::Completion],
    editable: false,
    read: |answer| Some(format!("{}{}", answer.task.prompt, answer.text)),
};
