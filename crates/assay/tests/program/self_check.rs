//! The verdict rule tried on halves of each model's own samples.

use std::fs;

use serde_json::Value;

use crate::support::User;

const COMPARE: [&str; 5] = ["compare", "baseline.jsonl", "candidate.jsonl", "--benchmark", "starter"];

fn report(user: &User, folder: &str) -> Value {
    serde_json::from_slice(&fs::read(user.path(folder).join("report.json")).unwrap()).unwrap()
}

#[test]
fn a_self_check_judges_nothing_again_moves_no_verdict_and_says_what_it_found() {
    let user = User::with_samples_of_six_tasks();
    let plain = user.run(&[&COMPARE[..], &["--out", "plain"]].concat());
    assert_eq!(plain.code, 0, "{}", plain.errors);
    let arguments = ["--out", "checked", "--self-check", "--self-check-splits", "100"];
    let said = user.run(&[&COMPARE[..], &arguments].concat());
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.errors.contains("0 trials"), "{}", said.errors);
    let (without, with) = (report(&user, "plain"), report(&user, "checked"));
    assert_eq!(without["rows"], with["rows"]);
    assert_eq!(without.get("self_check"), None);
    let found = &with["self_check"];
    assert_eq!(found["splits"], 100);
    for side in ["baseline", "candidate"] {
        let side = &found[side];
        assert_eq!((&side["tasks"], &side["samples"]), (&6.into(), &60.into()));
        assert_eq!(side["more_than_allowed"], false);
        let checks = |rows: &Value| -> Vec<String> {
            rows.as_array().unwrap().iter().map(|row| row["check"].to_string()).collect()
        };
        assert_eq!(checks(&side["rows"]), checks(&with["rows"]));
    }
    // Halves of six tasks lie apart by more than the margin, which is no false alarm yet.
    assert!(found["candidate"]["rows"][0]["over_margin"].as_u64().unwrap() > 20, "{found}");
    assert!(said.output.contains("Each model against itself"), "{}", said.output);
    assert!(fs::read_to_string(user.path("checked/report.html")).unwrap().contains("id=\"self-check\""));
    let again = user.run(&[&COMPARE[..], &["--out", "again"], &arguments[2..]].concat());
    assert_eq!(again.code, 0, "{}", again.errors);
    assert_eq!(report(&user, "again")["self_check"], *found);
}

#[test]
fn too_few_samples_for_halves_are_refused_before_anything_runs() {
    let user = User::new();
    let sample = |task: &str| format!("{{\"task_id\": \"{task}\", \"solution\": \"x = 1\"}}\n");
    user.write("baseline.jsonl", sample("split_amount").repeat(4) + &sample("build_order").repeat(3));
    user.write("candidate.jsonl", sample("split_amount").repeat(4));
    let said = user.run(&[&COMPARE[..], &["--self-check", "--out", "out"]].concat());
    assert_eq!(said.code, 2, "{}", said.errors);
    for part in
        ["at least 4 samples of a task", "baseline has 3 of build_order", "too few of 1 of its 2 tasks"]
    {
        assert!(said.errors.contains(part), "{}", said.errors);
    }
    assert!(!user.path("out").exists() && !user.path(".local").exists());
    let unasked = user.run(&[&COMPARE[..], &["--self-check-splits", "9"]].concat());
    assert_eq!(unasked.code, 2, "{}", unasked.errors);
    let none = user.run(&[&COMPARE[..], &["--self-check", "--self-check-splits", "0"]].concat());
    assert_eq!(none.code, 2, "{}", none.errors);
}
