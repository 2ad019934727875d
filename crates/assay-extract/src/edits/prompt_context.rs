//! What the prompt has and the answer did not repeat.

use super::Edit;
use super::needed::{Source, with_needed};
use crate::code::Code;
use crate::indents::of_body;
use crate::rule::{Example, Rule};

pub(crate) const EDIT: Edit = Edit {
    rule: Rule {
        name: "prompt_context",
        purpose: "imports and helpers of the prompt that the module uses and does not define are put before it",
        examples: &[Example::answer(
            "def double(x):\n    return TWO * x\n",
            "TWO = 2\n\ndef double(x):\n    return TWO * x\n",
        )
        .with_prompt("TWO = 2\nONE = 1\n\ndef double(x):\n")],
    },
    edit: |answer, module| {
        let prompt = &*answer.task.prompt;
        let prompt =
            Code::read(prompt).or_else(|| Code::read(&format!("{prompt}\n{}pass\n", of_body(prompt))))?;
        with_needed(&[prompt], Source::Prompt, module, &answer.task.entry_point)
    },
};
