//! assay's own format: a folder with `benchmark.toml` and one folder per task (docs in benchmarks/starter/README.md).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_types::{Confidentiality, Digest, Isolation, Requirements, Task, TaskId};
use include_dir::{Dir, DirEntry};
use serde::Deserialize;

use crate::{Benchmark, BenchmarkError};

/// The version of the format that this assay reads.
const FORMAT: u32 = 1;
/// Nothing in a benchmark's folder is larger.
const FILE_BYTES: u64 = 64 << 20;

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
    entry_point: String,
    #[serde(default)]
    isolation: Isolation,
    difficulty: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
}

/// Reads a folder.
pub(crate) fn from_folder(folder: &Path) -> Result<Benchmark, BenchmarkError> {
    let mut files = BTreeMap::new();
    collect(folder, Path::new(""), &mut files)?;
    read(folder, &files)
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

fn collect(folder: &Path, inner: &Path, files: &mut BTreeMap<PathBuf, String>) -> Result<(), BenchmarkError> {
    let path = folder.join(inner);
    for entry in fs::read_dir(&path).map_err(BenchmarkError::read(&path))? {
        let entry = entry.map_err(BenchmarkError::read(&path))?;
        let inner = inner.join(entry.file_name());
        if !of_benchmark(&inner) {
            continue;
        }
        let kind = entry.file_type().map_err(BenchmarkError::read(&path))?;
        let path = entry.path();
        if kind.is_dir() {
            collect(folder, &inner, files)?;
        } else if kind.is_file() {
            let size = entry.metadata().map_err(BenchmarkError::read(&path))?.len();
            if size > FILE_BYTES {
                return Err(BenchmarkError::file(&path, "the file is larger than 64 MiB"));
            }
            let bytes = fs::read(&path).map_err(BenchmarkError::read(&path))?;
            let text = String::from_utf8(bytes).map_err(|_| BenchmarkError::file(&path, "not UTF-8"))?;
            files.insert(inner, text);
        } else {
            // Passed over, it would take its task along without a word.
            let problem =
                "neither a file nor a folder; where it is a link, put what it points to in its place";
            return Err(BenchmarkError::file(&path, problem));
        }
    }
    Ok(())
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

fn task(root: &Path, files: &BTreeMap<PathBuf, String>, name: &str) -> Result<Task, BenchmarkError> {
    let folder = Path::new("tasks").join(name);
    let text = |file: &str| {
        let path = folder.join(file);
        files
            .get(&path)
            .cloned()
            .ok_or_else(|| BenchmarkError::file(&root.join(&path), "this file of the task is missing"))
    };
    let id =
        TaskId::new(name).map_err(|error| BenchmarkError::file(&root.join(&folder), error.to_string()))?;
    let head: TaskFile = parse(&root.join(folder.join("task.toml")), &text("task.toml")?)?;
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
        entry_point: head.entry_point,
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
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() as u64 + 1);
        BenchmarkError::line(path, line, error.message().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_starter_reads_the_same_from_the_program_and_from_its_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/starter");
        let from_folder = from_folder(&folder).unwrap();
        let included = crate::known_by_name("starter").unwrap().load(Path::new("/nowhere")).unwrap();
        assert_eq!(from_folder.digest, included.digest);
        assert_eq!((included.name.as_str(), included.tasks.len()), ("starter", 6));
        assert!(included.tasks.iter().all(|task| !task.wrong.is_empty()));
    }

    #[test]
    fn a_mistake_is_said_with_its_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let message = || from_folder(folder.path()).unwrap_err().to_string();
        fs::create_dir_all(folder.path()).unwrap();
        assert!(message().contains("no benchmark.toml"), "{}", message());
        write("benchmark.toml", "format = 1\nname = \"x\"\nversion = \"1\"\nlicence = \"MIT\"\n");
        assert!(message().contains("benchmark.toml:4: unknown field `licence`"), "{}", message());
        write("benchmark.toml", "format = 1\nname = \"x\"\nversion = \"1\"\nlicense = \"MIT\"\n");
        assert!(message().contains("there is no task"), "{}", message());
        write("tasks/a/task.toml", "entry_point = \"f\"\n");
        assert!(message().contains("tasks/a/prompt.py: this file of the task is missing"), "{}", message());
    }

    #[test]
    fn no_task_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("benchmark.toml", "format = 1\nname = \"x\"\nversion = \"1\"\nlicense = \"MIT\"\n");
        for task in ["a", "tasks"] {
            write(&format!("tasks/{task}/task.toml"), "entry_point = \"f\"\n");
            for file in ["prompt.py", "reference.py", "tests.py"] {
                write(&format!("tasks/{task}/{file}"), "");
            }
        }
        let names: Vec<String> =
            from_folder(folder.path()).unwrap().tasks.iter().map(|task| task.id.to_string()).collect();
        assert_eq!(names, ["a", "tasks"]);
        std::os::unix::fs::symlink("a", folder.path().join("tasks/b")).unwrap();
        let message = from_folder(folder.path()).unwrap_err().to_string();
        assert!(message.contains("tasks/b: neither a file nor a folder"), "{message}");
    }
}
