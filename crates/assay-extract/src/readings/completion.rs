//! A `completion` that continues its prompt.

use assay_types::FieldKind;

use super::Reading;
use crate::code::Code;
use crate::rule::{Example, Rule};

const RULE: Rule = Rule {
    name: "completion",
    purpose: "a `completion` continues the prompt: the module is the prompt followed by it",
    examples: &[Example::answer(
        "    return 2 * x\n",
        "def double(x):\n    \"\"\"Twice x.\"\"\"\n    return 2 * x\n",
    )
    .of(FieldKind::Completion)],
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
