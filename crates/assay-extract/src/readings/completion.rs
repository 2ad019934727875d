//! A `completion` that continues its prompt.

use assay_types::FieldKind;

use super::Reading;
use crate::Rule;
use crate::code::Code;

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "completion",
        purpose: "a `completion` continues the prompt: the module is the prompt followed by it",
    },
    fields: &[FieldKind::Completion],
    editable: false,
    read: |answer| {
        let module = format!("{}{}", answer.task.prompt, answer.text);
        Code::read(&module)?.defines(&answer.task.entry_point).then_some(module)
    },
};
