//! A task of a small shop, and an oracle that knows what its tests ask for.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_benchmark::maintenance::RepositoryTask;
use assay_grade::{Grade, GradeSettings, Grader};
use assay_oracle::{FakeOracle, Oracle, RunEnd, TestOutcome, TestReport, TestResult, TestRun};
use assay_patch::{MemoryTree, Mode};
use assay_sandbox::{CapturedOutput, SandboxError};
use assay_types::{
    Category, FieldKind, MaintenanceTask, OracleStrength, Runner, Sample, TaskEnvironment, TaskId, TestId,
};

pub(crate) const TARGET: &str = "tests/test_run.py::test_walks[a b::c]";
pub(crate) const REGRESSION: &str = "tests/test_old.py::test_numbers";

/// What the script must say.
pub(crate) const SOLVED: &[u8] = b"#!/bin/sh\necho walk\n";

pub(crate) const REFERENCE: &str =
    "--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n+echo walk\n";

const TEST_PATCH: &str = "diff --git a/tests/test_run.py b/tests/test_run.py\nnew file mode 100644\n--- /dev/null\n+++ b/tests/test_run.py\n@@ -0,0 +1 @@\n+walks\n";

/// The task: the tree that the patches of `cases` are for, with a test and a configuration of its runner.
pub(crate) fn task(category: Category) -> RepositoryTask {
    let mut parent = crate::cases::tree();
    for (path, text) in [
        ("tests/test_old.py", "numbers\n"),
        ("conftest.py", "quiet\n"),
        ("setup.cfg", "[metadata]\nname = shop\n\n[tool:pytest]\naddopts = -q\n"),
    ] {
        parent.0.insert(path.to_owned(), (Mode::File, text.as_bytes().to_vec()));
    }
    let task = MaintenanceTask {
        id: TaskId::new("unnamed").unwrap(),
        repository: format!("toy/{}", category.word()),
        parent: "1".repeat(40),
        fix: "2".repeat(40),
        parent_committed: "2024-01-01T12:00:00Z".to_owned(),
        fix_committed: "2024-01-02T12:00:00Z".to_owned(),
        category,
        licence: "MIT".to_owned(),
        statement: Arc::from("The script runs. It should walk.\n"),
        environment: TaskEnvironment {
            digest: "3".repeat(64),
            python: "3.11.7".to_owned(),
            lock: Arc::from(""),
        },
        runner: Runner::Pytest,
        target_tests: vec![TestId(TARGET.to_owned())],
        regression_tests: vec![TestId(REGRESSION.to_owned())],
        reference_patch: Arc::from(REFERENCE),
        test_patch: Arc::from(TEST_PATCH),
        strength: OracleStrength::default(),
    };
    RepositoryTask::new(task, Arc::new(parent)).unwrap()
}

pub(crate) fn prediction(task: &RepositoryTask, field: FieldKind, text: &str) -> Sample {
    Sample { task: task.id().clone(), repetition: 0, field, raw: Arc::from(text), finish: None, line: 1 }
}

pub(crate) fn report(end: RunEnd, results: &[(&str, TestOutcome)]) -> TestReport {
    let results: BTreeMap<TestId, TestResult> = results
        .iter()
        .map(|(test, outcome)| {
            (TestId((*test).to_owned()), TestResult { outcome: *outcome, detail: String::new() })
        })
        .collect();
    TestReport { end, results, output: CapturedOutput::default(), milliseconds: 7 }
}

fn content<'a>(tree: &'a MemoryTree, path: &str) -> Option<&'a [u8]> {
    tree.0.get(path).map(|(_, content)| content.as_slice())
}

/// Runs the tests as their files say, if the files are the reference's.
#[expect(clippy::unnecessary_wraps, reason = "an oracle's answer")]
pub(crate) fn honest(run: &TestRun) -> Result<TestReport, SandboxError> {
    let tree = &run.tree;
    assert_eq!(content(tree, "tests/test_run.py"), Some(&b"walks\n"[..]));
    assert_eq!(content(tree, "tests/test_old.py"), Some(&b"numbers\n"[..]));
    assert_eq!(content(tree, "conftest.py"), Some(&b"quiet\n"[..]));
    assert!(run.decoys.is_some());
    let outcome = |passes: bool| if passes { TestOutcome::Passed } else { TestOutcome::Failed };
    let walks = content(tree, "tools/run.sh") == Some(SOLVED);
    let numbers = content(tree, "src/numbers.txt").is_some_and(|text| text.starts_with(b"line 1\nline 2\n"));
    Ok(report(RunEnd::Completed, &[(TARGET, outcome(walks)), (REGRESSION, outcome(numbers))]))
}

/// Grades a patch.
pub(crate) fn grade(patch: &str) -> Grade {
    grade_by(patch, &FakeOracle(honest))
}

pub(crate) fn grade_by(patch: &str, oracle: &dyn Oracle) -> Grade {
    let task = task(Category::Corrective);
    let grader = Grader::new(&task).unwrap();
    let prediction = prediction(&task, FieldKind::Solution, patch);
    grader.grade(&prediction, oracle, &GradeSettings::default(), &AtomicBool::new(false))
}
