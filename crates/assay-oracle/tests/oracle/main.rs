//! A repository's tests in the sandbox: what is said of them, and what hostile code makes of it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attacks;
mod decoys;
mod plugins;
mod runs;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use assay_environment::{Environment, Environments, Interpreter};
use assay_oracle::{
    Oracle as _, Order, RunEnd, SandboxedOracle, Selection, TestOutcome, TestReport, TestRun, default_limits,
};
use assay_patch::{MemoryTree, Mode};
use assay_sandbox::{EmbeddedEngine, SandboxError, Surroundings};
use assay_types::{Requirements, Runner, TestId};

/// pytest as it was when the toy repository was written.
static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| environment(include_str!("pytest.lock")));
/// A later pytest, with plug-ins that change the runner.
static PLUGINS: LazyLock<Environment> = LazyLock::new(|| environment(include_str!("plugins.lock")));

fn environment(lock: &str) -> Environment {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("environments");
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let requirements = Requirements { lock: Arc::from(lock), warm: Vec::new() };
    Environments::at(folder).for_tests(&interpreter, &requirements).unwrap()
}

/// A run of files of text, as a sentence, and where.
struct Case(TestRun, &'static LazyLock<Environment>);

fn files(files: &[(&str, &str)]) -> Case {
    let file = |(path, text): &(&str, &str)| ((*path).to_owned(), (Mode::File, text.as_bytes().to_vec()));
    let run = TestRun {
        tree: Arc::new(MemoryTree(files.iter().map(file).collect())),
        runner: Runner::Pytest,
        selection: Selection::All,
        order: Order::File,
        surroundings: Surroundings::default(),
        decoys: Some(7),
        limits: default_limits(),
    };
    Case(run, &ENVIRONMENT)
}

impl Case {
    fn with(mut self, change: impl FnOnce(&mut TestRun)) -> Self {
        change(&mut self.0);
        self
    }

    fn by_unittest(self) -> Self {
        self.with(|run| run.runner = Runner::Unittest)
    }

    fn with_plugins(mut self) -> Self {
        self.1 = &PLUGINS;
        self
    }

    fn of_tests(self, tests: &[&str]) -> Self {
        let tests = tests.iter().map(|id| TestId((*id).to_owned())).collect();
        self.with(|run| run.selection = Selection::Tests(tests))
    }

    fn of_files(self, files: &[&str]) -> Self {
        let files = files.iter().map(|path| (*path).to_owned()).collect();
        self.with(|run| run.selection = Selection::Files(files))
    }

    fn tried(&self) -> Result<TestReport, SandboxError> {
        let oracle = SandboxedOracle::new(Arc::new(EmbeddedEngine::new()), self.1.root.clone());
        oracle.run(&self.0, &AtomicBool::new(false))
    }

    fn run(&self) -> TestReport {
        self.tried().unwrap()
    }

    /// Runs it to its end and says what each test came to.
    fn outcomes(&self) -> Vec<(String, TestOutcome)> {
        let report = self.run();
        assert_eq!(report.end, RunEnd::Completed, "{}", shown(&report));
        outcomes(&report)
    }

    /// Runs it and demands that it is seen through.
    fn is_tampering(&self, evidence: &str) {
        let report = self.run();
        let RunEnd::Tampered(found) = &report.end else { panic!("{:?}\n{}", report.end, shown(&report)) };
        assert!(found.contains(evidence), "{found}");
    }
}

fn outcomes(report: &TestReport) -> Vec<(String, TestOutcome)> {
    report.results.iter().map(|(id, result)| (id.0.clone(), result.outcome)).collect()
}

fn outcome(report: &TestReport, id: &str) -> Option<TestOutcome> {
    report.results.get(&TestId(id.to_owned())).map(|result| result.outcome)
}

fn shown(report: &TestReport) -> String {
    let output = &report.output;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{:?}\n{}{}", report.results, text(&output.head), text(&output.tail))
}
