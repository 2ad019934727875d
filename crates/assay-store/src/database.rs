//! The SQLite half of a store.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use assay_types::{Digest, Finding, Measurement, TrialTime};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::attempts::{self, LoggedAttempt};
use crate::{Amount, StoreError, format};

/// For another process that reads; nobody else writes.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open database.
#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    connection: Connection,
}

/// Something to write, under its key.
#[derive(Debug, Clone)]
pub(crate) enum Entry {
    Finding {
        key: Digest,
        finding: Finding,
        /// The key under which its times are kept too, where they set limits.
        calibration: Option<Digest>,
    },
    Measurement {
        key: Digest,
        measurement: Measurement,
    },
    Attempt {
        attempt: LoggedAttempt,
        /// What its record names by digest.
        bodies: Vec<Arc<[u8]>>,
    },
    Body(Arc<[u8]>),
}

/// The tables.
#[derive(Debug, Clone, Copy)]
enum Table {
    Findings,
    Calibrations,
    Measurements,
}

impl Table {
    const ALL: [Self; 3] = [Self::Findings, Self::Calibrations, Self::Measurements];

    fn name(self) -> &'static str {
        match self {
            Self::Findings => "findings",
            Self::Calibrations => "calibrations",
            Self::Measurements => "measurements",
        }
    }

    /// Whether a database of that format has it.
    fn is_in(self, format: i64) -> bool {
        format >= 3 || !matches!(self, Self::Measurements)
    }

    fn select(self) -> &'static str {
        match self {
            Self::Findings => "SELECT text, digest FROM findings WHERE key = ?1",
            Self::Calibrations => "SELECT text, digest FROM calibrations WHERE key = ?1",
            Self::Measurements => "SELECT text, digest FROM measurements WHERE key = ?1",
        }
    }

    fn replace(self) -> &'static str {
        match self {
            Self::Findings => "INSERT OR REPLACE INTO findings VALUES (?1, ?2, ?3)",
            Self::Calibrations => "INSERT OR REPLACE INTO calibrations VALUES (?1, ?2, ?3)",
            Self::Measurements => "INSERT OR REPLACE INTO measurements VALUES (?1, ?2, ?3)",
        }
    }
}

impl Database {
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = StoreError::database(path);
        let mut connection = Connection::open(path).map_err(&failed)?;
        // SQLite falls back to reading only, whatever the reason.
        if connection.is_readonly("main").map_err(&failed)? {
            return Err(StoreError::ReadOnly { path: path.to_owned() });
        }
        connection.busy_timeout(PATIENCE).map_err(&failed)?;
        let journal = pragma(&connection, "PRAGMA journal_mode = WAL").map_err(&failed)?;
        if journal != "wal" {
            return Err(StoreError::NoLog { path: path.to_owned(), found: journal });
        }
        connection.pragma_update(None, "synchronous", "FULL").map_err(&failed)?;
        // SQLite tells nobody when a checkpoint that it makes by itself fails.
        connection.pragma_update(None, "wal_autocheckpoint", 0).map_err(&failed)?;
        format::prepare(&mut connection, path)?;
        Ok(Self { path: path.to_owned(), connection })
    }

    pub(crate) fn finding(&self, key: Digest) -> Result<Option<Finding>, StoreError> {
        read(&self.connection, Table::Findings, key).map_err(StoreError::database(&self.path))
    }

    pub(crate) fn calibration(&self, key: Digest) -> Result<Option<TrialTime>, StoreError> {
        read(&self.connection, Table::Calibrations, key).map_err(StoreError::database(&self.path))
    }

    pub(crate) fn measurement(&self, key: Digest) -> Result<Option<Measurement>, StoreError> {
        read(&self.connection, Table::Measurements, key).map_err(StoreError::database(&self.path))
    }

    pub(crate) fn attempts<Record: DeserializeOwned>(&self, key: Digest) -> Result<Vec<Record>, StoreError> {
        attempts::of_key(&self.connection, key).map_err(StoreError::database(&self.path))
    }

    pub(crate) fn answer<Record: DeserializeOwned>(&self, key: Digest) -> Result<Option<Record>, StoreError> {
        attempts::answer(&self.connection, key).map_err(StoreError::database(&self.path))
    }

    pub(crate) fn each_attempt<Record: DeserializeOwned>(
        &self,
        take: impl FnMut(&[u8], bool, Record),
    ) -> Result<(), StoreError> {
        attempts::each(&self.connection, take).map_err(StoreError::database(&self.path))
    }

    pub(crate) fn body(&self, digest: Digest) -> Result<Option<Vec<u8>>, StoreError> {
        attempts::body(&self.connection, digest).map_err(StoreError::database(&self.path))
    }

    /// Removes all attempts and bodies, and gives their room back.
    pub(crate) fn clear_attempts(&self) -> Result<(), StoreError> {
        self.connection
            .execute_batch("BEGIN; DELETE FROM attempts; DELETE FROM bodies; COMMIT; VACUUM;")
            .map_err(StoreError::database(&self.path))?;
        self.checkpoint()
    }

    /// Writes entries in one transaction: all of them are on disk when this returns, or none.
    pub(crate) fn write(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let failed = StoreError::database(&self.path);
        let transaction = self.connection.transaction().map_err(&failed)?;
        for entry in entries {
            let (key, finding, calibration) = match entry {
                Entry::Finding { key, finding, calibration } => (key, finding, calibration),
                Entry::Measurement { key, measurement } => {
                    replace(&transaction, Table::Measurements, *key, measurement).map_err(&failed)?;
                    continue;
                }
                Entry::Attempt { attempt, bodies } => {
                    for body in bodies {
                        attempts::keep_body(&transaction, body).map_err(&failed)?;
                    }
                    attempts::append(&transaction, attempt).map_err(&failed)?;
                    continue;
                }
                Entry::Body(bytes) => {
                    attempts::keep_body(&transaction, bytes).map_err(&failed)?;
                    continue;
                }
            };
            replace(&transaction, Table::Findings, *key, finding).map_err(&failed)?;
            let Some(key) = calibration else { continue };
            // The first times stay: limits must not move under findings that were judged by them.
            let known: Option<TrialTime> = read(&transaction, Table::Calibrations, *key).map_err(&failed)?;
            if known.is_none() {
                replace(&transaction, Table::Calibrations, *key, &finding.time).map_err(&failed)?;
            }
        }
        transaction.commit().map_err(&failed)
    }

    /// Moves what the log holds into the database, so that the log does not grow for ever.
    pub(crate) fn checkpoint(&self) -> Result<(), StoreError> {
        let done = pragma(&self.connection, "PRAGMA wal_checkpoint(PASSIVE)");
        done.map(drop).map_err(StoreError::database(&self.path))
    }

    /// Removes all findings, calibrations and measurements, and gives their room back.
    pub(crate) fn clear(&self) -> Result<(), StoreError> {
        self.connection
            .execute_batch("BEGIN; DELETE FROM findings; DELETE FROM calibrations; DELETE FROM measurements; COMMIT; VACUUM;")
            .map_err(StoreError::database(&self.path))?;
        self.checkpoint()
    }
}

/// Runs a pragma to its end, for its work may fail after its first row is there, and returns the first value as text.
fn pragma(connection: &Connection, statement: &str) -> rusqlite::Result<String> {
    let mut statement = connection.prepare(statement)?;
    let mut rows = statement.query([])?;
    let mut first = None;
    while let Some(row) = rows.next()? {
        let value: Value = row.get(0)?;
        first.get_or_insert(value);
    }
    Ok(match first {
        Some(Value::Text(text)) => text,
        other => format!("{other:?}"),
    })
}

/// A connection that changes nothing, and the format of what it reads.
pub(crate) fn reading(path: &Path) -> rusqlite::Result<(Connection, i64)> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(PATIENCE)?;
    let found = format::version(&connection)?;
    Ok((connection, found))
}

/// Findings, read while another process may write. Changes nothing.
#[derive(Debug)]
pub struct StoredFindings {
    path: PathBuf,
    /// Nothing where there is no database yet.
    connection: Option<Connection>,
}

impl StoredFindings {
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let reader = |connection| Self { path: path.to_owned(), connection };
        if !path.exists() {
            return Ok(reader(None));
        }
        let failed = StoreError::database(path);
        let (connection, found) = reading(path).map_err(&failed)?;
        // Findings are in format 2 as they are now.
        if !(2..=format::FORMAT).contains(&found) {
            return Err(StoreError::Format { path: path.to_owned(), found, expected: format::FORMAT });
        }
        Ok(reader(Some(connection)))
    }

    /// The finding stored under a key.
    pub fn get(&self, key: Digest) -> Result<Option<Finding>, StoreError> {
        let Some(connection) = &self.connection else { return Ok(None) };
        read(connection, Table::Findings, key).map_err(StoreError::database(&self.path))
    }
}

/// How many findings, calibrations and measurements a database of any known format holds, and how long their texts are; none where
/// there is no database. Changes nothing.
pub(crate) fn amounts(path: &Path) -> Result<[Amount; 3], StoreError> {
    if !path.exists() {
        return Ok([Amount::default(); 3]);
    }
    let failed = StoreError::database(path);
    let (connection, found) = reading(path).map_err(&failed)?;
    let columns = match found {
        0 => return Ok([Amount::default(); 3]),
        1 => ["finding", "time", ""],
        2..=format::FORMAT => ["text"; 3],
        found => return Err(StoreError::Format { path: path.to_owned(), found, expected: format::FORMAT }),
    };
    let mut amounts = [Amount::default(); 3];
    for ((table, column), amount) in Table::ALL.into_iter().zip(columns).zip(&mut amounts) {
        if !table.is_in(found) {
            continue;
        }
        let table = table.name();
        let query = format!("SELECT count(*), coalesce(sum(length(CAST({column} AS BLOB))), 0) FROM {table}");
        *amount = connection
            .query_row(&query, [], |row| {
                let number = |place| row.get::<_, i64>(place).map(i64::unsigned_abs);
                Ok(Amount { count: number(0)?, bytes: number(1)? })
            })
            .map_err(&failed)?;
    }
    Ok(amounts)
}

/// What a row's digest must be. The key is part of it: a text that damage moved under another key is no finding there.
pub(crate) fn seal(key: &[u8], text: &[u8]) -> Digest {
    Digest::of_parts(&[key, text])
}

/// A value that is not what was written, or that cannot be read, is as good as none: it is judged or measured again,
/// and then replaced.
fn read<Stored: DeserializeOwned>(
    connection: &Connection,
    table: Table,
    key: Digest,
) -> rusqlite::Result<Option<Stored>> {
    let mut statement = connection.prepare_cached(table.select())?;
    let text = statement
        .query_row([key.as_bytes().as_slice()], |row| {
            let (text, digest) = (row.get_ref(0)?.as_bytes(), row.get_ref(1)?.as_bytes());
            let (Ok(text), Ok(digest)) = (text, digest) else { return Ok(None) };
            Ok((seal(key.as_bytes(), text).as_bytes() == digest).then(|| text.to_vec()))
        })
        .optional()?;
    Ok(text.flatten().and_then(|text| serde_json::from_slice(&text).ok()))
}

fn replace(
    connection: &Connection,
    table: Table,
    key: Digest,
    value: &impl Serialize,
) -> rusqlite::Result<usize> {
    let text = serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    let digest = seal(key.as_bytes(), text.as_bytes());
    let row = params![key.as_bytes().as_slice(), text, digest.as_bytes().as_slice()];
    connection.prepare_cached(table.replace())?.execute(row)
}

#[cfg(test)]
mod tests;
