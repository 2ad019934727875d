//! The block that is judged though it cannot pass.

use assay_types::FieldKind;

use super::Reading;
use crate::fences::outside_blocks;
use crate::lines::defines;
use crate::rule::{Example, Rule};
use crate::rule_set::RuleSet;

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "first_fence",
        purpose: "where no block is a module that defines the entry point, the first that names it in a definition is judged, else the first",
        examples: &[Example::answer(
            "```\ndef double(x)\n    return 2 * x\n```\n",
            "def double(x)\n    return 2 * x\n",
        )],
    },
    fields: &[FieldKind::Answer],
    editable: false,
    read: |answer| {
        let entry_point = &answer.task.entry_point;
        let named = |text: &str| text.lines().any(|line| defines(line.trim_start(), entry_point));
        let mut blocks =
            answer.blocks().iter().map(|block| block.text.as_str()).filter(|text| !text.trim().is_empty());
        let first = blocks.clone().next()?;
        let block = match answer.set {
            RuleSet::Verbatim => first,
            _ => match blocks.find(|text| named(text)) {
                Some(block) => block,
                // The code is outside of all blocks.
                None if outside_blocks(answer.text).iter().any(|text| named(text)) => return None,
                None => first,
            },
        };
        Some(block.to_owned())
    },
};
