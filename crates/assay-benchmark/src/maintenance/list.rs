//! A benchmark's folder: `benchmark.json`, and a folder for each task below `tasks`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assay_store::write_file;
use assay_types::acts_or_hides;

use super::form::{self, BenchmarkFile, SCHEMA_VERSION};
use super::task::{UNFINISHED, bytes, folder_id, load_task, write_task};
use super::{BENCHMARK_TASKS, MaintenanceBenchmark};
use crate::BenchmarkError;
use crate::limits::FOLDER_FILE_BYTES;

const FILE: &str = "benchmark.json";
const TASKS: &str = "tasks";

/// Reads a benchmark. Its list and its folders of tasks must be the same.
pub fn load(folder: &Path) -> Result<MaintenanceBenchmark, BenchmarkError> {
    let path = folder.join(FILE);
    if !path.exists() {
        return Err(BenchmarkError::file(
            folder,
            "no benchmark.json in this folder: it is no benchmark of maintenance tasks (docs/maintenance-tasks.md)",
        ));
    }
    let form: BenchmarkFile = form::parse(&path, &bytes(&path, FOLDER_FILE_BYTES)?)?;
    let refused = |problem: String| Err(BenchmarkError::file(&path, problem));
    for (name, word) in [("name", &form.name), ("version", &form.version)] {
        if word.trim().is_empty() || word.len() > 200 || word.chars().any(acts_or_hides) {
            return refused(format!("`{name}` must be a short text that can be printed"));
        }
    }
    if form.tasks.is_empty() || form.tasks.len() > BENCHMARK_TASKS {
        return refused(format!("it must list from 1 to {BENCHMARK_TASKS} tasks"));
    }
    let mut seen = BTreeSet::new();
    let mut tasks = Vec::new();
    for id in &form.tasks {
        let id = folder_id(&path, id)?;
        if !seen.insert(id.clone()) {
            return refused(format!("it lists the task {id} twice"));
        }
        let inner = folder.join(TASKS).join(id.as_str());
        let task = load_task(&inner)?;
        if *task.id() != id {
            let problem = format!("the task in this folder is {}: a folder has its task's name", task.id());
            return Err(BenchmarkError::file(&inner, problem));
        }
        tasks.push(task);
    }
    let inner = folder.join(TASKS);
    for entry in fs::read_dir(&inner).map_err(BenchmarkError::read(&inner))? {
        let entry = entry.map_err(BenchmarkError::read(&inner))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // Passed over, a task would be missing without a word.
        if !name.starts_with(UNFINISHED) && !seen.iter().any(|id| id.as_str() == name) {
            return Err(BenchmarkError::file(
                &entry.path(),
                "benchmark.json does not list it: list it there, or remove it",
            ));
        }
    }
    Ok(MaintenanceBenchmark {
        name: form.name,
        version: form.version,
        confidentiality: form.confidentiality,
        tasks,
    })
}

/// Writes a benchmark into a folder that has none yet, its list last.
pub fn write(folder: &Path, benchmark: &MaintenanceBenchmark) -> Result<(), BenchmarkError> {
    let path = folder.join(FILE);
    if path.exists() {
        return Err(BenchmarkError::file(&path, "there is a benchmark already: write into a new folder"));
    }
    let tasks = folder.join(TASKS);
    fs::create_dir_all(&tasks).map_err(BenchmarkError::write(&tasks))?;
    for task in &benchmark.tasks {
        write_task(&tasks, task)?;
    }
    let form = BenchmarkFile {
        schema_version: SCHEMA_VERSION,
        name: benchmark.name.clone(),
        version: benchmark.version.clone(),
        confidentiality: benchmark.confidentiality.clone(),
        tasks: benchmark.tasks.iter().map(|task| task.id().to_string()).collect(),
    };
    let text = form::text(&form).map_err(|error| BenchmarkError::file(&path, error.to_string()))?;
    write_file(&path, &text).map_err(BenchmarkError::write(&path))
}
