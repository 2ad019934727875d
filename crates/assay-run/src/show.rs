//! One sample behind a number: what was answered, what was made of it, what was found, and whether that is found again.
//!
//! Nothing is kept for this but what a run keeps anyway. The report names the raw answers and the circumstances; from
//! the answers follow the judged modules, from both the keys of the findings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_benchmark::{Benchmark, OnBadSample, read_samples};
use assay_check::static_checks::StaticChecks;
use assay_check::{Check as _, Circumstances, LogicCheck, Subject};
use assay_report::Report;
use assay_sandbox::LimitRule;
use assay_store::{StoredFindings, stored_blob, stored_findings};
pub use assay_types::Side;
use assay_types::{FieldKind, Finding, SampleSet, Task, TaskId};

use crate::check::{LabelledSample, blame, label, label_lost, label_refused};
use crate::checks::static_checks_of;

mod document;
mod error;
mod judged;
mod plugins;
mod rerun;
mod sample;
mod shell;

pub use document::{list_document, samples_document, show_schema};
pub use error::ShowError;
pub use plugins::PluginWord;
pub use rerun::Rerun;
use sample::summary_of;
pub use sample::{ShownSample, evidence_is_of_tests};

/// A finished run, with what its samples can be looked up in.
pub struct FinishedRun {
    report: Report,
    benchmark: Benchmark,
    store: PathBuf,
    findings: StoredFindings,
    check: LogicCheck,
    circumstances: Circumstances,
    /// Those of the run, where this version knows them.
    static_checks: Option<StaticChecks>,
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
            static_checks: report.static_analysis.as_ref().and_then(static_checks_of),
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

    /// The benchmark that it was made with.
    #[must_use]
    pub fn benchmark(&self) -> &Benchmark {
        &self.benchmark
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
        let lost = set.lost.iter().filter(|sample| sample.task == task.id);
        shown.extend(lost.map(|sample| {
            let entry = label_lost(sample);
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
        let digest = summary_of(&self.report, side).sha256;
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
        let prompt = self.benchmark.task(&entry.task_id).map(|task| &*task.prompt).unwrap_or_default();
        let read = |checks: &StaticChecks| entry.module.as_ref().map(|module| checks.judge(module, prompt));
        let static_findings = self.static_checks.as_ref().and_then(read);
        ShownSample {
            side,
            static_findings,
            model: summary_of(&self.report, side).name.clone(),
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
