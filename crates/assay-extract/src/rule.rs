//! What a rule says of itself.

use assay_types::{FieldKind, Finish, NoAnswerReason};

/// A rule: its name, as recorded, what it does, and examples, which are its tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What it does, for people.
    pub purpose: &'static str,
    /// Answers in which it fires, with what becomes of them; at least one.
    pub examples: &'static [Example],
}

/// An answer to a task whose entry point is `double`, and what becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The sample's field.
    pub field: FieldKind,
    /// The task's prompt.
    pub prompt: &'static str,
    /// The raw answer.
    pub raw: &'static str,
    /// Why the answer ended, where that is known.
    pub finish: Option<Finish>,
    /// The judged module, or why there is none.
    pub module: Result<&'static str, NoAnswerReason>,
}

impl Example {
    /// The entry point of every example.
    pub const ENTRY_POINT: &'static str = "double";
    /// The prompt of an example that names no other.
    pub const PROMPT: &'static str = "def double(x):\n    \"\"\"Twice x.\"\"\"\n";

    pub(crate) const fn answer(raw: &'static str, module: &'static str) -> Self {
        Self { field: FieldKind::Answer, prompt: Self::PROMPT, raw, finish: None, module: Ok(module) }
    }

    pub(crate) const fn none(raw: &'static str, reason: NoAnswerReason) -> Self {
        Self { field: FieldKind::Answer, prompt: Self::PROMPT, raw, finish: None, module: Err(reason) }
    }

    pub(crate) const fn of(mut self, field: FieldKind) -> Self {
        self.field = field;
        self
    }

    pub(crate) const fn ended(mut self, finish: Finish) -> Self {
        self.finish = Some(finish);
        self
    }

    pub(crate) const fn with_prompt(mut self, prompt: &'static str) -> Self {
        self.prompt = prompt;
        self
    }
}
