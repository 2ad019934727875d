//! A store whose files fail, or whose process is killed, at every single call: nothing that was stored before is lost,
//! the fault is told, and the same work done again ends as if nothing had happened.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod layer;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use assay_store::Store;
use assay_types::{Digest, Finding, Outcome, TrialTime};

use layer::{How, Layer};

/// Tells the copy of this program that is to fail which store to work on.
const CHILD: &str = "ASSAY_STORE_FAULTS_CHILD";
const EARLIER: [&str; 2] = ["earlier 0", "earlier 1"];
const LATER: [&str; 3] = ["later 0", "later 1", "later 2"];
const ANSWERS: &[u8] = b"raw answers";
const REPORT: &[u8] = b"{\"schema_version\": 1}";

fn finding(name: &str) -> Finding {
    Finding {
        outcome: Outcome::Pass,
        evidence: Some(name.to_owned()),
        line: None,
        output: String::new(),
        time: TrialTime { cpu_microseconds: name.len() as u64, ..TrialTime::default() },
    }
}

fn answer_to(name: &str) -> String {
    format!("answer to {name}")
}

fn key(name: &str) -> Digest {
    Digest::of(name.as_bytes())
}

/// The work of a small run: raw answers, findings one by one, each with a model's answer, the run itself. Says what is stored as soon
/// as it is.
fn work(
    folder: &Path,
    names: &[&str],
    run: &str,
    mut say: impl FnMut(&str),
) -> Result<(), assay_store::StoreError> {
    let store = Store::open(folder)?;
    store.blobs().put(ANSWERS)?;
    say("blob");
    for name in names {
        let writer = store.writer()?;
        writer.finding_and_times(key(name), finding(name), key(&format!("time of {name}")))?;
        let answer = answer_to(name);
        // Whoever waited for it knows that it is there, whatever the writer meets afterwards.
        if writer.attempt(key(&answer), true, &answer, &[answer.as_bytes()]).is_ok() {
            say(&answer);
        }
        writer.finish()?;
        say(name);
    }
    store.keep_run(run, REPORT, b"{\"finished\": 1}")?;
    say("run");
    Ok(())
}

#[test]
fn child() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let mut output = std::io::stdout();
    writeln!(output).unwrap(); // the test's own line has begun
    let done = work(Path::new(&folder), &LATER, "2", |what| writeln!(output, "stored: {what}").unwrap());
    if let Err(error) = &done {
        writeln!(output, "error: {error}").unwrap();
    }
    assert!(done.is_ok());
}

/// What is there, in words.
fn stored(folder: &Path) -> BTreeSet<String> {
    let store = Store::open(folder).unwrap();
    let mut found = BTreeSet::new();
    for name in EARLIER.into_iter().chain(LATER) {
        if let Some(read) = store.finding(key(name)).unwrap() {
            assert_eq!(read, finding(name));
            assert_eq!(store.calibration(key(&format!("time of {name}"))).unwrap(), Some(finding(name).time));
            found.insert(name.to_owned());
        }
        let answer = answer_to(name);
        if let Some(read) = store.answer::<String>(key(&answer)).unwrap() {
            assert_eq!(read, answer);
            assert_eq!(store.body(key(&answer)).unwrap().as_deref(), Some(answer.as_bytes()));
            found.insert(answer);
        }
    }
    if store.blobs().get(Digest::of(ANSWERS)).unwrap().is_some() {
        found.insert("blob".to_owned());
    }
    found.extend(store.runs().unwrap().into_iter().map(|run| format!("run {}", run.id)));
    found
}

/// Names of everything half-written below a folder.
fn unfinished(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            found.extend(unfinished(&entry.path()));
        }
        found.extend(name.starts_with('.').then_some(name));
    }
    found
}

/// A folder in memory where there is one: that a sync was asked for is the question here, not how long a disk takes.
fn memory_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Breaks the work at every call, in one way, in a store that is new or holds an earlier run.
#[track_caller]
fn break_everywhere(layer: &Layer, is_new: bool, how: How) {
    let (mut calls, mut unseen_faults) = (0, 0);
    for number in 1.. {
        let home = memory_folder();
        let folder = home.path().join("store");
        if !is_new {
            work(&folder, &EARLIER, "1", |_| {}).unwrap();
        }
        let said = layer.run(home.path(), CHILD, &folder, number, how);
        let Some(place) = said.place else { break };
        calls += 1;
        let place = format!("{how:?} at call {number}, {place}: {}", said.output);
        // SQLite has its folder synced and does not look at the answer; `Store::open` asks once more, and does.
        let unseen = said.succeeded && place.contains("fsync") && place.contains("/store <- here");
        unseen_faults += usize::from(unseen);
        if how != How::Kill && !unseen {
            assert!(!said.succeeded, "{place}");
            assert!(said.output.contains("error: the store"), "{place}");
        }
        let found = stored(&folder);
        let earlier = if is_new { Vec::new() } else { [&EARLIER[..], &["blob", "run 1"]].concat() };
        let confirmed = said.output.lines().filter_map(|line| line.strip_prefix("stored: "));
        for name in earlier.into_iter().chain(confirmed) {
            let name = if name == "run" { "run 2" } else { name };
            assert!(found.contains(name), "{name} is lost after {place}");
        }
        assert_eq!(unfinished(&folder), [""; 0], "{place}");
        work(&folder, &LATER, "2", |_| {}).unwrap();
        let with_answer = |name: &&str| [(*name).to_owned(), answer_to(name)];
        let mut whole: BTreeSet<String> = LATER.iter().flat_map(with_answer).collect();
        whole.extend(["blob".to_owned(), "run 2".to_owned()]);
        if !is_new {
            whole.extend(EARLIER.iter().flat_map(with_answer).chain(["run 1".to_owned()]));
        }
        assert_eq!(stored(&folder), whole, "{place}");
    }
    assert!(calls > 40, "only {calls} calls were seen");
    assert!(unseen_faults <= 2 + LATER.len(), "{unseen_faults} faults were not told");
}

#[expect(clippy::print_stderr, reason = "a test says why it does nothing")]
fn break_new_and_used_stores(how: How) {
    match Layer::compile() {
        Ok(layer) => [true, false].into_iter().for_each(|is_new| break_everywhere(&layer, is_new, how)),
        Err(problem) => eprintln!("skipped: no C compiler for the layer that fails: {problem}"),
    }
}

#[test]
fn killed_at_every_call() {
    break_new_and_used_stores(How::Kill);
}

#[test]
fn no_room_at_every_call() {
    break_new_and_used_stores(How::NoSpace);
}

#[test]
fn an_input_output_error_at_every_call() {
    break_new_and_used_stores(How::Broken);
}
