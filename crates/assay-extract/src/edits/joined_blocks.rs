//! Other blocks of the same answer.

use super::Edit;
use super::needed::with_needed;
use crate::Rule;
use crate::code::Code;

pub(crate) const EDIT: Edit = Edit {
    rule: Rule {
        name: "joined_blocks",
        purpose: "imports and definitions that the module uses and another fenced block of the answer holds are put before it",
    },
    edit: |answer, module| {
        let others = answer.blocks().iter().filter(|block| block.text != module.text());
        let others: Vec<Code> = others.filter_map(|block| Code::read(&block.text)).collect();
        with_needed(&others, module, &answer.task.entry_point)
    },
};
