//! Code that a fence ends which the prompt began.

use assay_types::FieldKind;

use super::Reading;
use crate::fences::before_fences;
use crate::indents::bodies;
use crate::rule::{Example, Rule};

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "before_fence",
        purpose: "what stands before the first fence is code where the prompt has opened it: a module, or the rest of the prompt's function",
        examples: &[Example::answer(
            "    return 2 * x\n```\nThat is all.\n",
            "def double(x):\n    \"\"\"Twice x.\"\"\"\n    return 2 * x\n",
        )
        .of(FieldKind::Completion)],
    },
    fields: &[FieldKind::Completion, FieldKind::Answer],
    editable: true,
    read: |answer| {
        let text = before_fences(answer.text).filter(|text| !text.trim().is_empty())?;
        answer
            .module_among([text].into_iter())
            .or_else(|| bodies(&answer.task.prompt, text).iter().find_map(|body| answer.continued_by(body)))
    },
};
