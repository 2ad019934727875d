//! assay's own format: a folder with `benchmark.toml` and one folder per task (docs/your-own-benchmark.md).

mod cases;
mod folder;
mod literal;
mod settings;
mod start;
mod task;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_types::{Digest, Requirements, Task, TaskId};
use include_dir::{Dir, DirEntry};

use self::folder::{Found, of_benchmark};
use self::settings::{BenchmarkFile, FORMAT, parse};
use crate::{Benchmark, BenchmarkError};

pub use cases::made_of_cases;
pub use settings::schemas;
pub use start::start;

/// Reads a folder.
pub(crate) fn from_folder(folder: &Path) -> Result<Benchmark, BenchmarkError> {
    let mut found = Found::default();
    found.collect(folder, Path::new(""))?;
    read(folder, &found.files)
}

/// Reads a folder that is part of the program.
pub(crate) fn from_included(folder: &Dir<'static>) -> Result<Benchmark, BenchmarkError> {
    let mut files = BTreeMap::new();
    for (path, bytes) in included(folder).into_iter().filter(|(path, _)| of_benchmark(path)) {
        let text = std::str::from_utf8(bytes).map_err(|_| BenchmarkError::file(path, "not UTF-8"))?;
        files.insert(path.to_owned(), text.to_owned());
    }
    read(Path::new("starter"), &files)
}

/// Every file of a folder that is part of the program.
fn included(folder: &Dir<'static>) -> Vec<(&'static Path, &'static [u8])> {
    let mut files = Vec::new();
    let mut waiting = vec![folder.entries()];
    while let Some(entries) = waiting.pop() {
        for entry in entries {
            match entry {
                DirEntry::Dir(inner) => waiting.push(inner.entries()),
                DirEntry::File(file) => files.push((file.path(), file.contents())),
            }
        }
    }
    files
}

fn read(root: &Path, files: &BTreeMap<PathBuf, String>) -> Result<Benchmark, BenchmarkError> {
    let head = files.get(Path::new("benchmark.toml")).ok_or_else(|| {
        BenchmarkError::file(
            root,
            "no benchmark.toml in this folder; `assay benchmark init FOLDER` starts a benchmark that has one",
        )
    })?;
    let head: BenchmarkFile = parse(&root.join("benchmark.toml"), head)?;
    if head.format != FORMAT {
        let problem = format!("format {} is not one that this assay reads (it reads {FORMAT})", head.format);
        return Err(BenchmarkError::file(&root.join("benchmark.toml"), problem));
    }
    let tasks = tasks(root, files)?;
    if tasks.is_empty() {
        return Err(BenchmarkError::file(&root.join("tasks"), "there is no task in this folder"));
    }
    let parts: Vec<String> =
        files.iter().flat_map(|(path, text)| [path.display().to_string(), text.clone()]).collect();
    Ok(Benchmark {
        name: head.name,
        version: head.version,
        digest: Digest::of_parts(&parts),
        license: head.license,
        confidentiality: head.confidentiality,
        requirements: requirements(root, files, head.warm)?,
        tasks,
    })
}

/// The tasks in the order of their folders' names.
fn tasks(root: &Path, files: &BTreeMap<PathBuf, String>) -> Result<Vec<Task>, BenchmarkError> {
    let mut names: Vec<String> = files.keys().filter_map(|path| task_folder(path)).collect();
    names.dedup();
    let mut seen: BTreeMap<TaskId, String> = BTreeMap::new();
    let mut tasks = Vec::new();
    for name in names {
        let (task, line) = task::read(root, files, &name)?;
        if let Some(first) = seen.insert(task.id.clone(), name.clone()) {
            let problem = format!("the task {} is there already, in tasks/{first}/task.toml", task.id);
            let path = root.join("tasks").join(name).join("task.toml");
            return Err(BenchmarkError::task(&path, line, problem));
        }
        tasks.push(task);
    }
    Ok(tasks)
}

/// The packages in `requirements.txt`, where there is one.
fn requirements(
    root: &Path,
    files: &BTreeMap<PathBuf, String>,
    warm: Vec<String>,
) -> Result<Option<Requirements>, BenchmarkError> {
    let lock = files.get(Path::new("requirements.txt"));
    let dotted = |name: &String| name.split('.').all(is_identifier);
    if let Some(name) = warm.iter().find(|name| !dotted(name)) {
        let problem = format!("warm names the module {name:?}, which is no module's name");
        return Err(BenchmarkError::file(&root.join("benchmark.toml"), problem));
    }
    if lock.is_none() && warm.is_empty() {
        return Ok(None);
    }
    Ok(Some(Requirements { lock: Arc::from(lock.map_or("", String::as_str)), warm }))
}

/// Whether a text is a name of Python's, keywords aside.
fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(|character| character.is_alphanumeric() || character == '_')
}

/// The folder's name of a file of a task.
fn task_folder(path: &Path) -> Option<String> {
    let mut parts = path.strip_prefix("tasks").ok()?.components();
    let name = parts.next()?.as_os_str().to_string_lossy().into_owned();
    parts.next().is_some().then_some(name)
}

#[cfg(test)]
mod tests;
