//! What a comparison could see, and what it shows of parts of the tasks.

use std::fs;

use serde_json::Value;

use crate::support::{User, starter};

#[test]
fn a_plan_from_a_run_is_for_what_that_run_measured() {
    let user = User::with_samples_of_six_tasks();
    let said = user.run(&[
        "compare",
        "baseline.jsonl",
        "candidate.jsonl",
        "--benchmark",
        "starter",
        "--aspects",
        "logic",
        "--out",
        "out",
    ]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let report: Value = serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    let said = user.run(&["plan", "--tasks", "6", "--from", "out", "--effect", "20", "--json"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let plan = serde_json::from_str::<Value>(&said.output).unwrap()["plan"].clone();
    assert_eq!((&plan["tasks"], &plan["spread"]["source"]), (&6.into(), &"run".into()));
    // The run had ten samples a task, and what it could have seen is what a plan for ten says.
    let ten = plan["sizes"].as_array().unwrap().iter().find(|size| size["samples"] == 10).unwrap();
    let [planned, reported] = [&ten["smallest_detectable"], &report["rows"][0]["smallest_detectable"]]
        .map(|value| value.as_f64().unwrap());
    assert!((planned - reported).abs() < 1e-6, "{planned} {reported}");
    let said = user.run(&["plan", "--tasks", "6", "--from", "out", "--effect", "20"]);
    assert!(said.output.contains("With so few tasks"), "{}", said.output);
}

#[test]
fn a_plan_without_a_run_prints_what_it_assumes_and_runs_nothing() {
    let user = User::new();
    let said = user.run(&["plan", "--tasks", "164", "--effect", "6", "--baseline-rate", "0.85"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.output.contains("85 % of both models' samples pass"), "{}", said.output);
    assert!(!user.path(".local").exists());
}

#[test]
fn a_plan_that_makes_no_sense_is_refused() {
    let user = User::new();
    let samples = user.write("one.jsonl", "{\"task_id\": \"split_amount\", \"solution\": \"x\"}\n");
    let samples = samples.display().to_string();
    let compared = user.run(&["compare", &samples, &samples, "--benchmark", "starter", "--out", "single"]);
    assert_eq!(compared.code, 0, "{}", compared.errors);
    for (arguments, message) in [
        (&["plan"][..], "--benchmark"),
        (&["plan", "--tasks", "0"], "from 1 to 1000000"),
        (&["plan", "--tasks", "9", "--effect", "100"], "below 100"),
        (&["plan", "--tasks", "9", "--effect", "nan"], "below 100"),
        (&["plan", "--tasks", "9", "--baseline-rate", "1"], "below 1"),
        (&["plan", "--tasks", "9", "--from", "single"], "--baseline-rate 0.00"),
        (&["plan", "--tasks", "9", "--from", "nowhere"], "no run \"nowhere\""),
    ] {
        let said = user.run(arguments);
        assert_eq!(said.code, 2, "{arguments:?}: {}", said.errors);
        assert!(said.errors.contains(message), "{arguments:?}: {}", said.errors);
    }
}

#[test]
fn a_breakdown_changes_no_verdict_and_is_refused_where_tasks_state_nothing() {
    let user = User::with_samples_of_six_tasks();
    let (baseline, candidate) = ("baseline.jsonl", "candidate.jsonl");
    let compare = |out: &str, by: &[&str]| {
        let arguments = [
            &["compare", baseline, candidate, "--benchmark", "starter", "--aspects", "logic", "--out", out],
            by,
        ]
        .concat();
        let said = user.run(&arguments);
        assert_eq!(said.code, 0, "{}", said.errors);
        serde_json::from_slice::<Value>(&fs::read(user.path(out).join("report.json")).unwrap()).unwrap()
    };
    let plain = compare("plain", &[]);
    let broken_down = compare("parts", &["--by", "difficulty", "--by", "tag", "--by", "difficulty"]);
    assert_eq!(plain["rows"], broken_down["rows"]);
    assert_eq!(plain.get("breakdown"), None);
    let rows = broken_down["breakdown"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["category"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["difficulty: easy", "difficulty: hard", "difficulty: medium"]);
    assert!(names.contains(&"tag: parsing"), "{names:?}");
    assert_eq!(names.iter().filter(|name| name.starts_with("difficulty")).count(), 3);
    let own = "{\"task_id\": \"a/0\", \"prompt\": \"def f():\\n\", \"entry_point\": \"f\", \
               \"canonical_solution\": \"    return 1\\n\", \"test\": \"def check(f):\\n    assert f() == 1\\n\"}\n";
    user.write("own.jsonl", own);
    user.write("model.jsonl", "{\"task_id\": \"a/0\", \"completion\": \"    return 1\\n\"}\n");
    let said = user.run(&[
        "compare",
        "model.jsonl",
        "model.jsonl",
        "--benchmark",
        "own.jsonl",
        "--by",
        "difficulty",
    ]);
    assert_eq!(said.code, 2);
    assert!(said.errors.contains("no task of own.jsonl states a difficulty"), "{}", said.errors);
}

#[test]
fn both_labelled_data_sets_have_one_row_a_sample_of_the_form_of_the_published_schema() {
    let user = User::with_samples_of_six_tasks();
    let (baseline, candidate) = ("baseline.jsonl", "candidate.jsonl");
    let said =
        user.run(&["compare", baseline, candidate, "--benchmark", "starter", "--out", "out", "--labelled"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let checked = user.run(&["check", candidate, "--benchmark", "starter", "--out", "checked.jsonl"]);
    assert_eq!(checked.code, 0, "{}", checked.errors);
    let read = |name: &str| fs::read_to_string(user.path(name)).unwrap();
    assert_eq!(read("out/labelled.candidate.jsonl"), read("checked.jsonl"));
    let schema: Value =
        serde_json::from_str(&read(&starter("../../docs/schema/labelled.schema.json"))).unwrap();
    let required: Vec<&str> =
        schema["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    for side in ["baseline", "candidate"] {
        let text = read(&format!("out/labelled.{side}.jsonl"));
        assert_eq!(text.lines().count(), 60);
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            assert!(required.iter().all(|name| row.get(name).is_some()), "{line}");
            assert!(
                row.as_object().unwrap().keys().all(|name| schema["properties"].get(name).is_some()),
                "{line}"
            );
        }
    }
    let refused = user.run(&["compare", baseline, candidate, "--benchmark", "starter", "--labelled"]);
    assert_eq!(refused.code, 2);
}
