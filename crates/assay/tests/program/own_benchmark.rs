//! A benchmark of one's own: from nothing to a comparison.

use crate::support::User;

#[test]
fn a_new_benchmark_judges_rightly_and_compares_the_samples_it_came_with() {
    let user = User::new();
    let begun = user.run(&["benchmark", "init", "ours"]);
    assert_eq!(begun.code, 0, "{}", begun.errors);
    assert!(begun.output.contains("ours/tasks/slug/cases.toml\n"), "{}", begun.output);
    let linted = user.run(&["benchmark", "lint", "ours"]);
    let expected = "ours 1: 2 references, 2 wrong solutions, 0 problems\n";
    assert_eq!((linted.code, linted.output.as_str()), (0, expected), "{}", linted.errors);
    let samples = ["ours/samples/before.jsonl", "ours/samples/after.jsonl"];
    let compared = user.run(&["compare", samples[0], samples[1], "--benchmark", "ours", "--out", "out"]);
    assert_eq!(compared.code, 0, "{}", compared.errors);
    let report: serde_json::Value =
        serde_json::from_slice(&std::fs::read(user.path("out/report.json")).unwrap()).unwrap();
    assert_eq!(report["tasks_lost"][0]["id"], "slug");
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let user = User::new();
    user.write("ours/notes.txt", "mine");
    let said = user.run(&["benchmark", "init", "ours"]);
    assert_eq!(said.code, 2, "{}", said.errors);
    assert!(said.errors.contains("ours: this folder is not empty"), "{}", said.errors);
    assert!(!user.path("ours/benchmark.toml").exists());
}

/// A benchmark of one task, with the given files, and what `check` says of one sample.
fn outcome(files: &[(&str, &str)], sample: &str) -> String {
    let user = User::new();
    user.write("b/benchmark.toml", "format = 1\nname = \"b\"\nversion = \"1\"\nlicense = \"MIT\"\n");
    for (path, text) in files {
        user.write(&format!("b/tasks/t/{path}"), text);
    }
    user.write("b/tasks/t/prompt.py", "");
    user.write("one.jsonl", serde_json::json!({"task_id": "t", "solution": sample}).to_string());
    let said = user.run(&["check", "one.jsonl", "--benchmark", "b", "--out", "labelled.jsonl"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let labelled = std::fs::read_to_string(user.path("labelled.jsonl")).unwrap();
    let row: serde_json::Value = serde_json::from_str(labelled.lines().next().unwrap()).unwrap();
    format!(
        "{} {}",
        row["outcome"].as_str().unwrap(),
        row["finding"]["evidence"].as_str().unwrap_or_default()
    )
}

#[test]
fn cases_compare_values_by_type_and_floats_within_the_tolerance() {
    let reference =
        "def f(x):\n    if x < 0:\n        raise ValueError\n    return {'half': x / 2, 'of': (x,)}\n";
    let cases = r#"{"cases": [{"arguments": [3], "expected": {"half": 1.5, "of": [3]}},
{"name": "negative", "arguments": [-1], "raises": "ValueError"}]}"#;
    for isolation in ["split", "shared"] {
        let head = format!("entry_point = \"f\"\nisolation = \"{isolation}\"\ntolerance = 1e-6\n");
        let files = [("task.toml", head.as_str()), ("reference.py", reference), ("cases.json", cases)];
        let of = |sample: &str| outcome(&files, sample);
        assert_eq!(of(&reference.replace("x / 2", "x / 2 + 1e-9")), "pass ");
        let far = of(&reference.replace("x / 2", "x / 2 + 1e-3"));
        assert!(far.starts_with("fail(wrong_answer) "), "{far}");
        assert!(far.contains("AssertionError: cases.json:1: returned {'half': 1.501"), "{far}");
        assert!(of(&reference.replace("(x,)", "(True,)")).starts_with("fail(wrong_answer)"));
        let silent = of(&reference.replace("raise ValueError", "return x"));
        assert!(
            silent.contains("cases.json:2 (negative): returned -1 instead of raising ValueError"),
            "{silent}"
        );
    }
}

#[test]
fn a_task_finds_its_files_in_the_working_folder() {
    let tests = "def test_sum():\n    assert total('data/one.csv') == 6\n";
    let files = [
        ("task.toml", "entry_point = \"total\"\nisolation = \"shared\"\n"),
        ("reference.py", "def total(path):\n    return sum(map(int, open(path)))\n"),
        ("tests.py", tests),
        ("files/data/one.csv", "1\n2\n3\n"),
    ];
    assert_eq!(outcome(&files, files[1].1), "pass ");
}
