//! What other harnesses get wrong (PEERS.md, R1, R2, R4 to R7, R9), each tried in real runs.

use std::fs;

use crate::support::User;

/// A file in HumanEval's format: one task, which asks for `double` of a number.
fn benchmark(tests: &str) -> String {
    let task = serde_json::json!({
        "task_id": "Own/0",
        "prompt": "def double(x):\n    \"\"\"Returns twice x.\"\"\"\n",
        "entry_point": "double",
        "canonical_solution": "    return 2 * x\n",
        "test": tests,
    });
    format!("{task}\n")
}

const TESTS: &str = "def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(5) == 10\n";

fn samples(solutions: &[&str]) -> String {
    let line = |solution| serde_json::json!({"task_id": "Own/0", "solution": solution}).to_string() + "\n";
    solutions.iter().map(line).collect()
}

/// The outcome of each solution, in order.
fn outcomes(tests: &str, solutions: &[&str]) -> Vec<String> {
    let user = User::new();
    user.write("own.jsonl", benchmark(tests));
    user.write("model.jsonl", samples(solutions));
    let said = user.run(&["check", "model.jsonl", "--benchmark", "own.jsonl", "--out", "labelled.jsonl"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let labelled = fs::read_to_string(user.path("labelled.jsonl")).unwrap();
    let outcome = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["outcome"].as_str().unwrap().to_owned()
    };
    labelled.lines().map(outcome).collect()
}

#[test]
fn r1_a_pass_needs_positive_evidence() {
    let right = "def double(x):\n    return 2 * x\n";
    let cases = [
        ("def double(x:\n    return 2 * x\n".to_owned(), "fail(syntax)"),
        (format!("import a_package_that_is_not_there\n{right}"), "fail(missing_name)"),
        (format!("import os\n{right}os._exit(0)\n"), "fail(exited)"),
        ("import os\ndef double(x):\n    os._exit(0)\n".to_owned(), "fail(exited)"),
        ("import sys\ndef double(x):\n    sys.exit(0)\n".to_owned(), "fail(exited)"),
        ("import ctypes\ndef double(x):\n    ctypes.string_at(0)\n".to_owned(), "fail(exited)"),
        ("x = 1\n".to_owned(), "fail(missing_name)"),
        (right.to_owned(), "pass"),
    ];
    let solutions: Vec<&str> = cases.iter().map(|(solution, _)| solution.as_str()).collect();
    let expected: Vec<&str> = cases.iter().map(|(_, outcome)| *outcome).collect();
    assert_eq!(outcomes(TESTS, &solutions), expected);
}

#[test]
fn r1_tests_that_define_nothing_are_never_a_pass() {
    let user = User::new();
    for tests in ["", "x = 1\n", "def check_of_another_name(candidate):\n    assert candidate(2) == 4\n"] {
        user.write("own.jsonl", benchmark(tests));
        user.write("model.jsonl", samples(&["def double(x):\n    return 2 * x\n"]));
        let said = user.run(&["check", "model.jsonl", "--benchmark", "own.jsonl"]);
        assert_eq!(said.code, 0, "{}", said.errors);
        assert!(said.output.contains("no score"), "{tests:?}: {}", said.output);
        assert!(!said.output.contains("pass\n"), "{tests:?}: {}", said.output);
    }
}

#[test]
fn r2_a_sample_runs_as_a_module() {
    let right = [
        "def double(x):\n    return 0 if x == 0 else 2 + double(x - 1)\n",
        "import math\nfrom functools import reduce\n\ndef double(x):\n    return math.floor(reduce(float.__add__, [float(x)] * 2))\n",
        "def twice(f, x):\n    return f(x, x)\n\ndef add(a, b):\n    return a + b\n\ndef double(x):\n    return twice(add, x)\n",
        "FACTOR = 2\n\nclass Doubler:\n    def __call__(self, x):\n        return FACTOR * x\n\ndouble = Doubler()\n",
    ];
    assert_eq!(outcomes(TESTS, &right), ["pass"; 4]);
}

#[test]
fn r4_the_entry_point_comes_from_the_task_not_from_the_first_definition() {
    let helper_is_right = "def helper(x):\n    return 2 * x\n\ndef double(x):\n    return x\n";
    let helper_is_wrong = "def helper(x):\n    return x\n\ndef double(x):\n    return 2 * x\n";
    let no_entry_point = "def helper(x):\n    return 2 * x\n";
    assert_eq!(
        outcomes(TESTS, &[helper_is_right, helper_is_wrong, no_entry_point]),
        ["fail(wrong_answer)", "pass", "fail(missing_name)"]
    );
}

#[test]
fn r4_names_in_the_report_say_what_they_hold() {
    let user = User::new();
    user.write("own.jsonl", benchmark(TESTS));
    let (right, wrong) = ("def double(x):\n    return 2 * x\n", "def double(x):\n    return x\n");
    user.write("baseline.jsonl", samples(&[right, right, right, wrong]));
    user.write("candidate.jsonl", samples(&[right, wrong, wrong, wrong]));
    let said = user.run(&[
        "compare",
        "baseline.jsonl",
        "candidate.jsonl",
        "--benchmark",
        "own.jsonl",
        "--out",
        "out",
    ]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    let row = &report["rows"][0];
    // The count of `incorrect_code` is of incorrect samples, per repetition; `pass` counts those that pass.
    assert_eq!(row["check"], "incorrect_code");
    assert_eq!((&row["baseline"]["count"], &row["candidate"]["count"]), (&0.25.into(), &0.75.into()));
    assert_eq!(
        (&report["outcomes"]["baseline"]["pass"], &report["outcomes"]["candidate"]["pass"]),
        (&3.into(), &1.into())
    );
    assert_eq!(row["difference_percent"], -50.0);
    assert_eq!(report["tasks_lost"][0]["id"], "Own/0");
}

#[test]
fn r7_a_condition_returned_by_way_of_an_if_is_flagged_in_both_spellings() {
    let with_else = "def double(x):\n    if x > 1:\n        return True\n    else:\n        return False\n";
    let without = "def double(x):\n    if x > 1:\n        return True\n    return False\n";
    let mixed =
        "def double(x):\n    if x > 1:\n        return 2\n    if x > 0:\n        return\n    return 4\n";
    let user = User::new();
    user.write("own.jsonl", benchmark(TESTS));
    user.write("model.jsonl", samples(&[with_else, without, mixed]));
    let flags = |profile: &str| -> Vec<bool> {
        let said = user.run(&[
            "check",
            "model.jsonl",
            "--benchmark",
            "own.jsonl",
            "--aspects",
            "static",
            "--static-profile",
            profile,
            "--out",
            "labelled.jsonl",
        ]);
        assert_eq!(said.code, 0, "{}", said.errors);
        let labelled = fs::read_to_string(user.path("labelled.jsonl")).unwrap();
        let flag = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            row["static_findings"]["flags"]["unnecessary_conditional_block"] == "flagged"
        };
        labelled.lines().map(flag).collect()
    };
    assert_eq!(flags("default"), [true, true, false]);
    assert_eq!(flags("paper"), [true, true, false]);
    // What the authors' program flags instead stays with their profile.
    assert_eq!(flags("authors-code"), [true, true, true]);
}

#[test]
fn r6_memory_is_that_of_the_samples_own_work() {
    let user = User::new();
    user.write("own.jsonl", benchmark(TESTS));
    let solutions = |work: &str| -> Vec<String> {
        (0..5).map(|place| format!("def double(x):\n    {work}\n    return 2 * x  # {place}\n")).collect()
    };
    for (name, work) in [("model.jsonl", "pass"), ("other.jsonl", "len([0] * 5_000_000)")] {
        let solutions = solutions(work);
        user.write(name, samples(&solutions.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    let aspects = ["--aspects", "performance", "--performance-repetitions", "1", "--out", "out"];
    let words = ["compare", "model.jsonl", "other.jsonl", "--benchmark", "own.jsonl"];
    let said = user.run(&[&words[..], &aspects].concat());
    assert_eq!(said.code, 0, "{}", said.errors);
    let report = fs::read_to_string(user.path("out/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let of_five = |measure: usize, side: &str, place: usize| {
        report["performance_tasks"][measure]["tasks"][0][side]["five_numbers"][place].as_f64().unwrap()
    };
    // That an empty function reads microseconds (R5) is a test of the sandbox: beside the other tests here a call waits for its turn.
    assert!(of_five(0, "baseline", 0) > 0.0, "{report:#}");
    assert!((4e7..4.1e7).contains(&of_five(1, "candidate", 2)), "{report:#}");
    assert!(of_five(1, "baseline", 2) < 1e5, "{report:#}");
}

#[test]
fn r9_no_tool_is_started_to_read_code() {
    let user = User::with_samples_of_six_tasks();
    let words =
        ["compare", "baseline.jsonl", "candidate.jsonl", "--benchmark", "starter", "--aspects", "static"];
    let mut command = user.command(&words);
    let output = command.env("PATH", user.path("nothing")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("unnecessary_else"), "{output:?}");
}
