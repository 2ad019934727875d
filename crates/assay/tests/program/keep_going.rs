//! `--keep-going`: bad samples become outcomes, lines of no known task are counted and named.

use std::fs;

use crate::support::{User, samples_of_six_tasks, zipped};

const RIGHT: &str = r#"{"task_id": "split_amount", "solution": "x = 1"}"#;

/// Good samples, one that must be put right, four that cannot be read, and two lines of no known task.
fn write_bad(user: &User) {
    let lines: [&[u8]; 9] = [
        RIGHT.as_bytes(),
        br#"{"task_id": "split_amount", "solution": "cut off"#,
        b"{\"task_id\": \"split_amount\", \"solution\": \"\xff\"}",
        br#"{"task_id": "split_amount", "solution": "\ud800"}"#,
        br#"{"task_id": "split_amount", "solution": "", "solution": "x"}"#,
        br#"{"task_id": "split_amount", "solution": "", "answer": ""}"#,
        br#"{"task_id": "HumanEval/0", "solution": ""}"#,
        b"nothing like JSON",
        RIGHT.as_bytes(),
    ];
    user.write("model.jsonl", lines.join(&b"\n"[..]));
}

#[test]
fn bad_samples_become_outcomes_and_every_row_says_which() {
    let user = User::new();
    write_bad(&user);
    let strict = user.run(&["check", "model.jsonl", "--benchmark", "starter"]);
    assert_eq!(strict.code, 2, "{}", strict.errors);
    assert!(
        strict.errors.contains("model.jsonl:2: ") && strict.errors.contains("--keep-going"),
        "{}",
        strict.errors
    );

    let arguments =
        ["check", "model.jsonl", "--benchmark", "starter", "--keep-going", "--out", "labelled.jsonl"];
    let said = user.run(&arguments);
    assert_eq!(said.code, 0, "{}", said.errors);
    let labelled = fs::read_to_string(user.path("labelled.jsonl")).unwrap();
    let rows: Vec<String> = labelled
        .lines()
        .map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            format!("{} {} {}", row["line"], row["repetition"], row["outcome"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        rows,
        [
            "1 0 fail(missing_name)",
            "2 1 refused(broken_json)",
            "3 2 refused(encoding)",
            "4 3 fail(syntax)",
            "5 4 refused(duplicate_key)",
            "6 5 refused(wrong_fields)",
            "9 6 fail(missing_name)",
        ]
    );
    assert!(said.output.contains("2 lines are not judged"), "{}", said.output);
    assert!(said.output.contains("1 of the answers held halves of characters"), "{}", said.output);
    assert!(
        said.output.contains("model.jsonl:7: the benchmark starter has no task HumanEval/0"),
        "{}",
        said.output
    );
    assert!(said.output.contains("model.jsonl:8: a line must hold one JSON object"), "{}", said.output);
}

#[test]
fn the_report_counts_them_and_names_file_and_line() {
    let user = User::new();
    write_bad(&user);
    user.write("baseline.jsonl", samples_of_six_tasks("baseline"));
    let arguments = [
        "compare",
        "baseline.jsonl",
        "model.jsonl",
        "--benchmark",
        "starter",
        "--keep-going",
        "--out",
        "out",
    ];
    let said = user.run(&arguments);
    assert_eq!(said.code, 0, "{}", said.errors);
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    let side = |name: &str| {
        let side = &report[name];
        [&side["samples"], &side["refused"], &side["lines_not_judged"]].map(|count| count.as_u64().unwrap())
    };
    assert_eq!((side("baseline"), side("candidate")), ([60, 0, 0], [7, 4, 2]));
    assert_eq!(report["outcomes"]["candidate"]["refused(encoding)"], 1);
    let warnings = report["warnings"].as_array().unwrap();
    let messages = |code: &str| -> Vec<&str> {
        let of_code = warnings.iter().filter(|warning| warning["code"] == code);
        of_code.map(|warning| warning["message"].as_str().unwrap()).collect()
    };
    assert!(messages("samples_refused")[0].starts_with("4 of the candidate's samples"));
    assert_eq!(
        messages("answers_repaired"),
        [
            "1 of the candidate's answers held halves of characters, which no text can hold, and have U+FFFD in \
          their place; the first: model.jsonl:4"
        ]
    );
    assert!(messages("lines_not_judged")[0].starts_with("2 lines of the candidate's file are not judged"));
    assert_eq!(
        messages("tasks_without_samples"),
        [
            "the baseline answers 6 of the 24 tasks; without a sample: add_working_days, busiest_hosts, \
          cheapest_path, count_change, evaluate_formula and 13 more",
            "the candidate answers 1 of the 24 tasks; without a sample: add_working_days, build_order, \
          busiest_hosts, cheapest_path, count_change and 18 more"
        ]
    );
    let lines = messages("line_not_judged");
    assert!(lines[0].starts_with("model.jsonl:7: ") && lines[1].starts_with("model.jsonl:8: "), "{lines:?}");
    assert!(said.output.contains("model.jsonl:8: a line must hold one JSON object"), "{}", said.output);
    // The same file again gives the same report.
    let before = fs::read(user.path("out/report.json")).unwrap();
    assert_eq!(user.run(&arguments).code, 0);
    assert!(fs::read(user.path("out/report.json")).unwrap() == before);
}

#[test]
fn a_file_that_breaks_off_is_no_bad_sample() {
    let user = User::new();
    user.write("cut.jsonl.gz", &zipped(RIGHT.as_bytes())[..30]);
    let said = user.run(&["check", "cut.jsonl.gz", "--benchmark", "starter", "--keep-going"]);
    assert_eq!(said.code, 2, "{}", said.errors);
    assert!(said.errors.contains("cut.jsonl.gz:1: the compressed file breaks off"), "{}", said.errors);
}
