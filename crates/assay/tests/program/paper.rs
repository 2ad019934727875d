//! The paper's own procedure beside assay's.

use std::fs;

use serde_json::Value;

use crate::support::User;

#[test]
fn one_table_has_a_column_for_each_candidate_and_no_verdict_moves() {
    let user = User::with_samples_of_six_tasks();
    fs::copy(user.path("baseline.jsonl"), user.path("same.jsonl")).unwrap();
    let compare = |out: &str, more: &[&str]| {
        let arguments = [
            &["compare", "baseline.jsonl", "candidate.jsonl", "same.jsonl", "--benchmark", "starter"],
            &["--aspects", "logic", "--out", out][..],
            more,
        ];
        let said = user.run(&arguments.concat());
        assert_eq!(said.code, 0, "{}", said.errors);
        said
    };
    let plain = compare("plain", &[]);
    let said = compare("out", &["--paper"]);
    let read = |folder: &str| -> Value {
        serde_json::from_slice(&fs::read(user.path(folder).join("candidate/report.json")).unwrap()).unwrap()
    };
    let (without, with) = (read("plain"), read("out"));
    assert_eq!(without["rows"], with["rows"]);
    assert_eq!(without.get("paper"), None);
    // Of the starter's 24 tasks six were asked: 57 and 31 of their 60 samples pass, in ten repetitions.
    let row = &with["paper"]["rates"][0];
    assert_eq!((&with["paper"]["benchmark_tasks"], &row["check"]), (&24.into(), &"incorrect_code".into()));
    let counts = [&row["baseline_count"], &row["candidate_count"]].map(|count| count.as_f64().unwrap());
    let percent = row["percent"].as_f64().unwrap();
    assert!((percent - 100.0 * (counts[0] - counts[1]) / 24.0).abs() < 1e-9, "{row}");
    let table = fs::read_to_string(user.path("out/table1.md")).unwrap();
    assert!(
        table.starts_with("| aspect | test | `candidate` against `baseline` | `same` against `baseline` |\n")
    );
    let line = format!("| General Logic | Incorrect Code | {percent:.2}% | 0.00% |");
    assert!(table.contains(&line), "{table}");
    let after_the_last_report = said.output.rsplit("To settle what is inconclusive").next().unwrap();
    assert!(after_the_last_report.contains("candidate against baseline"), "{}", said.output);
    assert!(!plain.output.contains("The paper's own procedure"));
    // The summary over all candidates comes with or without it.
    assert!(plain.output.contains("All candidates against baseline"), "{}", plain.output);
    assert!(!user.path("plain/table1.md").exists());
}
