//! Wrong inputs: one clear message that says where, exit 2, nothing written.

use crate::support::{Said, User, starter};

fn compare(user: &User, samples: &str) -> Said {
    user.run(&[
        "compare",
        &starter("samples/baseline.jsonl"),
        samples,
        "--benchmark",
        "starter",
        "--out",
        "out",
    ])
}

#[track_caller]
fn is_refused(user: &User, said: &Said, message: &str) {
    assert_eq!(said.code, 2, "{}", said.errors);
    assert!(said.errors.contains(message), "{}", said.errors);
    assert!(!user.path("out").exists());
    assert!(!user.path(".local").exists(), "nothing may be stored before the input is read");
}

#[test]
fn a_missing_file() {
    let user = User::new();
    is_refused(
        &user,
        &compare(&user, "no-such.jsonl"),
        "cannot read no-such.jsonl: No such file or directory",
    );
}

#[test]
fn an_empty_file() {
    let user = User::new();
    user.write("empty.jsonl", "");
    is_refused(&user, &compare(&user, "empty.jsonl"), "empty.jsonl: the file holds no sample");
}

#[test]
fn broken_json_far_down() {
    let user = User::new();
    let good = "{\"task_id\": \"split_amount\", \"solution\": \"x\"}\n".repeat(816);
    user.write("model.jsonl", good + "{\"task_id\": \"split_amount\", \"solution\": \n");
    is_refused(&user, &compare(&user, "model.jsonl"), "model.jsonl:817: EOF while parsing a value");
}

#[test]
fn a_task_of_another_benchmark() {
    let user = User::new();
    user.write("model.jsonl", "{\"task_id\": \"HumanEval/0\", \"completion\": \"x\"}\n");
    is_refused(
        &user,
        &compare(&user, "model.jsonl"),
        "model.jsonl:1: the benchmark starter has no task HumanEval/0",
    );
}

#[test]
fn an_unknown_benchmark() {
    let user = User::new();
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "humanevil"]);
    is_refused(&user, &said, "no benchmark \"humanevil\"");
}

#[test]
fn a_benchmark_that_is_not_here_yet() {
    let user = User::new();
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "humaneval"]);
    is_refused(&user, &said, "`assay benchmark fetch humaneval` gets it");
}

#[test]
fn a_run_that_does_not_exist() {
    let user = User::new();
    is_refused(&user, &user.run(&["report", "abcdef012345"]), "no run \"abcdef012345\"");
}

#[test]
fn a_report_of_a_later_version() {
    let user = User::new();
    user.write("report.json", "{\"schema_version\": 99}");
    is_refused(&user, &user.run(&["report", "report.json"]), "has schema version 99");
}

#[test]
fn an_absurd_limit() {
    let user = User::new();
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "starter", "--limit-floor", "-1"]);
    assert_eq!(said.code, 2, "{}", said.errors);
}

#[test]
fn a_folder_that_cannot_be_written_is_a_fault_of_storage() {
    let user = User::new();
    user.write("file", "not a folder");
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "starter", "--store", "file/store"]);
    assert_eq!(said.code, 4, "{}", said.errors);
    assert!(said.errors.contains("choose another folder with --store"), "{}", said.errors);
}

#[test]
fn a_python_that_is_none_is_a_fault_of_this_machine() {
    let user = User::new();
    let samples = starter("samples/baseline.jsonl");
    let said = user.run(&["check", &samples, "--benchmark", "starter", "--python", "/bin/true"]);
    assert_eq!(said.code, 3, "{}", said.errors);
    assert!(said.errors.contains("no usable Python at \"/bin/true\""), "{}", said.errors);
}
