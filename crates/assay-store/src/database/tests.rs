//! What was written is found again as it was, or not at all.

use assay_types::Outcome;

use super::*;

fn finding() -> Finding {
    Finding {
        outcome: Outcome::Pass,
        evidence: None,
        line: None,
        output: String::new(),
        time: TrialTime::default(),
    }
}

fn entry(key: Digest) -> Entry {
    Entry::Finding { key, finding: finding(), calibration: None }
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
    database.write(&[entry(key)]).unwrap();
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
        let finding = Finding { time: time(cpu_microseconds), ..finding() };
        database.write(&[Entry::Finding { key, finding, calibration: Some(key) }]).unwrap();
    }
    assert_eq!(database.calibration(key).unwrap(), Some(time(5)));
    assert_eq!(database.finding(key).unwrap().map(|finding| finding.time), Some(time(9)));
}

#[test]
fn a_row_that_is_not_what_was_written_is_absent_until_it_is_replaced() {
    let changes = [
        "UPDATE findings SET text = replace(text, 'pass', 'fail')",
        "UPDATE findings SET text = substr(text, 1, 20)",
        "UPDATE findings SET text = ''",
        "UPDATE findings SET digest = zeroblob(32)",
        "UPDATE findings SET digest = zeroblob(0)",
        "UPDATE findings SET key = zeroblob(32)",
        // Another row's text and its own digest, under this key.
        "UPDATE findings SET (text, digest) = (SELECT text, digest FROM calibrations)",
        "UPDATE calibrations SET text = replace(text, '5', '6')",
    ];
    for change in changes {
        let (_folder, _path, mut database) = open();
        let key = Digest::of(b"key");
        let time = TrialTime { cpu_microseconds: 5, ..TrialTime::default() };
        let finding = Finding { time, ..finding() };
        let entry = Entry::Finding { key, finding: finding.clone(), calibration: Some(Digest::of(b"time")) };
        database.write(std::slice::from_ref(&entry)).unwrap();
        assert!(database.connection.execute(change, []).unwrap() > 0, "{change}");
        let calibration = || database.calibration(Digest::of(b"time")).unwrap();
        let absent = database.finding(key).unwrap().is_none() || calibration().is_none();
        assert!(absent, "{change}");
        database.write(&[entry]).unwrap();
        assert_eq!(database.finding(key).unwrap(), Some(finding), "{change}");
        assert_eq!(database.calibration(Digest::of(b"time")).unwrap(), Some(time), "{change}");
    }
}

#[test]
fn a_file_that_is_no_database_any_more_is_damage_and_says_what_to_do() {
    for damage in
        [&b"no database at all, whatever its name says, and long enough to be looked at as one"[..], b""]
    {
        let (_folder, path, mut database) = open();
        database.write(&[entry(Digest::of(b"key"))]).unwrap();
        database.checkpoint().unwrap();
        drop(database);
        let mut bytes = std::fs::read(&path).unwrap();
        if damage.is_empty() {
            bytes[4096..].fill(0xA5); // the header stays, the tables do not
        } else {
            bytes = damage.to_vec();
        }
        std::fs::write(&path, bytes).unwrap();
        let error =
            Database::open(&path).and_then(|database| database.finding(Digest::of(b"key"))).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("is damaged"), "{error}");
        assert!(error.to_string().contains("move it and the files beside it"), "{error}");
    }
}

#[test]
fn a_torn_log_loses_what_was_in_its_last_transaction_and_nothing_else() {
    let (folder, path, mut database) = open();
    let keys = [Digest::of(b"first"), Digest::of(b"second")];
    for key in keys {
        database.write(&[entry(key)]).unwrap();
    }
    // The state of a machine that lost its power, less the end of the last write.
    let copy = folder.path().join("copy.sqlite");
    std::fs::copy(&path, &copy).unwrap();
    let log = std::fs::read(path.with_extension("sqlite-wal")).unwrap();
    std::fs::write(copy.with_extension("sqlite-wal"), &log[..log.len() - 100]).unwrap();
    let torn = Database::open(&copy).unwrap();
    assert_eq!(torn.finding(keys[0]).unwrap(), Some(finding()));
    assert_eq!(torn.finding(keys[1]).unwrap(), None);
}

#[test]
fn a_store_can_be_counted_while_it_is_written_and_emptied() {
    let (_folder, path, mut database) = open();
    database.write(&[entry(Digest::of(b"a")), entry(Digest::of(b"b"))]).unwrap();
    let [findings, calibrations, _] = amounts(&path).unwrap();
    assert_eq!((findings.count, calibrations.count), (2, 0));
    assert_eq!(findings.bytes, 2 * serde_json::to_string(&finding()).unwrap().len() as u64);
    database.clear().unwrap();
    assert_eq!(amounts(&path).unwrap(), [Amount::default(); 3]);
}
