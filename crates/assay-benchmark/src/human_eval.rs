//! HumanEval's file format (Chen et al. 2021, arXiv:2107.03374): JSON Lines with `prompt`, `canonical_solution`,
//! `test` (a `check(candidate)`) and `entry_point`.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use assay_types::{Confidentiality, Digest, Isolation, Task, TaskId};
use serde::Deserialize;

use crate::{Benchmark, BenchmarkError, lines};

#[derive(Deserialize)]
struct Record {
    task_id: String,
    prompt: String,
    entry_point: String,
    canonical_solution: String,
    test: String,
}

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
    let mut seen = HashSet::new();
    lines::for_each(path, bytes, |line, record: Record| {
        let wrong = |problem: String| BenchmarkError::line(path, line, problem);
        let id = TaskId::new(&record.task_id).map_err(|error| wrong(error.to_string()))?;
        if !seen.insert(id.clone()) {
            return Err(wrong(format!("the task {id} stands here a second time")));
        }
        tasks.push(Task {
            reference: Arc::from(format!("{}{}", record.prompt, record.canonical_solution)),
            prompt: Arc::from(record.prompt),
            id,
            entry_point: record.entry_point,
            tests: Arc::from(record.test),
            wrong: Vec::new(),
            isolation: Isolation::Split,
            difficulty: None,
            tags: Vec::new(),
        });
        Ok(())
    })?;
    if tasks.is_empty() {
        return Err(BenchmarkError::file(path, "the file holds no task"));
    }
    Ok(tasks)
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
