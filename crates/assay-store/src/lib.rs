//! What assay remembers.
//!
//! A store is a folder: `store.sqlite` (write-ahead log) holds findings under their keys, calibrations, and the raw log of
//! models' answers; `blobs/` holds content-addressed files, `runs/` finished runs; `environments/` and `benchmarks/` belong to the crates that
//! fill them. A finding's key covers everything that could change it (DESIGN.md, decision 9), so a finding is never out
//! of date: it is found or it is not.
//!
//! One process writes at a time: an open [`Store`] holds the lock. What only reads ([`runs()`], [`contents`]) needs none.
//! Whatever is killed or fails in the middle of writing, what was stored before is intact, and what was half-written is
//! removed when the next [`Store`] is opened. An error of writing ends the work: nothing is tried again.
#![forbid(unsafe_code)]

mod attempts;
mod blobs;
mod database;
mod error;
mod files;
mod format;
mod garbage;
mod lock;
mod runs;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_types::{Digest, Finding, Measurement, TrialTime};
use serde::de::DeserializeOwned;

use database::Database;
use lock::WriterLock;
use runs::Runs;

pub use attempts::StoredAttempts;
pub use blobs::Blobs;
pub use database::StoredFindings;
pub use error::StoreError;
pub use files::{create_folder, size, sync_folder, write_file, write_file_with};
pub use garbage::{BenchmarkVersion, Garbage, Keep};
pub use lock::Holder;
pub use runs::Run;
pub use writer::Writer;

const DATABASE: &str = "store.sqlite";

/// An open store. Nobody else writes into it while it is open.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    database: Database,
    lock: Arc<WriterLock>,
}

impl Store {
    /// Opens a store, making it where there is none, and removes what a killed run left half-written.
    ///
    /// An older format is brought to this version's.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] while another process has it open; all others are faults of storage.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        create_folder(folder).map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        let lock = Arc::new(WriterLock::take(folder)?);
        Blobs::of(folder).remove_unfinished()?;
        Runs::of(folder).remove_unfinished()?;
        let database = Database::open(&folder.join(DATABASE))?;
        // SQLite has its folder synced too, but does not look at the answer.
        sync_folder(folder).map_err(StoreError::file(folder))?;
        Ok(Self { folder: folder.to_owned(), database, lock })
    }

    /// The store's folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Content-addressed files.
    #[must_use]
    pub fn blobs(&self) -> Blobs {
        Blobs::of(&self.folder)
    }

    /// The finding stored under a key.
    pub fn finding(&self, key: Digest) -> Result<Option<Finding>, StoreError> {
        self.database.finding(key)
    }

    /// The times that were measured under a key.
    pub fn calibration(&self, key: Digest) -> Result<Option<TrialTime>, StoreError> {
        self.database.calibration(key)
    }

    /// What was measured under a key.
    pub fn measurement(&self, key: Digest) -> Result<Option<Measurement>, StoreError> {
        self.database.measurement(key)
    }

    /// All attempts at the answer under a key, the first one first; what is not as it was written is left out.
    pub fn attempts<Record: DeserializeOwned>(&self, key: Digest) -> Result<Vec<Record>, StoreError> {
        self.database.attempts(key)
    }

    /// The attempt under a key that was answered; the first, should there be several.
    pub fn answer<Record: DeserializeOwned>(&self, key: Digest) -> Result<Option<Record>, StoreError> {
        self.database.answer(key)
    }

    /// Hands every attempt over, whatever answer it was made for: the bytes of its key, whether it was answered, and its record. In
    /// no order; what is not as it was written is left out.
    pub fn each_attempt<Record: DeserializeOwned>(
        &self,
        take: impl FnMut(&[u8], bool, Record),
    ) -> Result<(), StoreError> {
        self.database.each_attempt(take)
    }

    /// A body of the raw log by its digest; `None` where it is missing or no longer what it was.
    pub fn body(&self, digest: Digest) -> Result<Option<Vec<u8>>, StoreError> {
        self.database.body(digest)
    }

    /// Starts the thread that writes. Each write is on disk before it is confirmed.
    pub fn writer(&self) -> Result<Writer, StoreError> {
        Writer::start(&self.folder.join(DATABASE), self.lock.clone())
    }

    /// Keeps a finished run: its report, and what is of the run alone (`finished`: seconds since 1970; anything else).
    pub fn keep_run(&self, id: &str, report: &[u8], details: &[u8]) -> Result<(), StoreError> {
        Runs::of(&self.folder).keep(id, report, details)
    }

    /// The finished runs, the newest first.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        runs(&self.folder)
    }

    /// Removes all findings, calibrations and measurements.
    pub fn forget_findings(&self) -> Result<(), StoreError> {
        self.database.clear()
    }

    /// Removes the raw log: whatever is asked for next is asked anew.
    pub fn forget_answers(&self) -> Result<(), StoreError> {
        self.database.clear_attempts()
    }
}

/// The finished runs of a store, the newest first. Reads only.
pub fn runs(store: &Path) -> Result<Vec<Run>, StoreError> {
    Runs::of(store).list()
}

/// The findings of a store. Reads only.
pub fn stored_findings(store: &Path) -> Result<StoredFindings, StoreError> {
    StoredFindings::open(&store.join(DATABASE))
}

/// The raw log of a store. Reads only.
pub fn stored_attempts(store: &Path) -> Result<StoredAttempts, StoreError> {
    StoredAttempts::open(&store.join(DATABASE))
}

/// The file that holds a blob of a store; `None` where there is none. Whoever reads it must compare its digest.
#[must_use]
pub fn stored_blob(store: &Path, digest: Digest) -> Option<PathBuf> {
    Some(Blobs::of(store).path(digest)).filter(|path| path.is_file())
}

/// How many there are, and how much room they take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Amount {
    /// The number.
    pub count: u64,
    /// Bytes.
    pub bytes: u64,
}

/// What a store holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Contents {
    /// Finished runs.
    pub runs: Amount,
    /// Findings, the bytes being those of their texts.
    pub findings: Amount,
    /// References' times, by the bytes of their texts.
    pub calibrations: Amount,
    /// What was measured of samples' time and memory.
    #[serde(default)]
    pub measurements: Amount,
    /// Answers that models were asked for, by the bytes of their records.
    #[serde(default)]
    pub answers: Amount,
    /// Attempts at answers that came to nothing.
    #[serde(default)]
    pub failed_attempts: Amount,
    /// What went over the wire for them, each text once.
    #[serde(default)]
    pub bodies: Amount,
    /// Raw answers, one blob a samples file.
    pub blobs: Amount,
    /// Fetched benchmarks.
    pub benchmarks: Amount,
    /// Bytes of the whole folder, whatever is in it.
    pub total_bytes: u64,
}

/// Counts what a store holds. Reads only; a folder that is not there holds nothing.
pub fn contents(store: &Path) -> Result<Contents, StoreError> {
    let runs = runs(store)?;
    let benchmarks = garbage::benchmarks(store)?;
    let [findings, calibrations, measurements] = counts(store)?;
    let [answers, failed_attempts, bodies] = attempts::amounts(&store.join(DATABASE))?;
    Ok(Contents {
        runs: Amount { count: runs.len() as u64, bytes: runs.iter().map(|run| run.bytes).sum() },
        findings,
        calibrations,
        measurements,
        answers,
        failed_attempts,
        bodies,
        blobs: Blobs::of(store).amount()?,
        benchmarks: Amount {
            count: benchmarks.len() as u64,
            bytes: benchmarks.iter().map(|(_, path)| size(path)).sum(),
        },
        total_bytes: size(store),
    })
}

fn counts(store: &Path) -> Result<[Amount; 3], StoreError> {
    database::amounts(&store.join(DATABASE))
}
