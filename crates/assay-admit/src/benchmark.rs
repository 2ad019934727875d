//! What was admitted as a benchmark on disk (docs/maintenance-tasks.md).

use std::fs;
use std::path::Path;
use std::sync::Arc;

use assay_benchmark::maintenance::{self, MaintenanceBenchmark, RepositoryTask};
use assay_mine::{Candidate, Snapshots};
use assay_types::Confidentiality;

use crate::admission::Verdict;
use crate::admit::Admitted;
use crate::error::AdmitError;

/// The version of a benchmark that was just admitted.
const VERSION: &str = "1";

/// The admitted candidates as tasks, in their order. `repository` is a local clone, `name` where it is known, such as
/// `tkem/cachetools`: it is in each task's id.
pub fn benchmark(
    admitted: &Admitted,
    candidates: &[Candidate],
    repository: &Path,
    name: &str,
) -> Result<MaintenanceBenchmark, AdmitError> {
    let snapshots = Snapshots::open(repository)?;
    let mut tasks = Vec::new();
    for admission in &admitted.admissions {
        let Verdict::Admitted(oracle) = &admission.verdict else { continue };
        let refused =
            |problem: String| AdmitError::NoTask { candidate: admission.candidate.clone(), problem };
        let candidate = candidates.iter().find(|candidate| candidate.id == admission.candidate);
        let candidate = candidate.ok_or_else(|| refused("its candidate is not in the list".to_owned()))?;
        let parent = snapshots.files(&candidate.parent)?;
        let parent = parent.ok_or_else(|| refused(format!("{} is not in the clone", candidate.parent)))?;
        let task = oracle.task(candidate, name).map_err(|error| refused(error.to_string()))?;
        let task = RepositoryTask::new(task, Arc::new(parent)).map_err(|error| refused(error.to_string()))?;
        tasks.push(task);
    }
    Ok(MaintenanceBenchmark {
        name: name.to_owned(),
        version: VERSION.to_owned(),
        confidentiality: Confidentiality::Public,
        tasks,
    })
}

/// Writes a benchmark into a folder; one that was written there before, and is another, is replaced. Nothing is written of one
/// without a task.
pub fn write_benchmark(folder: &Path, benchmark: &MaintenanceBenchmark) -> Result<(), AdmitError> {
    if folder.exists() {
        let before = maintenance::load(folder)?;
        if before == *benchmark {
            return Ok(());
        }
        fs::remove_dir_all(folder)
            .map_err(|source| AdmitError::Storage { path: folder.to_owned(), source })?;
    }
    if !benchmark.tasks.is_empty() {
        maintenance::write(folder, benchmark)?;
    }
    Ok(())
}
