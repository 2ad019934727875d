//! `assay grade` on a small repository whose tests need no package.

use std::fs;
use std::sync::Arc;

use assay_benchmark::maintenance::{MaintenanceBenchmark, RepositoryTask, write};
use assay_patch::{MemoryTree, Mode};
use assay_types::{
    Category, Confidentiality, MaintenanceTask, OracleStrength, Runner, TaskEnvironment, TaskId, TestId,
};
use serde_json::{Value, json};

use crate::support::User;

pub(crate) const REFERENCE: &str = "--- a/shop.py\n+++ b/shop.py\n@@ -1,2 +1,2 @@\n def total(prices):\n-    return sum(prices) + 1\n+    return sum(prices)\n";

const TESTS: &str = "diff --git a/tests/test_total.py b/tests/test_total.py\nnew file mode 100644\n--- /dev/null\n+++ b/tests/test_total.py\n@@ -0,0 +1,8 @@\n+import unittest\n+\n+from shop import total\n+\n+\n+class Total(unittest.TestCase):\n+    def test_of_two(self):\n+        self.assertEqual(total([1, 2]), 3)\n";

pub(crate) fn benchmark() -> MaintenanceBenchmark {
    let old = "import unittest\n\nfrom shop import total\n\n\nclass Old(unittest.TestCase):\n    def test_is_a_number(self):\n        self.assertIsInstance(total([]), int)\n";
    let files = [
        ("shop.py", "def total(prices):\n    return sum(prices) + 1\n"),
        ("tests/__init__.py", ""),
        ("tests/test_old.py", old),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), (Mode::File, text.as_bytes().to_vec())));
    let task = MaintenanceTask {
        id: TaskId::new("unnamed").unwrap(),
        repository: "toy/shop".to_owned(),
        parent: "1".repeat(40),
        fix: "2".repeat(40),
        parent_committed: "2024-01-01T12:00:00Z".to_owned(),
        fix_committed: "2024-01-02T12:00:00Z".to_owned(),
        category: Category::Corrective,
        licence: "MIT".to_owned(),
        statement: Arc::from("The total is one too much.\n"),
        environment: TaskEnvironment {
            digest: "3".repeat(64),
            python: "3.11".to_owned(),
            lock: Arc::from(""),
        },
        runner: Runner::Unittest,
        target_tests: vec![TestId("tests.test_total.Total.test_of_two".to_owned())],
        regression_tests: vec![TestId("tests.test_old.Old.test_is_a_number".to_owned())],
        reference_patch: Arc::from(REFERENCE),
        test_patch: Arc::from(TESTS),
        strength: OracleStrength::default(),
    };
    let task = RepositoryTask::new(task, Arc::new(MemoryTree(files.into()))).unwrap();
    MaintenanceBenchmark {
        name: "toy".to_owned(),
        version: "1".to_owned(),
        confidentiality: Confidentiality::Public,
        tasks: vec![task],
    }
}

#[test]
fn patches_are_graded_in_the_sandbox_and_graded_again_to_the_same_bytes() {
    let user = User::new();
    let benchmark = benchmark();
    write(&user.path("tasks"), &benchmark).unwrap();
    let change = |to: &str| {
        let lines = to.lines().fold(String::new(), |lines, line| lines + "+" + line + "\n");
        let count = to.lines().count();
        format!(
            "--- a/shop.py\n+++ b/shop.py\n@@ -1,2 +1,{count} @@\n-def total(prices):\n-    return sum(prices) + 1\n{lines}"
        )
    };
    let patches = [
        REFERENCE.to_owned(),
        change("def total(prices):\n    return 3"),
        change("def total(prices):\n    return float(sum(prices))"),
        change("def total(prices):\n    return sum(prices) + 2"),
        change("def total(prices:\n    return"),
        change("import os\nos._exit(0)"),
        change("import unittest\nunittest.TestCase.assertEqual = lambda *_: None\ndef total(prices):\n    return 0"),
        REFERENCE.replace("+ 1", "+ 7"),
        "diff --git a/.git/hooks/x b/.git/hooks/x\nnew file mode 100755\n--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+x\n".to_owned(),
        String::new(),
    ];
    let id = benchmark.tasks[0].id();
    let records: Vec<Value> = patches
        .iter()
        .map(|patch| json!({"instance_id": id.as_str(), "model_name_or_path": "m", "model_patch": patch}))
        .collect();
    user.write("model.json", serde_json::to_string(&records).unwrap());
    let grade = |out: &str| {
        let said = user.run(&["grade", "model.json", "--benchmark", "tasks", "--out", out]);
        assert_eq!(said.code, 0, "{}", said.errors);
        let read = |name: &str| fs::read_to_string(user.path(out).join(name)).unwrap();
        (said.output, read("grades.jsonl"), read("grades.json"))
    };
    let first = grade("out");
    let outcomes: Vec<String> = first
        .1
        .lines()
        .map(|line| {
            let grade: Value = serde_json::from_str(line).unwrap();
            grade["failure"].as_str().unwrap_or("resolved").to_owned()
        })
        .collect();
    assert_eq!(
        outcomes,
        [
            "resolved",
            "resolved",
            "regression_introduced",
            "target_tests_fail",
            "build_fails",
            "build_fails",
            "tampered",
            "does_not_apply",
            "refused",
            "no_patch",
        ],
        "{}",
        first.1
    );
    assert!(first.0.contains("target tests fail"), "{}", first.0);
    assert_eq!(grade("again"), first);
}

#[test]
fn two_models_patches_are_compared_by_category_and_a_gate_holds_the_report() {
    let user = User::new();
    let benchmark = benchmark();
    write(&user.path("tasks"), &benchmark).unwrap();
    for (name, patch) in [("old.jsonl", REFERENCE), ("new.jsonl", "")] {
        let record = json!({"instance_id": benchmark.tasks[0].id().as_str(), "model_patch": patch});
        user.write(name, record.to_string());
    }
    let clause = "unresolved[\"corrective\"].verdict != \"improvement\" accepting inconclusive";
    let compare =
        ["compare", "old.jsonl", "new.jsonl", "--benchmark", "tasks", "--out", "out", "--gate", clause];
    let said = user.run(&compare);
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.output.contains("unresolved, corrective"), "{}", said.output);
    let report: Value = serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!((&rows[0]["check"], &rows[0]["category"]), (&json!("unresolved"), &json!("corrective")));
    assert_eq!(report["tasks_lost"][0]["id"], json!(benchmark.tasks[0].id().as_str()));
}

#[test]
fn an_option_that_says_nothing_of_maintenance_tasks_is_an_error_that_says_why() {
    let user = User::new();
    write(&user.path("tasks"), &benchmark()).unwrap();
    for name in ["old.jsonl", "new.jsonl", "large.jsonl", "assay.toml"] {
        user.write(name, "");
    }
    let (asked, tests) = ("no model is asked for patches", "a patch is judged by its task's tests alone");
    let measured = "time and memory of patches are not measured";
    for (option, why) in [
        (&["--protocol", "assay.toml"][..], asked),
        (&["--tasks", "a"], asked),
        (&["--limit", "1"], asked),
        (&["--samples-per-task", "1"], asked),
        (&["--verify-weights"], asked),
        (&["--aspects", "logic"], tests),
        (&["--static-profile", "paper"], tests),
        (&["--static-engine", "assay"], tests),
        (&["--complexity"], tests),
        (&["--config", "assay.toml"], tests),
        (&["--performance-repetitions", "5"], measured),
        (&["--performance-samples", "10"], measured),
        (&["--performance-inputs", "large.jsonl"], measured),
        (&["--performance-measure-equal"], measured),
        (&["--extraction-trials", "1000"], "by one set of rules"),
        (&["--by", "tag"], "by category already"),
        (&["--labelled", "--out", "out"], "`assay grade --out`"),
        (&["--paper"], "the paper's procedure"),
        (&["--self-check"], "halves"),
        (&["--timing"], "not told apart"),
        (&["--limit-multiple", "10"], "limits of their own"),
        (&["--limit-floor", "2"], "limits of their own"),
    ] {
        let said =
            user.run(&[&["compare", "old.jsonl", "new.jsonl", "--benchmark", "tasks"][..], option].concat());
        assert_eq!(said.code, 2, "{option:?}: {}", said.errors);
        let expected = format!("{} is for snippet tasks: ", option[0]);
        assert!(said.errors.contains(&expected) && said.errors.contains(why), "{option:?}: {}", said.errors);
    }
}

/// Two models' predictions: one that resolves the task, and one that prints and fails.
fn user_with_two_models() -> User {
    let user = User::new();
    write(&user.path("tasks"), &benchmark()).unwrap();
    let printing =
        REFERENCE.replace("+    return sum(prices)\n", "+    return print('\\x1b[2Jtwice') or 7\n");
    for (name, patch) in [("old.jsonl", REFERENCE.to_owned()), ("new.jsonl", printing)] {
        let record = json!({"instance_id": benchmark().tasks[0].id().as_str(), "model_patch": patch});
        user.write(name, format!("{record}\n"));
    }
    user
}

#[test]
fn grades_are_shown_with_their_tests_in_words_and_what_was_printed() {
    let user = user_with_two_models();
    let task = benchmark().tasks[0].id().to_string();
    let said = user.run(&["grade", "new.jsonl", "--benchmark", "tasks", "--out", "graded"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(
        said.output.contains("note: Tests and the code that they test share one interpreter"),
        "{}",
        said.output
    );
    let shown = |arguments: &[&str]| {
        let said = user.run(&[&["show"], arguments].concat());
        assert_eq!(said.code, 0, "{}", said.errors);
        assert!(!said.output.contains('\u{1b}'), "{}", said.output);
        said.output
    };
    let list = shown(&["graded", &task]);
    assert!(list.contains("0 of 1 predictions resolve it") && list.contains("target tests fail"), "{list}");
    let one = shown(&["graded", &task, "0"]);
    for line in [
        "outcome   fail(target_tests_fail)",
        "failure   target tests fail",
        "tests     target: 0 of 1 passed",
        "          tests.test_total.Total.test_of_two failed",
        "tests     regression: 1 of 1 passed",
        "rule      patch_field",
        "  | \\u{1b}[2Jtwice",
    ] {
        assert!(one.lines().any(|shown| shown == line), "{line:?} in {one}");
    }
    let document: Value = serde_json::from_str(&shown(&["graded", &task, "0", "--json"])).unwrap();
    assert_eq!(document["samples"][0]["grade"]["failure"], "target_tests_fail");
    assert!(document["samples"][0]["log"].as_str().unwrap().contains("\u{1b}[2Jtwice"));
    let absent = user.run(&["show", "graded", &task, "7"]);
    assert_eq!(absent.code, 2, "{}", absent.errors);
    // What was found before is shown with the same log.
    let log = fs::read(user.path(&format!("graded/logs/{task}.0.log"))).unwrap();
    user.run(&["grade", "new.jsonl", "--benchmark", "tasks", "--out", "again"]);
    assert_eq!(fs::read(user.path(&format!("again/logs/{task}.0.log"))).unwrap(), log);
}

#[test]
fn grades_of_a_comparison_are_shown_side_by_side() {
    let user = user_with_two_models();
    let task = benchmark().tasks[0].id().to_string();
    let said = user.run(&["compare", "old.jsonl", "new.jsonl", "--benchmark", "tasks", "--out", "out"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let list = user.run(&["show", "out", &task]).output;
    assert!(list.contains("baseline 1 of 1 predictions resolve it"), "{list}");
    assert!(list.contains("candidate 0 of 1 predictions resolve it"), "{list}");
    let one = user.run(&["show", "out", &task, "0", "--side", "candidate"]).output;
    assert!(one.starts_with("candidate task ") && !one.contains("baseline"), "{one}");
    let run = said.errors.split("run ").nth(1).unwrap().split(':').next().unwrap();
    let elsewhere = user.run(&["show", run, &task]);
    assert_eq!(elsewhere.code, 2, "{}", elsewhere.errors);
    assert!(elsewhere.errors.contains("the folder that --out named"), "{}", elsewhere.errors);
}

#[test]
fn what_is_no_benchmark_of_maintenance_tasks_ends_with_exit_code_2() {
    let user = User::new();
    user.write("model.jsonl", "{}");
    user.write("tasks/x", "");
    let said = user.run(&["grade", "model.jsonl", "--benchmark", "tasks"]);
    assert_eq!(said.code, 2, "{}", said.errors);
    assert!(said.errors.contains("no benchmark.json in this folder"), "{}", said.errors);
}
