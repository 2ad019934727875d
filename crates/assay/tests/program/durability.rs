//! Runs that are killed, stores that are in use, damaged or full: what was judged stays, and the same command goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assay_store::Store;
use rusqlite::Connection;

use crate::support::{SIX_TASKS, Said, User, starter};

const KILLS: usize = 10;
const COMPARE: [&str; 7] =
    ["compare", "baseline.jsonl", "candidate.jsonl", "--benchmark", "starter", "--out", "out"];

/// A user with two models' samples of six tasks of the starter, all of them quick: right ones, and wrong ones of each kind.
fn user_with_samples() -> User {
    let user = User::new();
    for (name, right, wrong) in [("baseline.jsonl", 8, 1), ("candidate.jsonl", 4, 3)] {
        let mut lines = String::new();
        for id in SIX_TASKS {
            let task = PathBuf::from(starter("tasks")).join(id);
            let mut modules = vec![(task.join("reference.py"), right)];
            let wrongs = fs::read_dir(task.join("wrong")).unwrap().flatten();
            modules.extend(wrongs.map(|entry| (entry.path(), wrong)));
            modules.sort();
            for (path, copies) in modules {
                let module = fs::read_to_string(path).unwrap();
                for copy in 0..copies {
                    let solution = format!("{module}\n# {name} {copy}\n");
                    lines += &format!("{}\n", serde_json::json!({"task_id": id, "solution": solution}));
                }
            }
        }
        user.write(name, lines);
    }
    user
}

/// Names of everything half-written or half-built below a folder.
fn unfinished(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().unwrap().is_dir() {
            found.extend(unfinished(&entry.path()));
        }
        if [".assay-unfinished-", ".tmp", "building-"].iter().any(|start| name.starts_with(start)) {
            found.push(name);
        }
    }
    found
}

fn trials(said: &Said) -> usize {
    let line = said.errors.lines().find(|line| line.contains(" trials on ")).unwrap();
    line.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_run_that_is_killed_ten_times_ends_with_the_report_of_an_unbroken_one_and_judges_nothing_twice() {
    let unbroken = user_with_samples();
    let whole = unbroken.run(&COMPARE);
    assert_eq!(whole.code, 0, "{}", whole.errors);
    let all = unbroken.findings().len();
    assert_eq!(trials(&whole), all);

    let user = user_with_samples();
    let environments = user.store_folder().join("environments");
    let is_building = || unfinished_environments(&environments) > 0;
    assert!(user.kill_when(&COMPARE, is_building));
    let mut before = BTreeMap::new();
    let mut seed = 20_261_130_usize;
    for kill in 1..KILLS {
        // A linear congruential generator: some findings more or less than an equal share.
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
        let moment = all * kill / (KILLS + 2) - (seed >> 8) % (all / (KILLS + 2));
        assert!(user.kill_when(&COMPARE, || user.findings().len() >= moment), "kill {kill} came too late");
        let after = user.findings();
        assert!(before.iter().all(|(key, finding)| after.get(key) == Some(finding)), "judged again");
        before = after;
    }
    let resumed = user.run(&COMPARE);
    assert_eq!(resumed.code, 0, "{}", resumed.errors);
    assert_eq!(trials(&resumed), all - before.len());
    let after = user.findings();
    assert!(before.iter().all(|(key, finding)| after.get(key) == Some(finding)), "judged again");
    assert_eq!(after.keys().collect::<Vec<_>>(), unbroken.findings().keys().collect::<Vec<_>>());
    let report = |user: &User| fs::read(user.path("out/report.json")).unwrap();
    assert!(report(&user) == report(&unbroken), "the reports differ");
    assert_eq!(unfinished(&user.path(".")), [""; 0]);
}

fn unfinished_environments(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("building-")).count()
}

#[test]
fn a_second_run_is_told_who_has_the_store_and_reading_goes_on() {
    let user = user_with_samples();
    let held = Store::open(&user.store_folder()).unwrap();
    let refused = user.run(&COMPARE);
    assert_eq!(refused.code, 4, "{}", refused.errors);
    let holder = format!("in use by another run, process {}, begun ", std::process::id());
    assert!(refused.errors.contains(&holder), "{}", refused.errors);
    assert!(refused.errors.contains("choose another folder with --store"), "{}", refused.errors);
    assert_eq!(user.run(&["store", "gc"]).code, 4);
    for reading in [&["store", "ls"][..], &["store", "gc", "--dry-run"], &["benchmark", "list"], &["doctor"]]
    {
        let said = user.run(reading);
        assert_eq!(said.code, 0, "{reading:?}: {}", said.errors);
    }
    drop(held);
    assert_eq!(user.run(&COMPARE).code, 0);
}

#[test]
fn damaged_findings_are_judged_again_and_a_damaged_database_says_what_to_do() {
    let user = user_with_samples();
    assert_eq!(user.run(&COMPARE).code, 0);
    let report = fs::read(user.path("out/report.json")).unwrap();
    let database = user.store_folder().join("store.sqlite");
    let connection = Connection::open(&database).unwrap();
    let lie = "UPDATE findings SET text = replace(text, '\"pass\"', '\"tampered\"') WHERE hex(key) < '8'";
    let changed = connection.execute(lie, []).unwrap();
    drop(connection);
    let again = user.run(&COMPARE);
    assert!(changed > 10 && trials(&again) > 10, "{changed}, {}", again.errors);
    assert!(fs::read(user.path("out/report.json")).unwrap() == report, "the reports differ");

    fs::write(&database, "this is no database any more, however long one looks at it; it was overwritten")
        .unwrap();
    let damaged = user.run(&COMPARE);
    assert_eq!(damaged.code, 4, "{}", damaged.errors);
    assert!(damaged.errors.contains("is damaged"), "{}", damaged.errors);
    fs::create_dir(user.path("aside")).unwrap();
    for entry in fs::read_dir(user.store_folder()).unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with("store.sqlite") {
            fs::rename(entry.path(), user.path("aside").join(entry.file_name())).unwrap();
        }
    }
    assert_eq!(user.run(&COMPARE).code, 0);
    assert!(fs::read(user.path("out/report.json")).unwrap() == report, "the reports differ");
}

#[test]
fn a_store_is_listed_and_emptied() {
    let user = user_with_samples();
    assert_eq!(user.run(&COMPARE).code, 0);
    let listed = || -> serde_json::Value {
        serde_json::from_str(&user.run(&["store", "ls", "--json"]).output).unwrap()
    };
    assert_eq!(user.run(&["store", "gc"]).output, "nothing removed\n");
    let before = listed();
    let count = |document: &serde_json::Value, what: &str| document["holds"][what]["count"].as_u64().unwrap();
    assert_eq!(count(&before, "findings"), user.findings().len() as u64);
    let found = ["runs", "calibrations", "blobs", "environments"].map(|what| count(&before, what));
    assert_eq!(found, [1, 6, 2, 1]);

    let said = user.run(&["store", "gc", "--keep-runs", "0", "--dry-run"]);
    assert!(said.output.contains("would be removed: "), "{}", said.output);
    assert_eq!(listed(), before);
    assert_eq!(user.run(&["store", "gc", "--keep-runs", "0"]).code, 0);
    let found =
        ["runs", "findings", "calibrations", "blobs", "environments"].map(|what| count(&listed(), what));
    assert_eq!(found, [0, count(&before, "findings"), 6, 0, 1]);
    assert_eq!(user.run(&["store", "gc", "--findings"]).code, 0);
    assert_eq!(["findings", "calibrations"].map(|what| count(&listed(), what)), [0, 0]);
}
