//! The thread that writes: whatever has come in while it was busy goes into one transaction.

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use assay_types::{Digest, Finding, Measurement};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use serde::Serialize;

use crate::StoreError;
use crate::attempts::LoggedAttempt;
use crate::database::{Database, Entry};
use crate::lock::WriterLock;

/// Between two checkpoints; keeps the log below a few megabytes.
const CHECKPOINT_TRANSACTIONS: usize = 200;

/// What may wait to be written; who brings more waits, so that a slow disk slows its users down instead of filling memory.
const WAITING: usize = 256;

/// How often whoever waits for a commit looks whether the thread is still there.
const GLANCE: Duration = Duration::from_millis(100);

/// Something to write, and whom to tell when it is on disk.
#[derive(Debug)]
struct Waiting {
    entry: Entry,
    committed: Option<Sender<()>>,
}

/// A handle on the writing thread.
///
/// The first error ends the thread: what came in with it and after it is not stored, and [`Writer::finish`] says why.
#[derive(Debug)]
pub struct Writer {
    entries: Sender<Waiting>,
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
    ///
    /// All of it is on disk when this returns: an answer that was paid for is never only in memory. Those who wait at the
    /// same time share one transaction and its sync.
    pub fn attempt<Record: Serialize>(
        &self,
        key: Digest,
        answered: bool,
        record: &Record,
        bodies: &[&[u8]],
    ) -> Result<(), StoreError> {
        let text = serde_json::to_string(record).map_err(|error| StoreError::Record { source: error })?;
        let bodies = bodies.iter().map(|bytes| Arc::from(*bytes)).collect();
        let (committed, told) = bounded(1);
        self.send(Waiting {
            entry: Entry::Attempt { attempt: LoggedAttempt { key, answered, text }, bodies },
            committed: Some(committed),
        })?;
        self.wait(&told)
    }

    /// Keeps bytes under their digest.
    pub fn body(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.put(Entry::Body(Arc::from(bytes)))
    }

    fn put(&self, entry: Entry) -> Result<(), StoreError> {
        self.send(Waiting { entry, committed: None })
    }

    fn send(&self, waiting: Waiting) -> Result<(), StoreError> {
        self.entries.send(waiting).map_err(|_| StoreError::Stopped)
    }

    /// Waits for a commit. What still waits in the queue when the thread ends stays there, so that nobody is told: only the
    /// thread itself says that it is over.
    fn wait(&self, told: &Receiver<()>) -> Result<(), StoreError> {
        loop {
            match told.recv_timeout(GLANCE) {
                Ok(()) => return Ok(()),
                Err(RecvTimeoutError::Timeout) if !self.thread.is_finished() => {}
                // It may have told between the two looks.
                Err(_) => return told.try_recv().map_err(|_| StoreError::Stopped),
            }
        }
    }

    /// Waits until everything is on disk.
    pub fn finish(self) -> Result<(), StoreError> {
        drop(self.entries);
        self.thread.join().unwrap_or(Err(StoreError::Stopped))
    }
}

fn run(mut database: Database, incoming: &Receiver<Waiting>) -> Result<(), StoreError> {
    let mut transactions = 0;
    while let Ok(first) = incoming.recv() {
        let all = std::iter::once(first).chain(incoming.try_iter());
        let (entries, waiting): (Vec<Entry>, Vec<_>) =
            all.map(|Waiting { entry, committed }| (entry, committed)).unzip();
        database.write(&entries)?;
        for committed in waiting.into_iter().flatten() {
            // There is room for it, and whoever waits holds the other end.
            let _ = committed.send(());
        }
        transactions += 1;
        if transactions % CHECKPOINT_TRANSACTIONS == 0 {
            database.checkpoint()?;
        }
    }
    if transactions == 0 { Ok(()) } else { database.checkpoint() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::thread;
    use std::time::{Duration, Instant};

    use assay_types::{Digest, Finding, Outcome, TrialTime};
    use rusqlite::Connection;

    use crate::{Store, StoreError, stored_attempts};

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

    #[test]
    fn an_attempt_and_its_bodies_are_on_disk_when_the_call_returns() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let writer = store.writer().unwrap();
        // Another connection sees what is committed and nothing else.
        let log = stored_attempts(folder.path()).unwrap();
        for number in 0..100_u32 {
            let body = number.to_be_bytes();
            let key = Digest::of(&body);
            writer.attempt(key, true, &number, &[&body]).unwrap();
            assert_eq!(log.answer::<u32>(key).unwrap(), Some(number));
            assert_eq!(log.body(key).unwrap().as_deref(), Some(&body[..]));
        }
        writer.finish().unwrap();
    }

    /// Transactions in a write-ahead log of which nothing was moved yet: its frames that name the database's size.
    fn transactions(folder: &Path) -> usize {
        let log = std::fs::read(folder.join("store.sqlite-wal")).unwrap();
        let page = u32::from_be_bytes(log[8..12].try_into().unwrap()) as usize;
        log[32..].chunks_exact(24 + page).filter(|frame| frame[4..8] != [0; 4]).count()
    }

    #[test]
    fn those_who_wait_at_the_same_time_share_one_transaction() {
        const MANY: u32 = 64;
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let writer = store.writer().unwrap();
        writer.attempt(Digest::of(b"first"), true, &"first", &[]).unwrap();
        let before = transactions(folder.path());
        // Nobody can write until this transaction ends.
        let other = Connection::open(folder.path().join("store.sqlite")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        writer.body(b"what keeps the writer busy").unwrap();
        while !writer.entries.is_empty() {
            thread::yield_now();
        }
        thread::scope(|scope| {
            for number in 0..MANY {
                let writer = &writer;
                scope.spawn(move || {
                    writer.attempt(Digest::of(&number.to_be_bytes()), true, &number, &[b"body"]).unwrap();
                });
            }
            // A writer that is slow to begin may have taken some of them with what keeps it busy.
            let begun = Instant::now();
            while writer.entries.len() < MANY as usize && begun.elapsed() < Duration::from_secs(5) {
                thread::yield_now();
            }
            other.execute_batch("ROLLBACK").unwrap();
        });
        let made = transactions(folder.path()) - before;
        assert!((1..=2).contains(&made), "{made} transactions for {MANY} attempts");
        writer.finish().unwrap();
    }

    #[test]
    fn whoever_waits_for_a_writer_that_failed_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let writer = store.writer().unwrap();
        let other = Connection::open(folder.path().join("store.sqlite")).unwrap();
        other.execute_batch("DROP TABLE attempts").unwrap();
        thread::scope(|scope| {
            let waiting: Vec<_> = (0..16_u32)
                .map(|number| {
                    let writer = &writer;
                    scope.spawn(move || writer.attempt(Digest::of(&number.to_be_bytes()), true, &number, &[]))
                })
                .collect();
            for one in waiting {
                assert!(matches!(one.join().unwrap(), Err(StoreError::Stopped)));
            }
        });
        assert!(matches!(writer.finish(), Err(StoreError::Database { .. })));
    }
}
