//! Answers as models write them, each with the module that it must become. `corpus/` holds them by topic; add one by
//! copying a neighbour.
#![allow(clippy::unwrap_used, reason = "a test may end here")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_extract::extract;
use assay_types::{FieldKind, NoAnswerReason, Sample, Task, TaskId};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Topic {
    answer: Vec<Case>,
}

/// An answer and what it must become.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What is special about it.
    name: String,
    field: FieldKind,
    entry_point: String,
    #[serde(default)]
    prompt: String,
    raw: String,
    /// What it must become.
    module: Option<String>,
    /// Why there is none.
    no_answer: Option<NoAnswerReason>,
    /// The rules that must fire, where that is part of the case: the one that finds the module, then the others.
    rules: Option<Vec<String>>,
}

impl Case {
    fn check(&self) -> Result<(), String> {
        let task = Task::asking(TaskId::new("task").unwrap(), &self.entry_point, &self.prompt);
        let sample = Sample {
            task: task.id.clone(),
            repetition: 0,
            field: self.field,
            raw: Arc::from(self.raw.as_str()),
            finish: None,
            line: 1,
        };
        let made = extract(&task, &sample);
        let expected = match (&self.module, self.no_answer) {
            (Some(module), None) => Ok(module.as_str()),
            (None, Some(reason)) => Err(reason),
            _ => return Err("a case has either a module or a reason".to_owned()),
        };
        if made.module.as_deref().map_err(|reason| *reason) != expected {
            return Err(format!("expected {expected:?}\n     got {made:?}"));
        }
        let fired: Vec<&str> = [made.rule].into_iter().chain(made.edits).collect();
        match &self.rules {
            Some(rules) if *rules != fired => Err(format!("expected {rules:?}\n     got {fired:?}")),
            _ => Ok(()),
        }
    }
}

fn topics() -> Vec<(PathBuf, Topic)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: &Path| {
        toml::from_str(&fs::read_to_string(path).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

#[test]
fn every_answer_becomes_what_it_should() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (path, topic) in topics() {
        for case in &topic.answer {
            count += 1;
            if let Err(failure) = case.check() {
                let topic = path.file_stem().unwrap_or_default().display();
                failures.push(format!("{topic}: {}: {failure}", case.name));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} fail:\n{}", failures.len(), failures.join("\n"));
}
