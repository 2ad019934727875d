//! A text that is a module from its first line to its last.

use assay_types::FieldKind;

use super::{Answer, Reading};
use crate::rule::{Example, Rule};

const RULE: Rule = Rule {
    name: "whole_module",
    purpose: "a text that parses and defines the entry point is taken as it is",
    examples: &[Example::answer("def double(x):\n    return 2 * x\n", "def double(x):\n    return 2 * x\n")],
};

/// An `answer` without anything around the code.
pub(crate) const READING: Reading =
    Reading { rule: RULE, fields: &[FieldKind::Answer], editable: true, read: module };

/// A `completion` that begins anew instead of continuing.
pub(crate) const INSTEAD: Reading =
    Reading { rule: RULE, fields: &[FieldKind::Completion], editable: true, read: module };

fn module(answer: &Answer<'_>) -> Option<String> {
    answer.module_among([answer.text].into_iter())
}
