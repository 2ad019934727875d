//! From a raw answer to the *judged module*: the one text that every check of a sample reads.
//!
//! Extraction is part of the measurement (DESIGN.md, decision 8): the rule that fired is recorded with every sample,
//! and the raw answer is kept. Rules are tried in the order of [`RULES`]; the first that applies decides.
#![forbid(unsafe_code)]

mod fences;

use std::sync::Arc;

use assay_types::{FieldKind, NoAnswerReason, Sample, Task};

use fences::fenced_blocks;

/// A rule: its name, as recorded, and what it does.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What it does, for people.
    pub purpose: &'static str,
    apply: fn(&Task, &Sample) -> Option<Extracted>,
}

enum Extracted {
    Module(Arc<str>),
    Nothing(NoAnswerReason),
}

/// What was made of a raw answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    /// The rule that fired.
    pub rule: &'static str,
    /// The judged module, or why there is none.
    pub module: Result<Arc<str>, NoAnswerReason>,
}

/// All rules, in the order in which they are tried.
pub const RULES: &[Rule] = &[
    Rule {
        name: "empty",
        purpose: "an answer of nothing but white space is no answer",
        apply: |_, sample| sample.raw.trim().is_empty().then_some(Extracted::Nothing(NoAnswerReason::Empty)),
    },
    Rule {
        name: "solution",
        purpose: "a `solution` is a whole module and is taken as it is",
        apply: |_, sample| {
            (sample.field == FieldKind::Solution).then(|| Extracted::Module(sample.raw.clone()))
        },
    },
    Rule {
        name: "completion",
        purpose: "a `completion` continues the prompt: the module is the prompt followed by it",
        apply: |task, sample| {
            (sample.field == FieldKind::Completion)
                .then(|| Extracted::Module(Arc::from(format!("{}{}", task.prompt, sample.raw))))
        },
    },
    Rule {
        name: "answer_fence",
        purpose: "of an `answer`'s fenced blocks, the first that defines the entry point, else the first",
        apply: answer_fence,
    },
    Rule {
        name: "answer_whole",
        purpose: "an `answer` without a fenced block is taken as it is",
        apply: |_, sample| Some(Extracted::Module(sample.raw.clone())),
    },
];

/// Makes the judged module of a sample.
#[must_use]
pub fn extract(task: &Task, sample: &Sample) -> Extraction {
    for rule in RULES {
        match (rule.apply)(task, sample) {
            Some(Extracted::Module(module)) => return Extraction { rule: rule.name, module: Ok(module) },
            Some(Extracted::Nothing(reason)) => return Extraction { rule: rule.name, module: Err(reason) },
            None => {}
        }
    }
    Extraction { rule: "none", module: Err(NoAnswerReason::Extraction) }
}

fn answer_fence(task: &Task, sample: &Sample) -> Option<Extracted> {
    let blocks = fenced_blocks(&sample.raw);
    let definitions = [format!("def {}", task.entry_point), format!("class {}", task.entry_point)];
    let defines = |block: &&String| {
        block.lines().any(|line| {
            definitions.iter().any(|definition| {
                line.strip_prefix(definition.as_str())
                    .is_some_and(|rest| rest.starts_with(['(', ':', ' ', '[']))
            })
        })
    };
    let block = blocks.iter().find(defines).or(blocks.first())?;
    Some(if block.trim().is_empty() {
        Extracted::Nothing(NoAnswerReason::Extraction)
    } else {
        Extracted::Module(Arc::from(block.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::{Isolation, TaskId};
    use proptest::prelude::*;

    fn task() -> Task {
        Task {
            id: TaskId::new("t").unwrap(),
            prompt: Arc::from("def f(x):\n    \"\"\"Doubles.\"\"\"\n"),
            entry_point: "f".into(),
            reference: Arc::from(""),
            tests: Arc::from(""),
            wrong: Vec::new(),
            isolation: Isolation::Split,
            difficulty: None,
            tags: Vec::new(),
        }
    }

    fn extracted(field: FieldKind, raw: &str) -> Extraction {
        let task = task();
        extract(&task, &Sample { task: task.id.clone(), repetition: 0, field, raw: Arc::from(raw), line: 1 })
    }

    fn module(rule: &'static str, text: &str) -> Extraction {
        Extraction { rule, module: Ok(Arc::from(text)) }
    }

    #[test]
    fn each_field_has_its_rule() {
        let body = "    return 2 * x\n";
        assert_eq!(extracted(FieldKind::Solution, body), module("solution", body));
        let whole = "def f(x):\n    \"\"\"Doubles.\"\"\"\n    return 2 * x\n";
        assert_eq!(extracted(FieldKind::Completion, body), module("completion", whole));
        assert_eq!(extracted(FieldKind::Answer, whole), module("answer_whole", whole));
    }

    #[test]
    fn white_space_is_no_answer() {
        for field in [FieldKind::Solution, FieldKind::Completion, FieldKind::Answer] {
            let nothing = Extraction { rule: "empty", module: Err(NoAnswerReason::Empty) };
            assert_eq!(extracted(field, " \n\t"), nothing);
        }
    }

    #[test]
    fn the_block_that_defines_the_entry_point_is_taken() {
        let raw = "Usage:\n```python\nf(2)\n```\nCode:\n```python\ndef f(x):\n    return 2 * x\n```\nDone.";
        assert_eq!(
            extracted(FieldKind::Answer, raw),
            module("answer_fence", "def f(x):\n    return 2 * x\n")
        );
        let other = "```\ndef fold(x):\n    return x\n```\n```\nclass f:\n    pass\n```";
        assert_eq!(extracted(FieldKind::Answer, other), module("answer_fence", "class f:\n    pass\n"));
    }

    #[test]
    fn an_empty_block_is_no_answer() {
        let nothing = Extraction { rule: "answer_fence", module: Err(NoAnswerReason::Extraction) };
        assert_eq!(extracted(FieldKind::Answer, "Here:\n```python\n\n```\n"), nothing);
    }

    proptest! {
        #[test]
        fn any_text_gives_a_module_or_a_reason(raw in "(```|~~~|python|def f|\n| |[a-z(]|\\PC){0,40}") {
            for field in [FieldKind::Solution, FieldKind::Completion, FieldKind::Answer] {
                let made = extracted(field, &raw);
                prop_assert!(made.module.map_or(true, |text| !text.trim().is_empty()));
            }
        }
    }
}
