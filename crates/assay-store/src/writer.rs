//! The thread that writes: whatever has come in while it was busy goes into one transaction.

use std::path::Path;
use std::thread::JoinHandle;

use assay_types::{Digest, Finding, TrialTime};
use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::StoreError;
use crate::database::{Database, Entry};

/// A handle on the writing thread. Cloned handles write to the same thread.
#[derive(Debug)]
pub struct Writer {
    entries: Sender<Entry>,
    thread: JoinHandle<Result<(), StoreError>>,
}

impl Writer {
    pub(crate) fn start(path: &Path) -> Result<Self, StoreError> {
        let database = Database::open(path)?;
        let (entries, incoming) = unbounded();
        let thread = std::thread::spawn(move || run(database, &incoming));
        Ok(Self { entries, thread })
    }

    /// Stores a finding under its key.
    pub fn finding(&self, key: Digest, finding: Finding) -> Result<(), StoreError> {
        self.put(Entry::Finding { key, finding: Box::new(finding) })
    }

    /// Stores measured times under their key; the first ones stay.
    pub fn calibration(&self, key: Digest, time: TrialTime) -> Result<(), StoreError> {
        self.put(Entry::Calibration { key, time })
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
    while let Ok(first) = incoming.recv() {
        let mut entries = vec![first];
        entries.extend(incoming.try_iter());
        database.write(&entries)?;
    }
    Ok(())
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
