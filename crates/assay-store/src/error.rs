//! Faults of storage: whose they are, what is intact, what to do next.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::lock::Holder;

/// A fault of storage: nothing that was stored before is lost by it. None is ever tried again by itself: what a
/// failed write or sync left on the disk is not known, so a second attempt that succeeds proves nothing.
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
    /// A file cannot be written or read.
    #[error(
        "the store's file {}: {source}\n  what was stored before is intact: see that the disk has room and works, and the same command goes on",
        path.display()
    )]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The database refused.
    #[error(
        "the store's database {}: {source}\n  what was stored before is intact: see that the disk has room and works, and the same command goes on",
        path.display()
    )]
    Database {
        /// The database file.
        path: PathBuf,
        /// SQLite's answer.
        source: rusqlite::Error,
    },
    /// The database is not one any more.
    #[error(
        "the store's database {} is damaged: {source}\n  move it and the files beside it that begin with its name to another folder; what it held is then judged again, and runs and reports stay",
        path.display()
    )]
    Damaged {
        /// The database file.
        path: PathBuf,
        /// SQLite's answer.
        source: rusqlite::Error,
    },
    /// The file system cannot hold a write-ahead log.
    #[error(
        "the store's database {} cannot keep a write-ahead log here (its journal is {found:?})\n  choose a folder of a local file system with --store",
        path.display()
    )]
    NoLog {
        /// The database file.
        path: PathBuf,
        /// What SQLite would use instead.
        found: String,
    },
    /// SQLite opened the database for reading only.
    #[error(
        "the store's database {} cannot be opened for writing\n  see that it may be written and that the disk works, or choose another folder with --store",
        path.display()
    )]
    ReadOnly {
        /// The database file.
        path: PathBuf,
    },
    /// Another run is writing.
    #[error(
        "the store at {} is in use by {holder}\n  wait until it ends or end it, or choose another folder with --store",
        path.display()
    )]
    InUse {
        /// The store.
        path: PathBuf,
        /// Who has it.
        holder: Holder,
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
    /// A record that is no JSON.
    #[error("a record cannot be stored, which is a fault of assay: {source}")]
    Record {
        /// What cannot be written.
        source: serde_json::Error,
    },
    /// The writing thread ended early.
    #[error("the store stopped writing; the first error has been reported")]
    Stopped,
}

impl StoreError {
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path: path.clone(), source }
    }

    /// SQLite's answer; damage is told apart, because waiting or making room does not mend it.
    pub(crate) fn database(path: &Path) -> impl Fn(rusqlite::Error) -> Self {
        let path = path.to_owned();
        move |source| {
            let path = path.clone();
            match source.sqlite_error_code() {
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged { path, source },
                _ => Self::Database { path, source },
            }
        }
    }
}
