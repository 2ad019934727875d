//! The toy repository: exactly the right candidates become tasks, and each other one is dropped for the right reason.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use assay_admit::{
    Admission, AdmissionDocument, AdmitError, Admitted, Admitting, LockedEnvironments, NotPrepared,
    Preparation, Prepared, Reason, Silent, Verdict, Way, admit, read_candidates,
};
use assay_environment::Interpreter;
use assay_mine::toy::{Fate, STEPS, make};
use assay_mine::{Candidate, Mining, Python, candidate_lines, mine};
use assay_oracle::{FakeOracle, RunEnd, Selection, TestOutcome, TestReport, TestResult, TestRun};
use assay_patch::MemoryTree;
use assay_sandbox::{CapturedOutput, EmbeddedEngine, SandboxError};
use assay_types::{LimitKind, TaskEnvironment, TestId};

/// A toy with its candidates.
struct Toy {
    folder: tempfile::TempDir,
    candidates: Vec<Candidate>,
    /// What admission must make of each fix.
    fates: BTreeMap<String, Fate>,
}

fn toy() -> Toy {
    let folder = tempfile::tempdir().unwrap();
    let made = make(folder.path()).unwrap();
    let mining = Mining { since: None, before: None, issues: None, ecosystem: &Python };
    let candidates = mine(folder.path(), &mining, &assay_mine::Silent).unwrap().candidates;
    let fates = made.commits.into_iter().zip(STEPS.iter().map(|step| step.fate)).collect();
    Toy { folder, candidates, fates }
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Toy {
    fn admit(
        &self,
        out: &Path,
        preparation: &dyn Preparation,
        repetitions: usize,
    ) -> Result<Admitted, AdmitError> {
        let admitting = Admitting {
            repository: self.folder.path(),
            out,
            preparation,
            jobs: 2,
            repetitions,
            seed: 0,
            cancelled: &NEVER,
        };
        admit(&self.candidates, &admitting, &Silent)
    }

    fn fate(&self, admission: &Admission) -> Fate {
        let candidate = self.candidates.iter().find(|candidate| candidate.id == admission.candidate).unwrap();
        self.fates[&candidate.fix]
    }
}

/// Whether an admission is what a fate asks for.
fn fits(fate: Fate, verdict: &Verdict) -> bool {
    let reason = match verdict {
        Verdict::Admitted(_) => return fate == Fate::Admitted,
        Verdict::Dropped { reason, detail } => (*reason, detail.as_str()),
    };
    match fate {
        Fate::Admitted => false,
        Fate::NotACandidate => reason.0 == Reason::Parked,
        Fate::PassesBefore => reason.0 == Reason::PassesBefore,
        // A coin: it may fail the very first time.
        Fate::Flaky => matches!(reason.0, Reason::Unstable | Reason::NothingPasses),
        Fate::OrderDependent => {
            reason.0 == Reason::Unstable
                && reason
                    .1
                    .split(", ")
                    .all(|way| [Way::Alone, Way::Shuffled].iter().any(|known| known.word() == way))
        }
        Fate::TimeDependent => reason == (Reason::Unstable, Way::TimeZone.word()),
        Fate::NeedsNetwork => reason.0 == Reason::NothingPasses,
    }
}

static PREPARATION: LazyLock<LockedEnvironments> = LazyLock::new(|| {
    let store = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("store");
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    LockedEnvironments::at(&store, &interpreter, Arc::new(EmbeddedEngine::new())).unwrap()
});

/// Needs the package index.
#[test]
fn exactly_the_right_candidates_of_the_toy_become_tasks() {
    let toy = toy();
    let out = tempfile::tempdir().unwrap();
    let admitted = toy.admit(out.path(), &*PREPARATION, 3).unwrap();
    assert!(admitted.unsettled.is_empty(), "{:?}", admitted.unsettled);
    assert_eq!(admitted.admissions.len(), toy.candidates.len());
    let log = |admission: &Admission| {
        fs::read_to_string(out.path().join(format!("logs/{}.log", admission.candidate))).unwrap()
    };
    let wrong: Vec<String> = admitted
        .admissions
        .iter()
        .filter(|admission| !fits(toy.fate(admission), &admission.verdict))
        .map(|admission| format!("{:?}: {:?}\n{}", toy.fate(admission), admission.verdict, log(admission)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let yields = AdmissionDocument::of(&admitted).yields;
    assert_eq!(yields.values().map(|found| found.admitted).sum::<usize>(), 4);
    assert_eq!(yields.values().map(|found| found.candidates).sum::<usize>(), toy.candidates.len());
    for admission in &admitted.admissions {
        let Verdict::Admitted(oracle) = &admission.verdict else { continue };
        assert_eq!(oracle.target_tests.len(), 1, "{:?}", oracle.target_tests);
        assert!(oracle.strength.noticed > 0 && !oracle.regression_tests.is_empty());
        assert!(oracle.environment.lock.contains("pytest==7.4.4 "), "{}", oracle.environment.lock);
    }
}

/// Answers every run by the same report, and counts.
struct Answering {
    report: Arc<dyn Fn(&TestRun) -> TestReport + Send + Sync>,
    runs: Arc<AtomicUsize>,
}

impl Answering {
    fn by(report: impl Fn(&TestRun) -> TestReport + Send + Sync + 'static) -> Self {
        Self { report: Arc::new(report), runs: Arc::default() }
    }

    fn runs(&self) -> usize {
        self.runs.load(Ordering::Relaxed)
    }
}

impl Preparation for Answering {
    fn prepare(&self, _: &MemoryTree, _: &str) -> Result<Prepared, NotPrepared> {
        let (report, runs) = (self.report.clone(), self.runs.clone());
        let answer = move |run: &TestRun| -> Result<TestReport, SandboxError> {
            runs.fetch_add(1, Ordering::Relaxed);
            Ok(report(run))
        };
        let environment =
            TaskEnvironment { digest: "0".to_owned(), python: "3.11.2".to_owned(), lock: Arc::from("") };
        Ok(Prepared { oracle: Arc::new(FakeOracle(answer)), environment, packages: None })
    }

    fn version(&self) -> String {
        "answering".to_owned()
    }
}

fn report(end: RunEnd, passed: &[&str]) -> TestReport {
    let result = TestResult { outcome: TestOutcome::Passed, detail: String::new() };
    let results = passed.iter().map(|id| (TestId((*id).to_owned()), result.clone())).collect();
    TestReport { end, results, output: CapturedOutput::default(), milliseconds: 1 }
}

/// The text of the toy's file of amounts.
fn money(run: &TestRun) -> String {
    String::from_utf8(run.tree.0["ledger/money.py"].1.clone()).unwrap()
}

/// What the first task's fix comes to under a preparation.
fn of_the_first_task(preparation: &Answering) -> Verdict {
    let mut toy = toy();
    let fix = toy.candidates.last().unwrap().clone();
    assert!(fix.statement.text.contains("less than ten cents"), "{}", fix.statement.text);
    toy.candidates = vec![fix];
    let out = tempfile::tempdir().unwrap();
    let admitted = toy.admit(out.path(), preparation, 1).unwrap();
    admitted.admissions[0].verdict.clone()
}

fn reason(verdict: &Verdict) -> Option<Reason> {
    match verdict {
        Verdict::Dropped { reason, .. } => Some(*reason),
        Verdict::Admitted(_) => None,
    }
}

#[test]
fn a_candidate_is_dropped_for_what_its_runs_show() {
    let always =
        |end: RunEnd, passed: &'static [&'static str]| Answering::by(move |_| report(end.clone(), passed));
    let cases = [
        (always(RunEnd::Completed, &[]), Reason::NothingPasses),
        (always(RunEnd::Completed, &["a"]), Reason::PassesBefore),
        (always(RunEnd::Died(0), &["a"]), Reason::RunDidNotEnd),
        (always(RunEnd::Tampered("x".to_owned()), &["a"]), Reason::Tampers),
    ];
    for (preparation, expected) in &cases {
        assert_eq!(reason(&of_the_first_task(preparation)), Some(*expected));
    }
    let honest = Answering::by(|run| {
        let fixed = money(run).contains("% 100:02");
        report(RunEnd::Completed, if fixed { &["target", "stays"] } else { &["stays"] })
    });
    let Verdict::Admitted(oracle) = of_the_first_task(&honest) else { panic!("not admitted") };
    assert_eq!(oracle.target_tests, [TestId("target".to_owned())]);
    assert_eq!(oracle.regression_tests, [TestId("stays".to_owned())]);
    assert_eq!((oracle.strength.hunks, oracle.strength.noticed), (1, 1));
    // Both commits in screening, in four ways together and one alone; the reference and no patch as they are graded. The one hunk
    // left out is no patch, too.
    assert_eq!(honest.runs(), 2 + 8 + 2 + 2);
}

#[test]
fn a_run_that_a_busy_machine_ends_is_made_once_more() {
    for end in [RunEnd::Limit(LimitKind::Wall), RunEnd::Died(-9)] {
        let begun = Arc::new(AtomicUsize::new(0));
        let count = begun.clone();
        let once = Answering::by(move |run| {
            if count.fetch_add(1, Ordering::Relaxed) == 0 {
                return report(end.clone(), &[]);
            }
            let fixed = money(run).contains("% 100:02");
            report(RunEnd::Completed, if fixed { &["target", "stays"] } else { &["stays"] })
        });
        assert!(matches!(of_the_first_task(&once), Verdict::Admitted(_)));
    }
    let always = Answering::by(|_| report(RunEnd::Limit(LimitKind::Wall), &[]));
    assert_eq!(reason(&of_the_first_task(&always)), Some(Reason::RunDidNotEnd));
    assert_eq!(always.runs(), 2);
}

/// A hunk that makes a file for the runner.
const OPTIONS: &str = "diff --git a/tox.ini b/tox.ini\nnew file mode 100644\n--- /dev/null\n+++ b/tox.ini\n@@ -0,0 +1,2 @@\n+[pytest]\n+addopts = -q\n";

/// What comes of the first task's fix with this added to its reference.
fn of_the_first_task_and(more: &str, preparation: &Answering) -> Verdict {
    let mut toy = toy();
    let mut fix = toy.candidates.last().unwrap().clone();
    fix.source_patch += more;
    toy.candidates = vec![fix];
    let out = tempfile::tempdir().unwrap();
    let admitted = toy.admit(out.path(), preparation, 1).unwrap();
    admitted.admissions[0].verdict.clone()
}

#[test]
fn a_target_that_passes_by_the_runners_configuration_alone_passes_for_every_patch_and_is_none() {
    // Graders put the file back whatever a patch does.
    let preparation = Answering::by(|run| {
        let passes = run.tree.0.contains_key("tox.ini") || money(run).contains("% 100:02");
        report(RunEnd::Completed, if passes { &["target", "stays"] } else { &["stays"] })
    });
    assert_eq!(reason(&of_the_first_task_and(OPTIONS, &preparation)), Some(Reason::PassesBefore));
}

#[test]
fn a_hunk_that_graders_put_back_is_one_that_no_test_notices() {
    let preparation = Answering::by(|run| {
        let passes = money(run).contains("% 100:02");
        // If it were left out where it is put back, its absence would be noticed.
        let graded = matches!(&run.selection, Selection::Tests(tests) if tests.len() > 1);
        let configured = run.tree.0.contains_key("tox.ini") || !graded;
        report(RunEnd::Completed, if passes && configured { &["target", "stays"] } else { &["stays"] })
    });
    let Verdict::Admitted(oracle) = of_the_first_task_and(OPTIONS, &preparation) else {
        panic!("not admitted")
    };
    assert_eq!((oracle.strength.hunks, oracle.strength.noticed), (2, 1));
}

#[test]
fn a_reference_that_resolves_only_where_other_tests_run_too_is_no_task() {
    // A file of tests that another one sets up: as a grader asks, for the task's own tests, it does not come.
    let broken = || RunEnd::Broken(vec![("tests/test_money.py".to_owned(), "no such fixture".to_owned())]);
    for end in [RunEnd::Completed, broken()] {
        let alone = matches!(end, RunEnd::Completed);
        let preparation = Answering::by(move |run| {
            let fixed = money(run).contains("% 100:02");
            let all: &[&str] = if fixed { &["target", "stays"] } else { &["stays"] };
            match &run.selection {
                // With both of them named, as graders do.
                Selection::Tests(tests) if tests.len() > 1 => {
                    report(end.clone(), if alone { &["stays"] } else { all })
                }
                _ => report(RunEnd::Completed, all),
            }
        });
        let verdict = of_the_first_task(&preparation);
        assert_eq!(reason(&verdict), Some(Reason::ReferenceDoesNotResolve), "{verdict:?}");
    }
}

#[test]
fn what_was_settled_is_not_done_again_and_other_folders_say_the_same() {
    let toy = toy();
    let preparation = Answering::by(|run| {
        let fixed = money(run).contains("% 100:02");
        report(RunEnd::Completed, if fixed { &["target", "stays"] } else { &["stays"] })
    });
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let ids = |toy: &Toy, admissions: &[Admission]| -> Vec<String> {
        let tasks = admissions.iter().zip(&toy.candidates).filter_map(|(admission, candidate)| {
            let Verdict::Admitted(oracle) = &admission.verdict else { return None };
            Some(oracle.task(candidate, "ada/ledger").unwrap().id.to_string())
        });
        tasks.collect()
    };
    let first = toy.admit(one.path(), &preparation, 1).unwrap().admissions;
    let runs = preparation.runs();
    assert!(runs > 0);
    assert_eq!(toy.admit(one.path(), &preparation, 1).unwrap().admissions, first);
    assert_eq!(preparation.runs(), runs);
    // One that was under way when it was killed is done, and no other.
    fs::remove_file(one.path().join(format!("admissions/{}.json", toy.candidates[0].id))).unwrap();
    assert_eq!(toy.admit(one.path(), &preparation, 1).unwrap().admissions, first);
    let elsewhere = self::toy();
    let second = elsewhere.admit(other.path(), &preparation, 1).unwrap().admissions;
    assert_eq!(second, first);
    assert_eq!(ids(&toy, &first), ids(&elsewhere, &second));
    assert!(ids(&toy, &first).len() == 1 && ids(&toy, &first)[0].starts_with("corrective-"));
    let files = |folder: &Path| -> Vec<Vec<u8>> {
        let mut files: Vec<_> =
            fs::read_dir(folder.join("admissions")).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|file| fs::read(file).unwrap()).collect()
    };
    assert_eq!(files(one.path()), files(other.path()));
}

/// Holds the fix in what it installs.
struct Holding(PathBuf);

impl Preparation for Holding {
    fn prepare(&self, fix: &MemoryTree, committed: &str) -> Result<Prepared, NotPrepared> {
        let folder = self.0.join("ledger");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("money.py"), &fix.0["ledger/money.py"].1).unwrap();
        let prepared = Answering::by(|_| report(RunEnd::Completed, &[])).prepare(fix, committed)?;
        Ok(Prepared { packages: Some(self.0.clone()), ..prepared })
    }

    fn version(&self) -> String {
        "holding".to_owned()
    }
}

#[test]
fn attack_23_a_fix_that_an_installed_package_holds_is_no_task() {
    let mut toy = toy();
    toy.candidates = toy.candidates.split_off(toy.candidates.len() - 1);
    let (out, packages) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let admitted = toy.admit(out.path(), &Holding(packages.path().to_owned()), 1).unwrap();
    let Verdict::Dropped { reason, detail } = &admitted.admissions[0].verdict else { panic!("admitted") };
    assert_eq!(
        (*reason, detail.as_str()),
        (Reason::FixInside, "the environment's file ledger/money.py is as the fix writes one")
    );
}

/// Has nothing where its packages should be, for one fix.
struct Missing {
    of: Vec<u8>,
    answering: Answering,
}

impl Preparation for Missing {
    fn prepare(&self, fix: &MemoryTree, committed: &str) -> Result<Prepared, NotPrepared> {
        let prepared = self.answering.prepare(fix, committed)?;
        let is_missing = fix.0["ledger/money.py"].1 == self.of;
        Ok(Prepared { packages: is_missing.then(|| PathBuf::from("/nowhere/at/all")), ..prepared })
    }

    fn version(&self) -> String {
        "missing".to_owned()
    }
}

#[test]
fn an_environment_that_cannot_be_read_costs_the_other_candidates_nothing() {
    let toy = toy();
    let first = toy.candidates.last().unwrap();
    let snapshots = assay_mine::Snapshots::open(toy.folder.path()).unwrap();
    let of = snapshots.files(&first.fix).unwrap().unwrap().0["ledger/money.py"].1.clone();
    let preparation = Missing { of, answering: Answering::by(|_| report(RunEnd::Completed, &[])) };
    let out = tempfile::tempdir().unwrap();
    let admitted = toy.admit(out.path(), &preparation, 1).unwrap();
    assert!(!admitted.unsettled.is_empty() && !admitted.admissions.is_empty());
    assert!(admitted.unsettled.iter().any(|(id, _)| *id == first.id));
    assert!(admitted.unsettled[0].1.to_string().contains("/nowhere/at/all"), "{}", admitted.unsettled[0].1);
}

#[test]
fn candidates_are_read_as_mining_writes_them_and_a_bad_line_is_named() {
    let toy = toy();
    let file = toy.folder.path().join("candidates.jsonl");
    let text = candidate_lines(&toy.candidates).unwrap();
    fs::write(&file, &text).unwrap();
    assert_eq!(read_candidates(&file).unwrap(), toy.candidates);
    let climbing = text.replacen(&toy.candidates[0].id, "../../x", 1);
    let edited = |change: &dyn Fn(&mut Candidate)| {
        let mut candidates = toy.candidates.clone();
        change(&mut candidates[1]);
        (candidate_lines(&candidates).unwrap(), 2)
    };
    let bad = [
        (format!("{text}{{}}\n"), toy.candidates.len() + 1),
        (climbing, 1),
        edited(&|candidate| candidate.fix_committed = "2001-01-01T00:00:00Z".to_owned()),
        edited(&|candidate| candidate.runner = Some("another".to_owned())),
        edited(&|candidate| candidate.parked = Some("later".to_owned())),
        edited(&|candidate| candidate.licence.push('x')),
        edited(&|candidate| candidate.test_patch.push('\n')),
        edited(&|candidate| candidate.statement.text.push('!')),
        edited(&|candidate| candidate.schema_version = 1),
    ];
    for (bad, line) in bad {
        fs::write(&file, bad).unwrap();
        let error = read_candidates(&file).unwrap_err();
        assert!(matches!(error, AdmitError::Candidates { line: found, .. } if found == line), "{error}");
    }
}
