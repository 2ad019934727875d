//! A `solution` that is a module.

use assay_types::FieldKind;

use super::Reading;
use crate::rule::{Example, Rule};

const RULE: Rule = Rule {
    name: "solution",
    purpose: "a `solution` is a whole module and is taken as it is",
    examples: &[Example::answer("x = 1\ndouble = lambda x: 2 * x", "x = 1\ndouble = lambda x: 2 * x")
        .of(FieldKind::Solution)],
};

pub(crate) const READING: Reading = Reading {
    rule: RULE,
    fields: &[FieldKind::Solution],
    editable: false,
    read: |answer| answer.module_among([answer.text].into_iter()),
};

/// Where nothing better was found: its own error is what is reported.
pub(crate) const AS_IT_CAME: Reading = Reading {
    rule: RULE,
    fields: &[FieldKind::Solution],
    editable: false,
    read: |answer| Some(answer.text.to_owned()),
};
