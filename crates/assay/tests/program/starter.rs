//! The main job on the starter benchmark, whose regressions are known because they were planted.

use std::fs;

use crate::support::{User, starter};

/// Of ten samples of each task, how many of the baseline and of the candidate pass.
const PASSING: [(&str, f64, f64); 24] = [
    ("add_working_days", 10.0, 8.0),
    ("build_order", 9.0, 3.0),
    ("busiest_hosts", 10.0, 8.0),
    ("cheapest_path", 10.0, 8.0),
    ("count_change", 9.0, 9.0),
    ("evaluate_formula", 10.0, 8.0),
    ("group_contacts", 9.0, 9.0),
    ("largest_files", 10.0, 8.0),
    ("last_lines", 10.0, 8.0),
    ("log_sessions", 9.0, 4.0),
    ("longest_outage", 9.0, 9.0),
    ("match_payments", 10.0, 8.0),
    ("merge_bookings", 10.0, 7.0),
    ("normalize_settings", 9.0, 2.0),
    ("parse_duration", 10.0, 8.0),
    ("peak_sessions", 9.0, 9.0),
    ("recent_cache", 10.0, 9.0),
    ("remove_repeats", 10.0, 8.0),
    ("rolling_mean", 10.0, 8.0),
    ("running_stats", 9.0, 9.0),
    ("split_amount", 10.0, 7.0),
    ("track_length", 10.0, 8.0),
    ("typo_distance", 10.0, 8.0),
    ("wrap_text", 10.0, 8.0),
];

fn compare(user: &User, out: &str) -> crate::support::Said {
    let (baseline, candidate) = (starter("samples/baseline.jsonl"), starter("samples/candidate.jsonl"));
    user.run(&["compare", &baseline, &candidate, "--benchmark", "starter", "--out", out])
}

#[test]
fn planted_regressions_are_found_in_their_tasks_and_a_second_run_judges_nothing_again() {
    let user = User::new();
    let first = compare(&user, "out");
    assert_eq!(first.code, 0, "{}", first.errors);
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows[0]["check"], "incorrect_code");
    for row in rows {
        // All rows are planted but this one, of which there is too little.
        let is_planted = row["check"] != "comment_duplication";
        assert_eq!(row["verdict"] == "regression", is_planted, "{row}");
    }
    let lost: Vec<&str> =
        report["tasks_lost"].as_array().unwrap().iter().map(|task| task["id"].as_str().unwrap()).collect();
    assert_eq!(lost, ["build_order", "log_sessions", "normalize_settings"]);
    assert_eq!(report["tasks_gained"], serde_json::json!([]));
    let tasks = report["tasks"].as_array().unwrap();
    let passing = |task: &serde_json::Value, side: &str| (10.0 * task[side].as_f64().unwrap()).round();
    let passing: Vec<(&str, f64, f64)> = tasks
        .iter()
        .map(|task| (task["id"].as_str().unwrap(), passing(task, "baseline"), passing(task, "candidate")))
        .collect();
    assert_eq!(passing, PASSING);
    assert!(first.output.contains("REGRESSION"), "{}", first.output);
    figures_beside_the_row_follow_from_its_outcomes(&report);

    let second = compare(&user, "out");
    assert!(second.errors.contains("samples: 0 to run"), "{}", second.errors);
    assert_eq!(second.output, first.output);
    assert!(second.errors.contains("0 trials"), "{}", second.errors);
}

/// Every task has ten judged samples, so that pass@1 is the share that passes, and pass@10 that of tasks with any pass.
fn figures_beside_the_row_follow_from_its_outcomes(report: &serde_json::Value) {
    for (side, passing) in [
        ("baseline", PASSING.map(|(_, baseline, _)| baseline)),
        ("candidate", PASSING.map(|(_, _, candidate)| candidate)),
    ] {
        let share = passing.iter().sum::<f64>() / 240.0;
        let value = |place: usize| report["pass_at_k"][place][side]["value"].as_f64().unwrap();
        assert!((value(0) - share).abs() < 1e-9 && (value(1) - 1.0).abs() < 1e-9, "{side}");
        let outcomes = report["outcomes"][side].as_object().unwrap();
        let cannot_run = |name: &str| {
            name == "fail(syntax)" || name == "fail(missing_name)" || name.starts_with("no_answer")
        };
        let runnable: u64 = outcomes
            .iter()
            .filter(|(name, _)| !cannot_run(name))
            .map(|(_, count)| count.as_u64().unwrap())
            .sum();
        let found = &report["runnable_correctness"][side];
        assert_eq!((&found["runnable"], &found["passing"]), (&runnable.into(), &outcomes["pass"]), "{side}");
    }
}

#[test]
fn the_benchmark_judges_rightly() {
    let user = User::new();
    let said = user.run(&["benchmark", "lint", "starter"]);
    assert_eq!(
        (said.code, said.output.as_str()),
        (0, "starter 1: 24 references, 48 wrong solutions, 0 problems\n")
    );
}

#[test]
fn a_wrong_solution_that_passes_and_a_reference_that_fails_are_found() {
    let user = User::new();
    user.write("tasks/benchmark.toml", "format = 1\nname = \"own\"\nversion = \"1\"\nlicense = \"MIT\"\n");
    for (task, reference) in [("weak", "return 1"), ("broken", "return 2")] {
        user.write(&format!("tasks/tasks/{task}/task.toml"), "entry_point = \"one\"\n");
        user.write(&format!("tasks/tasks/{task}/prompt.py"), "def one():\n    \"\"\"Returns 1.\"\"\"\n");
        user.write(&format!("tasks/tasks/{task}/reference.py"), format!("def one():\n    {reference}\n"));
        user.write(&format!("tasks/tasks/{task}/tests.py"), "assert one() < 2\n");
        user.write(&format!("tasks/tasks/{task}/wrong/zero.py"), "def one():\n    return 0\n");
    }
    let said = user.run(&["benchmark", "lint", "tasks"]);
    assert_eq!(said.code, 1, "{}", said.errors);
    assert!(
        said.output.contains("broken: the reference solution does not pass: fail(wrong_answer)"),
        "{}",
        said.output
    );
    assert!(said.output.contains("weak: the wrong solution zero passes"), "{}", said.output);
}

#[test]
fn every_control_holds_here() {
    let user = User::new();
    let said = user.run(&["doctor", "--json"]);
    assert_eq!(said.code, 0, "{}{}", said.output, said.errors);
    let document: serde_json::Value = serde_json::from_str(&said.output).unwrap();
    assert!(document["controls"].as_array().unwrap().iter().all(|control| control["in_force"] == true));
}

#[test]
fn a_stored_run_is_drawn_again_in_every_format() {
    let user = User::new();
    let samples = user.write("one.jsonl", "{\"task_id\": \"split_amount\", \"solution\": \"x\"}\n");
    let samples = samples.display().to_string();
    let compared = user.run(&["compare", &samples, &samples, "--benchmark", "starter", "--out", "out"]);
    assert_eq!(compared.code, 0, "{}", compared.errors);
    let run = compared.errors.split("run ").nth(1).unwrap().split(':').next().unwrap().to_owned();
    assert_eq!(user.run(&["report", &run]).output, compared.output);
    let json = user.run(&["report", &run, "--format", "json"]).output;
    assert_eq!(json, fs::read_to_string(user.path("out/report.json")).unwrap());
    let html = user.run(&["report", "out", "--format", "html"]).output;
    assert_eq!(html, fs::read_to_string(user.path("out/report.html")).unwrap());
}

#[test]
fn the_labelled_data_set_has_one_row_a_sample() {
    let user = User::new();
    let lines = [
        r#"{"task_id": "split_amount", "answer": ""}"#,
        r#"{"task_id": "split_amount", "solution": "def split_amount(:\n"}"#,
        r#"{"task_id": "split_amount", "solution": "import nothing_of_that_name\n"}"#,
    ];
    user.write("model.jsonl", lines.join("\n"));
    let said = user.run(&["check", "model.jsonl", "--benchmark", "starter", "--out", "labelled.jsonl"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let labelled = fs::read_to_string(user.path("labelled.jsonl")).unwrap();
    let outcomes: Vec<String> = labelled
        .lines()
        .map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            format!("{} {}", row["rule"].as_str().unwrap(), row["outcome"].as_str().unwrap())
        })
        .collect();
    assert_eq!(outcomes, ["empty no_answer(empty)", "solution fail(syntax)", "solution fail(missing_name)"]);
}

#[test]
fn an_ordinary_user_can_judge_samples() {
    use std::os::unix::fs::chown;
    use std::os::unix::process::CommandExt as _;
    const ORDINARY: u32 = 12_345;

    let user = User::new();
    // The program may lie where only root can reach it.
    let program = user.path("assay");
    fs::copy(env!("CARGO_BIN_EXE_assay"), &program).unwrap();
    chown(user.path("."), Some(ORDINARY), Some(ORDINARY)).ok();
    let mut command = std::process::Command::new(&program);
    command.args(["benchmark", "lint", "starter"]);
    // Control groups are the one thing that an ordinary user often has no right to.
    command.args(["--allow-weak-sandbox", "total_memory_limit", "--allow-weak-sandbox", "processor_share"]);
    command.current_dir(user.path(".")).env_clear();
    command.env("PATH", "/usr/bin:/bin").env("HOME", user.path("."));
    // Started by root (as in CI), it becomes somebody else; started by somebody else, it already is.
    if fs::metadata("/proc/self").is_ok_and(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata) == 0) {
        command.uid(ORDINARY).gid(ORDINARY);
    }
    let said = command.output().unwrap();
    let (output, errors) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    assert_eq!(output, "starter 1: 24 references, 48 wrong solutions, 0 problems\n", "{errors}");
}
