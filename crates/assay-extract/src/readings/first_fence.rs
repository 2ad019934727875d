//! The block that is judged though it cannot pass.

use assay_types::FieldKind;

use super::Reading;
use crate::{Rule, RuleSet};

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "first_fence",
        purpose: "where no block is a module that defines the entry point, the first that names it in a definition is judged, else the first",
    },
    fields: &[FieldKind::Answer],
    editable: false,
    read: |answer| {
        let entry_point = &answer.task.entry_point;
        let definitions = [format!("def {entry_point}"), format!("class {entry_point}")];
        let names = |text: &&str| definitions.iter().any(|definition| text.contains(definition.as_str()));
        let mut blocks =
            answer.blocks().iter().map(|block| block.text.as_str()).filter(|text| !text.trim().is_empty());
        let first = blocks.clone().next()?;
        let block = match answer.set {
            RuleSet::Verbatim => first,
            _ => blocks.find(names).unwrap_or(first),
        };
        Some(block.to_owned())
    },
};
