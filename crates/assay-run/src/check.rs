//! One model's findings: its half of the main job, and the labelled data set.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_analyse::CodeMetrics;
use assay_benchmark::Benchmark;
use assay_check::static_checks::StaticFindings;
use assay_extract::{Extraction, extract};
use assay_types::{
    Digest, FailCause, Finding, LostSample, Outcome, OutcomeCounts, RefusedSample, Sample, SampleSet, Task,
    TaskId, TrialTime,
};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::complexity::measure_samples;
use crate::error::RunError;
use crate::judging::{Assignment, judge};
use crate::plugins::judge_by_plugins;
use crate::progress::{Phase, Progress};
use crate::reading::read;
use crate::references::{References, references_of};
use crate::session::Session;
use crate::timing::Timing;

/// A model's samples, judged.
#[derive(Debug)]
pub struct Checked {
    /// One entry per sample of a task that gives a score, in file order.
    pub samples: Vec<LabelledSample>,
    /// How many samples came to each outcome.
    pub outcomes: OutcomeCounts,
    /// How often each extraction rule fired.
    pub extraction_rules: BTreeMap<String, u64>,
    /// Tasks that give no score here, and why.
    pub without_score: Vec<(TaskId, String)>,
    /// Where the time went.
    pub timing: Timing,
}

/// One side of a comparison: its samples as they came, and what became of them, in file order.
pub(crate) struct JudgedSide<'a> {
    pub(crate) set: &'a SampleSet,
    pub(crate) labelled: &'a [LabelledSample],
}

/// One row of the labelled data set.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LabelledSample {
    /// The task.
    #[schemars(with = "String")]
    pub task_id: TaskId,
    /// Its place among the model's samples of the task, from 0.
    pub repetition: u32,
    /// The line of the samples file.
    pub line: u64,
    /// The extraction rule that fired; `none` for a sample that was refused before.
    pub rule: &'static str,
    /// The extraction rules that changed something besides.
    pub edits: Vec<&'static str>,
    /// What became of it, such as `fail(wrong_answer)`.
    #[serde(serialize_with = "in_words")]
    #[schemars(with = "String")]
    pub outcome: Outcome,
    /// Everything else that the check said.
    pub finding: Finding,
    /// What is read from its code; nothing where no static check is switched on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub static_findings: Option<Arc<StaticFindings>>,
    /// Its complexity; nothing where that is not asked for, or the code does not parse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<CodeMetrics>,
    /// Digest of the judged module, where there is one.
    #[schemars(with = "Option<String>")]
    pub module_sha256: Option<Digest>,
    /// The judged module.
    #[serde(skip)]
    pub module: Option<Arc<str>>,
}

/// An outcome as it is displayed. A hundred thousand samples do not hold its words each.
fn in_words<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(outcome)
}

impl LabelledSample {
    /// Where the sample stands in its file. A line may hold several of a task's samples (a row of a table does), each of
    /// which has another repetition.
    pub(crate) fn place(&self) -> (u64, u32) {
        (self.line, self.repetition)
    }
}

/// Judges one model's samples.
pub fn check(
    session: &Session,
    benchmark: &Benchmark,
    set: &SampleSet,
    progress: &dyn Progress,
) -> Result<Checked, RunError> {
    let mut timing = Timing::default();
    let tasks = tasks_of(benchmark, &[set]);
    let references = references_of(session, &tasks, progress, &mut timing)?;
    let mut checked = judge_sets(session, benchmark, &[set], &references, progress, &mut timing)?;
    session.settle()?;
    let samples = checked.pop().unwrap_or_default();
    let mut outcomes = OutcomeCounts::default();
    for sample in &samples {
        outcomes.add(&sample.finding.outcome);
    }
    let extraction_rules = rules(&samples);
    Ok(Checked { samples, outcomes, extraction_rules, without_score: references.without_score, timing })
}

/// The rule of a sample of which nothing was extracted.
const NO_RULE: &str = "none";

/// The tasks that any of the sets answers, in the benchmark's order.
pub(crate) fn tasks_of<'a>(benchmark: &'a Benchmark, sets: &[&SampleSet]) -> Vec<&'a Task> {
    let answered: std::collections::HashSet<&TaskId> = sets.iter().flat_map(|set| set.tasks()).collect();
    benchmark.tasks.iter().filter(|task| answered.contains(&task.id)).collect()
}

pub(crate) fn rules(samples: &[LabelledSample]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for sample in samples.iter().filter(|sample| sample.rule != NO_RULE) {
        for rule in [sample.rule].iter().chain(&sample.edits) {
            *counts.entry((*rule).to_owned()).or_default() += 1;
        }
    }
    counts
}

/// Judges all samples of several models together, so that equal answers run once and tasks stay together. The raw
/// answers are kept in the store, under the digest that the report names.
pub(crate) fn judge_sets(
    session: &Session,
    benchmark: &Benchmark,
    sets: &[&SampleSet],
    references: &References,
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<Vec<Vec<LabelledSample>>, RunError> {
    let tasks: BTreeMap<&TaskId, (usize, &Task)> =
        benchmark.tasks.iter().enumerate().map(|(number, task)| (&task.id, (number, task))).collect();
    for set in sets.iter().filter(|set| !set.bytes.is_empty()) {
        session.store.blobs().put(&set.bytes)?;
    }
    let mut labelled: Vec<Vec<LabelledSample>> = Vec::new();
    let mut places = Vec::new();
    let mut assignments = Vec::new();
    for (side, set) in sets.iter().enumerate() {
        labelled.push(Vec::new());
        for sample in &set.samples {
            let (Some((number, task)), Some(limits)) =
                (tasks.get(&sample.task), references.limits(&sample.task))
            else {
                continue;
            };
            let entry = label(task, sample);
            if let Some(module) = &entry.module {
                places.push((side, labelled[side].len()));
                assignments.push(Assignment::of_sample((*number, *task), module.clone(), limits));
            }
            labelled[side].push(entry);
        }
    }
    let findings = if session.checks.logic {
        judge(session, Phase::Samples, &assignments, progress, timing)?
    } else {
        Vec::new()
    };
    for ((side, place), finding) in places.into_iter().zip(findings) {
        let entry = &mut labelled[side][place];
        let finding = blame(Arc::unwrap_or_clone(finding));
        entry.outcome = finding.outcome.clone();
        entry.finding = finding;
    }
    for (entries, set) in labelled.iter_mut().zip(sets) {
        let refused = set.refused.iter().filter(|sample| references.limits(&sample.task).is_some());
        entries.extend(refused.map(label_refused));
        let lost = set.lost.iter().filter(|sample| references.limits(&sample.task).is_some());
        entries.extend(lost.map(label_lost));
        entries.sort_by_key(LabelledSample::place);
    }
    read(session, benchmark, &mut labelled)?;
    measure_samples(session, &mut labelled)?;
    judge_by_plugins(session, benchmark, &mut labelled)?;
    Ok(labelled)
}

/// Tests that cannot run to their end are the benchmark's fault, except here: the task's reference passes them, so what
/// they stumbled over came from the sample (a result too large to be passed back, say). Left out of the count, such a
/// sample would have found a way out of it.
pub(crate) fn blame(finding: Finding) -> Finding {
    match finding.outcome {
        Outcome::NotJudged => {
            Finding { outcome: Outcome::Fail { cause: FailCause::NotPlainData }, ..finding }
        }
        _ => finding,
    }
}

/// Extracts a sample; where there is no module, that is its finding.
pub(crate) fn label(task: &Task, sample: &Sample) -> LabelledSample {
    let Extraction { rule, edits, module } = extract(task, sample);
    let (module, outcome) = match module {
        Ok(module) => (Some(module), Outcome::NotJudged),
        Err(reason) => (None, Outcome::NoAnswer { reason }),
    };
    LabelledSample {
        task_id: sample.task.clone(),
        repetition: sample.repetition,
        line: sample.line,
        rule,
        edits,
        outcome: outcome.clone(),
        finding: without_trial(outcome, None),
        static_findings: None,
        metrics: None,
        module_sha256: module.as_ref().map(|module| Digest::of(module.as_bytes())),
        module,
    }
}

/// A sample that cannot be read as it should be is `refused`, not `no_answer(extraction)`: DESIGN.md keeps that for
/// answers that were read and hold no code, and `refused` for what is rejected before anything runs (ATTACKS 53 to
/// 55). Both count against the model, or writing such a line would be a way out of the count.
pub(crate) fn label_refused(sample: &RefusedSample) -> LabelledSample {
    let outcome = Outcome::Refused { reason: sample.reason };
    let evidence = format!("line {}: {}", sample.line, sample.problem);
    label_unread((&sample.task, sample.repetition, sample.line), outcome, evidence)
}

/// An answer that never came is a fault of ours or of the provider, never the model's.
pub(crate) fn label_lost(sample: &LostSample) -> LabelledSample {
    let evidence = format!("no answer came: {}", sample.why);
    label_unread((&sample.task, sample.repetition, sample.line), Outcome::Infrastructure, evidence)
}

fn label_unread(
    (task, repetition, line): (&TaskId, u32, u64),
    outcome: Outcome,
    evidence: String,
) -> LabelledSample {
    LabelledSample {
        task_id: task.clone(),
        repetition,
        line,
        rule: NO_RULE,
        edits: Vec::new(),
        outcome: outcome.clone(),
        finding: without_trial(outcome, Some(evidence)),
        static_findings: None,
        metrics: None,
        module_sha256: None,
        module: None,
    }
}

fn without_trial(outcome: Outcome, evidence: Option<String>) -> Finding {
    Finding { outcome, evidence, line: None, output: String::new(), time: TrialTime::default() }
}
