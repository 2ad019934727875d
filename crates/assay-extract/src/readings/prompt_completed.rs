//! A text that continues the prompt, though not as its field says or not with the right indent.

use assay_types::FieldKind;

use super::Reading;
use crate::indents::bodies;
use crate::rule::{Example, Rule};

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "prompt_completed",
        purpose: "a text that is the rest of the prompt's function follows the prompt, with its indent mended: the first line's, or that of all lines",
        examples: &[Example::answer(
            "y = x\n    return x + y\n",
            "def double(x):\n    \"\"\"Twice x.\"\"\"\n    y = x\n    return x + y\n",
        )
        .of(FieldKind::Completion)],
    },
    fields: &[FieldKind::Completion, FieldKind::Answer],
    editable: false,
    read: |answer| bodies(&answer.task.prompt, answer.text).iter().find_map(|body| answer.continued_by(body)),
};
