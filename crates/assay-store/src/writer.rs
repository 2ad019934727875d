//! The thread that writes: whatever has come in while it was busy goes into one transaction.

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use assay_types::{Digest, Finding, Measurement};
use crossbeam_channel::{Receiver, Sender, bounded};
use serde::Serialize;

use crate::StoreError;
use crate::attempts::LoggedAttempt;
use crate::database::{Database, Entry};
use crate::lock::WriterLock;

/// Between two checkpoints; keeps the log below a few megabytes.
const CHECKPOINT_TRANSACTIONS: usize = 200;

/// What may wait to be written; who brings more waits, so that a slow disk slows its users down instead of filling memory.
const WAITING: usize = 256;

/// A handle on the writing thread.
///
/// The first error ends the thread: what came in with it and after it is not stored, and [`Writer::finish`] says why.
#[derive(Debug)]
pub struct Writer {
    entries: Sender<Entry>,
    thread: JoinHandle<Result<(), StoreError>>,
}

impl Writer {
    pub(crate) fn start(path: &Path, lock: Arc<WriterLock>) -> Result<Self, StoreError> {
        let database = Database::open(path)?;
        let (entries, incoming) = bounded(WAITING);
        let thread = std::thread::spawn(move || {
            let _lock = lock; // nobody else may write while this thread does
            run(database, &incoming)
        });
        Ok(Self { entries, thread })
    }

    /// Stores a finding under its key.
    pub fn finding(&self, key: Digest, finding: Finding) -> Result<(), StoreError> {
        self.put(Entry::Finding { key, finding, calibration: None })
    }

    /// Stores a finding under its key and, in the same transaction, its times under theirs; the first times stay.
    pub fn finding_and_times(
        &self,
        key: Digest,
        finding: Finding,
        calibration: Digest,
    ) -> Result<(), StoreError> {
        self.put(Entry::Finding { key, finding, calibration: Some(calibration) })
    }

    /// Stores what was measured of a sample under its key.
    pub fn measurement(&self, key: Digest, measurement: Measurement) -> Result<(), StoreError> {
        self.put(Entry::Measurement { key, measurement })
    }

    /// Appends an attempt at an answer to those under the answer's key, and keeps the bodies that its record names by digest.
    /// None of them is ever replaced.
    pub fn attempt<Record: Serialize>(
        &self,
        key: Digest,
        answered: bool,
        record: &Record,
        bodies: &[&[u8]],
    ) -> Result<(), StoreError> {
        let text = serde_json::to_string(record).map_err(|error| StoreError::Record { source: error })?;
        for body in bodies {
            self.body(body)?;
        }
        self.put(Entry::Attempt(LoggedAttempt { key, answered, text }))
    }

    /// Keeps bytes under their digest.
    pub fn body(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.put(Entry::Body(Arc::from(bytes)))
    }

    fn put(&self, entry: Entry) -> Result<(), StoreError> {
        self.entries.send(entry).map_err(|_| StoreError::Stopped)
    }

    /// Waits until everything is on disk.
    pub fn finish(self) -> Result<(), StoreError> {
        drop(self.entries);
        self.thread.join().unwrap_or(Err(StoreError::Stopped))
    }
}

fn run(mut database: Database, incoming: &Receiver<Entry>) -> Result<(), StoreError> {
    let mut transactions = 0;
    while let Ok(first) = incoming.recv() {
        let mut entries = vec![first];
        entries.extend(incoming.try_iter());
        database.write(&entries)?;
        transactions += 1;
        if transactions % CHECKPOINT_TRANSACTIONS == 0 {
            database.checkpoint()?;
        }
    }
    if transactions == 0 { Ok(()) } else { database.checkpoint() }
}

#[cfg(test)]
mod tests {
    use crate::Store;
    use assay_types::{Digest, Finding, Outcome, TrialTime};

    #[test]
    fn everything_put_before_finish_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let writer = store.writer().unwrap();
        let finding = Finding {
            outcome: Outcome::Tampered,
            evidence: Some("e".into()),
            line: Some(3),
            output: "o".into(),
            time: TrialTime::default(),
        };
        let keys: Vec<Digest> = (0..500u32).map(|number| Digest::of(&number.to_be_bytes())).collect();
        for key in &keys {
            writer.finding(*key, finding.clone()).unwrap();
        }
        writer.finish().unwrap();
        assert!(keys.iter().all(|key| store.finding(*key).unwrap().as_ref() == Some(&finding)));
    }
}
