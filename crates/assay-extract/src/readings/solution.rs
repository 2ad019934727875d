//! A `solution` that is a module.

use assay_types::FieldKind;

use super::Reading;
use crate::Rule;

pub(crate) const READING: Reading = Reading {
    rule: Rule { name: "solution", purpose: "a `solution` is a whole module and is taken as it is" },
    fields: &[FieldKind::Solution],
    editable: false,
    read: |answer| answer.module_among([answer.text].into_iter()),
};
