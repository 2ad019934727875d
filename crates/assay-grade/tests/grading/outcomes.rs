//! What a report comes to.

use std::sync::atomic::{AtomicUsize, Ordering};

use assay_grade::{Failure, Grade};
use assay_oracle::{FakeOracle, RunEnd, TestOutcome, TestRun};
use assay_sandbox::SandboxError;
use assay_types::LimitKind;

use crate::shop::{REFERENCE, REGRESSION, SOLVED, TARGET, grade, grade_by, honest, report};

const PASSED: TestOutcome = TestOutcome::Passed;
const FAILED: TestOutcome = TestOutcome::Failed;

fn graded(end: &RunEnd, results: &[(&str, TestOutcome)]) -> Grade {
    grade_by(REFERENCE, &FakeOracle(|_: &TestRun| Ok(report(end.clone(), results))))
}

fn completed(target: TestOutcome, regression: TestOutcome) -> String {
    graded(&RunEnd::Completed, &[(TARGET, target), (REGRESSION, regression)]).outcome.to_string()
}

#[test]
fn only_tests_that_passed_are_a_pass() {
    assert_eq!(completed(PASSED, PASSED), "pass");
    for other in [
        FAILED,
        TestOutcome::Errored,
        TestOutcome::Skipped,
        TestOutcome::FailedAsExpected,
        TestOutcome::PassedUnexpectedly,
        TestOutcome::Unfinished,
    ] {
        assert_eq!(completed(other, PASSED), "fail(target_tests_fail)", "{other:?}");
        assert_eq!(completed(PASSED, other), "fail(regression_introduced)", "{other:?}");
    }
}

#[test]
fn attack_7_and_8_a_skip_and_an_expected_failure_are_no_pass() {
    assert_eq!(completed(TestOutcome::Skipped, PASSED), "fail(target_tests_fail)");
    assert_eq!(completed(TestOutcome::FailedAsExpected, PASSED), "fail(target_tests_fail)");
    assert_eq!(completed(PASSED, TestOutcome::Skipped), "fail(regression_introduced)");
}

#[test]
fn where_both_kinds_of_tests_fail_it_is_the_target_tests() {
    assert_eq!(completed(FAILED, FAILED), "fail(target_tests_fail)");
}

#[test]
fn attack_6_a_test_without_a_result_did_not_pass() {
    let outcome = |results: &[(&str, TestOutcome)]| graded(&RunEnd::Completed, results).outcome.to_string();
    assert_eq!(outcome(&[(REGRESSION, PASSED)]), "fail(target_tests_fail)");
    assert_eq!(outcome(&[(TARGET, PASSED)]), "fail(regression_introduced)");
    assert_eq!(outcome(&[]), "fail(target_tests_fail)");
    // Other names, however alike, are other tests.
    let cut = TARGET.split(' ').next().unwrap();
    assert_eq!(outcome(&[(cut, PASSED), (REGRESSION, PASSED)]), "fail(target_tests_fail)");
    let more = [(TARGET, PASSED), (REGRESSION, PASSED), ("tests/test_more.py::test_x", FAILED)];
    assert_eq!(outcome(&more), "pass");
}

#[test]
fn files_that_cannot_be_loaded_fail_the_build_where_a_regression_test_is_lost() {
    let broken = RunEnd::Broken(vec![("tests/test_old.py".to_owned(), "SyntaxError".to_owned())]);
    let lost = graded(&broken, &[(TARGET, PASSED)]);
    assert_eq!(lost.outcome.to_string(), "fail(build_fails)");
    assert_eq!(lost.evidence.as_deref(), Some("tests/test_old.py could not be loaded: SyntaxError"));
    // Target tests cannot be loaded before the change either, where they ask for a new name.
    assert_eq!(graded(&broken, &[(REGRESSION, PASSED)]).outcome.to_string(), "fail(target_tests_fail)");
    let all = [(TARGET, PASSED), (REGRESSION, PASSED)];
    assert_eq!(graded(&broken, &all).outcome.to_string(), "fail(build_fails)");
}

#[test]
fn attack_13_without_the_runners_own_end_nothing_is_shown_to_have_passed() {
    let all = [(TARGET, PASSED), (REGRESSION, PASSED)];
    let exited = graded(&RunEnd::Died(0), &all);
    assert_eq!(exited.outcome.to_string(), "fail(target_tests_fail)");
    assert_eq!(exited.target_tests.map(|tally| tally.passed), Some(0));
    assert_eq!(graded(&RunEnd::Died(-11), &[]).outcome.to_string(), "fail(build_fails)");
    let limit = graded(&RunEnd::Limit(LimitKind::Wall), &all);
    assert_eq!((limit.outcome.to_string().as_str(), limit.failure), ("limit(wall)", Some(Failure::Limit)));
    assert_eq!(graded(&RunEnd::Stopped, &all).outcome.to_string(), "infrastructure");
}

#[test]
fn evidence_of_tampering_is_kept_and_comes_before_everything() {
    let tampered = RunEnd::Tampered("the decoy that must fail passed".to_owned());
    let grade = graded(&tampered, &[(TARGET, PASSED), (REGRESSION, PASSED)]);
    assert_eq!(grade.outcome.to_string(), "tampered");
    assert_eq!(grade.evidence.as_deref(), Some("the decoy that must fail passed"));
}

#[test]
fn a_regression_is_told_by_its_test() {
    let breaks = "--- a/src/numbers.txt\n+++ b/src/numbers.txt\n@@ -1,2 +1 @@\n-line 1\n line 2\n";
    let grade = grade(&format!("{REFERENCE}{breaks}"));
    // Its hunk has context behind it, so it applies where it says.
    assert_eq!(grade.outcome.to_string(), "fail(regression_introduced)");
    assert_eq!(grade.failure, Some(Failure::RegressionIntroduced));
    assert!(grade.evidence.unwrap().contains(REGRESSION));
    let regression = grade.regression_tests.unwrap();
    assert_eq!((regression.tests, regression.passed), (1, 0));
    assert_eq!(regression.not_passed[0].outcome, Some(FAILED));
}

fn fault() -> SandboxError {
    SandboxError::Zygote { role: "worker", problem: "is gone".to_owned() }
}

#[test]
fn a_fault_of_the_machine_is_tried_again_once() {
    let runs = AtomicUsize::new(0);
    let oracle =
        FakeOracle(
            |run: &TestRun| {
                if runs.fetch_add(1, Ordering::Relaxed) == 0 { Err(fault()) } else { honest(run) }
            },
        );
    assert_eq!(grade_by(REFERENCE, &oracle).outcome.to_string(), "pass");
    let grade = grade_by(REFERENCE, &FakeOracle(|_: &TestRun| Err(fault())));
    assert_eq!(grade.outcome.to_string(), "infrastructure");
    assert!(grade.evidence.unwrap().contains("is gone"));
}

#[test]
fn whoever_ends_the_supervisor_twice_where_the_reference_passes_has_failed() {
    let solves = |run: &TestRun| run.tree.0.get("tools/run.sh").is_some_and(|(_, text)| text == SOLVED);
    let oracle = FakeOracle(|run: &TestRun| if solves(run) { honest(run) } else { Err(fault()) });
    let patch = "--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1 @@\n+x\n";
    let grade = grade_by(patch, &oracle);
    assert_eq!((grade.outcome.to_string().as_str(), grade.failure), ("fail(exited)", Some(Failure::Exited)));
}

#[test]
fn decoys_have_the_same_names_again_and_others_for_another_patch() {
    let seen = std::sync::Mutex::new(Vec::new());
    let oracle = FakeOracle(|run: &TestRun| {
        seen.lock().unwrap().push(run.decoys.unwrap());
        honest(run)
    });
    let other = "--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1 @@\n+x\n";
    for patch in [REFERENCE, REFERENCE, other] {
        let _ = grade_by(patch, &oracle);
    }
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen[0], seen[1]);
    assert_ne!(seen[0], seen[2]);
}

#[test]
fn every_outcome_has_its_name() {
    let patches = [
        ("", Failure::NoPatch),
        ("prose", Failure::NoPatch),
        ("--- a/absent.py\n+++ b/absent.py\n@@ -1 +1 @@\n-x\n+y\n", Failure::DoesNotApply),
        ("--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n", Failure::Refused),
        ("--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1 @@\n+x\n", Failure::TargetTestsFail),
    ];
    for (patch, failure) in patches {
        assert_eq!(grade(patch).failure, Some(failure), "{patch:?}");
    }
    let mut words: Vec<&str> =
        Failure::PAPER.iter().chain(&Failure::APART).map(|failure| failure.words()).collect();
    assert_eq!(
        words[..5],
        ["no patch", "does not apply", "build fails", "target tests fail", "regression introduced"]
    );
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), 11);
}
