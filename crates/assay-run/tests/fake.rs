//! The main job on a fake engine: what is run, reused, retried, and what a report says of it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use assay_analyse::Verdict;
use assay_benchmark::{Benchmark, OnBadSample, load, read_samples};
use assay_report::Report;
use assay_run::{Checks, CompareSettings, RunError, Session, Silent, Timing, compare, judge_models};
use assay_sandbox::{ControlState, FakeEngine, Judgement, SandboxError, Trial};
use assay_types::SampleSet;

use support::session;

mod support;

struct Bench {
    folder: tempfile::TempDir,
    benchmark: Benchmark,
    trials: Arc<AtomicUsize>,
}

impl Bench {
    fn new() -> Self {
        let mut benchmark = load("starter", Path::new("/nowhere")).unwrap();
        benchmark.tasks.truncate(6);
        Self { folder: tempfile::tempdir().unwrap(), benchmark, trials: Arc::default() }
    }

    /// A samples file: for each task and repetition a module whose text says what becomes of it.
    fn samples(&self, name: &str, module: impl Fn(&str, usize) -> String) -> SampleSet {
        let mut lines = String::new();
        for task in &self.benchmark.tasks {
            for repetition in 0..4 {
                let record = serde_json::json!({
                    "task_id": task.id, "solution": module(task.id.as_str(), repetition)
                });
                lines += &format!("{record}\n");
            }
        }
        let path = self.folder.path().join(name);
        std::fs::write(&path, lines).unwrap();
        read_samples(&path, &self.benchmark, OnBadSample::Refuse).unwrap()
    }

    fn session(
        &self,
        script: fn(&Trial) -> Result<Judgement, SandboxError>,
        controls: Vec<ControlState>,
    ) -> Session {
        let trials = self.trials.clone();
        let engine = FakeEngine::new(move |trial| {
            trials.fetch_add(1, Ordering::Relaxed);
            script(trial)
        });
        session(self.folder.path(), engine, controls, Checks::only_logic())
    }

    fn compare(&self, session: &Session, baseline: &SampleSet, candidate: &SampleSet) -> (Report, Timing) {
        let settings = CompareSettings {
            command: vec!["assay".into()],
            extraction_trials: 100,
            ..CompareSettings::default()
        };
        compare(session, &self.benchmark, baseline, candidate, &settings, &Silent).unwrap()
    }

    fn trials(&self) -> usize {
        self.trials.swap(0, Ordering::Relaxed)
    }
}

/// Samples pass or fail by their text; references pass.
fn by_text(trial: &Trial) -> Result<Judgement, SandboxError> {
    if trial.module.contains("wrong") || trial.module.contains("```") {
        return Ok(Judgement::WrongAnswer { evidence: "AssertionError".into(), line: Some(2) });
    }
    if trial.module.contains("breaks the sandbox") {
        return Err(SandboxError::Zygote { role: "worker", problem: "ended".into() });
    }
    if trial.module.contains("stops the tests") {
        return Ok(Judgement::Fault { evidence: "does not fit into a frame".into() });
    }
    assert!(!trial.module.contains("a fault of assay"), "planted");
    Ok(Judgement::Passed)
}

/// Nothing runs here but the references, when they are measured.
fn all_broken(trial: &Trial) -> Result<Judgement, SandboxError> {
    if trial.limits.cpu_seconds >= 60 {
        return Ok(Judgement::Passed);
    }
    Err(SandboxError::Zygote { role: "worker", problem: "ended".into() })
}

#[test]
fn equal_answers_run_once_and_stored_ones_not_at_all() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let baseline = bench.samples("baseline.jsonl", |_, _| "right".into());
    let candidate = bench.samples("candidate.jsonl", |_, repetition| format!("wrong {repetition}"));
    let (first, timing) = bench.compare(&session, &baseline, &candidate);
    // Six references, one answer for all repetitions of the baseline, four of the candidate, in each of six tasks.
    assert_eq!((bench.trials(), timing.trials), (6 + 6 + 24, 36));
    assert_eq!(first.rows.rate[0].verdict, Verdict::Regression);
    let (second, timing) = bench.compare(&session, &baseline, &candidate);
    assert_eq!((bench.trials(), timing.trials), (0, 0));
    assert_eq!(first, second);
}

#[test]
fn several_candidates_share_what_is_judged_and_are_each_compared_as_if_alone() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let sets = ["baseline", "first", "second"].map(|name| {
        bench.samples(&format!("{name}.jsonl"), |_, repetition| {
            if name == "second" || name == "first" && repetition == 0 {
                "wrong".into()
            } else {
                "right".into()
            }
        })
    });
    let settings = CompareSettings {
        command: vec!["assay".into()],
        extraction_trials: 100,
        ..CompareSettings::default()
    };
    let mut timing = Timing::default();
    let asked: Vec<&SampleSet> = sets.iter().collect();
    let models = judge_models(&session, &bench.benchmark, &asked, &Silent, &mut timing).unwrap();
    // Six references, and in each of six tasks the right answer and the wrong one, whoever gave them.
    assert_eq!((bench.trials(), timing.trials), (6 + 12, 18));
    for model in [1, 2] {
        let report = models.compare(model, &[], &settings, &Silent, &mut timing).unwrap();
        let (alone, _) = bench.compare(&session, &sets[0], &sets[model]);
        assert_eq!(report, alone);
        assert_eq!(models.labelled(model).len(), 24);
    }
    assert_eq!(bench.trials(), 0);
}

#[test]
fn a_changed_answer_never_gets_the_old_verdict() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let right = bench.samples("model.jsonl", |_, _| "right".into());
    bench.compare(&session, &right, &right);
    bench.trials();
    let wrong = bench.samples("model.jsonl", |_, _| "wrong".into());
    let (report, _) = bench.compare(&session, &right, &wrong);
    assert_eq!(bench.trials(), 6);
    assert_eq!(report.tasks_lost.len(), 6);
    assert_eq!(report.tasks_lost[0].candidate_example.as_ref().unwrap().code, "wrong");
}

#[test]
fn faults_of_ours_are_out_of_the_denominator_and_tried_again_next_time() {
    let bench = Bench::new();
    let broken = bench.session(all_broken, Vec::new());
    let samples = bench.samples("model.jsonl", |task, repetition| format!("right {task} {repetition}"));
    let (report, _) = bench.compare(&broken, &samples, &samples);
    assert_eq!(report.rows.rate[0].verdict, Verdict::Inconclusive);
    assert_eq!(report.outcomes.baseline.0, [("infrastructure".to_owned(), 24)].into());
    bench.trials();
    drop(broken);
    let mended = bench.session(by_text, Vec::new());
    let (report, _) = bench.compare(&mended, &samples, &samples);
    assert_eq!(report.outcomes.baseline.0, [("pass".to_owned(), 24)].into());
    assert_eq!(bench.trials(), 24);
}

#[test]
fn a_sample_that_keeps_breaking_its_slot_fails_itself() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let baseline = bench.samples("baseline.jsonl", |_, _| "right".into());
    let candidate = bench.samples("candidate.jsonl", |task, repetition| {
        if task == "build_order" && repetition == 0 { "breaks the sandbox".into() } else { "right".into() }
    });
    let (report, _) = bench.compare(&session, &baseline, &candidate);
    assert_eq!(report.outcomes.candidate.0.get("fail(exited)"), Some(&1));
}

#[test]
fn a_sample_that_stops_the_tests_which_the_reference_passes_is_not_left_out() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let baseline = bench.samples("baseline.jsonl", |_, _| "right".into());
    let candidate = bench.samples("candidate.jsonl", |_, _| "stops the tests".into());
    let (report, _) = bench.compare(&session, &baseline, &candidate);
    assert_eq!(report.outcomes.candidate.0, [("fail(not_plain_data)".to_owned(), 24)].into());
    assert_eq!(report.rows.rate[0].verdict, Verdict::Regression);
}

#[test]
fn a_verdict_that_hangs_on_extraction_is_reported_as_such() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let code = |task: &str, repetition: usize| format!("def {task}():\n    return {repetition}\n");
    let plain = bench.samples("plain.jsonl", code);
    let fenced = bench.samples("fenced.jsonl", |task, n| format!("```python\n{}```\n", code(task, n)));
    let (report, _) = bench.compare(&session, &plain, &fenced);
    assert_eq!(report.rows.rate[0].verdict, Verdict::Inconclusive);
    let verbatim = &report.extraction[0];
    let all = fenced.samples.len() as u64;
    assert_eq!((verbatim.baseline_changed, verbatim.candidate_changed), (0, all));
    assert_eq!(verbatim.verdict, Some(Verdict::Regression));
    assert_eq!((verbatim.verdict_changes, verbatim.winner_changes), (Some(true), Some(false)));
    let codes: Vec<&str> = report.warnings.iter().map(|warning| warning.code.as_str()).collect();
    assert_eq!(codes, ["different_extraction", "few_tasks", "verdict_depends_on_extraction"]);
    bench.trials();
    let (again, _) = bench.compare(&session, &plain, &fenced);
    assert_eq!((again, bench.trials()), (report, 0));
}

#[test]
fn samples_that_share_a_line_are_told_apart() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let code = |task: &str, repetition: usize| format!("def {task}():\n    return {repetition}\n");
    let lines = bench.samples("lines.jsonl", code);
    let mut table = "task_id,exp_0,exp_1,exp_2,exp_3\n".to_owned();
    for task in &bench.benchmark.tasks {
        let cells: Vec<String> = (0..4).map(|n| format!("\"{}\"", code(task.id.as_str(), n))).collect();
        table += &format!("{},{}\n", task.id, cells.join(","));
    }
    let path = bench.folder.path().join("table.csv");
    std::fs::write(&path, table).unwrap();
    let table = read_samples(&path, &bench.benchmark, OnBadSample::Refuse).unwrap();
    let (report, _) = bench.compare(&session, &lines, &table);
    assert_eq!(report.baseline.samples, report.candidate.samples);
    let changed = report.extraction.iter().map(|other| (other.baseline_changed, other.candidate_changed));
    assert!(changed.clone().all(|changed| changed == (0, 0)), "{:?}", changed.collect::<Vec<_>>());
}

#[test]
fn more_answers_than_allowed_are_not_judged_again() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let plain = bench.samples("plain.jsonl", |task, _| format!("def {task}():\n    return 1\n"));
    let fenced = bench.samples("fenced.jsonl", |task, _| format!("```\ndef {task}():\n    return 1\n```\n"));
    let all = fenced.samples.len() as u64;
    let settings = CompareSettings { extraction_trials: all - 1, ..CompareSettings::default() };
    let (report, _) = compare(&session, &bench.benchmark, &plain, &fenced, &settings, &Silent).unwrap();
    assert_eq!((report.extraction[0].candidate_changed, report.extraction[0].verdict), (all, None));
    assert!(report.warnings.iter().any(|warning| warning.code == "extraction_not_compared"));
}

#[test]
fn a_reference_that_cannot_be_run_ends_the_run_instead_of_leaving_its_task_out() {
    let bench = Bench::new();
    let session = bench.session(|_| Ok(Judgement::Killed { evidence: "memory".into() }), Vec::new());
    let samples = bench.samples("model.jsonl", |_, _| "right".into());
    let settings = CompareSettings { extraction_trials: 100, ..CompareSettings::default() };
    let ended = compare(&session, &bench.benchmark, &samples, &samples, &settings, &Silent);
    assert!(matches!(ended, Err(RunError::Reference { task, .. }) if task == bench.benchmark.tasks[0].id));
}

#[test]
fn a_panic_of_ours_is_not_taken_for_an_interruption() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let samples = bench.samples("model.jsonl", |_, _| "a fault of assay".into());
    let settings = CompareSettings { extraction_trials: 100, ..CompareSettings::default() };
    let ended = compare(&session, &bench.benchmark, &samples, &samples, &settings, &Silent);
    assert!(matches!(ended, Err(RunError::ThreadLost)));
}

fn missing(name: &'static str) -> ControlState {
    ControlState { name, purpose: "", remedy: "", in_force: false, evidence: None }
}

#[test]
fn nothing_runs_while_a_control_does_not_hold() {
    let bench = Bench::new();
    let session = bench.session(by_text, vec![missing("read_only_root"), missing("processor_share")]);
    let samples = bench.samples("model.jsonl", |_, _| "right".into());
    let settings = CompareSettings { extraction_trials: 100, ..CompareSettings::default() };
    let refused = compare(&session, &bench.benchmark, &samples, &samples, &settings, &Silent);
    assert!(
        matches!(refused, Err(RunError::WeakSandbox { names, .. }) if names == "read_only_root, processor_share")
    );
    assert_eq!(bench.trials(), 0);
}

#[test]
fn a_control_that_may_be_missing_is_named_in_the_report() {
    let bench = Bench::new();
    let session = bench.session(by_text, vec![missing("processor_share")]);
    let samples = bench.samples("model.jsonl", |_, _| "right".into());
    let settings = CompareSettings { extraction_trials: 100, ..CompareSettings::default() };
    let (report, _) = compare(&session, &bench.benchmark, &samples, &samples, &settings, &Silent).unwrap();
    assert_eq!(report.warnings[0].code, "weak_sandbox");
    assert!(report.warnings[0].message.contains("processor_share"));
    assert!(!report.environment.controls.contains(&"processor_share".to_owned()));
}

#[test]
fn a_cancelled_run_says_so_and_keeps_what_it_has() {
    let bench = Bench::new();
    let session = bench.session(by_text, Vec::new());
    let samples = bench.samples("model.jsonl", |task, repetition| format!("right {task} {repetition}"));
    session.cancellation().store(true, Ordering::Relaxed);
    let settings = CompareSettings { extraction_trials: 100, ..CompareSettings::default() };
    let stopped = compare(&session, &bench.benchmark, &samples, &samples, &settings, &Silent);
    assert!(matches!(stopped, Err(RunError::Interrupted)));
    session.cancellation().store(false, Ordering::Relaxed);
    let (report, _) = bench.compare(&session, &samples, &samples);
    assert_eq!(report.outcomes.baseline.0, [("pass".to_owned(), 24)].into());
}
