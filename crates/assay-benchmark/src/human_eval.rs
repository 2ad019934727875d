//! HumanEval's file format (Chen et al. 2021, arXiv:2107.03374): JSON Lines with `prompt`, `canonical_solution`,
//! `test` (a `check(candidate)`) and `entry_point`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use assay_types::{Confidentiality, Digest, Task, TaskId};

use crate::limits::{LINE_BYTES, LineLimits, size};
use crate::lines::{Line, Lines};
use crate::object::Object;
use crate::{Benchmark, BenchmarkError, entry_point, lines};

/// Reads a file in HumanEval's format that is not one of the known benchmarks.
pub(crate) fn from_file(path: &Path) -> Result<Benchmark, BenchmarkError> {
    let (bytes, digest) = lines::read_file(path)?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(Benchmark {
        name,
        version: digest.to_string().chars().take(12).collect(),
        digest,
        license: "unknown".into(),
        confidentiality: Confidentiality::LocalOnly,
        requirements: None,
        tasks: tasks(path, &bytes)?,
    })
}

/// Reads the tasks.
pub(crate) fn tasks(path: &Path, bytes: &[u8]) -> Result<Vec<Task>, BenchmarkError> {
    let mut tasks = Vec::new();
    let mut seen: HashMap<TaskId, u64> = HashMap::new();
    let mut lines = Lines::new(path, bytes, LineLimits::USUAL);
    while let Some(line) = lines.next()? {
        let wrong = |problem: String| BenchmarkError::task(path, line.number, problem);
        let task = task(&line).map_err(wrong)?;
        if let Some(first) = seen.insert(task.id.clone(), line.number) {
            let problem = format!("the task {} stands here a second time (first on line {first})", task.id);
            return Err(wrong(problem));
        }
        tasks.push(task);
    }
    if tasks.is_empty() {
        return Err(BenchmarkError::file(
            path,
            "the file holds no task: it must have one JSON object a line",
        ));
    }
    Ok(tasks)
}

fn task(line: &Line<'_>) -> Result<Task, String> {
    if line.too_long {
        return Err(format!("the line is longer than {}", size(LINE_BYTES)));
    }
    let mut record = Object::read(line.text, line.indent).map_err(|(_, problem)| problem)?;
    let id = TaskId::new(&record.text("task_id")?).map_err(|error| error.to_string())?;
    let name = record.text("entry_point")?;
    entry_point::check(&name)?;
    let prompt = record.text("prompt")?;
    Ok(Task {
        reference: Arc::from(format!("{prompt}{}", record.text("canonical_solution")?)),
        tests: Arc::from(record.text("test")?),
        ..Task::asking(id, &name, &prompt)
    })
}

/// The known HumanEval, from its locked file.
pub(crate) fn locked(
    name: &str,
    version: &str,
    license: &str,
    path: &Path,
    expected: &str,
) -> Result<Benchmark, BenchmarkError> {
    let (bytes, digest) = lines::read_file(path)?;
    check_digest(path, digest, expected)?;
    Ok(Benchmark {
        name: name.to_owned(),
        version: version.to_owned(),
        digest,
        license: license.to_owned(),
        confidentiality: Confidentiality::Public,
        requirements: None,
        tasks: tasks(path, &bytes)?,
    })
}

fn check_digest(path: &Path, found: Digest, expected: &str) -> Result<(), BenchmarkError> {
    let found = found.to_string();
    if found == expected {
        return Ok(());
    }
    Err(BenchmarkError::Digest { path: path.to_owned(), found, expected: expected.to_owned() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(lines: &[&str]) -> Result<usize, String> {
        let read = tasks(Path::new("own.jsonl"), lines.join("\n").as_bytes());
        read.map(|tasks| tasks.len()).map_err(|error| error.to_string())
    }

    fn line(id: &str, entry_point: &str) -> String {
        let record = serde_json::json!({
            "task_id": id, "prompt": "", "entry_point": entry_point, "canonical_solution": "", "test": ""
        });
        record.to_string()
    }

    #[test]
    fn ordinary_tasks_are_read() {
        assert_eq!(read(&[&line("HumanEval/12", "f"), "", &line("b", "Class")]), Ok(2));
    }

    #[test]
    fn what_is_wrong_with_a_task_is_said_with_its_line() {
        let good = line("a", "f");
        let cases = [
            (line("a", "f"), "own.jsonl:2: the task a stands here a second time (first on line 1)"),
            (line("../a", "f"), "own.jsonl:2: \"../a\" cannot be a task id"),
            (line("a\\b", "f"), "own.jsonl:2: \"a\\\\b\" cannot be a task id"),
            (line("b", "f; import os"), "own.jsonl:2: `entry_point` must be a name that Python can define"),
            (line("b", "f").replace("\"test\"", "\"tests\""), "own.jsonl:2: the record has no `test`"),
            (line("b", "f").replace('{', "{\"test\": \"\", "), "own.jsonl:2: the same key twice: \"test\""),
            (line("b", "f").replace("\"f\"", "NaN"), "own.jsonl:2: expected value: JSON has no NaN"),
            (
                line("b", "f").replace("\"f\"", "[]"),
                "own.jsonl:2: `entry_point` must be a text, and is a list",
            ),
        ];
        for (bad, message) in cases {
            let said = read(&[&good, &bad]).unwrap_err();
            assert!(said.starts_with(message), "{said}");
            assert!(said.ends_with("mend it there"), "{said}");
        }
        assert!(read(&[]).unwrap_err().starts_with("own.jsonl: the file holds no task"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_tasks_or_a_message(
            bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(&b"{}\":,\n\\"[..])], 0..300)
        ) {
            let said = tasks(Path::new("own.jsonl"), &bytes).unwrap_err().to_string();
            prop_assert!(said.starts_with("own.jsonl:"), "{}", said);
        }
    }
}
