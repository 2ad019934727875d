//! What assay remembers.
//!
//! A store is a folder: `store.sqlite` (write-ahead log) holds findings under their keys and calibrations; `blobs/`
//! holds content-addressed files; `runs/`, `environments/` and `benchmarks/` belong to the crates that fill them. A
//! finding's key covers everything that could change it (DESIGN.md, decision 9), so a finding is never out of date:
//! it is found or it is not.
#![forbid(unsafe_code)]

mod blobs;
mod database;
mod writer;

use std::io;
use std::path::{Path, PathBuf};

use assay_types::{Digest, Finding, TrialTime};

pub use blobs::Blobs;
pub use writer::Writer;

/// A fault of storage: nothing that was stored before is lost by it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be used.
    #[error("the store at {} cannot be used: {source}\n  choose another folder with --store", path.display())]
    Folder {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The database refused.
    #[error(
        "the store's database {}: {source}\n  is the disk full? what was stored before is intact: free some room, and the same command goes on",
        path.display()
    )]
    Database {
        /// The database file.
        path: PathBuf,
        /// SQLite's answer.
        source: rusqlite::Error,
    },
    /// Made by another version.
    #[error(
        "the store at {} has format {found}, this assay reads {expected}\n  use the assay that made it, or another folder",
        path.display()
    )]
    Format {
        /// The database file.
        path: PathBuf,
        /// The format found.
        found: i64,
        /// The format of this version.
        expected: i64,
    },
    /// The writing thread ended early.
    #[error("the store stopped writing; the first error has been reported")]
    Stopped,
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    database: database::Database,
}

impl Store {
    /// Opens a store, making it where there is none.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        let database = database::Database::open(&folder.join("store.sqlite"))?;
        Ok(Self { folder: folder.to_owned(), database })
    }

    /// The store's folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Content-addressed files.
    #[must_use]
    pub fn blobs(&self) -> Blobs {
        Blobs::at(self.folder.join("blobs"))
    }

    /// The finding stored under a key.
    pub fn finding(&self, key: Digest) -> Result<Option<Finding>, StoreError> {
        self.database.finding(key)
    }

    /// The times that were measured under a key.
    pub fn calibration(&self, key: Digest) -> Result<Option<TrialTime>, StoreError> {
        self.database.calibration(key)
    }

    /// Starts the thread that writes. Each write is on disk before it is confirmed.
    pub fn writer(&self) -> Result<Writer, StoreError> {
        Writer::start(&self.folder.join("store.sqlite"))
    }
}
