//! `assay mine` on the toy repository.

use std::fs;

use serde_json::Value;

use crate::support::User;

#[test]
fn mining_prints_numbers_and_writes_candidates_and_what_was_left_out() {
    let user = User::new();
    let repository = user.path("toy.git");
    assay_mine::toy::make(&repository).unwrap();
    let done = user.command(&["mine", "toy.git", "--out", "mined"]).output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let table = String::from_utf8(done.stdout).unwrap();
    assert!(table.contains("adaptive") && table.contains("changes source alone"), "{table}");
    let lines = |name: &str| {
        let text = fs::read_to_string(user.path("mined").join(name)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let document: Value =
        serde_json::from_str(&fs::read_to_string(user.path("mined/mining.json")).unwrap()).unwrap();
    let (candidates, left_out) = (lines("candidates.jsonl"), lines("left_out.jsonl"));
    assert_eq!(document["commits"].as_u64(), Some((candidates.len() + left_out.len()) as u64));
    assert!(candidates.iter().all(|candidate| candidate["schema_version"] == 2));
    let printed = user.command(&["mine", "toy.git", "--format", "json"]).output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&printed.stdout).unwrap(), document);
}

#[test]
fn a_folder_that_is_no_repository_and_a_day_that_is_none_end_with_exit_code_2() {
    let user = User::new();
    user.write("empty/x", "");
    for arguments in
        [&["mine", "empty"][..], &["mine", "absent"], &["mine", "empty", "--since", "2023-02-29"]]
    {
        let done = user.command(arguments).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(done.stdout.is_empty());
    }
}
