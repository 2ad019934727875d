//! The SQLite half of a store.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_types::{Digest, Finding, TrialTime};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::StoreError;

/// The version of the tables below, kept in SQLite's `user_version`.
const FORMAT: i64 = 1;

const TABLES: &str = "
    CREATE TABLE findings (key BLOB PRIMARY KEY, finding TEXT NOT NULL) WITHOUT ROWID, STRICT;
    CREATE TABLE calibrations (key BLOB PRIMARY KEY, time TEXT NOT NULL) WITHOUT ROWID, STRICT;
";

/// An open database.
#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    connection: Connection,
}

/// Something to write.
#[derive(Debug, Clone)]
pub(crate) enum Entry {
    Finding { key: Digest, finding: Box<Finding> },
    Calibration { key: Digest, time: TrialTime },
}

impl Database {
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |source| StoreError::Database { path: path.to_owned(), source };
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(Duration::from_secs(30)).map_err(failed)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
        connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
        let transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        let found: i64 =
            transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        match found {
            FORMAT => {}
            0 => {
                transaction.execute_batch(TABLES).map_err(failed)?;
                transaction.pragma_update(None, "user_version", FORMAT).map_err(failed)?;
            }
            _ => return Err(StoreError::Format { path: path.to_owned(), found, expected: FORMAT }),
        }
        transaction.commit().map_err(failed)?;
        Ok(Self { path: path.to_owned(), connection })
    }

    fn failed(&self) -> impl Fn(rusqlite::Error) -> StoreError + '_ {
        |source| StoreError::Database { path: self.path.clone(), source }
    }

    pub(crate) fn finding(&self, key: Digest) -> Result<Option<Finding>, StoreError> {
        self.read("SELECT finding FROM findings WHERE key = ?1", key)
    }

    pub(crate) fn calibration(&self, key: Digest) -> Result<Option<TrialTime>, StoreError> {
        self.read("SELECT time FROM calibrations WHERE key = ?1", key)
    }

    /// A value that cannot be read is as good as none: it is judged or measured again.
    fn read<Value: DeserializeOwned>(&self, query: &str, key: Digest) -> Result<Option<Value>, StoreError> {
        let mut statement = self.connection.prepare_cached(query).map_err(self.failed())?;
        let text: Option<String> = statement
            .query_row([key.as_bytes().as_slice()], |row| row.get(0))
            .optional()
            .map_err(self.failed())?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Writes entries in one transaction: all of them are on disk when this returns, or none.
    pub(crate) fn write(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let path = self.path.clone();
        let failed = |source| StoreError::Database { path: path.clone(), source };
        let transaction = self.connection.transaction().map_err(failed)?;
        for entry in entries {
            let written = match entry {
                Entry::Finding { key, finding } => {
                    insert(&transaction, "INSERT OR REPLACE INTO findings VALUES (?1, ?2)", *key, finding)
                }
                Entry::Calibration { key, time } => {
                    insert(&transaction, "INSERT OR IGNORE INTO calibrations VALUES (?1, ?2)", *key, time)
                }
            };
            written.map_err(failed)?;
        }
        transaction.commit().map_err(failed)
    }
}

fn insert(
    transaction: &Transaction<'_>,
    statement: &str,
    key: Digest,
    value: &impl Serialize,
) -> rusqlite::Result<usize> {
    let text = serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    transaction.prepare_cached(statement)?.execute(params![key.as_bytes().as_slice(), text])
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::Outcome;

    fn finding() -> Finding {
        Finding {
            outcome: Outcome::Pass,
            evidence: None,
            line: None,
            output: String::new(),
            time: TrialTime::default(),
        }
    }

    fn open() -> (tempfile::TempDir, PathBuf, Database) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        let database = Database::open(&path).unwrap();
        (folder, path, database)
    }

    #[test]
    fn what_was_written_is_found_after_reopening() {
        let (_folder, path, mut database) = open();
        let key = Digest::of(b"key");
        database.write(&[Entry::Finding { key, finding: Box::new(finding()) }]).unwrap();
        drop(database);
        let database = Database::open(&path).unwrap();
        assert_eq!(database.finding(key).unwrap(), Some(finding()));
        assert_eq!(database.finding(Digest::of(b"other")).unwrap(), None);
    }

    #[test]
    fn the_first_calibration_stays() {
        let (_folder, _path, mut database) = open();
        let key = Digest::of(b"key");
        let time = |cpu_microseconds| TrialTime { cpu_microseconds, ..TrialTime::default() };
        for cpu_microseconds in [5, 9] {
            database.write(&[Entry::Calibration { key, time: time(cpu_microseconds) }]).unwrap();
        }
        assert_eq!(database.calibration(key).unwrap(), Some(time(5)));
    }

    #[test]
    fn a_finding_that_cannot_be_read_is_judged_again() {
        let (_folder, _path, mut database) = open();
        let key = Digest::of(b"key");
        database.write(&[Entry::Finding { key, finding: Box::new(finding()) }]).unwrap();
        database.connection.execute("UPDATE findings SET finding = '{\"outcome\":'", []).unwrap();
        assert_eq!(database.finding(key).unwrap(), None);
    }

    #[test]
    fn a_store_of_another_format_is_refused() {
        let (_folder, path, database) = open();
        database.connection.pragma_update(None, "user_version", 99).unwrap();
        drop(database);
        let message = Database::open(&path).unwrap_err().to_string();
        assert!(message.contains("has format 99, this assay reads 1"), "{message}");
    }
}
