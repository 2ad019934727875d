//! One writer per store: a locked file that says who holds it. The kernel frees the lock when the holder dies.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::StoreError;

/// The locked file. It is never removed: another process may be about to lock it.
const NAME: &str = "writer.lock";
/// A killed run's last child may hold the lock for the few milliseconds until it ends too.
const GRACE: Duration = Duration::from_secs(2);
const GRACE_STEP: Duration = Duration::from_millis(10);
/// No command line is shown longer.
const COMMAND_CHARACTERS: usize = 300;

/// The right to write into a store.
#[derive(Debug)]
pub(crate) struct WriterLock {
    file: File,
}

/// Who holds a store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Its process; `None` where it did not get round to saying so.
    pub process: Option<u32>,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// Its command line.
    pub command: String,
}

impl WriterLock {
    /// Takes the lock of a store's folder, or says who has it.
    pub(crate) fn take(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(NAME);
        let failed = |source| StoreError::Folder { path: path.clone(), source };
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        let mut waited = Duration::ZERO;
        while let Err(refused) = file.try_lock() {
            if let TryLockError::Error(source) = refused {
                return Err(failed(source));
            }
            let holder = Holder::read(&path);
            if waited >= GRACE || holder.lives() {
                return Err(StoreError::InUse { path: folder.to_owned(), holder });
            }
            std::thread::sleep(GRACE_STEP);
            waited += GRACE_STEP;
        }
        let text = serde_json::to_vec(&Holder::this_process()).unwrap_or_default();
        file.set_len(0).and_then(|()| file.write_all(&text)).map_err(failed)?;
        Ok(Self { file })
    }
}

impl Drop for WriterLock {
    /// Closing alone would leave the lock with a child that is just being started and has not closed its copy yet.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl Holder {
    fn this_process() -> Self {
        let words: Vec<String> =
            std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        Self {
            process: Some(std::process::id()),
            started: now(),
            command: words.join(" ").chars().take(COMMAND_CHARACTERS).collect(),
        }
    }

    fn read(path: &Path) -> Self {
        let unknown = Self { process: None, started: now(), command: String::new() };
        fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or(unknown)
    }

    /// Whether its process is there and not merely waiting to be collected.
    fn lives(&self) -> bool {
        let status = |process| fs::read_to_string(format!("/proc/{process}/stat"));
        let Some(Ok(status)) = self.process.map(status) else { return false };
        let state = status.rsplit_once(") ").map_or("", |(_, rest)| rest);
        !state.starts_with(['Z', 'X'])
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(process) = self.process else {
            return formatter.write_str("another run that does not say which");
        };
        let seconds = now().saturating_sub(self.started);
        write!(formatter, "another run, process {process}, begun {seconds} s ago: {}", self.command)
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_writer_is_told_who_the_first_is() {
        let folder = tempfile::tempdir().unwrap();
        let first = WriterLock::take(folder.path()).unwrap();
        let message = WriterLock::take(folder.path()).unwrap_err().to_string();
        let process = format!("in use by another run, process {}, begun ", std::process::id());
        assert!(message.contains(&process), "{message}");
        assert!(message.contains("--store"), "{message}");
        drop(first);
        WriterLock::take(folder.path()).unwrap();
    }

    #[test]
    fn what_a_dead_holder_wrote_is_in_nobodys_way() {
        let folder = tempfile::tempdir().unwrap();
        let long_text = "x".repeat(4096);
        fs::write(folder.path().join(NAME), &long_text).unwrap();
        let _lock = WriterLock::take(folder.path()).unwrap();
        let holder = Holder::read(&folder.path().join(NAME));
        assert_eq!(holder.process, Some(std::process::id()));
        assert!(holder.lives());
    }

    #[test]
    fn a_holder_that_is_gone_does_not_live() {
        let gone = Holder { process: Some(u32::MAX), started: 0, command: String::new() };
        assert!(!gone.lives());
    }
}
