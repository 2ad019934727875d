//! The tables, their version, and how an older version becomes this one.

use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use crate::StoreError;
use crate::database::seal;

/// The version of the tables below, kept in SQLite's `user_version`.
///
/// 1: a text under each key. 2: beside it the digest of key and text, so that damage is noticed. 3: measurements.
/// 4: attempts at asking models, and the bodies that went over the wire.
pub(crate) const FORMAT: i64 = 4;

const TABLES: &str = "
    CREATE TABLE findings (key BLOB PRIMARY KEY, text TEXT NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID, STRICT;
    CREATE TABLE calibrations (key BLOB PRIMARY KEY, text TEXT NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID, STRICT;
";
const MEASUREMENTS: &str = "
    CREATE TABLE measurements (key BLOB PRIMARY KEY, text TEXT NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID, STRICT;
";

const ATTEMPTS: &str = "
    CREATE TABLE attempts (
        key BLOB NOT NULL, number INTEGER NOT NULL, answered INTEGER NOT NULL, text TEXT NOT NULL, digest BLOB NOT NULL,
        PRIMARY KEY (key, number)
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE bodies (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
";

/// Makes the tables, or brings older ones to this version: wholly or not at all.
pub(crate) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let failed = StoreError::database(path);
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&failed)?;
    let found = version(&transaction).map_err(&failed)?;
    match found {
        FORMAT => return Ok(()),
        0 => transaction.execute_batch(TABLES).map_err(&failed)?,
        1 => from_1_to_2(&transaction).map_err(&failed)?,
        2 | 3 => {}
        _ => return Err(StoreError::Format { path: path.to_owned(), found, expected: FORMAT }),
    }
    if found < 3 {
        transaction.execute_batch(MEASUREMENTS).map_err(&failed)?;
    }
    transaction.execute_batch(ATTEMPTS).map_err(&failed)?;
    transaction.pragma_update(None, "user_version", FORMAT).map_err(&failed)?;
    transaction.commit().map_err(&failed)
}

pub(crate) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn from_1_to_2(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(
        "ALTER TABLE findings RENAME TO old_findings; ALTER TABLE calibrations RENAME TO old_calibrations;",
    )?;
    transaction.execute_batch(TABLES)?;
    for (old, new) in [
        ("SELECT key, finding FROM old_findings", "INSERT INTO findings VALUES (?1, ?2, ?3)"),
        ("SELECT key, time FROM old_calibrations", "INSERT INTO calibrations VALUES (?1, ?2, ?3)"),
    ] {
        let (mut old, mut new) = (transaction.prepare(old)?, transaction.prepare(new)?);
        let mut rows = old.query([])?;
        while let Some(row) = rows.next()? {
            let (key, text): (Vec<u8>, String) = (row.get(0)?, row.get(1)?);
            new.execute(params![key, text, seal(&key, text.as_bytes()).as_bytes().as_slice()])?;
        }
    }
    transaction.execute_batch("DROP TABLE old_findings; DROP TABLE old_calibrations;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;
    use assay_types::{Digest, TrialTime};

    /// The tables and two rows as assay 0.1.0 wrote them.
    const FORMAT_1: &str = "
        CREATE TABLE findings (key BLOB PRIMARY KEY, finding TEXT NOT NULL) WITHOUT ROWID, STRICT;
        CREATE TABLE calibrations (key BLOB PRIMARY KEY, time TEXT NOT NULL) WITHOUT ROWID, STRICT;
        PRAGMA user_version = 1;
    ";
    const FINDING: &str = r#"{"outcome":{"kind":"fail","cause":"wrong_answer"},"evidence":"AssertionError","line":3,"output":"é","time":{"cpu_microseconds":7,"judging_microseconds":8,"wall_microseconds":9}}"#;
    const TIME: &str = r#"{"cpu_microseconds":5,"judging_microseconds":6,"wall_microseconds":7}"#;

    fn format_1(path: &Path) -> Digest {
        let key = Digest::of(b"key");
        let connection = Connection::open(path).unwrap();
        connection.pragma_update(None, "journal_mode", "WAL").unwrap();
        connection.execute_batch(FORMAT_1).unwrap();
        for (statement, text) in [
            ("INSERT INTO findings VALUES (?1, ?2)", FINDING),
            ("INSERT INTO calibrations VALUES (?1, ?2)", TIME),
        ] {
            connection.execute(statement, params![key.as_bytes().as_slice(), text]).unwrap();
        }
        key
    }

    #[test]
    fn a_store_of_format_1_keeps_its_findings_and_calibrations() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        let key = format_1(&path);
        for _ in 0..2 {
            let database = Database::open(&path).unwrap();
            let finding = database.finding(key).unwrap().unwrap();
            assert_eq!(serde_json::to_string(&finding).unwrap(), FINDING);
            let time = TrialTime { cpu_microseconds: 5, judging_microseconds: 6, wall_microseconds: 7 };
            assert_eq!(database.calibration(key).unwrap(), Some(time));
        }
        let connection = Connection::open(&path).unwrap();
        assert_eq!(version(&connection).unwrap(), FORMAT);
        let tables: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema WHERE type = 'table'", [], |row| row.get(0))
            .unwrap();
        assert_eq!(tables, 5);
    }

    #[test]
    fn a_store_of_format_3_keeps_its_measurements_and_gets_a_place_for_answers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        let key = Digest::of(b"key");
        let measurement = r#"{"text":"as assay wrote it"}"#;
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "journal_mode", "WAL").unwrap();
        connection.execute_batch(&format!("{TABLES}{MEASUREMENTS} PRAGMA user_version = 3;")).unwrap();
        let digest = seal(key.as_bytes(), measurement.as_bytes());
        let row = params![key.as_bytes().as_slice(), measurement, digest.as_bytes().as_slice()];
        connection.execute("INSERT INTO measurements VALUES (?1, ?2, ?3)", row).unwrap();
        drop(connection);
        let database = Database::open(&path).unwrap();
        let attempts: Vec<String> = database.attempts(key).unwrap();
        assert!(attempts.is_empty());
        let connection = Connection::open(&path).unwrap();
        assert_eq!(version(&connection).unwrap(), FORMAT);
        let kept: String =
            connection.query_row("SELECT text FROM measurements", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, measurement);
    }

    #[test]
    fn a_migration_that_fails_leaves_format_1_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        let key = format_1(&path);
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("CREATE TABLE old_calibrations (x)").unwrap();
        Database::open(&path).unwrap_err();
        assert_eq!(version(&connection).unwrap(), 1);
        let finding: String = connection
            .query_row("SELECT finding FROM findings WHERE key = ?1", [key.as_bytes().as_slice()], |row| {
                row.get(0)
            })
            .unwrap();
        assert_eq!(finding, FINDING);
    }

    #[test]
    fn a_store_of_a_later_format_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
        let message = Database::open(&path).unwrap_err().to_string();
        assert!(message.contains("has format 99, this assay reads 4"), "{message}");
    }
}
