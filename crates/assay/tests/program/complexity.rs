//! `--complexity`: the paper's other baseline beside the rows.

use std::fs;

use serde_json::Value;

use crate::support::{Said, User};

fn compare(user: &User, more: &[&str]) -> Said {
    let arguments = ["compare", "baseline.jsonl", "candidate.jsonl", "--benchmark", "starter", "--quiet"];
    let said = user.run(&[&arguments[..], &["--aspects", "static", "--out", "out"], more].concat());
    assert_eq!(said.code, 0, "{}", said.errors);
    said
}

fn report(user: &User) -> Value {
    serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap()
}

#[test]
fn complexity_is_compared_where_it_is_asked_for_and_changes_nothing_else() {
    let user = User::with_samples_of_six_tasks();
    compare(&user, &[]);
    let mut without = report(&user);
    assert!(without["complexity"].is_null());
    user.write("assay.toml", "[static]\ncomplexity = true\n");
    let by_file = compare(&user, &["--config", "assay.toml"]);
    assert!(by_file.output.contains("not part of the verdict"), "{}", by_file.output);
    let said = compare(&user, &["--complexity", "--labelled"]);
    assert_eq!(said.output, by_file.output);
    assert!(fs::read_to_string(user.path("out/report.html")).unwrap().contains("id=\"complexity\""));

    let mut with = report(&user);
    let complexity = with["complexity"].take();
    for report in [&mut with, &mut without] {
        report.as_object_mut().unwrap().retain(|name, _| name != "complexity" && name != "command");
    }
    assert_eq!(with, without);

    // Sixty samples a side; those that do not parse have no measures in the labelled data set, either.
    let rows: Vec<Vec<Value>> = ["baseline", "candidate"]
        .map(|side| {
            let text = fs::read_to_string(user.path(&format!("out/labelled.{side}.jsonl"))).unwrap();
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        })
        .to_vec();
    let place = |row: &Value| (row["task_id"].clone(), row["repetition"].clone());
    let not_parsed = rows[0].iter().filter(|row| {
        let partner = rows[1].iter().find(|other| place(other) == place(row)).unwrap();
        row["metrics"].is_null() || partner["metrics"].is_null()
    });
    assert_eq!(complexity["pairs_not_parsed"], not_parsed.count());
    assert_eq!((&complexity["pairs"], &complexity["unpaired"]), (&Value::from(60), &Value::from(0)));
    let names: Vec<&str> =
        complexity["metrics"].as_array().unwrap().iter().map(|one| one["metric"].as_str().unwrap()).collect();
    assert_eq!(names, ["cyclomatic_complexity", "maintainability_index"]);
}

#[test]
fn a_labelled_data_set_has_the_measures_of_each_sample_that_parses() {
    let user = User::new();
    let sample = |solution: &str| {
        let line = serde_json::json!({"task_id": "split_amount", "solution": solution});
        format!("{line}\n")
    };
    let parses = "def split_amount(a, b):\n    return [a] if b else []\n";
    user.write("samples.jsonl", sample(parses) + &sample("def split_amount(:\n"));
    let said = user.run(&[
        "check",
        "samples.jsonl",
        "--benchmark",
        "starter",
        "--aspects",
        "static",
        "--complexity",
        "--out",
        "labelled.jsonl",
        "--quiet",
    ]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let text = fs::read_to_string(user.path("labelled.jsonl")).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[0]["metrics"]["cyclomatic_complexity"], 2);
    assert!(rows[0]["metrics"]["maintainability_index"].as_f64().is_some_and(|index| index > 50.0));
    assert!(rows[1].get("metrics").is_none(), "{}", rows[1]);
}
