//! A fenced block that continues the prompt.

use assay_types::FieldKind;

use super::Reading;
use crate::code::{Code, is_method};
use crate::indents::{bodies, without_common};
use crate::rule::{Example, Rule};
use crate::rule_set::RuleSet;

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "fenced_body",
        purpose: "a fenced block that is the rest of the prompt's function follows the prompt, with its indent mended; of a class, the blocks that are its methods do",
        examples: &[Example::answer(
            "```\nreturn 2 * x\n```\n",
            "def double(x):\n    \"\"\"Twice x.\"\"\"\n    return 2 * x\n",
        )],
    },
    fields: &[FieldKind::Completion, FieldKind::Answer],
    editable: false,
    read: |answer| {
        let mut texts: Vec<&str> = answer.blocks().iter().map(|block| block.text.as_str()).collect();
        if answer.set == RuleSet::LastBlock {
            texts.reverse();
        }
        let methods: Vec<&str> = texts.iter().copied().filter(|text| are_methods(text)).collect();
        let together = (methods.len() > 1).then(|| methods.join("\n"));
        together.as_deref().into_iter().chain(texts).find_map(|text| {
            bodies(&answer.task.prompt, text).iter().find_map(|body| answer.continued_by(body))
        })
    },
};

/// Whether a block is nothing but methods of a class.
fn are_methods(text: &str) -> bool {
    let code = Code::read(text).or_else(|| Code::read(&without_common(text)?));
    code.is_some_and(|code| {
        !code.statements().is_empty()
            && code
                .statements()
                .iter()
                .all(|statement| statement.as_function_def_stmt().is_some_and(is_method))
    })
}
