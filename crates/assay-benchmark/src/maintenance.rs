//! Maintenance tasks on disk (docs/maintenance-tasks.md): one folder per task, and a benchmark that lists them.
//!
//! A task's id is made of its content and its environment's digest, so a file that was changed makes another task, and the folder
//! that still has the old name is refused. Whatever is read is checked before it is believed: a task that was loaded has patches
//! that apply to its files, and files that lie where they may.

mod archive;
mod form;
mod identity;
mod list;
mod predictions;
mod rules;
mod task;

use std::path::PathBuf;
use std::sync::Arc;

use assay_patch::MemoryTree;
use assay_types::{Confidentiality, Digest, MaintenanceTask, TaskId};

use crate::BenchmarkError;

pub use form::schemas;
pub use list::{load, write};
pub use predictions::read_predictions;
pub use rules::{InvalidTask, MaintenanceFile};
pub use task::{load_task, write_task};

/// The most files of a repository.
pub const REPOSITORY_FILES: usize = 100_000;

/// The most bytes of a repository's archive.
pub const REPOSITORY_BYTES: u64 = 256 << 20;

/// The most tests of a task.
pub const TASK_TESTS: usize = 1_000_000;

/// The most tasks of a benchmark.
pub const BENCHMARK_TASKS: usize = 100_000;

/// A maintenance task with the files that a model starts from. Its id is that of its content.
#[derive(Debug, Clone)]
pub struct RepositoryTask {
    /// What is asked, and how a patch is judged. Its tests are sorted.
    pub task: MaintenanceTask,
    files: Files,
}

/// Where a task's files are.
#[derive(Debug, Clone)]
enum Files {
    /// Here.
    Held(Arc<MemoryTree>),
    /// In this archive, which was read and checked when it had this digest. A benchmark's repositories together can be larger than any
    /// memory.
    Archived(PathBuf, Digest),
}

/// Tasks of one id are the same: it is made of all content, of the files too.
impl PartialEq for RepositoryTask {
    fn eq(&self, other: &Self) -> bool {
        self.task == other.task
    }
}

impl Eq for RepositoryTask {}

impl RepositoryTask {
    /// Checks a task, sorts its tests, and names it by its content; the id that it has does not count.
    pub fn new(mut task: MaintenanceTask, parent: Arc<MemoryTree>) -> Result<Self, InvalidTask> {
        task.target_tests.sort_unstable();
        task.regression_tests.sort_unstable();
        rules::check(&task, &parent)?;
        let archive = archive::write(&parent)?;
        task.id = identity::task_id(&form::TaskFile::of(&task, &archive))?;
        Ok(Self { task, files: Files::Held(parent) })
    }

    /// The parent commit's files: one state, no history. A task that was loaded reads them each time.
    ///
    /// # Errors
    ///
    /// The archive was changed or removed after the task was loaded.
    pub fn parent(&self) -> Result<Arc<MemoryTree>, BenchmarkError> {
        match &self.files {
            Files::Held(tree) => Ok(tree.clone()),
            Files::Archived(path, digest) => Ok(Arc::new(task::files(path, *digest)?)),
        }
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &TaskId {
        &self.task.id
    }
}

/// A set of maintenance tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaintenanceBenchmark {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who may see its tasks.
    pub confidentiality: Confidentiality,
    /// The tasks, in the benchmark's own order.
    pub tasks: Vec<RepositoryTask>,
}

impl MaintenanceBenchmark {
    /// Digest of its content: name, version, and the ids, which are made of the tasks' content.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let head = ["assay maintenance benchmark 1", &self.name, &self.version];
        let ids = self.tasks.iter().map(|task| task.id().as_str());
        Digest::of_parts(&head.into_iter().chain(ids).collect::<Vec<_>>())
    }

    /// The task of that name.
    #[must_use]
    pub fn task(&self, id: &TaskId) -> Option<&RepositoryTask> {
        self.tasks.iter().find(|task| task.id() == id)
    }
}

#[cfg(test)]
mod tests;
