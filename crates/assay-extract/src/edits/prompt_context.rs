//! What the prompt has and the answer did not repeat.

use super::Edit;
use super::needed::with_needed;
use crate::Rule;
use crate::code::Code;
use crate::indents::of_body;

pub(crate) const EDIT: Edit = Edit {
    rule: Rule {
        name: "prompt_context",
        purpose: "imports and helpers of the prompt that the module uses and does not define are put before it",
    },
    edit: |answer, module| {
        let prompt = &*answer.task.prompt;
        let prompt =
            Code::read(prompt).or_else(|| Code::read(&format!("{prompt}\n{}pass\n", of_body(prompt))))?;
        with_needed(&[prompt], module, &answer.task.entry_point)
    },
};
