//! Where in an answer the module is. Each reading has its own file; their order is in the three tables below.

mod as_it_came;
mod before_fence;
mod completion;
mod cut_tail;
mod fenced_body;
mod fenced_module;
mod first_fence;
mod loose_fence;
mod nested_fence;
mod prompt_completed;
mod prose_around;
mod solution;
mod whole_module;

use std::cell::{Cell, OnceCell};

use assay_types::{FieldKind, NoAnswerReason, Task};
use ruff_python_ast::Stmt;
use ruff_text_size::Ranged;

use crate::code::{Code, Definition, bound_by, gives_back, is_method, used_by};
use crate::fences::{Block, fenced_blocks};
use crate::rule::Rule;
use crate::rule_set::RuleSet;

/// The most bytes that are parsed while an answer is searched; what is left then is not looked at. An ordinary answer
/// takes some hundred times its length at most.
const MOST_PARSED: usize = 16 << 20;

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
    loose_fence::READING,
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
    /// Bytes that may still be parsed.
    room: Cell<usize>,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(set: RuleSet, task: &'a Task, field: FieldKind, text: &'a str) -> Self {
        // Whatever the prompt's length, the plain readings are tried.
        let room = Cell::new(MOST_PARSED.max(8 * (task.prompt.len() + text.len())));
        Self { set, task, field, text, blocks: OnceCell::new(), room }
    }

    /// What the first of the readings finds that finds something.
    pub(crate) fn first_of(&self, readings: &[Reading]) -> Option<Found> {
        self.found_by(readings).next()
    }

    /// What the first of the readings finds that finds more than the outline of the entry point; else that.
    pub(crate) fn best_of(&self, readings: &[Reading]) -> Option<Found> {
        let mut outline = None;
        for found in self.found_by(readings) {
            let definition =
                Code::read(&found.module).and_then(|code| code.definition(&self.task.entry_point));
            if definition != Some(Definition::Outline) {
                return Some(found);
            }
            outline = outline.or(Some(found));
        }
        outline
    }

    fn found_by(&self, readings: &[Reading]) -> impl Iterator<Item = Found> {
        readings.iter().filter(|reading| reading.fields.contains(&self.field)).filter_map(|reading| {
            let module = (reading.read)(self)?;
            Some(Found { rule: reading.rule.name, module, editable: reading.editable })
        })
    }

    /// Its fenced blocks, in order.
    pub(crate) fn blocks(&self) -> &[Block] {
        self.blocks.get_or_init(|| fenced_blocks(self.text))
    }

    /// Parses a text that may be code, as long as there is room for it.
    pub(crate) fn parse(&self, text: &str) -> Result<Code, usize> {
        let room = self.room.get().checked_sub(text.len() + 1).ok_or(0_usize)?;
        self.room.set(room);
        Code::parse(text)
    }

    /// The module among texts: the first that defines the entry point; else the first with a class that has it as a
    /// method; else the first with an outline of it.
    pub(crate) fn module_among<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Option<String> {
        let entry_point = self.task.entry_point.as_str();
        let mut texts: Vec<&str> = texts.collect();
        if self.set == RuleSet::LastBlock {
            texts.reverse();
        }
        let mut best: Option<(Definition, &str)> = None;
        for text in texts.into_iter().filter(|text| text.contains(entry_point)) {
            let Ok(code) = self.parse(text) else { continue };
            let Some(definition) = code.definition(entry_point) else { continue };
            if best.is_none_or(|(best, _)| best < definition) {
                best = Some((definition, text));
            }
            if definition == Definition::Whole {
                break;
            }
        }
        best.map(|(_, text)| text.to_owned())
    }

    /// The prompt continued by a body, where the body becomes the entry point's.
    pub(crate) fn continued_by(&self, body: &str) -> Option<String> {
        let prompt = &*self.task.prompt;
        let line_end = if prompt.is_empty() || prompt.ends_with('\n') { "" } else { "\n" };
        let module = format!("{prompt}{line_end}{body}");
        let code = self.parse(&module).ok()?;
        let mut defining = code
            .statements()
            .iter()
            .filter(|statement| bound_by(statement).contains(&*self.task.entry_point));
        let start = prompt.trim_end().len();
        let is_new = |statement: &&Stmt| statement.start().to_usize() >= start;
        let fits = match defining.next_back()? {
            Stmt::FunctionDef(function) => function.body.iter().filter(is_new).any(|new| self.completes(new)),
            Stmt::ClassDef(class) => {
                let mut methods = class.body.iter().filter(is_new).filter_map(Stmt::as_function_def_stmt);
                let last = class
                    .body
                    .last()
                    .and_then(Stmt::as_function_def_stmt)
                    .filter(|last| last.start().to_usize() < start);
                let continued = last.is_some_and(|last| {
                    last.body
                        .iter()
                        .filter(is_new)
                        .any(|new| gives_back(new) || used_by(new).contains("self"))
                });
                continued || methods.any(is_method)
            }
            _ => false,
        };
        fits.then_some(module)
    }

    /// Whether a statement can be what a function was lacking, rather than another function, or an example.
    fn completes(&self, statement: &Stmt) -> bool {
        let defines = matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_));
        gives_back(statement)
            || (self.field == FieldKind::Completion && !defines && !matches!(statement, Stmt::Expr(_)))
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
