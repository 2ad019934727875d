//! The text that is judged though it cannot pass.

use assay_types::FieldKind;

use super::{ALL, Reading};
use crate::code::Code;
use crate::lines::reads_like_code;
use crate::{Rule, RuleSet};

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "as_it_came",
        purpose: "where nothing was found, the text is judged as it came, a `completion` after its prompt; its own error is what is reported",
    },
    fields: ALL,
    editable: false,
    read: |answer| match answer.field {
        FieldKind::Solution => Some(answer.text.to_owned()),
        FieldKind::Completion => Some(format!("{}{}", answer.task.prompt, answer.text)),
        FieldKind::Answer => {
            let code = || answer.text.lines().any(reads_like_code) || Code::read(answer.text).is_some();
            (answer.set == RuleSet::Verbatim || code()).then(|| answer.text.to_owned())
        }
    },
};
