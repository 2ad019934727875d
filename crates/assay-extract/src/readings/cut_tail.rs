//! A block that nothing closes and whose last statement is not whole.

use super::{ALL, Reading};
use crate::Rule;
use crate::lines::begins_statement;

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "cut_tail",
        purpose: "of a block that is never closed (the answer reached its token limit) the last statement is dropped where it is not whole, unless it is the entry point's definition",
    },
    fields: ALL,
    editable: true,
    read: |answer| {
        let block = answer.blocks().last().filter(|block| !block.closed)?;
        let lines: Vec<&str> = block.text.split_inclusive('\n').collect();
        let end = (1..lines.len()).rev().find(|place| begins_statement(lines[*place]))?;
        answer.module_among([lines[..end].concat().as_str()].into_iter())
    },
};
