//! Putting an environment on the disk while it is already used.

use std::fs::File;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{JoinHandle, spawn};

use assay_store::{sync_folder, write_file};

use crate::EnvironmentError;
use crate::build::failed;

/// An environment on its way to the disk; by default one that has arrived.
///
/// Until it is there nothing names it, so a run that is killed meanwhile leaves a folder that the next one removes. Where
/// it cannot be put there, nobody else removes it as long as this value lives: samples may still run in it.
#[derive(Debug, Default)]
#[must_use = "an environment that did not reach the disk is an error of the run"]
pub struct Settling {
    thread: Option<JoinHandle<Result<(), EnvironmentError>>>,
    /// Held, too, where the thread has failed.
    _lock: Option<Arc<File>>,
}

impl Settling {
    /// Starts to put an environment on the disk and then to name it. The lock is given back when that is done.
    pub(crate) fn start(home: PathBuf, identity: PathBuf, lock: File) -> Self {
        let lock = Arc::new(lock);
        let held = lock.clone();
        let thread = spawn(move || {
            settle(&home, &identity)?;
            held.unlock().map_err(failed(&home))
        });
        Self { thread: Some(thread), _lock: Some(lock) }
    }

    /// Waits until the environment is on the disk.
    pub fn wait(mut self) -> Result<(), EnvironmentError> {
        let result = self.thread.take().map(JoinHandle::join);
        result.map_or(Ok(()), |ended| ended.unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

fn settle(home: &Path, identity: &Path) -> Result<(), EnvironmentError> {
    // One call for all files: none may be taken for whole that a loss of power would tear.
    File::open(home)
        .and_then(|folder| nix::unistd::syncfs(folder).map_err(io::Error::from))
        .map_err(failed(home))?;
    let folder = home.parent().unwrap_or(home);
    sync_folder(folder).map_err(failed(folder))?;
    let digest = home.file_name().unwrap_or_default();
    write_file(identity, digest.as_encoded_bytes()).map_err(failed(identity))
}
