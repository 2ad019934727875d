//! Each rule's examples, and the document that is made of them.
#![allow(clippy::unwrap_used, reason = "a test may end here")]

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use assay_extract::{Example, Extraction, Rule, RuleSet, extract, rules};
use assay_types::{FieldKind, Sample, Task, TaskId};

fn extracted(example: &Example) -> Extraction {
    let task = Task::asking(TaskId::new("task").unwrap(), Example::ENTRY_POINT, example.prompt);
    let (id, raw) = (task.id.clone(), Arc::from(example.raw));
    extract(
        &task,
        &Sample { task: id, repetition: 0, field: example.field, raw, finish: example.finish, line: 1 },
    )
}

#[test]
fn every_rule_has_an_example_and_does_in_it_what_it_says() {
    let mut failures = Vec::new();
    for rule in rules() {
        assert!(!rule.examples.is_empty(), "{} has no example", rule.name);
        for example in rule.examples {
            let made = extracted(example);
            let fired = made.rule == rule.name || made.edits.contains(&rule.name);
            if !fired || made.module.as_deref().map_err(|reason| *reason) != example.module {
                failures.push(format!(
                    "{}: {:?}\nexpected {:?}\n     got {made:?}",
                    rule.name, example.raw, example.module
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

const HEAD: &str = "# Extraction

From a raw answer to the judged module, the one text that all checks of a sample read. The rules are tried in this order;
which fired is recorded with every sample, and the raw answer is kept.

1. An answer that is good as its field says (`solution`, `completion`, `whole_module`) is taken as it is, byte for byte.
2. Otherwise it is cleaned (`byte_order_mark` to `special_tokens`), and the rules up to `cut_tail` look for code: the first
   that finds a module which parses and defines the entry point decides.
3. Where none does, the text is judged as it came, so that its own error is reported; text that parses never becomes
   nothing.
4. Edits change what was found: `joined_blocks` and all rules after it.

No rule mends code: a closed block with a syntax error stays one. This page is made of the rules themselves
(`crates/assay-extract/src`); in the examples the entry point is `double`, and the prompt, unless another is shown:

";

fn documented() -> String {
    let mut text = HEAD.to_owned();
    text += &quoted(Example::PROMPT);
    text += "\n## Rules\n";
    for (place, Rule { name, purpose, examples }) in rules().enumerate() {
        write!(text, "\n### {}. `{name}`\n\n{}.\n", place + 1, purpose).unwrap();
        for example in examples {
            let field = match example.field {
                FieldKind::Answer => "answer",
                FieldKind::Completion => "completion",
                FieldKind::Solution => "solution",
            };
            if example.prompt != Example::PROMPT {
                write!(text, "\nAfter the prompt\n\n{}", quoted(example.prompt)).unwrap();
            }
            let ended = example.finish.map_or_else(String::new, |finish| {
                let word = serde_json::to_value(finish).unwrap();
                format!(", which ended by `{}`,", word.as_str().unwrap())
            });
            write!(text, "\nThis `{field}`{ended}\n\n{}", quoted(example.raw)).unwrap();
            match example.module {
                Ok(module) if module == example.raw => text += "\nstays as it is.\n",
                Ok(module) => write!(text, "\nbecomes\n\n{}", quoted(module)).unwrap(),
                Err(reason) => {
                    let reason = serde_json::to_value(reason).unwrap();
                    writeln!(text, "\nis no answer: `{}`.", reason.as_str().unwrap()).unwrap();
                }
            }
        }
    }
    text += "\n## Rule sets\n\nVerdicts rest on the standard set. Reports say where another would change one.\n\n";
    text += "| set | what it changes | fields |\n|---|---|---|\n";
    for set in RuleSet::ALTERNATIVES {
        let fields = [
            (FieldKind::Solution, "solution"),
            (FieldKind::Completion, "completion"),
            (FieldKind::Answer, "answer"),
        ];
        let fields: Vec<&str> =
            fields.into_iter().filter(|(kind, _)| set.applies_to(*kind)).map(|(_, name)| name).collect();
        writeln!(text, "| `{}` | {} | {} |", set.name(), set.purpose(), fields.join(", ")).unwrap();
    }
    text
}

/// A text by indent, its invisible characters written out.
fn quoted(text: &str) -> String {
    let visible = text.replace('\r', "␍").replace('\u{feff}', "U+FEFF ");
    let visible = if visible.trim().is_empty() { visible.replace('\n', "␊") } else { visible };
    visible.lines().fold(String::new(), |all, line| all + format!("    {line}").trim_end() + "\n")
}

#[test]
fn the_document_says_what_the_rules_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/extraction.md");
    let wanted = documented();
    if std::env::var_os("ASSAY_WRITE_DOCUMENTS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "docs/extraction.md is old: run this test with ASSAY_WRITE_DOCUMENTS=1 to write it again"
    );
}
