//! Fences that share their line with something else.

use super::{ALL, Reading};
use crate::fences::loose_blocks;
use crate::rule::{Example, Rule};

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "loose_fence",
        purpose: "where no block of Markdown is a module: blocks whose fence opens after prose or before code on its line, or closes after code or before prose",
        examples: &[
            Example::answer(
                "Like this: ```python\ndef double(x):\n    return 2 * x\n```\n",
                "def double(x):\n    return 2 * x\n",
            ),
            Example::answer(
                "```python\ndef double(x):\n    return 2 * x``` Done.\n",
                "def double(x):\n    return 2 * x\n",
            ),
        ],
    },
    fields: ALL,
    editable: true,
    read: |answer| {
        let blocks = loose_blocks(answer.text);
        answer.module_among(blocks.iter().map(String::as_str))
    },
};
