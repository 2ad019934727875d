//! A repository's tests in the sandbox: what is said of them, and what hostile code makes of it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attacks;
mod runs;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use assay_environment::{Environment, Environments, Interpreter};
use assay_oracle::{
    Oracle as _, Order, RunEnd, SandboxedOracle, Selection, TestOutcome, TestReport, TestRun, default_limits,
};
use assay_patch::{MemoryTree, Mode};
use assay_sandbox::{EmbeddedEngine, Surroundings};
use assay_types::{Requirements, Runner, TestId};

/// pytest as it was when the toy repository was written.
static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("environments");
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let requirements = Requirements { lock: Arc::from(include_str!("pytest.lock")), warm: Vec::new() };
    Environments::at(folder).for_tests(&interpreter, &requirements).unwrap()
});

/// A run of files of text, as a sentence.
struct Case(TestRun);

fn files(files: &[(&str, &str)]) -> Case {
    let file = |(path, text): &(&str, &str)| ((*path).to_owned(), (Mode::File, text.as_bytes().to_vec()));
    Case(TestRun {
        tree: Arc::new(MemoryTree(files.iter().map(file).collect())),
        runner: Runner::Pytest,
        selection: Selection::All,
        order: Order::File,
        surroundings: Surroundings::default(),
        decoys: Some(7),
        limits: default_limits(),
    })
}

impl Case {
    fn with(mut self, change: impl FnOnce(&mut TestRun)) -> Self {
        change(&mut self.0);
        self
    }

    fn by_unittest(self) -> Self {
        self.with(|run| run.runner = Runner::Unittest)
    }

    fn run(&self) -> TestReport {
        let oracle = SandboxedOracle::new(Arc::new(EmbeddedEngine::new()), ENVIRONMENT.root.clone());
        oracle.run(&self.0, &AtomicBool::new(false)).unwrap()
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
