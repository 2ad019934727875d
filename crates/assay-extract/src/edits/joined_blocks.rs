//! Other blocks of the same answer.

use super::Edit;
use super::needed::{Source, with_needed};
use crate::code::Code;
use crate::rule::{Example, Rule};

pub(crate) const EDIT: Edit = Edit {
    rule: Rule {
        name: "joined_blocks",
        purpose: "imports and definitions that the module uses and another fenced block of the answer holds are put before it",
        examples: &[Example::answer(
            "```\nfrom operator import add\n```\n```\ndef double(x):\n    return add(x, x)\n```\n",
            "from operator import add\n\ndef double(x):\n    return add(x, x)\n",
        )],
    },
    edit: |answer, module| {
        let others = answer.blocks().iter().filter(|block| block.text != module.text());
        let others: Vec<Code> = others.filter_map(|block| Code::read(&block.text)).collect();
        with_needed(&others, Source::Blocks, module, &answer.task.entry_point)
    },
};
