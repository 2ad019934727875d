//! One sample behind a number: what was answered, what was made of it, what was found, and whether that is found again.
//!
//! Nothing is kept for this but what a run keeps anyway. The report names the raw answers and the circumstances; from
//! the answers follow the judged modules, from both the keys of the findings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_benchmark::{Benchmark, BenchmarkError, OnBadSample, read_samples};
use assay_check::{Check as _, Circumstances, LogicCheck, Subject};
use assay_report::{Report, SideSummary};
use assay_sandbox::LimitRule;
use assay_store::{StoreError, StoredFindings, stored_blob, stored_findings};
use assay_types::{Digest, FailCause, FieldKind, Finding, Outcome, SampleSet, Task, TaskId};
use serde::Serialize;

use crate::check::{LabelledSample, blame, label, label_refused};
use crate::error::RunError;

mod rerun;

pub use rerun::Rerun;

/// A side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The model in use.
    Baseline,
    /// The model that may replace it.
    Candidate,
}

impl Side {
    /// Its word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Candidate => "candidate",
        }
    }

    fn summary(self, report: &Report) -> &SideSummary {
        match self {
            Self::Baseline => &report.baseline,
            Self::Candidate => &report.candidate,
        }
    }
}

/// Why a sample cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// A finding or an answer could not be read, or no trial could run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The task is not one of the benchmark's.
    #[error("the benchmark {benchmark} has no task {task:?} (its tasks are named like {example})")]
    UnknownTask {
        /// The benchmark.
        benchmark: String,
        /// What was asked for.
        task: String,
        /// One that there is.
        example: String,
    },
    /// What the name stands for now is not what the run was made with.
    #[error(
        "the benchmark {name} is not what it was when this run was made: its sha256 was {then} and is {now}\n  name the one of then with --benchmark, or compare again"
    )]
    OtherBenchmark {
        /// Its name.
        name: String,
        /// The digest in the report.
        then: Digest,
        /// The digest now.
        now: Digest,
    },
    /// The raw answers of a side are gone.
    #[error(
        "the raw answers of the {side} (sha256 {digest}) are not in the store {store}, or are damaged there\n  name the run's store with --store; what `assay store gc` has removed comes back when the same samples are compared again",
        store = store.display()
    )]
    NoAnswers {
        /// The side.
        side: &'static str,
        /// The digest in the report.
        digest: Digest,
        /// The store.
        store: PathBuf,
    },
    /// No sample of that number.
    #[error("{task} has no such sample; without a number, all of them are listed")]
    NoSample {
        /// The task.
        task: String,
    },
    /// There is no judged module to run.
    #[error("sample {repetition} of the {side} cannot be run again: {reason}")]
    NothingToRun {
        /// The side.
        side: &'static str,
        /// The sample.
        repetition: u32,
        /// Why.
        reason: String,
    },
}

impl From<StoreError> for ShowError {
    fn from(error: StoreError) -> Self {
        Self::Run(error.into())
    }
}

impl From<BenchmarkError> for ShowError {
    fn from(error: BenchmarkError) -> Self {
        Self::Run(error.into())
    }
}

/// One sample, with everything that is known of it.
#[derive(Debug, Clone)]
pub struct ShownSample {
    /// Whose it is.
    pub side: Side,
    /// The model's name.
    pub model: String,
    /// The task.
    pub task: TaskId,
    /// Its place among the model's samples of the task, from 0.
    pub repetition: u32,
    /// The line of the samples file.
    pub line: u64,
    /// How the answer was to be read; none for a sample that was refused before.
    pub field: Option<FieldKind>,
    /// The raw answer, under the same condition. Untrusted.
    pub raw: Option<Arc<str>>,
    /// The extraction rule that fired.
    pub rule: &'static str,
    /// The extraction rules that changed something besides.
    pub edits: Vec<&'static str>,
    /// The judged module, where there is one. Untrusted.
    pub module: Option<Arc<str>>,
    /// What was found; none where no finding is stored.
    pub finding: Option<Finding>,
}

/// A finished run, with what its samples can be looked up in.
pub struct FinishedRun {
    report: Report,
    benchmark: Benchmark,
    store: PathBuf,
    findings: StoredFindings,
    check: LogicCheck,
    circumstances: Circumstances,
}

impl FinishedRun {
    /// A run by its report, with the benchmark that it was made with and the store that holds its answers. Reads only,
    /// so another run may go on meanwhile.
    pub fn open(report: Report, benchmark: Benchmark, store: &Path) -> Result<Self, ShowError> {
        if benchmark.digest != report.benchmark.sha256 {
            let (then, now) = (report.benchmark.sha256, benchmark.digest);
            return Err(ShowError::OtherBenchmark { name: benchmark.name, then, now });
        }
        let circumstances = Circumstances {
            environment: report.environment.digest.clone(),
            controls: report.environment.controls.clone(),
            limit_rule: limit_rule(&report),
        };
        Ok(Self {
            findings: stored_findings(store)?,
            check: LogicCheck::of_judge(report.environment.judge.clone()),
            circumstances,
            store: store.to_owned(),
            report,
            benchmark,
        })
    }

    /// The report.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The version of assay that made the run, where it is not this one: it may have extracted otherwise, and then what
    /// is shown is what this one makes of the answers.
    #[must_use]
    pub fn other_version(&self) -> Option<&str> {
        Some(self.report.assay_version.as_str()).filter(|version| *version != env!("CARGO_PKG_VERSION"))
    }

    /// Why the task gives no score in this run, where it does not.
    #[must_use]
    pub fn without_score(&self, task: &TaskId) -> Option<&str> {
        let tasks = &self.report.tasks_without_score;
        tasks.iter().find(|entry| entry.id == *task).map(|entry| entry.reason.as_str())
    }

    /// The line of the tests that a wrong answer's evidence is about.
    #[must_use]
    pub fn line_of_tests(&self, sample: &ShownSample) -> Option<&str> {
        let finding = sample.finding.as_ref()?;
        let line = finding.line.filter(|_| evidence_is_of_tests(finding))?;
        let place = usize::try_from(line).ok()?.checked_sub(1)?;
        self.benchmark.task(&sample.task)?.tests.lines().nth(place)
    }

    /// A task's samples of a side, in file order.
    pub fn samples(&self, side: Side, task: &str) -> Result<Vec<ShownSample>, ShowError> {
        let task = self.task(task)?;
        let set = self.answers(side)?;
        let readable = set.samples.iter().filter(|sample| sample.task == task.id);
        let mut shown = Vec::new();
        for sample in readable {
            let entry = self.with_finding(task, label(task, sample))?;
            shown.push(self.shown(side, entry, Some((sample.field, sample.raw.clone()))));
        }
        let refused = set.refused.iter().filter(|sample| sample.task == task.id);
        shown.extend(refused.map(|sample| {
            let entry = label_refused(sample);
            let finding = Some(entry.finding.clone());
            self.shown(side, (entry, finding), None)
        }));
        shown.sort_by_key(|sample| sample.line);
        Ok(shown)
    }

    /// The benchmark's task of that name.
    fn task(&self, name: &str) -> Result<&Task, ShowError> {
        self.benchmark.tasks.iter().find(|task| task.id.as_str() == name).ok_or_else(|| {
            let example = self.benchmark.tasks.first().map_or_else(String::new, |task| task.id.to_string());
            ShowError::UnknownTask { benchmark: self.benchmark.name.clone(), task: name.to_owned(), example }
        })
    }

    /// A side's samples file, as it was read for the run: what a strict run would have refused is not in it.
    fn answers(&self, side: Side) -> Result<SampleSet, ShowError> {
        let digest = side.summary(&self.report).sha256;
        let missing = || ShowError::NoAnswers { side: side.name(), digest, store: self.store.clone() };
        let path = stored_blob(&self.store, digest).ok_or_else(missing)?;
        let set = read_samples(&path, &self.benchmark, OnBadSample::KeepGoing)?;
        if set.digest == digest { Ok(set) } else { Err(missing()) }
    }

    /// The finding of a label: its own where there is no module, else the stored one.
    fn with_finding(
        &self,
        task: &Task,
        entry: LabelledSample,
    ) -> Result<(LabelledSample, Option<Finding>), ShowError> {
        let finding = match &entry.module {
            None => Some(entry.finding.clone()),
            Some(module) => {
                let subject = Subject { task, module: module.clone() };
                self.findings.get(self.check.key(&subject, &self.circumstances))?.map(blame)
            }
        };
        Ok((entry, finding))
    }

    fn shown(
        &self,
        side: Side,
        (entry, finding): (LabelledSample, Option<Finding>),
        answer: Option<(FieldKind, Arc<str>)>,
    ) -> ShownSample {
        let (field, raw) = answer.unzip();
        ShownSample {
            side,
            model: side.summary(&self.report).name.clone(),
            task: entry.task_id,
            repetition: entry.repetition,
            line: entry.line,
            field,
            raw,
            rule: entry.rule,
            edits: entry.edits,
            module: entry.module,
            finding,
        }
    }
}

/// The evidence of a wrong answer is about a line of the tests; all other evidence is about the judged module.
#[must_use]
pub fn evidence_is_of_tests(finding: &Finding) -> bool {
    finding.outcome == Outcome::Fail { cause: FailCause::WrongAnswer }
}

/// The rule that a run's limits followed.
#[must_use]
pub fn limit_rule(report: &Report) -> LimitRule {
    let limits = &report.environment.limits;
    LimitRule {
        multiple: limits.multiple,
        floor_seconds: limits.floor_seconds,
        wall_multiple: limits.wall_multiple,
        memory_bytes: limits.memory_bytes,
    }
}

/// What a run's command line called its benchmark; the benchmark's own name where it does not say.
#[must_use]
pub fn benchmark_of(report: &Report) -> &str {
    let words = &report.command;
    let after =
        |flag: &str| words.iter().position(|word| word == flag).and_then(|place| words.get(place + 1));
    let joined = || words.iter().find_map(|word| word.strip_prefix("--benchmark="));
    let named = after("--benchmark").or_else(|| after("-b")).map(String::as_str);
    named.or_else(joined).unwrap_or(&report.benchmark.name)
}
