//! What was admitted as a benchmark on disk (docs/maintenance-tasks.md).

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use assay_benchmark::maintenance::{self, MaintenanceBenchmark, RepositoryTask};
use assay_mine::{Candidate, MineError, Snapshots};
use assay_types::Confidentiality;

use crate::admission::{AdmittedOracle, Verdict};
use crate::admit::Admitted;
use crate::error::AdmitError;

/// The version of a benchmark that was just admitted.
const VERSION: &str = "1";
/// Where a benchmark is written before it takes its place.
const UNFINISHED: &str = ".assay-unfinished-benchmark";

/// The admitted candidates as tasks, in their order, and why others of them make none. `repository` is a local clone, `name` where it
/// is known, such as `tkem/cachetools`: it is in each task's id. Who may see the tasks is in none.
pub fn benchmark(
    admitted: &Admitted,
    candidates: &[Candidate],
    repository: &Path,
    name: &str,
    confidentiality: Confidentiality,
) -> Result<(MaintenanceBenchmark, Vec<AdmitError>), AdmitError> {
    let snapshots = Snapshots::open(repository)?;
    let (mut tasks, mut refused) = (Vec::new(), Vec::new());
    for admission in &admitted.admissions {
        let Verdict::Admitted(oracle) = &admission.verdict else { continue };
        match task(oracle, &admission.candidate, candidates, &snapshots, name)? {
            Ok(task) => tasks.push(task),
            Err(problem) => {
                refused.push(AdmitError::NoTask { candidate: admission.candidate.clone(), problem });
            }
        }
    }
    let benchmark =
        MaintenanceBenchmark { name: name.to_owned(), version: VERSION.to_owned(), confidentiality, tasks };
    Ok((benchmark, refused))
}

/// The task that an admission makes, or why it makes none.
fn task(
    oracle: &AdmittedOracle,
    id: &str,
    candidates: &[Candidate],
    snapshots: &Snapshots,
    name: &str,
) -> Result<Result<RepositoryTask, String>, MineError> {
    let Some(candidate) = candidates.iter().find(|candidate| candidate.id == id) else {
        return Ok(Err("its candidate is not in the list".to_owned()));
    };
    let Some(parent) = snapshots.files(&candidate.parent)? else {
        return Ok(Err(format!("{} is not in the clone", candidate.parent)));
    };
    let task = oracle.task(candidate, name).map_err(|error| error.to_string());
    Ok(task.and_then(|task| RepositoryTask::new(task, Arc::new(parent)).map_err(|error| error.to_string())))
}

/// Writes a benchmark into a folder, whole or not at all; one that was written there before is replaced. Nothing is left of one
/// without a task.
pub fn write_benchmark(folder: &Path, benchmark: &MaintenanceBenchmark) -> Result<(), AdmitError> {
    if maintenance::load(folder).is_ok_and(|before| before == *benchmark) {
        return Ok(());
    }
    let failed = |source| AdmitError::Storage { path: folder.to_owned(), source };
    if !may_be_replaced(folder).map_err(failed)? {
        let problem = "it is there, and no benchmark of maintenance tasks: move it, or choose another folder";
        return Err(failed(io::Error::new(io::ErrorKind::AlreadyExists, problem)));
    }
    let unfinished = folder.with_file_name(UNFINISHED);
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(failed)?; // a former run's, which was stopped
    }
    if !benchmark.tasks.is_empty() {
        maintenance::write(&unfinished, benchmark)?;
    }
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    if unfinished.exists() {
        fs::rename(&unfinished, folder).map_err(failed)?;
    }
    Ok(())
}

/// Whether a folder is absent, a benchmark, or what a stopped run left of one; anything else is somebody's own.
fn may_be_replaced(folder: &Path) -> io::Result<bool> {
    if !folder.exists() || folder.join("benchmark.json").is_file() {
        return Ok(true);
    }
    let mut entries = fs::read_dir(folder)?;
    entries.try_fold(true, |all, entry| Ok(all && entry?.file_name() == "tasks"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty(name: &str) -> MaintenanceBenchmark {
        MaintenanceBenchmark {
            name: name.to_owned(),
            version: VERSION.to_owned(),
            confidentiality: Confidentiality::Public,
            tasks: Vec::new(),
        }
    }

    #[test]
    fn what_a_stopped_run_left_is_taken_for_nothing() {
        let out = tempfile::tempdir().unwrap();
        let folder = out.path().join("benchmark");
        // Neither of them is a benchmark that can be read.
        for begun in [folder.join("tasks"), out.path().join(UNFINISHED).join("tasks")] {
            fs::create_dir_all(begun).unwrap();
        }
        write_benchmark(&folder, &empty("toy/bank")).unwrap();
        assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_of_somebodys_own_is_left_alone() {
        let out = tempfile::tempdir().unwrap();
        let folder = out.path().join("benchmark");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("notes.txt"), "mine").unwrap();
        let error = write_benchmark(&folder, &empty("toy/bank")).unwrap_err();
        assert!(error.to_string().contains("benchmark"), "{error}");
        assert_eq!(fs::read_to_string(folder.join("notes.txt")).unwrap(), "mine");
    }
}
