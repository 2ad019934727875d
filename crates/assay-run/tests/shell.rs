//! A shell on a fake engine: what it is given, and what it leaves in the store.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::{Arc, Mutex};

use assay_benchmark::{Benchmark, OnBadSample, load, read_samples};
use assay_run::{
    Checks, CompareSettings, FinishedRun, Machine, RunError, ShowError, ShownSample, Side, Silent, compare,
};
use assay_sandbox::{
    ControlState, FakeConsole, FakeEngine, Judgement, Judging, LimitRule, SandboxError, Shell, ShellEnd,
};

use support::{environment, session};

mod support;

struct Bench {
    folder: tempfile::TempDir,
    run: FinishedRun,
}

fn starter() -> Benchmark {
    load("starter", Path::new("/nowhere")).unwrap()
}

impl Bench {
    /// A run in which no reference passes, of samples `right` and an empty answer.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (benchmark, store) = (starter(), folder.path().join("store"));
        let task = benchmark.tasks[0].id.to_string();
        let lines = ["right", " "]
            .map(|text| serde_json::json!({"task_id": task, "solution": text}).to_string() + "\n");
        let path = folder.path().join("samples.jsonl");
        std::fs::write(&path, lines.concat()).unwrap();
        let mut samples = read_samples(&path, &benchmark, OnBadSample::Refuse).unwrap();
        let engine = FakeEngine::new(|_| Ok(Judgement::WrongAnswer { evidence: String::new(), line: None }));
        let session = session(folder.path(), engine, Vec::new(), Checks::only_logic());
        let kept = samples.clone();
        session.keep_answers(&mut samples).unwrap();
        let settings = CompareSettings { extraction_trials: 0, ..CompareSettings::default() };
        let (report, _) = compare(&session, &benchmark, &kept, &kept, &settings, &Silent).unwrap();
        let run = FinishedRun::open(report, benchmark, &store).unwrap();
        Self { folder, run }
    }

    fn sample(&self, number: usize) -> ShownSample {
        let task = starter().tasks[0].id.to_string();
        self.run.samples(Side::Candidate, &task).unwrap().swap_remove(number)
    }

    fn shell(
        &self,
        sample: usize,
        controls: Vec<ControlState>,
        script: impl Fn(&Shell) -> Result<ShellEnd, SandboxError> + Send + Sync + 'static,
    ) -> Result<ShellEnd, ShowError> {
        let engine = FakeEngine::new(|_| unreachable!("nothing is judged"));
        let engine = engine.with_shell(move |shell, _| script(shell));
        let machine = Machine::with_engine(Arc::new(engine), environment(), controls);
        self.run.shell(machine, &[], &self.sample(sample), &mut FakeConsole::new().unwrap())
    }

    fn stored(&self) -> Vec<u8> {
        std::fs::read(self.folder.path().join("store/store.sqlite")).unwrap()
    }
}

#[test]
fn a_shell_gets_its_samples_trial_and_the_tasks_texts_and_nothing_is_stored() {
    let bench = Bench::new();
    let (before, seen) = (bench.stored(), Arc::new(Mutex::new(None)));
    let told = seen.clone();
    let end = bench.shell(0, Vec::new(), move |shell| {
        *told.lock().unwrap() = Some(shell.clone());
        Ok(ShellEnd::Exited { exit: 3 })
    });
    assert_eq!(end.unwrap(), ShellEnd::Exited { exit: 3 });
    let (shell, task) = (seen.lock().unwrap().take().unwrap(), starter().tasks.swap_remove(0));
    assert_eq!((&*shell.trial.module, &*shell.trial.entry_point), ("right", task.entry_point.as_str()));
    assert_eq!(shell.prompt, task.prompt);
    let (Judging::Split { tests, .. } | Judging::Shared { tests, .. }) = &*shell.trial.judging;
    assert_eq!(*tests, task.tests);
    assert_eq!(shell.trial.limits.memory_bytes, LimitRule::default().memory_bytes);
    assert_eq!(bench.stored(), before);
}

#[test]
fn there_is_no_shell_without_a_module_without_the_controls_or_without_a_sandbox() {
    let bench = Bench::new();
    let left = |_: &Shell| Ok(ShellEnd::Left);
    assert!(matches!(bench.shell(1, Vec::new(), left), Err(ShowError::NothingToRun { .. })));
    let missing =
        ControlState { name: "read_only_root", purpose: "", remedy: "", in_force: false, evidence: None };
    let refused = bench.shell(0, vec![missing], left);
    assert!(matches!(refused, Err(ShowError::Run(RunError::WeakSandbox { .. }))));
    let broken = |_: &Shell| Err(SandboxError::Zygote { role: "shell", problem: "ended".into() });
    assert!(matches!(
        bench.shell(0, Vec::new(), broken),
        Err(ShowError::Run(RunError::Sandbox(SandboxError::Zygote { .. })))
    ));
}
