//! A fenced block that is a module.

use super::{ALL, Reading};
use crate::indents::without_common;
use crate::rule::{Example, Rule};

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "fenced_module",
        purpose: "of the fenced blocks that parse, the first that defines the entry point, whatever language it names and whether or not it is closed; else one with a class that has it as a method; else, where no other rule finds one, a block that only imports or outlines it",
        examples: &[
            Example::answer(
                "So:\n~~~\ndef double(x):\n    return 2 * x\n~~~\n",
                "def double(x):\n    return 2 * x\n",
            ),
            Example::answer(
                "```py\nfrom solution import double\n```\n```\ndef double(x):\n    return 2 * x\n",
                "def double(x):\n    return 2 * x\n",
            ),
        ],
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
