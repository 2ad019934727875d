//! `assay admit` and `assay grade`, killed and begun again: their files are those of an unbroken run.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use crate::grade::{REFERENCE, benchmark};
use crate::support::User;

/// A user with a clone of the toy in a folder of this name, and its first candidates.
fn user_with_candidates(clone: &str) -> User {
    let user = User::new();
    fs::create_dir_all(user.path(clone)).unwrap();
    assay_mine::toy::make(&user.path(clone)).unwrap();
    let mined = user.run(&["mine", clone, "--out", "mined", "--before", "2024-01-05"]);
    assert_eq!(mined.code, 0, "{}", mined.errors);
    user
}

/// Needs the package index.
#[test]
fn an_admission_that_is_killed_again_and_again_ends_with_the_files_of_an_unbroken_one_elsewhere() {
    let admit = |clone: &'static str, out: &'static str| {
        [
            "admit",
            "mined/candidates.jsonl",
            "--repository",
            clone,
            "--out",
            out,
            "--name",
            "ada/ledger",
            "--jobs",
            "1",
        ]
    };
    let unbroken = user_with_candidates("toy.git");
    let whole = unbroken.run(&admit("toy.git", "admitted"));
    assert_eq!(whole.code, 0, "{}", whole.errors);
    let expected = unbroken.files("admitted");
    let tasks = |files: &std::collections::BTreeMap<PathBuf, Vec<u8>>| {
        files.keys().filter(|path| path.ends_with("task.json")).count()
    };
    let all = fs::read_dir(unbroken.path("admitted/admissions")).unwrap().count();
    assert!(tasks(&expected) > 1 && all > 1, "{:?}", expected.keys());

    let user = user_with_candidates("elsewhere/clone");
    let again = admit("elsewhere/clone", "out/of/it");
    let environments = user.store_folder().join("environments");
    let is_building = || {
        let entries = fs::read_dir(&environments).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with("building-"))
    };
    assert!(user.kill_when(&again, is_building));
    for settled in 1..all {
        let settled_by_now = || {
            let entries = fs::read_dir(user.path("out/of/it/admissions")).into_iter().flatten().flatten();
            entries.into_iter().filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')).count()
        };
        assert!(user.kill_when(&again, || settled_by_now() >= settled), "kill {settled} came too late");
    }
    let resumed = user.run(&again);
    assert_eq!((resumed.code, &resumed.output), (0, &whole.output), "{}", resumed.errors);
    let found = user.files("out/of/it");
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    let differing: Vec<_> = expected.iter().filter(|(path, bytes)| found[*path] != **bytes).collect();
    assert!(differing.is_empty(), "{:?}", differing.iter().map(|(path, _)| path).collect::<Vec<_>>());
}

#[test]
fn a_grading_that_is_killed_again_and_again_ends_with_the_files_of_an_unbroken_one() {
    let predictions = {
        let id = benchmark().tasks[0].id().clone();
        let of = |sum: usize| {
            REFERENCE.replace("+    return sum(prices)\n", &format!("+    return sum(prices) + {sum}\n"))
        };
        let records =
            (0..5).map(|sum| json!({"instance_id": id.as_str(), "model_patch": of(sum)}).to_string());
        records.fold(String::new(), |lines, line| lines + &line + "\n")
    };
    let user = || {
        let user = User::new();
        assay_benchmark::maintenance::write(&user.path("tasks"), &benchmark()).unwrap();
        user.write("model.jsonl", &predictions);
        user
    };
    let grade = ["grade", "model.jsonl", "--benchmark", "tasks", "--out", "graded", "--jobs", "1"];
    let (unbroken, killed) = (user(), user());
    let whole = unbroken.run(&grade);
    assert_eq!(whole.code, 0, "{}", whole.errors);
    // The reference, and five more.
    let all = unbroken.findings().len();
    assert!(all > 3, "{all}");
    for found in 1..all {
        assert!(killed.kill_when(&grade, || killed.findings().len() >= found), "kill {found} came too late");
        assert!(!killed.path("graded/grades.json").exists());
    }
    let resumed = killed.run(&grade);
    assert_eq!((resumed.code, &resumed.output), (0, &whole.output), "{}", resumed.errors);
    assert!(killed.findings().keys().eq(unbroken.findings().keys()));
    for name in ["grades.jsonl", "grades.json"] {
        let read = |user: &User| fs::read(user.path("graded").join(name)).unwrap();
        assert!(read(&killed) == read(&unbroken), "{name} differs");
    }
}
