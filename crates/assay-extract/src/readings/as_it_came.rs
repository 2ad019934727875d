//! The text that is judged though it cannot pass.

use assay_types::FieldKind;

use super::Reading;
use crate::code::Code;
use crate::lines::reads_like_code;
use crate::rule::{Example, Rule};
use crate::rule_set::RuleSet;

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "as_it_came",
        purpose: "where nothing was found in an `answer`, it is judged as it came, if any line of it reads like code; its own error is what is reported",
        examples: &[Example::answer(
            "def double(x)\n    return 2 * x\n",
            "def double(x)\n    return 2 * x\n",
        )],
    },
    fields: &[FieldKind::Answer],
    editable: false,
    read: |answer| {
        let code = || {
            answer.text.lines().any(reads_like_code)
                || Code::read(answer.text).is_some_and(|code| !code.statements().is_empty())
        };
        (answer.set == RuleSet::Verbatim || code()).then(|| answer.text.to_owned())
    },
};
