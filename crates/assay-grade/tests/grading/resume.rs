//! All predictions of a model, stopped and taken up again.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use assay_benchmark::OnBadSample;
use assay_benchmark::maintenance::{MaintenanceBenchmark, RepositoryTask, read_predictions};
use assay_grade::{
    GradeError, GradeSettings, Graded, GradesDocument, NoProgress, OpenedOracle, OracleError, Oracles,
    grade_all, grade_lines,
};
use assay_oracle::{FakeOracle, RunEnd, TestOutcome, TestReport, TestRun};
use assay_sandbox::SandboxError;
use assay_store::Store;
use assay_types::{Category, Confidentiality, LimitKind, SampleSet};

use crate::shop::{REFERENCE, honest, report, task};

pub(crate) type Answer = dyn Fn(&TestRun) -> Result<TestReport, SandboxError> + Send + Sync;

/// Oracles that answer as a function says.
pub(crate) struct Fakes(pub(crate) Arc<Answer>);

impl Oracles for Fakes {
    fn open(&self, task: &RepositoryTask) -> Result<OpenedOracle, OracleError> {
        let answer = self.0.clone();
        Ok(OpenedOracle {
            oracle: Arc::new(FakeOracle(move |run: &TestRun| answer(run))),
            environment: task.task.environment.digest.clone(),
        })
    }

    fn version(&self) -> String {
        "fake 1".to_owned()
    }
}

fn benchmark() -> MaintenanceBenchmark {
    MaintenanceBenchmark {
        name: "toy".to_owned(),
        version: "1".to_owned(),
        confidentiality: Confidentiality::Public,
        tasks: [Category::Corrective, Category::Adaptive, Category::Perfective].map(task).to_vec(),
    }
}

/// Of each task: a solution, another solution, one that solves nothing, one that does not apply, and an empty one.
fn predictions(folder: &Path) -> SampleSet {
    let other = "--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1 @@\n+x\n";
    let patches = [
        REFERENCE.to_owned(),
        format!("{REFERENCE}{other}"),
        other.to_owned(),
        "--- a/absent.py\n+++ b/absent.py\n@@ -1 +1 @@\n-x\n+y\n".to_owned(),
        String::new(),
    ];
    let mut text = String::new();
    for patch in patches {
        for task in benchmark().tasks {
            let patch = serde_json::Value::String(patch.clone());
            text += &format!("{{\"instance_id\": \"{}\", \"model_patch\": {patch}}}\n", task.id());
        }
    }
    let path = folder.join("model.jsonl");
    std::fs::write(&path, text).unwrap();
    read_predictions(&path, &benchmark(), OnBadSample::Refuse).unwrap()
}

fn grade(
    answer: Arc<Answer>,
    jobs: usize,
    store: Option<&Store>,
    cancelled: &AtomicBool,
) -> Result<Graded, GradeError> {
    let folder = tempfile::tempdir().unwrap();
    let settings = GradeSettings { jobs, ..GradeSettings::default() };
    let predictions = predictions(folder.path());
    grade_all(&benchmark(), &predictions, &Fakes(answer), &settings, store, &NoProgress, cancelled)
}

fn unbroken() -> String {
    let graded = grade(Arc::new(honest), 1, None, &AtomicBool::new(false)).unwrap();
    grade_lines(&graded.grades).unwrap()
}

#[test]
fn grades_come_in_the_benchmarks_order_whatever_runs_at_the_same_time() {
    let expected = unbroken();
    assert_eq!(expected.lines().count(), 15);
    let graded = grade(Arc::new(honest), 3, None, &AtomicBool::new(false)).unwrap();
    assert_eq!(grade_lines(&graded.grades).unwrap(), expected);
    let outcomes: Vec<String> = graded.grades.iter().take(5).map(|grade| grade.outcome.to_string()).collect();
    let expected = ["pass", "pass", "fail(target_tests_fail)", "fail(does_not_apply)", "no_answer(empty)"];
    assert_eq!(outcomes, expected);
}

#[test]
fn what_was_graded_before_is_not_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let runs = Arc::new(AtomicUsize::new(0));
    let counting = |runs: &Arc<AtomicUsize>| -> Arc<Answer> {
        let runs = runs.clone();
        Arc::new(move |run: &TestRun| {
            runs.fetch_add(1, Ordering::Relaxed);
            honest(run)
        })
    };
    for expected in [9, 9] {
        let store = Store::open(folder.path()).unwrap();
        let graded = grade(counting(&runs), 1, Some(&store), &AtomicBool::new(false)).unwrap();
        assert_eq!(grade_lines(&graded.grades).unwrap(), unbroken());
        // Of each task the reference, which is a prediction too, and two others.
        assert_eq!(runs.load(Ordering::Relaxed), expected);
    }
}

#[test]
fn an_interrupted_run_keeps_what_it_has_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let cancelled = Arc::new(AtomicBool::new(false));
    let runs = Arc::new(AtomicUsize::new(0));
    let stopping: Arc<Answer> = {
        let (runs, cancelled) = (runs.clone(), cancelled.clone());
        Arc::new(move |run: &TestRun| {
            if runs.fetch_add(1, Ordering::Relaxed) == 4 {
                cancelled.store(true, Ordering::Relaxed);
            }
            honest(run)
        })
    };
    let error = grade(stopping, 1, Some(&store), &cancelled).unwrap_err();
    assert!(matches!(error, GradeError::Interrupted), "{error}");
    let again = Arc::new(AtomicUsize::new(0));
    let counting: Arc<Answer> = {
        let again = again.clone();
        Arc::new(move |run: &TestRun| {
            again.fetch_add(1, Ordering::Relaxed);
            honest(run)
        })
    };
    let graded = grade(counting, 1, Some(&store), &AtomicBool::new(false)).unwrap();
    assert_eq!(grade_lines(&graded.grades).unwrap(), unbroken());
    assert_eq!(again.load(Ordering::Relaxed), 5);
}

const CHILD: &str = "ASSAY_TEST_STORE_OF_A_KILLED_GRADING";

/// Not a test: what the test below kills. It grades into the store that it is told, and kills itself at its fifth run.
#[test]
fn child_that_is_killed_while_it_grades() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let store = Store::open(Path::new(&folder)).unwrap();
    let runs = AtomicUsize::new(0);
    let dying: Arc<Answer> = Arc::new(move |run: &TestRun| {
        if runs.fetch_add(1, Ordering::Relaxed) == 4 {
            let own = rustix::process::getpid();
            rustix::process::kill_process(own, rustix::process::Signal::KILL).unwrap();
        }
        honest(run)
    });
    let _ = grade(dying, 1, Some(&store), &AtomicBool::new(false));
    unreachable!("it was to be killed");
}

#[test]
fn attack_56_a_killed_run_and_its_resumption_say_what_an_unbroken_one_says() {
    let folder = tempfile::tempdir().unwrap();
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "resume::child_that_is_killed_while_it_grades"])
        .env(CHILD, folder.path())
        .output()
        .unwrap()
        .status;
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(9), "{status}");
    let store = Store::open(folder.path()).unwrap();
    let graded = grade(Arc::new(honest), 1, Some(&store), &AtomicBool::new(false)).unwrap();
    assert_eq!(grade_lines(&graded.grades).unwrap(), unbroken());
}

/// Oracles that answer by a function, and what they have been asked.
fn with_store(
    folder: &Path,
    answer: impl Fn(&TestRun) -> Result<TestReport, SandboxError> + Send + Sync + 'static,
) -> (Graded, usize) {
    let store = Store::open(folder).unwrap();
    let runs = Arc::new(AtomicUsize::new(0));
    let counting: Arc<Answer> = {
        let runs = runs.clone();
        Arc::new(move |run: &TestRun| {
            runs.fetch_add(1, Ordering::Relaxed);
            answer(run)
        })
    };
    let graded = grade(counting, 1, Some(&store), &AtomicBool::new(false)).unwrap();
    (graded, runs.load(Ordering::Relaxed))
}

#[test]
fn a_reference_that_failed_once_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let (graded, _) = with_store(folder.path(), |_| Ok(report(RunEnd::Limit(LimitKind::Wall), &[])));
    assert_eq!(graded.without_grades.len(), 3);
    let (graded, _) = with_store(folder.path(), |_| Ok(report(RunEnd::Completed, &[])));
    assert_eq!(graded.without_grades.len(), 3);
    let (graded, runs) = with_store(folder.path(), honest);
    assert_eq!((graded.without_grades.len(), runs), (0, 9));
    assert_eq!(grade_lines(&graded.grades).unwrap(), unbroken());
}

#[test]
fn faults_of_the_machine_are_told_and_nothing_else_is() {
    let graded = grade(Arc::new(honest), 1, None, &AtomicBool::new(false)).unwrap();
    assert!(graded.fault().is_none());
    let failing = || SandboxError::from(std::io::Error::other("no room"));
    let nothing: Arc<Answer> = Arc::new(move |_: &TestRun| Err(failing()));
    let graded = grade(nothing, 1, None, &AtomicBool::new(false)).unwrap();
    let said = graded.fault().unwrap().to_string();
    assert!(
        said.starts_with("3 runs of tests ended by a fault of this machine") && said.contains("no room"),
        "{said}"
    );
    // A reference that fails by itself is a property of the task here.
    let wrong: Arc<Answer> = Arc::new(|_: &TestRun| Ok(report(RunEnd::Completed, &[])));
    assert!(grade(wrong, 1, None, &AtomicBool::new(false)).unwrap().fault().is_none());
}

#[test]
fn what_a_busy_or_failing_machine_may_have_done_is_not_kept_and_all_else_is() {
    let ends = [
        (RunEnd::Limit(LimitKind::Wall), false),
        (RunEnd::Died(-9), false),
        (RunEnd::Limit(LimitKind::Cpu), true),
        (RunEnd::Limit(LimitKind::Memory), true),
        (RunEnd::Died(-11), true),
        (RunEnd::Died(0), true),
        (RunEnd::Tampered("x".to_owned()), true),
    ];
    for (end, is_kept) in ends {
        let folder = tempfile::tempdir().unwrap();
        let (first, runs) = {
            let end = end.clone();
            with_store(folder.path(), move |run| {
                let report = honest(run)?;
                let solves = report.results.values().all(|result| result.outcome == TestOutcome::Passed);
                Ok(if solves { report } else { TestReport { end: end.clone(), ..report } })
            })
        };
        assert_eq!(runs, 9);
        let (second, runs) = with_store(folder.path(), honest);
        assert_eq!(runs, if is_kept { 0 } else { 3 }, "{end:?}");
        let same = grade_lines(&second.grades).unwrap() == grade_lines(&first.grades).unwrap();
        assert_eq!(same, is_kept, "{end:?}");
    }
    // Whoever seems to have killed the supervisor twice may have stood beside a machine that failed twice.
    let folder = tempfile::tempdir().unwrap();
    let (first, _) = with_store(folder.path(), |run| {
        let report = honest(run)?;
        let solves = report.results.values().all(|result| result.outcome == TestOutcome::Passed);
        if solves { Ok(report) } else { Err(SandboxError::from(std::io::Error::other("gone"))) }
    });
    assert_eq!(first.grades[2].outcome.to_string(), "fail(exited)");
    assert_eq!(with_store(folder.path(), honest).1, 3);
}

#[test]
fn a_task_whose_reference_does_not_pass_gives_no_grade() {
    let answer: Arc<Answer> = Arc::new(|run: &TestRun| {
        let mut report = honest(run)?;
        report.results.clear();
        Ok(report)
    });
    let graded = grade(answer, 1, None, &AtomicBool::new(false)).unwrap();
    assert_eq!(graded.without_grades.len(), 3);
    assert!(graded.without_grades[0].reason.starts_with("fail(target_tests_fail)"));
    assert!(graded.grades.iter().all(|grade| grade.outcome.to_string() == "not_judged"));
}

#[test]
fn the_document_counts_by_category_and_its_counts_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let predictions = predictions(folder.path());
    let graded = grade(Arc::new(honest), 1, None, &AtomicBool::new(false)).unwrap();
    let document = GradesDocument::of(&benchmark(), &predictions, &graded, 0);
    assert_eq!(document.categories.len(), 3);
    for counted in document.categories.values().chain([&document.all]) {
        assert_eq!(counted.resolved + counted.failures.values().sum::<usize>(), counted.predictions);
        assert!(counted.resolved_share.is_some_and(|share| (share - 0.4).abs() < 1e-12));
    }
    assert_eq!((document.all.predictions, document.all.resolved), (15, 6));
    assert_eq!(document.outcomes.0["fail(does_not_apply)"], 3);
    let text = serde_json::to_string(&document).unwrap();
    assert_eq!(serde_json::from_str::<GradesDocument>(&text).unwrap(), document);
}
