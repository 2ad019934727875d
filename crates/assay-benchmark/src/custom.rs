//! assay's own format: a folder with `benchmark.toml` and one folder per task (docs in benchmarks/starter/README.md).

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_types::{Confidentiality, Digest, Isolation, Requirements, Task, TaskId};
use include_dir::{Dir, DirEntry};
use serde::Deserialize;
use toml::Spanned;

use crate::limits::{FOLDER_BYTES, FOLDER_DEPTH, FOLDER_FILE_BYTES, FOLDER_FILES, size};
use crate::{Benchmark, BenchmarkError, entry_point};

/// The version of the format that this assay reads.
const FORMAT: u32 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BenchmarkFile {
    format: u32,
    name: String,
    version: String,
    #[serde(default, rename = "description")]
    _description: String,
    license: String,
    #[serde(default)]
    confidentiality: Confidentiality,
    /// Modules loaded before any sample.
    #[serde(default)]
    warm: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskFile {
    entry_point: Spanned<String>,
    #[serde(default)]
    isolation: Isolation,
    difficulty: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
}

/// Reads a folder.
pub(crate) fn from_folder(folder: &Path) -> Result<Benchmark, BenchmarkError> {
    let mut found = Found::default();
    found.collect(folder, Path::new(""))?;
    read(folder, &found.files)
}

/// Reads a folder that is part of the program.
pub(crate) fn from_included(folder: &Dir<'static>) -> Result<Benchmark, BenchmarkError> {
    let mut files = BTreeMap::new();
    let mut waiting = vec![folder];
    while let Some(folder) = waiting.pop() {
        for entry in folder.entries() {
            match entry {
                DirEntry::Dir(inner) => waiting.push(inner),
                DirEntry::File(file) => {
                    let path = file.path().to_owned();
                    if of_benchmark(&path) {
                        let text =
                            file.contents_utf8().ok_or_else(|| BenchmarkError::file(&path, "not UTF-8"))?;
                        files.insert(path, text.to_owned());
                    }
                }
            }
        }
    }
    read(Path::new("starter"), &files)
}

/// Only these files make the benchmark; samples and notes beside them do not change its digest.
fn of_benchmark(path: &Path) -> bool {
    path == Path::new("benchmark.toml")
        || path == Path::new("requirements.txt")
        || (path.starts_with("tasks") && !path.components().any(|part| part.as_os_str() == "__pycache__"))
}

/// What a folder holds, within limits.
#[derive(Default)]
struct Found {
    files: BTreeMap<PathBuf, String>,
    bytes: u64,
}

impl Found {
    fn collect(&mut self, folder: &Path, inner: &Path) -> Result<(), BenchmarkError> {
        let path = folder.join(inner);
        if inner.components().count() > FOLDER_DEPTH {
            let problem = format!("more than {FOLDER_DEPTH} folders deep, which no benchmark is");
            return Err(BenchmarkError::file(&path, problem));
        }
        for entry in fs::read_dir(&path).map_err(BenchmarkError::read(&path))? {
            let entry = entry.map_err(BenchmarkError::read(&path))?;
            let inner = inner.join(entry.file_name());
            if !of_benchmark(&inner) {
                continue;
            }
            let (kind, path) = (entry.file_type().map_err(BenchmarkError::read(&path))?, entry.path());
            if entry.file_name().to_str().is_none() {
                return Err(BenchmarkError::file(&path, "its name is not UTF-8: rename it"));
            } else if kind.is_dir() {
                let before = self.files.len();
                self.collect(folder, &inner)?;
                if self.files.len() == before && is_task_folder(&inner) {
                    return Err(BenchmarkError::file(&path, "this task's folder holds no file; remove it"));
                }
            } else if kind.is_file() {
                let text = self.text(&path)?;
                self.files.insert(inner, text);
            } else {
                // Passed over, it would take its task along without a word.
                let problem =
                    "neither a file nor a folder; where it is a link, put what it points to in its place";
                return Err(BenchmarkError::file(&path, problem));
            }
        }
        Ok(())
    }

    fn text(&mut self, path: &Path) -> Result<String, BenchmarkError> {
        let refused = |problem: String| Err(BenchmarkError::file(path, problem));
        if self.files.len() == FOLDER_FILES {
            return refused(format!("the benchmark has more than {FOLDER_FILES} files; split it"));
        }
        // Read no further than allowed, whatever size the file claims to have.
        let mut bytes = Vec::new();
        let read =
            fs::File::open(path).and_then(|file| file.take(FOLDER_FILE_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(BenchmarkError::read(path))?;
        if bytes.len() as u64 > FOLDER_FILE_BYTES {
            return refused(format!("the file is larger than {}", size(FOLDER_FILE_BYTES)));
        }
        self.bytes += bytes.len() as u64;
        if self.bytes > FOLDER_BYTES {
            return refused(format!(
                "with this file the benchmark is larger than {}; split it",
                size(FOLDER_BYTES)
            ));
        }
        String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            BenchmarkError::task(path, line_of(error.as_bytes(), good), "not UTF-8: write this file as UTF-8")
        })
    }
}

/// The line of a place, from 1.
fn line_of(bytes: &[u8], place: usize) -> u64 {
    bytes[..place].split(|byte| *byte == b'\n').count() as u64
}

fn read(root: &Path, files: &BTreeMap<PathBuf, String>) -> Result<Benchmark, BenchmarkError> {
    let head = files.get(Path::new("benchmark.toml")).ok_or_else(|| {
        BenchmarkError::file(
            root,
            "no benchmark.toml in this folder; benchmarks/starter shows what a benchmark looks like",
        )
    })?;
    let head: BenchmarkFile = parse(&root.join("benchmark.toml"), head)?;
    if head.format != FORMAT {
        let problem = format!("format {} is not one that this assay reads (it reads {FORMAT})", head.format);
        return Err(BenchmarkError::file(&root.join("benchmark.toml"), problem));
    }
    let mut names: Vec<String> = files.keys().filter_map(|path| task_folder(path)).collect();
    names.dedup();
    let tasks = names.iter().map(|name| task(root, files, name)).collect::<Result<Vec<_>, _>>()?;
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

/// Whether a path is that of a task's folder.
fn is_task_folder(path: &Path) -> bool {
    path.strip_prefix("tasks").is_ok_and(|inner| inner.components().count() == 1)
}

fn task(root: &Path, files: &BTreeMap<PathBuf, String>, name: &str) -> Result<Task, BenchmarkError> {
    let folder = Path::new("tasks").join(name);
    let text = |file: &str| {
        let path = folder.join(file);
        files.get(&path).cloned().ok_or_else(|| {
            BenchmarkError::file(&root.join(&path), "this file of the task is missing: add it")
        })
    };
    let id =
        TaskId::new(name).map_err(|error| BenchmarkError::file(&root.join(&folder), error.to_string()))?;
    let (head_path, head_text) = (root.join(folder.join("task.toml")), text("task.toml")?);
    let head: TaskFile = parse(&head_path, &head_text)?;
    entry_point::check(head.entry_point.get_ref()).map_err(|problem| {
        let line = line_of(head_text.as_bytes(), head.entry_point.span().start);
        BenchmarkError::task(&head_path, line, problem)
    })?;
    let wrong = files
        .iter()
        .filter(|(path, _)| {
            path.starts_with(folder.join("wrong")) && path.extension().is_some_and(|end| end == "py")
        })
        .map(|(path, text)| {
            let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            (name, Arc::from(text.as_str()))
        })
        .collect();
    Ok(Task {
        id,
        prompt: Arc::from(text("prompt.py")?),
        entry_point: head.entry_point.into_inner(),
        reference: Arc::from(text("reference.py")?),
        tests: Arc::from(text("tests.py")?),
        wrong,
        isolation: head.isolation,
        difficulty: head.difficulty,
        tags: head.tags,
    })
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T, BenchmarkError> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text.as_bytes(), span.start));
        // The message may quote the file.
        let problem: String = error.message().chars().take(300).collect();
        BenchmarkError::task(path, line, problem)
    })
}

#[cfg(test)]
mod tests;
