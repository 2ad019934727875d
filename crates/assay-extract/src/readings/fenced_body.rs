//! A fenced block that continues the prompt.

use assay_types::FieldKind;

use super::Reading;
use crate::indents::bodies;
use crate::{Rule, RuleSet};

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "fenced_body",
        purpose: "a fenced block that is the rest of the prompt's function follows the prompt, with its indent mended",
    },
    fields: &[FieldKind::Completion, FieldKind::Answer],
    editable: false,
    read: |answer| {
        let mut texts: Vec<&str> = answer.blocks().iter().map(|block| block.text.as_str()).collect();
        if answer.set == RuleSet::LastBlock {
            texts.reverse();
        }
        let results = |text: &&str| ["return", "yield", "raise"].iter().any(|word| text.contains(word));
        texts.into_iter().filter(results).find_map(|text| {
            bodies(&answer.task.prompt, text).iter().find_map(|body| answer.continued_by(body))
        })
    },
};
