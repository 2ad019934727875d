//! A fenced block that is a module.

use super::{ALL, Reading};
use crate::Rule;
use crate::indents::without_common;

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "fenced_module",
        purpose: "of the fenced blocks that parse, the first that defines the entry point, whatever language it names and whether or not it is closed; else one with a class that has it as a method",
    },
    fields: ALL,
    editable: true,
    read: |answer| {
        let blocks = answer.blocks().iter().map(|block| block.text.as_str());
        answer.module_among(blocks).or_else(|| {
            let level: Vec<String> =
                answer.blocks().iter().filter_map(|block| without_common(&block.text)).collect();
            answer.module_among(level.iter().map(String::as_str))
        })
    },
};
