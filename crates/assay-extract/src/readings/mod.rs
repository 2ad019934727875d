//! Where in an answer the module is. Each reading has its own file; their order is in the three tables below.

mod as_it_came;
mod before_fence;
mod completion;
mod cut_tail;
mod fenced_body;
mod fenced_module;
mod first_fence;
mod nested_fence;
mod prompt_completed;
mod prose_around;
mod solution;
mod whole_module;

use std::cell::OnceCell;

use assay_types::{FieldKind, NoAnswerReason, Task};
use ruff_text_size::Ranged;

use crate::code::{Code, bound_by};
use crate::fences::{Block, fenced_blocks};
use crate::{Rule, RuleSet};

/// A way to find the module.
pub(crate) struct Reading {
    pub(crate) rule: Rule,
    /// The fields that it reads.
    pub(crate) fields: &'static [FieldKind],
    /// Whether the module may be edited afterwards.
    pub(crate) editable: bool,
    /// The module, where it is there.
    pub(crate) read: fn(&Answer<'_>) -> Option<String>,
}

/// What an answer is where it is good as its field says.
pub(crate) const PLAIN: &[Reading] = &[solution::READING, completion::READING, whole_module::READING];

/// Where else the module may be: the first that finds one decides.
pub(crate) const SEARCHING: &[Reading] = &[
    fenced_module::READING,
    nested_fence::READING,
    whole_module::INSTEAD,
    fenced_body::READING,
    before_fence::READING,
    prompt_completed::READING,
    prose_around::READING,
    cut_tail::READING,
];

/// What is judged where nothing was found that could pass.
pub(crate) const LAST: &[Reading] =
    &[solution::AS_IT_CAME, completion::AS_IT_CAME, first_fence::READING, as_it_came::READING];

const ALL: &[FieldKind] = &[FieldKind::Solution, FieldKind::Completion, FieldKind::Answer];

/// What a reading found.
pub(crate) struct Found {
    pub(crate) rule: &'static str,
    pub(crate) module: String,
    pub(crate) editable: bool,
}

/// An answer that is being read.
pub(crate) struct Answer<'a> {
    pub(crate) set: RuleSet,
    pub(crate) task: &'a Task,
    pub(crate) field: FieldKind,
    pub(crate) text: &'a str,
    blocks: OnceCell<Vec<Block>>,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(set: RuleSet, task: &'a Task, field: FieldKind, text: &'a str) -> Self {
        Self { set, task, field, text, blocks: OnceCell::new() }
    }

    /// What the first of the readings finds that finds something.
    pub(crate) fn first_of(&self, readings: &[Reading]) -> Option<Found> {
        readings.iter().filter(|reading| reading.fields.contains(&self.field)).find_map(|reading| {
            let module = (reading.read)(self)?;
            Some(Found { rule: reading.rule.name, module, editable: reading.editable })
        })
    }

    /// Its fenced blocks, in order.
    pub(crate) fn blocks(&self) -> &[Block] {
        self.blocks.get_or_init(|| fenced_blocks(self.text))
    }

    /// The module among texts, of which one that defines the entry point comes before one whose class has it as a method.
    pub(crate) fn module_among<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Option<String> {
        let entry_point = self.task.entry_point.as_str();
        let mut texts: Vec<&str> = texts.collect();
        if self.set == RuleSet::LastBlock {
            texts.reverse();
        }
        let mut with_method = None;
        for text in texts.into_iter().filter(|text| text.contains(entry_point)) {
            let Some(code) = Code::read(text) else { continue };
            if code.defines(entry_point) {
                return Some(text.to_owned());
            }
            if with_method.is_none() && code.class_with_method(entry_point).is_some() {
                with_method = Some(text.to_owned());
            }
        }
        with_method
    }

    /// The prompt continued by a body, where the body becomes the entry point's.
    pub(crate) fn continued_by(&self, body: &str) -> Option<String> {
        let prompt = &*self.task.prompt;
        let line_end = if prompt.is_empty() || prompt.ends_with('\n') { "" } else { "\n" };
        let module = format!("{prompt}{line_end}{body}");
        let code = Code::read(&module)?;
        let mut defining = code
            .statements()
            .iter()
            .filter(|statement| bound_by(statement).contains(&*self.task.entry_point));
        let end = defining.next_back()?.range().end().to_usize();
        (end > prompt.trim_end().len()).then_some(module)
    }
}

/// Why an answer in which nothing reads like code is none.
pub(crate) fn reason_without_code(text: &str) -> NoAnswerReason {
    const APOLOGIES: [&str; 7] =
        ["i'm sorry", "i’m sorry", "i am sorry", "i cannot", "i can't", "i can’t", "as an ai"];
    let beginning: String = text.trim_start().chars().take(200).collect::<String>().to_lowercase();
    if APOLOGIES.iter().any(|apology| beginning.contains(apology)) {
        NoAnswerReason::Refusal
    } else {
        NoAnswerReason::Extraction
    }
}
