//! Other inputs than those of the tests, large enough for time and memory to show.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_benchmark::Benchmark;
use assay_python::{Module, PythonVersion};
use assay_sandbox::Limits;
use assay_types::{Digest, TaskId};
use serde::Deserialize;

use super::Inputs;

/// A file of inputs is no larger than this.
const MOST_BYTES: u64 = 64 << 20;

/// Calls that are measured instead of those of the tests. What they return is not judged.
#[derive(Debug, Clone)]
pub struct LargeInputs {
    calls: BTreeMap<TaskId, Inputs>,
    digest: Digest,
    /// CPU time that a sample may use for them, in seconds.
    limit_seconds: u64,
}

/// One line of the file: a task, and either its arguments or a call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    task_id: String,
    arguments: Option<String>,
    call: Option<String>,
}

/// A file of inputs that cannot be used; the user's fault.
#[derive(Debug, thiserror::Error)]
pub enum InputsError {
    /// It cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// A line says nothing usable.
    #[error("{path}, line {line}: {problem}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// It has no line.
    #[error(
        "{path}: no inputs; a line is {{\"task_id\": \"…\", \"arguments\": \"[1] * 1000, 2\"}} or has a \"call\""
    )]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

impl LargeInputs {
    /// Reads a file of JSON Lines: a `task_id`, and `arguments` as Python writes them between the brackets of a call, or a
    /// whole `call` expression of the task's function. Several lines of a task are several calls, in their order.
    pub fn read(path: &Path, benchmark: &Benchmark, limit_seconds: u64) -> Result<Self, InputsError> {
        let failed = |source| InputsError::File { path: path.to_owned(), source };
        if std::fs::metadata(path).map_err(failed)?.len() > MOST_BYTES {
            return Err(failed(std::io::Error::other("it is larger than 64 MB")));
        }
        let text = std::fs::read_to_string(path).map_err(failed)?;
        Self::parse(&text, benchmark, limit_seconds)
            .map_err(|(line, problem)| InputsError::Line { path: path.to_owned(), line, problem })
            .and_then(|inputs| {
                let empty = inputs.calls.is_empty();
                if empty { Err(InputsError::Empty { path: path.to_owned() }) } else { Ok(inputs) }
            })
    }

    fn parse(text: &str, benchmark: &Benchmark, limit_seconds: u64) -> Result<Self, (usize, String)> {
        let mut calls: BTreeMap<TaskId, String> = BTreeMap::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let at = |problem: String| (number + 1, problem);
            let Line { task_id, arguments, call } =
                serde_json::from_str(line).map_err(|error| at(error.to_string()))?;
            let Some(task) = benchmark.tasks.iter().find(|task| task.id.as_str() == task_id) else {
                return Err(at(format!("{} has no task {task_id:?}", benchmark.name)));
            };
            if is_class(&task.prompt, &task.entry_point) {
                return Err(at(format!(
                    "{} is a class, and its instances cannot leave the sample's process: only its own tests can be measured",
                    task.entry_point
                )));
            }
            let call = match (arguments, call) {
                (Some(arguments), None) => format!("{}({arguments})", task.entry_point),
                (None, Some(call)) => call,
                _ => return Err(at("give either \"arguments\" or a \"call\"".to_owned())),
            };
            if !is_call(&call, &task.entry_point) {
                return Err(at(format!("{call:?} is not one call of {}", task.entry_point)));
            }
            let of_task = calls.entry(task.id.clone()).or_default();
            of_task.push_str(call.trim());
            of_task.push('\n');
        }
        Ok(Self {
            calls: calls.into_iter().map(|(task, calls)| (task, Arc::from(calls))).collect(),
            digest: Digest::of(text.as_bytes()),
            limit_seconds,
        })
    }

    /// The calls of a task.
    pub(super) fn of(&self, task: &TaskId) -> Option<&Inputs> {
        self.calls.get(task)
    }

    /// The limits of a trial with them.
    pub(super) fn limits(&self, limits: Limits) -> Limits {
        Limits {
            cpu_seconds: self.limit_seconds,
            wall_milliseconds: self.limit_seconds.saturating_mul(5_000),
            ..limits
        }
    }

    /// Digest of the file.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// How many tasks have inputs.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.calls.len()
    }

    /// CPU time that a sample may use for them, in seconds.
    #[must_use]
    pub fn limit_seconds(&self) -> u64 {
        self.limit_seconds
    }
}

/// Whether the prompt begins a class of that name.
fn is_class(prompt: &str, name: &str) -> bool {
    prompt.lines().filter_map(|line| line.strip_prefix("class ")).any(|line| {
        line.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(['(', ':']))
    })
}

/// Whether a text is one statement, which is a call of that function and nothing else.
fn is_call(text: &str, function: &str) -> bool {
    let text = text.trim();
    let called = text.strip_prefix(function).is_some_and(|rest| rest.trim_start().starts_with('('));
    // One line between brackets that close at its end: no second statement, no operator behind the call.
    let alone = format!("({text}\n)");
    called
        && text.ends_with(')')
        && !text.contains(['\n', '\r'])
        && Module::parse(Arc::from(alone), PythonVersion::PY313).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::{Confidentiality, Task};

    fn benchmark() -> Benchmark {
        let task = Task::asking(TaskId::new("T/0").unwrap(), "f", "def f(): ...\n");
        Benchmark {
            name: "b".into(),
            version: "1".into(),
            digest: Digest::of(b"b"),
            license: "MIT".into(),
            confidentiality: Confidentiality::default(),
            requirements: None,
            tasks: vec![task],
        }
    }

    fn parse(text: &str) -> Result<LargeInputs, (usize, String)> {
        LargeInputs::parse(text, &benchmark(), 10)
    }

    #[test]
    fn arguments_and_calls_become_the_tests_of_a_task() {
        let inputs = parse(
            "{\"task_id\": \"T/0\", \"arguments\": \"[1] * 10, key=2\"}\n\n{\"task_id\": \"T/0\", \"call\": \"f(range(9))\"}\n",
        )
        .unwrap();
        assert_eq!(&**inputs.of(&benchmark().tasks[0].id).unwrap(), "f([1] * 10, key=2)\nf(range(9))\n");
    }

    #[test]
    fn the_methods_of_a_class_cannot_be_given_inputs() {
        let mut benchmark = benchmark();
        benchmark.tasks[0].prompt = "class f:\n    def g(self): ...\n".into();
        let line = r#"{"task_id": "T/0", "call": "f().g()"}"#;
        let (number, problem) = LargeInputs::parse(line, &benchmark, 10).unwrap_err();
        assert!(number == 1 && problem.contains("f is a class"), "{problem}");
    }

    #[test]
    fn what_is_no_call_is_told_with_its_line() {
        for (line, problem) in [
            (r#"{"task_id": "T/1", "arguments": "1"}"#, "no task"),
            (r#"{"task_id": "T/0"}"#, "either"),
            (r#"{"task_id": "T/0", "arguments": "1", "call": "f(1)"}"#, "either"),
            (r#"{"task_id": "T/0", "arguments": "1); import os; f(1"}"#, "not one call"),
            (r#"{"task_id": "T/0", "call": "g(1)"}"#, "not one call"),
            (r#"{"task_id": "T/0", "arguments": "1,,"}"#, "not one call"),
            ("{", "EOF"),
        ] {
            let (number, found) = parse(&format!("\n{line}")).unwrap_err();
            assert!(number == 2 && found.contains(problem), "{line}: {number} {found}");
        }
    }
}
