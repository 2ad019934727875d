//! A fenced block whose code holds a fence.

use super::{ALL, Reading};
use crate::fences::longer_blocks;
use crate::rule::{Example, Rule};

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "nested_fence",
        purpose: "where no block is a module up to its first end, a later end is tried: the code may hold a fence, in a docstring say",
        examples: &[Example::answer(
            "```\ndef double(x):\n    \"\"\"Twice x:\n    ```\n    double(1)\n    ```\n    \"\"\"\n    return 2 * x\n```\n",
            "def double(x):\n    \"\"\"Twice x:\n    ```\n    double(1)\n    ```\n    \"\"\"\n    return 2 * x\n",
        )],
    },
    fields: ALL,
    editable: true,
    read: |answer| {
        let blocks = longer_blocks(answer.text);
        answer.module_among(blocks.iter().map(|block| block.text.as_str()))
    },
};
