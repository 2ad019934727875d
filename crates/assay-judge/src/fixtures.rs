//! A small run for tests: two tasks, two samples of each side, and measurements where a test gives some.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_analyse::{
    Measure, MeasuredSide, PerformanceTasks, SideOutcomes, TaskPerformance, TaskState, TaskVerdict,
};
use assay_report::{
    BenchmarkSummary, EnvironmentSummary, LimitSummary, MeasuringSummary, Report, Rows, SCHEMA_VERSION,
    SideSummary,
};
use assay_types::{Confidentiality, Digest, FailCause, Outcome, OutcomeCounts, Side, Task, TaskId};

use crate::items::{Facts, RunSample};

/// A run.
pub(crate) struct Run {
    pub(crate) report: Report,
    pub(crate) tasks: Vec<Task>,
    pub(crate) samples: Vec<RunSample>,
    pub(crate) confidentiality: Confidentiality,
}

impl Run {
    /// Of tasks `a` and `b`: everything is correct but the candidate's first sample of `a`.
    pub(crate) fn small() -> Self {
        let mut samples = Vec::new();
        for task in ["a", "b"] {
            for side in Side::BOTH {
                for repetition in 0..2 {
                    let is_wrong = task == "a" && side == Side::Candidate && repetition == 0;
                    let outcome = if is_wrong {
                        Outcome::Fail { cause: FailCause::WrongAnswer }
                    } else {
                        Outcome::Pass
                    };
                    samples.push(sample(task, side, repetition, Some(outcome)));
                }
            }
        }
        Self {
            report: report(),
            tasks: ["a", "b"].map(task).to_vec(),
            samples,
            confidentiality: Confidentiality::Public,
        }
    }

    pub(crate) fn facts(&self) -> Facts<'_> {
        Facts {
            report: &self.report,
            confidentiality: &self.confidentiality,
            tasks: &self.tasks,
            samples: &self.samples,
        }
    }

    /// Adds times of task `b`: of each side how many samples were measured, their least value and their greatest one.
    pub(crate) fn with_times(mut self, verdict: TaskVerdict, sides: [(u64, f64, f64); 2]) -> Self {
        let [baseline, candidate] = sides.map(|(samples, least, greatest)| {
            let middle = f64::midpoint(least, greatest);
            Some(MeasuredSide { samples, five_numbers: Some([least, middle, middle, middle, greatest]) })
        });
        let task = TaskPerformance {
            id: id("b"),
            state: TaskState::Compared,
            whole_test: false,
            ratio: None,
            p_value: None,
            q_value: None,
            smallest_detectable: None,
            verdict: Some(verdict),
            baseline,
            candidate,
        };
        self.report.performance_tasks =
            vec![PerformanceTasks { check: Measure::ExecutionTime, tasks: vec![task] }];
        self.report.measuring = Some(MeasuringSummary {
            repetitions: 5,
            samples: 10,
            measure_equal: false,
            instruments: None,
            inputs: None,
            not_measured: Vec::new(),
        });
        self
    }
}

pub(crate) fn id(name: &str) -> TaskId {
    TaskId::new(name).unwrap()
}

pub(crate) fn sample(task: &str, side: Side, repetition: u32, outcome: Option<Outcome>) -> RunSample {
    let code = format!("# {task} {} {repetition}\ndef f():\n    return 1\n", side.name());
    RunSample { side, task: id(task), repetition, code: Some(Arc::from(code)), outcome }
}

fn task(name: &str) -> Task {
    let tests = Arc::from(format!("assert f() == 1  # {name}\n"));
    Task { tests, ..Task::asking(id(name), "f", "def f():\n    \"\"\"One.\"\"\"\n") }
}

fn report() -> Report {
    let side = |name: &str| SideSummary {
        name: name.to_owned(),
        samples: 4,
        refused: 0,
        lines_not_judged: 0,
        sha256: Digest::of(name.as_bytes()),
        extraction_rules: BTreeMap::new(),
    };
    Report {
        schema_version: SCHEMA_VERSION,
        assay_version: env!("CARGO_PKG_VERSION").to_owned(),
        command: Vec::new(),
        benchmark: BenchmarkSummary {
            name: "small".to_owned(),
            version: "1".to_owned(),
            sha256: Digest::of(b"small"),
            tasks: 2,
        },
        environment: EnvironmentSummary {
            python: String::new(),
            digest: String::new(),
            engine: String::new(),
            controls: Vec::new(),
            judge: String::new(),
            limits: LimitSummary { multiple: 1.0, floor_seconds: 1.0, wall_multiple: 1.0, memory_bytes: 1 },
        },
        seed: 0,
        baseline: side("base"),
        candidate: side("tuned"),
        protocol: None,
        warnings: Vec::new(),
        extraction: Vec::new(),
        static_analysis: None,
        rows: Rows::default(),
        runnable_correctness: None,
        pass_at_k: Vec::new(),
        tasks_lost: Vec::new(),
        tasks_gained: Vec::new(),
        tasks_without_score: Vec::new(),
        outcomes: SideOutcomes { baseline: OutcomeCounts::default(), candidate: OutcomeCounts::default() },
        tasks: Vec::new(),
        share_distribution: Vec::new(),
        measuring: None,
        performance_tasks: Vec::new(),
        flagged: Vec::new(),
        complexity: None,
        breakdown: Vec::new(),
        self_check: None,
        paper: None,
    }
}
