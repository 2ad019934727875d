//! The predictions of one task, in one run of many: its reference first, then each, unless it is known already.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use assay_benchmark::maintenance::RepositoryTask;
use assay_patch::MemoryTree;
use assay_store::{StoreError, StoredFindings, Writer, stored_findings};
use assay_types::{Digest, Finding, Outcome, Sample, TaskId, TrialTime};

use crate::document::TaskWithoutGrades;
use crate::grade::{Grade, GradeSettings};
use crate::grader::Grader;
use crate::judge::{Judged, TestTally};
use crate::prediction::Facts;
use crate::run::{GradeError, GradeProgress, OpenedOracle, Oracles, Work};

/// Part of every key: raised when grading changes what it says of the same report.
const GRADING: &str = "assay grading 1";

/// What all tasks of a run share.
pub(crate) struct Shared<'a> {
    pub(crate) oracles: &'a dyn Oracles,
    pub(crate) version: String,
    pub(crate) settings: &'a GradeSettings,
    /// The store's folder.
    pub(crate) store: Option<&'a Path>,
    pub(crate) writer: Option<&'a Writer>,
    pub(crate) progress: &'a dyn GradeProgress,
    pub(crate) cancelled: &'a AtomicBool,
    pub(crate) done: AtomicUsize,
    pub(crate) all: usize,
}

/// What the predictions of one task came to.
pub(crate) struct OfTask {
    pub(crate) grades: Vec<Grade>,
    pub(crate) without: Option<TaskWithoutGrades>,
    /// Its name, where its tests run in another environment than its own.
    pub(crate) elsewhere: Option<TaskId>,
}

impl Shared<'_> {
    pub(crate) fn task(&self, work: &Work<'_>) -> Result<OfTask, GradeError> {
        let task = work.task;
        let grader =
            Grader::new(task).map_err(|fault| GradeError::Task { task: task.id().clone(), fault })?;
        let stored = self.store.map(stored_findings).transpose()?;
        let opened = self.oracles.open(task);
        let opened = opened.map_err(|source| GradeError::Oracle { task: task.id().clone(), source })?;
        let elsewhere = opened.environment != task.task.environment.digest;
        let mut judging = Judging { shared: self, grader: &grader, opened, stored, found: BTreeMap::new() };
        let reference = judging.reference()?;
        let without = (!reference.outcome.passed()).then(|| without_reason(&reference));
        let mut all = Vec::new();
        for sample in &work.samples {
            let (facts, tree) = grader.prepare(sample);
            all.push(match (&without, tree) {
                (Some(reason), _) => not_judged(&grader, sample, facts, reason),
                (None, Err((outcome, evidence))) => grader.without_run(sample, facts, outcome, evidence),
                (None, Ok(tree)) => {
                    let judged = judging.judged(&facts, &tree)?;
                    grader.with_run(sample, facts, judged)
                }
            });
            self.count();
        }
        for refused in &work.refused {
            let (outcome, why) = (Outcome::Refused { reason: refused.reason }, &refused.problem);
            all.push(unread(&grader, refused.repetition, outcome, why, without.as_deref()));
            self.count();
        }
        for lost in &work.lost {
            let why = format!("the answer never came: {}", lost.why);
            all.push(unread(&grader, lost.repetition, Outcome::Infrastructure, &why, without.as_deref()));
            self.count();
        }
        all.sort_by_key(|grade| grade.repetition);
        let without = without.map(|reason| TaskWithoutGrades { task_id: task.id().clone(), reason });
        Ok(OfTask { grades: all, without, elsewhere: elsewhere.then(|| task.id().clone()) })
    }

    fn count(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.progress.graded(done, self.all);
    }

    /// Everything that could change what a run finds. The task's id holds its files, tests and patches; how a patch was found in
    /// an answer changes its digest or nothing.
    fn key(&self, task: &RepositoryTask, environment: &str, facts: &Facts) -> Result<Digest, GradeError> {
        let parts = [
            GRADING.to_owned(),
            task.id().to_string(),
            environment.to_owned(),
            facts.patch.map(|digest| digest.to_string()).unwrap_or_default(),
            self.version.clone(),
            serde_json::to_string(&self.settings.limits).map_err(unwritable)?,
            self.settings.seed.to_string(),
        ];
        Ok(Digest::of_parts(&parts))
    }
}

/// What is found of one task.
struct Judging<'a> {
    shared: &'a Shared<'a>,
    grader: &'a Grader<'a>,
    opened: OpenedOracle,
    /// What was stored before this run began.
    stored: Option<StoredFindings>,
    /// What this run found.
    found: BTreeMap<Digest, Judged>,
}

impl Judging<'_> {
    fn reference(&mut self) -> Result<Judged, GradeError> {
        let (facts, tree) = self.grader.prepare(&self.grader.reference_prediction());
        match tree {
            Ok(tree) => self.judged(&facts, &tree),
            Err((outcome, evidence)) => Ok(Judged {
                outcome,
                evidence: Some(evidence),
                target: TestTally::default(),
                regression: TestTally::default(),
            }),
        }
    }

    /// What was found before under the same key; else what a run finds, which is kept.
    fn judged(&mut self, facts: &Facts, tree: &Arc<MemoryTree>) -> Result<Judged, GradeError> {
        let key = self.shared.key(self.grader.task(), &self.opened.environment, facts)?;
        if let Some(judged) = self.found.get(&key) {
            return Ok(judged.clone());
        }
        let stored = self.stored.as_ref().map(|stored| stored.get(key)).transpose()?.flatten();
        if let Some(judged) = stored.as_ref().and_then(judged_of) {
            return Ok(judged);
        }
        let Shared { settings, cancelled, .. } = *self.shared;
        if cancelled.load(Ordering::Relaxed) {
            return Err(GradeError::Interrupted);
        }
        let judged = self.grader.run(facts, tree, &*self.opened.oracle, settings, cancelled);
        if cancelled.load(Ordering::Relaxed) {
            return Err(GradeError::Interrupted);
        }
        if judged.outcome.is_judged() {
            if let Some(writer) = self.shared.writer {
                writer.finding(key, finding_of(&judged)?)?;
            }
            self.found.insert(key, judged.clone());
        }
        Ok(judged)
    }
}

/// What a run found, as the store keeps findings: the tests' tallies stand in the evidence as JSON.
fn finding_of(judged: &Judged) -> Result<Finding, GradeError> {
    Ok(Finding {
        outcome: judged.outcome.clone(),
        evidence: Some(serde_json::to_string(judged).map_err(unwritable)?),
        line: None,
        output: String::new(),
        time: TrialTime::default(),
    })
}

fn unwritable(source: serde_json::Error) -> GradeError {
    GradeError::Store(StoreError::Record { source })
}

/// What was found before, unless it cannot be read: then it is found again.
fn judged_of(finding: &Finding) -> Option<Judged> {
    let judged: Judged = serde_json::from_str(finding.evidence.as_deref()?).ok()?;
    (judged.outcome == finding.outcome).then_some(judged)
}

fn without_reason(judged: &Judged) -> String {
    let outcome = judged.outcome.to_string();
    judged.evidence.as_ref().map_or_else(|| outcome.clone(), |evidence| format!("{outcome}: {evidence}"))
}

fn not_judged(grader: &Grader<'_>, prediction: &Sample, facts: Facts, reason: &str) -> Grade {
    let evidence = format!("the task's own reference does not pass here: {reason}");
    grader.without_run(prediction, facts, Outcome::NotJudged, evidence)
}

/// A prediction of which there is no text.
fn unread(grader: &Grader<'_>, repetition: u32, outcome: Outcome, why: &str, without: Option<&str>) -> Grade {
    let mut prediction = grader.reference_prediction();
    prediction.repetition = repetition;
    match without {
        Some(reason) => not_judged(grader, &prediction, Facts::default(), reason),
        None => grader.without_run(&prediction, Facts::default(), outcome, why.to_owned()),
    }
}
