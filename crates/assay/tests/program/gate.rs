//! What a reader demands of a report: exit codes, and what is said and written.

use std::fs;

use crate::support::{Said, User};

/// A user with a report of the starter's six tasks under `out`, made without a gate.
fn with_report() -> User {
    let user = User::with_samples_of_six_tasks();
    let said = compare(&user, &["--out", "out"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    user
}

fn compare(user: &User, more: &[&str]) -> Said {
    let mut arguments =
        vec!["compare", "baseline.jsonl", "candidate.jsonl", "--benchmark", "starter", "--quiet"];
    arguments.extend(["--aspects", "logic"]);
    arguments.extend(more);
    user.run(&arguments)
}

#[test]
fn the_exit_code_says_whether_a_report_meets_the_gate() {
    let user = with_report();
    let gate = |more: &[&str]| user.run(&[&["report", "out"], more].concat());
    user.write("open.txt", "# six tasks\ntasks_lost.count <= 6\nall.tasks == 6 accepting inconclusive\n");

    let open = gate(&["--gate", "open.txt", "--gate", "warnings.count < 100"]);
    assert_eq!(open.code, 0, "{}", open.errors);
    assert!(open.output.contains(" passes  tasks_lost.count <= 6\n"), "{}", open.output);
    assert!(open.output.ends_with("The gate is open: 3 clauses, none fails.\n"), "{}", open.output);

    let closed = gate(&["--gate", "open.txt", "--gate", "incorrect_code.interval.low > -2"]);
    assert_eq!(closed.code, 1, "{}", closed.errors);
    assert!(
        closed
            .output
            .contains(" FAILS   incorrect_code.interval.low > -2\n         incorrect_code.interval.low is -"),
        "{}",
        closed.output
    );
    assert!(closed.output.ends_with("The gate is closed: 1 of 3 clauses fails.\n"), "{}", closed.output);
}

#[test]
fn a_gate_that_means_nothing_is_a_wrong_usage() {
    let user = with_report();
    for (gate, expected) in [
        ("no-such-file.txt", "cannot read the gate no-such-file.txt"),
        ("all.verdict =! 'regression'", "--gate:1:13: operators are"),
        (
            "sintax_error.tasks > 1",
            "--gate:1:1: the report has no sintax_error: it has all, logic, incorrect_code, ",
        ),
        ("incorrect_code.interval > 1", "--gate:1:16: a row has no field \"interval\""),
        ("empty.txt", "empty.txt:1:1: there is no clause here"),
        ("latin.txt", "cannot read the gate latin.txt: it is not UTF-8"),
    ] {
        user.write("empty.txt", "# nothing yet\n");
        user.write("latin.txt", b"\xe4");
        let said = user.run(&["report", "out", "--gate", gate]);
        assert_eq!((said.code, &*said.output), (2, ""), "{gate}: {}", said.errors);
        assert!(said.errors.contains(expected), "{gate}: {}", said.errors);
    }
}

#[test]
fn what_is_drawn_elsewhere_leaves_the_gate_to_standard_error() {
    let user = with_report();
    let clause = "tasks_lost.count < 0";
    let csv = user.run(&["report", "out", "--format", "csv", "--gate", clause]);
    assert_eq!(csv.code, 1, "{}", csv.errors);
    assert!(csv.output.starts_with("list,aspect,check,") && !csv.output.contains("gate"), "{}", csv.output);
    assert!(csv.errors.contains("The gate is closed: 1 of 1 clause fails."), "{}", csv.errors);

    let junit = user.run(&["report", "out", "--format", "junit", "--out", "gate.xml", "--gate", clause]);
    assert_eq!((junit.code, &*junit.output), (1, ""), "{}", junit.errors);
    let written = fs::read_to_string(user.path("gate.xml")).unwrap();
    assert!(written.contains("name=\"tasks_lost.count &lt; 0\"><failure type=\"gate\""), "{written}");
    let without = user.run(&["report", "out", "--format", "junit"]);
    assert_eq!(without.code, 0, "{}", without.errors);
    assert!(
        without.output.contains("classname=\"assay.logic\" name=\"incorrect_code\""),
        "{}",
        without.output
    );
}

#[test]
fn compare_holds_its_report_against_the_gate_and_writes_for_ci() {
    let user = with_report();
    let report = fs::read(user.path("out/report.json")).unwrap();
    assert!(!user.path("out/summary.md").exists());

    let open = compare(&user, &["--out", "out", "--gate", "tasks_lost.count <= 6"]);
    assert_eq!(open.code, 0, "{}", open.errors);
    let summary = fs::read_to_string(user.path("out/summary.md")).unwrap();
    assert!(summary.contains("| passes | `tasks_lost.count <= 6` |"), "{summary}");

    let closed = compare(&user, &["--out", "out", "--gate", "tasks_lost.count < 1"]);
    assert_eq!(closed.code, 1, "{}", closed.errors);
    assert!(closed.output.ends_with("The gate is closed: 1 of 1 clause fails.\n"), "{}", closed.output);
    let summary = fs::read_to_string(user.path("out/summary.md")).unwrap();
    assert!(summary.contains("| **fails** | `tasks_lost.count < 1` |"), "{summary}");
    let junit = fs::read_to_string(user.path("out/gate.junit.xml")).unwrap();
    assert!(junit.contains("tests=\"1\" failures=\"1\""), "{junit}");

    // The gate is the reader's: but for the command line, the report is the one without it.
    let again: serde_json::Value =
        serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    let mut before: serde_json::Value = serde_json::from_slice(&report).unwrap();
    before["command"] = again["command"].clone();
    assert_eq!(again, before);

    // What is no gate at all stops the run before it begins; what the report does not have is said when it is written.
    let unread = compare(&user, &["--out", "new", "--gate", "all.verdict > 1"]);
    assert_eq!((unread.code, &*unread.output), (2, ""), "{}", unread.errors);
    assert!(!user.path("new").exists());
    let unknown = compare(&user, &["--out", "new", "--gate", "errors.verdict != 'regression'"]);
    assert_eq!(unknown.code, 2, "{}", unknown.errors);
    assert!(
        unknown.errors.contains("the report has no errors: it has all, logic, incorrect_code"),
        "{}",
        unknown.errors
    );
    assert!(user.path("new/report.json").exists());
}

#[test]
fn one_candidate_that_fails_fails_all() {
    let user = User::with_samples_of_six_tasks();
    user.write("same.jsonl", fs::read(user.path("baseline.jsonl")).unwrap());
    let arguments = ["compare", "baseline.jsonl", "candidate.jsonl", "same.jsonl", "--benchmark", "starter"];
    let gate = ["--quiet", "--aspects", "logic", "--gate", "tasks_lost.count == 0"];
    let said = user.run(&[&arguments[..], &gate].concat());
    assert_eq!(said.code, 1, "{}", said.errors);
    assert!(
        said.output.contains("The gate is closed") && said.output.contains("The gate is open"),
        "{}",
        said.output
    );
}
