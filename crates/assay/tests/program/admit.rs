//! `assay admit` on the toy repository.

use std::fs;

use serde_json::Value;

use crate::support::User;

/// Needs the package index.
#[test]
fn admission_prints_the_yield_and_keeps_each_verdict_with_its_log() {
    let user = User::new();
    assay_mine::toy::make(&user.path("toy.git")).unwrap();
    let mined =
        user.command(&["mine", "toy.git", "--out", "mined", "--before", "2024-01-03"]).output().unwrap();
    assert_eq!(mined.status.code(), Some(0), "{}", String::from_utf8_lossy(&mined.stderr));
    let admit = ["admit", "mined/candidates.jsonl", "--repository", "toy.git", "--out", "admitted"];
    let admit = [&admit[..], &["--confidentiality", "local_only"]].concat();
    let done = user.command(&admit).output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(String::from_utf8(done.stdout).unwrap(), "corrective: 1 of 1 candidates are tasks\n");
    let read = |path: &str| fs::read_to_string(user.path(path)).unwrap();
    let document: Value = serde_json::from_str(&read("admitted/admitted.json")).unwrap();
    assert_eq!(document["yields"]["corrective"]["admitted"], 1);
    let candidate: Value = serde_json::from_str(&read("mined/candidates.jsonl")).unwrap();
    let id = candidate["id"].as_str().unwrap();
    let admission: Value = serde_json::from_str(&read(&format!("admitted/admissions/{id}.json"))).unwrap();
    let tests = &admission["verdict"]["admitted"]["target_tests"];
    assert_eq!(tests, &serde_json::json!(["tests/test_money.py::test_few_cents_have_a_zero"]));
    assert!(read(&format!("admitted/logs/{id}.log")).ends_with("admitted\n"));
    let benchmark: Value = serde_json::from_str(&read("admitted/benchmark/benchmark.json")).unwrap();
    assert_eq!(benchmark["confidentiality"], "local_only");
    let task = benchmark["tasks"][0].as_str().unwrap().to_owned();
    let reference = read(&format!("admitted/benchmark/tasks/{task}/reference.patch"));
    let predictions = |patch: &str| {
        serde_json::json!({"instance_id": task, "model_name_or_path": "m", "model_patch": patch}).to_string()
            + "\n"
    };
    for (patch, outcome) in [(reference.as_str(), "pass"), ("", "no_answer")] {
        user.write("predictions.jsonl", predictions(patch));
        let graded = ["grade", "predictions.jsonl", "--benchmark", "admitted/benchmark", "--out", "graded"];
        let graded = user.command(&graded).output().unwrap();
        assert_eq!(graded.status.code(), Some(0), "{}", String::from_utf8_lossy(&graded.stderr));
        assert!(read("graded/grades.jsonl").contains(outcome), "{outcome}: {}", read("graded/grades.jsonl"));
    }
    let again = user.command(&[&admit[..], &["--format", "json"]].concat()).output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&again.stdout).unwrap(), document);
}

#[test]
fn what_is_no_list_of_candidates_and_what_is_no_repository_end_with_exit_code_2() {
    let user = User::new();
    user.write("bad.jsonl", "{}\n");
    user.write("empty/x", "");
    for arguments in [
        ["admit", "bad.jsonl", "--repository", "empty", "--out", "out"],
        ["admit", "absent.jsonl", "--repository", "empty", "--out", "out"],
    ] {
        let done = user.command(&arguments).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(done.stdout.is_empty());
    }
}
