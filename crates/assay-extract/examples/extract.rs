//! Extracts answers from JSON Lines: `{"entry_point", "prompt", "field", "raw", "rules"?}` on standard input, one line of
//! `{"rule", "edits", "module"?, "no_answer"?}` for each on standard output. For scripts that look at many answers.

use std::io::{BufRead, Write, stdin, stdout};
use std::sync::Arc;

use assay_extract::{RuleSet, extract_by};
use assay_types::{FieldKind, Sample, Task, TaskId};
use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    entry_point: String,
    prompt: String,
    field: FieldKind,
    raw: String,
    rules: Option<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let Line { entry_point, prompt, field, raw, rules } = serde_json::from_str(&line?)?;
        let set = RuleSet::ALTERNATIVES.into_iter().find(|set| Some(set.name()) == rules.as_deref());
        let task = Task::asking(TaskId::new("task")?, &entry_point, &prompt);
        let sample = Sample {
            task: task.id.clone(),
            repetition: 0,
            field,
            raw: Arc::from(raw),
            finish: None,
            line: 1,
        };
        let made = extract_by(set.unwrap_or(RuleSet::Standard), &task, &sample);
        let (module, reason) = (made.module.as_deref().ok(), made.module.as_ref().err());
        let written = serde_json::json!({
            "rule": made.rule, "edits": made.edits, "module": module, "no_answer": reason,
        });
        writeln!(out, "{written}")?;
    }
    Ok(())
}
