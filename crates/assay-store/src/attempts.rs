//! The raw log: every attempt at getting an answer from a model, in the order in which they were made, and the bodies that
//! went over the wire, content-addressed.
//!
//! What stands in an attempt's record is its writer's business; the store keeps it whole, under the key of the answer that
//! it was made for, and finds the answer among the attempts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_types::Digest;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;

use crate::database::reading;
use crate::{Amount, StoreError, format};

/// The first format that has attempts.
const SINCE: i64 = 4;

/// An attempt to write.
#[derive(Debug, Clone)]
pub(crate) struct LoggedAttempt {
    pub(crate) key: Digest,
    pub(crate) answered: bool,
    pub(crate) text: String,
}

/// What a row's digest must be: it covers all that the row says.
fn seal(key: &[u8], number: i64, answered: bool, text: &[u8]) -> Digest {
    Digest::of_parts(&[key, &number.to_be_bytes(), &[u8::from(answered)], text])
}

/// Appends an attempt to those of its key.
pub(crate) fn append(connection: &Connection, attempt: &LoggedAttempt) -> rusqlite::Result<()> {
    let LoggedAttempt { key, answered, text } = attempt;
    let key = key.as_bytes().as_slice();
    let number: i64 = connection
        .prepare_cached("SELECT coalesce(max(number) + 1, 0) FROM attempts WHERE key = ?1")?
        .query_row([key], |row| row.get(0))?;
    let digest = seal(key, number, *answered, text.as_bytes());
    connection.prepare_cached("INSERT INTO attempts VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
        key,
        number,
        answered,
        text,
        digest.as_bytes().as_slice()
    ])?;
    Ok(())
}

/// Keeps a body under its digest; one that is no longer what it was is replaced.
pub(crate) fn keep_body(connection: &Connection, bytes: &Arc<[u8]>) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO bodies VALUES (?1, ?2)")?
        .execute(params![Digest::of(bytes).as_bytes().as_slice(), &bytes[..]])?;
    Ok(())
}

/// All attempts under a key, the first one first; what is not as it was written is left out.
pub(crate) fn of_key<Record: DeserializeOwned>(
    connection: &Connection,
    key: Digest,
) -> rusqlite::Result<Vec<Record>> {
    let query = "SELECT key, number, answered, text, digest FROM attempts WHERE key = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(query)?;
    let rows = statement.query_map([key.as_bytes().as_slice()], record)?;
    rows.filter_map(Result::transpose).collect()
}

/// The first attempt under a key that was answered.
pub(crate) fn answer<Record: DeserializeOwned>(
    connection: &Connection,
    key: Digest,
) -> rusqlite::Result<Option<Record>> {
    let query = "SELECT key, number, answered, text, digest FROM attempts WHERE key = ?1 AND answered ORDER BY number";
    let mut statement = connection.prepare_cached(query)?;
    let mut rows = statement.query_map([key.as_bytes().as_slice()], record)?;
    rows.find_map(Result::transpose).transpose()
}

/// Hands every attempt over with its key and whether it was answered, in no order; what is not as it was written is left out.
pub(crate) fn each<Record: DeserializeOwned>(
    connection: &Connection,
    mut take: impl FnMut(&[u8], bool, Record),
) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare_cached("SELECT key, number, answered, text, digest FROM attempts")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(found) = record(row)? {
            take(row.get_ref(0)?.as_blob()?, row.get(2)?, found);
        }
    }
    Ok(())
}

fn record<Record: DeserializeOwned>(row: &Row<'_>) -> rusqlite::Result<Option<Record>> {
    let (key, number, answered) = (row.get_ref(0)?.as_blob()?, row.get(1)?, row.get(2)?);
    let (text, digest) = (row.get_ref(3)?.as_bytes()?, row.get_ref(4)?.as_bytes()?);
    let whole = seal(key, number, answered, text).as_bytes() == digest;
    Ok(whole.then(|| serde_json::from_slice(text).ok()).flatten())
}

/// The bytes of that digest; `None` where they are missing or no longer what they were.
pub(crate) fn body(connection: &Connection, digest: Digest) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut statement = connection.prepare_cached("SELECT bytes FROM bodies WHERE digest = ?1")?;
    let bytes: Option<Vec<u8>> =
        statement.query_row([digest.as_bytes().as_slice()], |row| row.get(0)).optional()?;
    Ok(bytes.filter(|bytes| Digest::of(bytes) == digest))
}

/// The raw log of a store, read while another process may write. Changes nothing.
#[derive(Debug)]
pub struct StoredAttempts {
    path: PathBuf,
    /// Nothing where there is no database yet, or one that is older than attempts.
    connection: Option<Connection>,
}

impl StoredAttempts {
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let reader = |connection| Self { path: path.to_owned(), connection };
        if !path.exists() {
            return Ok(reader(None));
        }
        let (connection, found) = reading(path).map_err(StoreError::database(path))?;
        match found {
            SINCE..=format::FORMAT => Ok(reader(Some(connection))),
            0..SINCE => Ok(reader(None)),
            _ => Err(StoreError::Format { path: path.to_owned(), found, expected: format::FORMAT }),
        }
    }

    /// The attempt under a key that was answered.
    pub fn answer<Record: DeserializeOwned>(&self, key: Digest) -> Result<Option<Record>, StoreError> {
        let Some(connection) = &self.connection else { return Ok(None) };
        answer(connection, key).map_err(StoreError::database(&self.path))
    }

    /// All attempts under a key, the first one first.
    pub fn of_key<Record: DeserializeOwned>(&self, key: Digest) -> Result<Vec<Record>, StoreError> {
        let Some(connection) = &self.connection else { return Ok(Vec::new()) };
        of_key(connection, key).map_err(StoreError::database(&self.path))
    }

    /// A body by its digest; `None` where it is missing or no longer what it was.
    pub fn body(&self, digest: Digest) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(connection) = &self.connection else { return Ok(None) };
        body(connection, digest).map_err(StoreError::database(&self.path))
    }
}

/// How many attempts were answered and how many were not, by the bytes of their records, and how many bodies there are.
pub(crate) fn amounts(path: &Path) -> Result<[Amount; 3], StoreError> {
    let reader = StoredAttempts::open(path)?;
    let Some(connection) = &reader.connection else { return Ok([Amount::default(); 3]) };
    let mut amounts = [Amount::default(); 3];
    let queries = [
        "SELECT count(*), coalesce(sum(length(CAST(text AS BLOB))), 0) FROM attempts WHERE answered",
        "SELECT count(*), coalesce(sum(length(CAST(text AS BLOB))), 0) FROM attempts WHERE NOT answered",
        "SELECT count(*), coalesce(sum(length(bytes)), 0) FROM bodies",
    ];
    for (query, amount) in queries.into_iter().zip(&mut amounts) {
        *amount = connection
            .query_row(query, [], |row| {
                let number = |place| row.get::<_, i64>(place).map(i64::unsigned_abs);
                Ok(Amount { count: number(0)?, bytes: number(1)? })
            })
            .map_err(StoreError::database(path))?;
    }
    Ok(amounts)
}

#[cfg(test)]
mod tests {
    use crate::Store;
    use assay_types::Digest;
    use rusqlite::Connection;

    fn texts(store: &Store, key: Digest) -> Vec<String> {
        store.attempts(key).unwrap()
    }

    #[test]
    fn attempts_stay_in_order_and_the_answer_is_the_first_that_was_answered() {
        let folder = tempfile::tempdir().unwrap();
        let key = Digest::of(b"key");
        for (record, answered) in [("429", false), ("first", true), ("second", true)] {
            let store = Store::open(folder.path()).unwrap();
            let writer = store.writer().unwrap();
            writer.attempt(key, answered, &record, &[b"request".as_slice(), record.as_bytes()]).unwrap();
            writer.finish().unwrap();
        }
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(texts(&store, key), ["429", "first", "second"]);
        assert_eq!(store.answer::<String>(key).unwrap().as_deref(), Some("first"));
        assert_eq!(store.answer::<String>(Digest::of(b"other")).unwrap(), None);
        assert_eq!(store.body(Digest::of(b"request")).unwrap().as_deref(), Some(&b"request"[..]));
        let mut all = Vec::new();
        store
            .each_attempt(|of, answered, record: String| all.push((of == key.as_bytes(), answered, record)))
            .unwrap();
        all.sort();
        assert_eq!(
            all,
            [("429", false), ("first", true), ("second", true)].map(|(record, answered)| (
                true,
                answered,
                record.to_owned()
            ))
        );
        let amounts = super::amounts(&folder.path().join("store.sqlite")).unwrap();
        assert_eq!(amounts.map(|amount| amount.count), [2, 1, 4]);
        let reader = crate::stored_attempts(folder.path()).unwrap();
        assert_eq!(reader.answer::<String>(key).unwrap().as_deref(), Some("first"));
    }

    #[test]
    fn an_attempt_or_body_that_is_not_what_was_written_is_absent() {
        for change in [
            "UPDATE attempts SET text = replace(text, 'a', 'b')",
            "UPDATE attempts SET number = 5",
            "UPDATE attempts SET answered = 0",
            "UPDATE attempts SET key = zeroblob(32)",
        ] {
            let folder = tempfile::tempdir().unwrap();
            let key = Digest::of(b"key");
            let store = Store::open(folder.path()).unwrap();
            let writer = store.writer().unwrap();
            writer.attempt(key, true, &"answer", &[b"body"]).unwrap();
            writer.finish().unwrap();
            let connection = Connection::open(folder.path().join("store.sqlite")).unwrap();
            assert_eq!(connection.execute(change, []).unwrap(), 1);
            assert_eq!(store.answer::<String>(key).unwrap(), None, "{change}");
            assert!(texts(&store, key).is_empty(), "{change}");
            connection.execute("UPDATE bodies SET bytes = CAST('bode' AS BLOB)", []).unwrap();
            assert_eq!(store.body(Digest::of(b"body")).unwrap(), None);
        }
    }
}
