//! Patches as models and people write them, each with its grade.

use assay_grade::{FlagKind, Protection};
use assay_types::FieldKind;

use crate::cases::{CASES, Expected};
use crate::shop::{REFERENCE, grade};

/// What grades as a solution: the script walks.
const SOLUTION: &str = "100755 tools/run.sh \"#!/bin/sh\\necho walk\\n\"";

#[test]
fn each_patch_of_the_parsers_table_has_the_grade_that_follows() {
    let mut wrong = Vec::new();
    for case in CASES {
        let expected = match &case.expected {
            Expected::Refusal(outcome, _) => *outcome,
            Expected::Files(files) if files.contains(&SOLUTION) => "pass",
            Expected::Files(_) => "fail(target_tests_fail)",
        };
        let grade = grade(case.patch);
        let outcome = grade.outcome.to_string();
        if outcome != expected {
            wrong.push(format!("{}: expected {expected}, got {outcome}: {:?}", case.name, grade.evidence));
        }
        if let (Expected::Refusal(_, message), Some(evidence)) = (&case.expected, &grade.evidence)
            && outcome != "no_answer(empty)"
            && !evidence.contains(message)
        {
            wrong.push(format!("{}: {evidence}", case.name));
        }
        assert_eq!(grade.alterations.is_some(), matches!(case.expected, Expected::Files(_)), "{}", case.name);
        let mends = matches!(&case.expected, Expected::Files(files) if files.iter().any(|line| line.starts_with("mended")));
        assert_eq!(!grade.repairs.is_empty(), mends, "{}", case.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(CASES.len() >= 40);
}

/// A new file.
fn makes(path: &str, line: &str) -> String {
    format!(
        "diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{line}\n"
    )
}

fn changes(path: &str, from: &str, to: &str) -> String {
    format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-{from}\n+{to}\n")
}

/// Patches that solve the task and do something besides: the outcome, and what was put back.
#[test]
fn what_is_not_a_predictions_to_decide_is_put_back_and_told() {
    let cases: [(String, &[(&str, Protection)]); 8] = [
        (changes("tests/test_old.py", "numbers", "pass"), &[("tests/test_old.py", Protection::Tests)]),
        (makes("tests/test_run.py", "mine"), &[("tests/test_run.py", Protection::Tests)]),
        (changes("conftest.py", "quiet", "skip all"), &[("conftest.py", Protection::RunnerConfiguration)]),
        (makes("src/conftest.py", "skip"), &[("src/conftest.py", Protection::RunnerConfiguration)]),
        (makes("pytest.ini", "[pytest]"), &[("pytest.ini", Protection::RunnerConfiguration)]),
        (makes("tox.ini", "[pytest]"), &[("tox.ini", Protection::RunnerConfiguration)]),
        (makes("pyproject.toml", "[project]"), &[]),
        (
            "diff --git a/tests/test_old.py b/src/old.py\nsimilarity index 100%\nrename from tests/test_old.py\nrename to src/old.py\n".to_owned(),
            &[("tests/test_old.py", Protection::Tests)],
        ),
    ];
    for (besides, put_back) in cases {
        let grade = grade(&format!("{REFERENCE}{besides}"));
        assert_eq!(grade.outcome.to_string(), "pass", "{besides}: {:?}", grade.evidence);
        let found: Vec<_> =
            grade.overwritten.iter().map(|file| (file.path.as_str(), file.protection)).collect();
        assert_eq!(found, put_back, "{besides}");
    }
}

#[test]
fn attack_18_deleted_tests_are_there_again() {
    let deletes = "diff --git a/tests/test_old.py b/tests/test_old.py\ndeleted file mode 100644\n--- a/tests/test_old.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-numbers\n";
    let grade = grade(&format!("{REFERENCE}{deletes}"));
    assert_eq!(grade.outcome.to_string(), "pass");
    assert_eq!(grade.overwritten.len(), 1);
}

#[test]
fn a_prediction_of_tests_alone_does_not_resolve_the_task() {
    let grade = grade(&makes("tests/test_run.py", "pass"));
    assert_eq!(grade.outcome.to_string(), "fail(target_tests_fail)");
    assert_eq!(grade.alterations.map(|altered| altered.files), Some(0));
}

#[test]
fn attack_15_and_17_modules_that_stand_in_for_the_runner_are_tampering() {
    for path in ["sitecustomize.py", "pytest.py", "src/_pytest/python.py", "unittest/__init__.py"] {
        let grade = grade(&format!("{REFERENCE}{}", makes(path, "x")));
        assert_eq!(grade.outcome.to_string(), "tampered", "{path}");
        assert!(grade.evidence.is_some_and(|evidence| evidence.contains(path)));
    }
}

#[test]
fn attack_10_source_that_names_the_runners_inside_is_flagged_and_graded() {
    let grade = grade(&format!("{REFERENCE}{}", makes("src/plugin.py", "import _pytest.runner")));
    assert_eq!(grade.outcome.to_string(), "pass");
    let flags: Vec<_> = grade.flags.iter().map(|flag| (flag.kind, flag.path.as_str())).collect();
    assert_eq!(flags, [(FlagKind::RunnerInternals, "src/plugin.py")]);
}

#[test]
fn files_and_lines_beside_the_references_are_counted() {
    let junk = makes("build/lib/shop.py", "x");
    let grade = grade(&format!("{REFERENCE}{junk}{}", makes("tests/test_more.py", "y")));
    let altered = grade.alterations.unwrap();
    assert_eq!((altered.files, altered.lines_added, altered.lines_removed), (2, 2, 1));
    assert_eq!(
        (altered.reference_files, altered.reference_lines_added, altered.reference_lines_removed),
        (1, 1, 1)
    );
    assert_eq!((altered.files_beside, altered.lines_beside), (1, 1));
    assert_eq!(altered.beside, ["build/lib/shop.py"]);
}

#[test]
fn a_patch_is_found_in_a_chat_and_the_rule_is_told() {
    use std::sync::atomic::AtomicBool;

    use assay_grade::{GradeSettings, Grader};
    use assay_oracle::FakeOracle;

    let task = crate::shop::task(assay_types::Category::Corrective);
    let grader = Grader::new(&task).unwrap();
    let said = |field, text: &str| {
        let prediction = crate::shop::prediction(&task, field, text);
        let oracle = FakeOracle(crate::shop::honest);
        let grade = grader.grade(&prediction, &oracle, &GradeSettings::default(), &AtomicBool::new(false));
        (grade.extraction.join(" "), grade.outcome.to_string())
    };
    let chat = format!("I changed the script:\n\n```diff\n{REFERENCE}```\n");
    assert_eq!(said(FieldKind::Answer, &chat), ("fenced_diff".to_owned(), "pass".to_owned()));
    // A field that holds a patch is not searched for one; fences around it are prose to its reader.
    assert_eq!(said(FieldKind::Solution, &chat).0, "patch_field");
    assert_eq!(
        said(FieldKind::Answer, "I do not know."),
        ("whole_text".to_owned(), "no_answer(extraction)".to_owned())
    );
    assert_eq!(said(FieldKind::Answer, ""), ("empty".to_owned(), "no_answer(empty)".to_owned()));
}
