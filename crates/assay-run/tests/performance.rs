//! Time and memory on a fake engine: which samples are measured, in which order, and what comes of it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(dead_code, reason = "support is shared, and this file needs a part of it")]

use std::path::Path;
use std::sync::{Arc, Mutex};

use assay_analyse::Verdict;
use assay_benchmark::{Benchmark, OnBadSample, load, read_samples};
use assay_report::Report;
use assay_run::{Checks, CompareSettings, PerformanceSettings, RunError, Session, Silent, compare};
use assay_sandbox::{FakeEngine, Judgement, Measuring, Trial};
use assay_types::{Measurement, SampleSet};

use support::measuring_session;

mod support;

/// Tasks of the starter that are measured here.
const TASKS: usize = 8;
const SAMPLES: usize = 6;

#[derive(Default)]
struct Bench {
    folder: Option<tempfile::TempDir>,
    measured: Arc<Mutex<Vec<(String, Measuring)>>>,
}

impl Bench {
    fn new() -> Self {
        Self { folder: Some(tempfile::tempdir().unwrap()), ..Self::default() }
    }

    fn folder(&self) -> &Path {
        self.folder.as_ref().unwrap().path()
    }

    fn benchmark() -> Benchmark {
        let mut benchmark = load("starter", Path::new("/nowhere")).unwrap();
        benchmark.tasks.truncate(TASKS);
        benchmark
    }

    fn samples(&self, name: &str, module: impl Fn(usize, usize) -> String) -> SampleSet {
        let benchmark = Self::benchmark();
        let mut lines = String::new();
        for (number, task) in benchmark.tasks.iter().enumerate() {
            for sample in 0..SAMPLES {
                let solution = module(number, sample);
                lines += &format!("{}\n", serde_json::json!({ "task_id": task.id, "solution": solution }));
            }
        }
        let path = self.folder().join(name);
        std::fs::write(&path, lines).unwrap();
        read_samples(&path, &benchmark, OnBadSample::Refuse).unwrap()
    }

    fn session(&self, read: fn(&Trial, Measuring) -> Measurement) -> Session {
        self.session_with(read, PerformanceSettings::default())
    }

    fn session_with(
        &self,
        read: fn(&Trial, Measuring) -> Measurement,
        settings: PerformanceSettings,
    ) -> Session {
        let measured = self.measured.clone();
        let engine =
            FakeEngine::new(|trial| Ok(by_text(trial))).with_measurements(move |trial, measuring| {
                measured.lock().unwrap().push((trial.module.to_string(), measuring));
                read(trial, measuring)
            });
        let checks = Checks { performance: Some(settings), ..Checks::only_logic() };
        measuring_session(self.folder(), engine, Vec::new(), checks)
    }

    fn try_compare(session: &Session, sides: [&SampleSet; 2]) -> Result<Report, RunError> {
        let settings = CompareSettings {
            command: vec!["assay".into()],
            extraction_trials: 0,
            ..CompareSettings::default()
        };
        let [baseline, candidate] = sides;
        let compared = compare(session, &Self::benchmark(), baseline, candidate, &settings, &Silent);
        compared.map(|(report, _)| report)
    }

    fn compare(session: &Session, sides: [&SampleSet; 2]) -> Report {
        Self::try_compare(session, sides).unwrap()
    }

    /// What was measured of the models' samples since the last time.
    fn measured(&self) -> Vec<(String, Measuring)> {
        let mut all = std::mem::take(&mut *self.measured.lock().unwrap());
        all.retain(|(module, _)| !module.starts_with("def f():"));
        all
    }
}

fn by_text(trial: &Trial) -> Judgement {
    let wrong = Judgement::WrongAnswer { evidence: "no".into(), line: None };
    if trial.module.contains("wrong") { wrong } else { Judgement::Passed }
}

/// The programs whose cost is known read what they should; `slow` samples take twice as long, `hungry` ones twice as much.
fn honest(trial: &Trial, _measuring: Measuring) -> Measurement {
    let text = &*trial.module;
    let times = |word: &str| if text.contains(word) { 2_i32 } else { 1 };
    let known = [("def f(): pass", 1e5, 0), ("range(50000)", 1e6, 0), ("range(200000)", 4e6, 0)];
    let lists = [("[0] * 100000)", 0.0, 800_000), ("[0] * 400000)", 0.0, 3_200_000)];
    let known = known.into_iter().chain(lists).find(|(program, _, _)| text.contains(program));
    let (nanoseconds, peak_bytes) = known.map_or(
        (1e6 * f64::from(times("slow")), 1_000_000 * u64::from(times("hungry").unsigned_abs())),
        |(_, time, peak)| (time, peak),
    );
    // No two samples are quite alike.
    let place = text.bytes().map(f64::from).sum::<f64>() % 97.0;
    Measurement {
        calls: 10,
        nanoseconds: nanoseconds * (1.0 + place / 1e5),
        timed_nanoseconds: nanoseconds,
        single_calls: 0.1,
        repeatable: true,
        peak_bytes,
        traced: true,
        ..Measurement::default()
    }
}

/// Instruments that always read the same.
fn constant(trial: &Trial, measuring: Measuring) -> Measurement {
    Measurement { nanoseconds: 110_000.0, ..honest(trial, measuring) }
}

fn plain(task: usize, sample: usize) -> String {
    format!("plain = {task}, {sample}\n")
}

#[test]
fn a_slower_and_hungrier_candidate_is_a_regression_in_both_rows() {
    let bench = Bench::new();
    let session = bench.session(honest);
    let baseline = bench.samples("baseline.jsonl", plain);
    let candidate =
        bench.samples("candidate.jsonl", |task, sample| format!("slow = hungry = {task}, {sample}\n"));
    let report = Bench::compare(&session, [&baseline, &candidate]);
    let [time, memory] = &report.rows.performance[..] else { panic!("two rows") };
    for row in [time, memory] {
        assert_eq!((row.verdict, row.tasks_regressed), (Verdict::Regression, TASKS as u64), "{row:?}");
        let [_, ratio, _] = row.ratio.unwrap();
        assert!((ratio - 2.0).abs() < 0.01, "{row:?}");
    }
    let instruments = report.measuring.unwrap().instruments.unwrap();
    assert!((instruments.transport_microseconds - 10.0).abs() < 0.1, "{instruments:?}");
}

#[test]
fn sides_are_mixed_and_each_sample_has_its_own_trials() {
    let bench = Bench::new();
    let session = bench.session(honest);
    let baseline = bench.samples("baseline.jsonl", plain);
    // Equal samples: each is measured on its own.
    let candidate = bench.samples("candidate.jsonl", |task, _| format!("other = {task}\n"));
    Bench::compare(&session, [&baseline, &candidate]);
    let timed: Vec<String> = bench
        .measured()
        .into_iter()
        .filter(|(_, measuring)| matches!(measuring, Measuring::Time { .. }))
        .map(|(module, _)| module)
        .collect();
    assert_eq!(timed.len(), TASKS * SAMPLES * 2 * 5);
    let sides: Vec<bool> = timed.iter().map(|module| module.starts_with("plain")).collect();
    let changes = sides.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(changes > timed.len() / 4, "{changes} changes of side");
}

#[test]
fn what_was_measured_is_not_measured_again_and_the_report_is_the_same() {
    let bench = Bench::new();
    let session = bench.session(honest);
    let baseline = bench.samples("baseline.jsonl", plain);
    let candidate = bench.samples("candidate.jsonl", |task, sample| format!("slow = {task}, {sample}\n"));
    let first = Bench::compare(&session, [&baseline, &candidate]);
    assert!(!bench.measured().is_empty());
    let second = Bench::compare(&session, [&baseline, &candidate]);
    assert!(bench.measured().is_empty());
    assert_eq!(first, second);
    // Beside other company all is measured anew: the machine may be another one by then.
    let other = bench.samples("other.jsonl", |task, sample| format!("hungry = {task}, {sample}\n"));
    Bench::compare(&session, [&baseline, &other]);
    assert!(bench.measured().iter().any(|(module, _)| module.starts_with("plain")));
}

#[test]
fn equal_programs_and_tasks_with_too_few_correct_samples_are_not_measured() {
    let bench = Bench::new();
    let session = bench.session(honest);
    let baseline = bench.samples("baseline.jsonl", plain);
    let candidate = bench.samples("candidate.jsonl", |task, sample| match (task, sample) {
        (0, _) => format!("plain   = 0, {}  # in another order\n", SAMPLES - 1 - sample),
        (1, 0 | 1) => "wrong = 1\n".to_owned(),
        _ => format!("other = {task}, {sample}\n"),
    });
    let report = Bench::compare(&session, [&baseline, &candidate]);
    let row = &report.rows.performance[0];
    assert_eq!((row.tasks_equal, row.tasks_too_few, row.tasks_compared), (1, 1, TASKS as u64 - 2));
    assert!(!bench.measured().iter().any(|(module, _)| module.contains("= 0,") || module.contains("= 1,")));
    let settings = PerformanceSettings { measure_equal: true, ..PerformanceSettings::default() };
    drop(session);
    let report = Bench::compare(&bench.session_with(honest, settings), [&baseline, &candidate]);
    assert_eq!(report.rows.performance[0].tasks_equal, 0);
}

#[test]
fn without_anything_to_measure_the_instruments_are_left_alone_and_the_rows_say_so() {
    let bench = Bench::new();
    let session = bench.session(constant);
    let samples = bench.samples("baseline.jsonl", |_, _| "wrong\n".to_owned());
    let report = Bench::compare(&session, [&samples, &samples]);
    assert!(report.rows.performance.iter().all(|row| row.verdict == Verdict::Inconclusive));
    assert!(report.measuring.unwrap().instruments.is_none());
}

#[test]
fn instruments_that_always_read_the_same_end_the_run() {
    let bench = Bench::new();
    let session = bench.session(constant);
    let baseline = bench.samples("baseline.jsonl", plain);
    let candidate = bench.samples("candidate.jsonl", |task, sample| format!("slow = {task}, {sample}\n"));
    let error = Bench::try_compare(&session, [&baseline, &candidate]).unwrap_err();
    assert!(matches!(error, RunError::Measuring(_)), "{error}");
    assert!(error.to_string().contains("time cannot be measured on this machine"), "{error}");
}
