//! Lint on a fake engine: what it runs, where, and what it concludes.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use assay_benchmark::{Benchmark, load};
use assay_run::{Checks, Lint, LintCode, LintSettings, Severity, Silent, lint};
use assay_sandbox::{
    Command, CommandReport, Console, Engine, EnvironmentRoot, FakeEngine, Judgement, SandboxError, Shell,
    ShellEnd, Slot, Surroundings, Trial,
};

use support::session;

mod support;

type Script = fn(&Trial, &Surroundings, usize) -> bool;

/// Answers each trial by a function of it and of its surroundings.
struct Elsewhere {
    script: Script,
    trials: Arc<AtomicUsize>,
}

impl Engine for Elsewhere {
    fn open(&self, environment: &EnvironmentRoot) -> Result<Box<dyn Slot>, SandboxError> {
        let (script, surroundings) = (self.script, environment.surroundings.clone());
        let trials = self.trials.clone();
        let engine = FakeEngine::new(move |trial| {
            let number = trials.fetch_add(1, Ordering::Relaxed);
            Ok(if script(trial, &surroundings, number) {
                Judgement::Passed
            } else {
                Judgement::WrongAnswer { evidence: "AssertionError".into(), line: None }
            })
        });
        engine.open(environment)
    }

    fn shell(
        &self,
        environment: &EnvironmentRoot,
        shell: &Shell,
        console: &mut dyn Console,
    ) -> Result<ShellEnd, SandboxError> {
        FakeEngine::new(|_| Ok(Judgement::Passed)).shell(environment, shell, console)
    }

    fn command(
        &self,
        environment: &EnvironmentRoot,
        command: &Command,
        cancelled: &AtomicBool,
    ) -> Result<CommandReport, SandboxError> {
        FakeEngine::new(|_| Ok(Judgement::Passed)).command(environment, command, cancelled)
    }
}

struct Bench {
    folder: tempfile::TempDir,
    benchmark: Benchmark,
    trials: Arc<AtomicUsize>,
}

impl Bench {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), benchmark: STARTER.clone(), trials: Arc::default() }
    }

    fn lint(&self, script: Script) -> Lint {
        self.lint_with(script, LintSettings { repetitions: 5 })
    }

    fn lint_with(&self, script: Script, settings: LintSettings) -> Lint {
        let engine = Elsewhere { script, trials: self.trials.clone() };
        let session = session(self.folder.path(), engine, Vec::new(), Checks::only_logic());
        lint(&session, &self.benchmark, settings, &Silent).unwrap()
    }

    fn tasks(&self) -> usize {
        self.benchmark.tasks.len()
    }

    fn trials(&self) -> usize {
        self.trials.swap(0, Ordering::Relaxed)
    }
}

/// The kinds of what was found, each once.
fn codes(lint: &Lint) -> Vec<LintCode> {
    lint.findings.iter().map(|finding| finding.code).collect::<BTreeSet<_>>().into_iter().collect()
}

static STARTER: LazyLock<Benchmark> = LazyLock::new(|| load("starter", Path::new("/nowhere")).unwrap());

/// References pass; wrong solutions and those that do nothing fail.
fn is_reference(trial: &Trial) -> bool {
    STARTER.tasks.iter().any(|task| task.reference == trial.module)
}

#[test]
fn of_a_sound_benchmark_nothing_is_said_and_only_repetitions_run_again() {
    let bench = Bench::new();
    let first = bench.lint(|trial: &Trial, _: &Surroundings, _| is_reference(trial));
    assert_eq!(first.findings, []);
    let (once, repeated) = (bench.trials(), (5 + 4) * bench.tasks());
    assert!(once > repeated + 2 * bench.tasks(), "{once}");
    assert_eq!(bench.lint(|trial: &Trial, _: &Surroundings, _| is_reference(trial)).findings, []);
    assert_eq!(bench.trials(), repeated);
    bench
        .lint_with(|trial: &Trial, _: &Surroundings, _| is_reference(trial), LintSettings { repetitions: 0 });
    assert_eq!(bench.trials(), 0);
}

#[test]
fn tests_that_judge_nothing_let_everything_pass() {
    let bench = Bench::new();
    let found = bench.lint(|_, _, _| true);
    assert_eq!(codes(&found), [LintCode::WrongSolutionPasses, LintCode::EmptySolutionPasses]);
    assert_eq!(found.count(Severity::Problem), found.wrong_solutions + bench.tasks());
}

#[test]
fn what_a_reference_depends_on_is_told_by_changing_one_thing_at_a_time() {
    for (code, script) in [
        (
            LintCode::DependsOnHashSeed,
            (|trial: &Trial, there: &Surroundings, _| is_reference(trial) && there.hash_seed != 3) as Script,
        ),
        (LintCode::DependsOnRandomSeed, |trial: &Trial, there: &Surroundings, _| {
            is_reference(trial) && there.random_seed == 0
        }),
        (LintCode::DependsOnTimeZone, |trial: &Trial, there: &Surroundings, _| {
            is_reference(trial) && there.time_zone != "<-12>12"
        }),
    ] {
        let bench = Bench::new();
        let found = bench.lint(script);
        assert_eq!(codes(&found), [code]);
        assert_eq!(found.findings.len(), bench.tasks());
        // What was seen there is no finding on a sample: the next run is as the first.
        assert_eq!(bench.lint(script).findings, found.findings);
        assert_eq!(bench.lint(|trial: &Trial, _: &Surroundings, _| is_reference(trial)).findings, []);
    }
}

#[test]
fn a_reference_that_fails_now_and_then_is_flaky_whatever_it_did_at_first() {
    for script in [
        (|trial: &Trial, _: &Surroundings, number| is_reference(trial) && number % 2 == 0) as Script,
        |trial: &Trial, _: &Surroundings, number| is_reference(trial) && number % 2 == 1,
    ] {
        let bench = Bench::new();
        let found = bench.lint(script);
        let flaky = found.findings.iter().filter(|finding| finding.code == LintCode::ReferenceFlaky).count();
        assert_eq!(flaky, bench.tasks(), "{:?}", found.findings);
        assert!(!codes(&found).contains(&LintCode::ReferenceFails));
    }
}

#[test]
fn a_reference_that_never_passes_is_not_called_flaky() {
    let bench = Bench::new();
    let found = bench.lint(|_, _, _| false);
    assert_eq!(codes(&found), [LintCode::ReferenceFails]);
    assert_eq!(found.findings.len(), bench.tasks());
}

#[test]
fn tests_that_pass_in_one_order_only_are_named() {
    let bench = Bench::new();
    let found = bench.lint(|trial: &Trial, _: &Surroundings, _| {
        let own = |task: &assay_types::Task| match &*trial.judging {
            assay_sandbox::Judging::Split { tests, .. } | assay_sandbox::Judging::Shared { tests, .. } => {
                task.tests == *tests
            }
        };
        is_reference(trial) && STARTER.tasks.iter().any(own)
    });
    assert_eq!(codes(&found), [LintCode::DependsOnOrder]);
    assert_eq!(found.findings.len() + found.order_not_tried.len(), bench.tasks());
}
