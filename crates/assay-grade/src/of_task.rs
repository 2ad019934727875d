//! The predictions of one task, in one run of many: its reference first, then each, unless it is known already.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use assay_patch::MemoryTree;
use assay_store::{StoreError, StoredFindings, Writer, stored_findings};
use assay_types::{Digest, Finding, Outcome, Sample, TaskId, TrialTime};

use crate::document::TaskWithoutGrades;
use crate::grade::{Grade, GradeSettings};
use crate::grader::Grader;
use crate::judge::{Judged, TestTally};
use crate::prediction::Facts;
use crate::run::{GradeError, GradeProgress, OpenedOracle, Oracles, Work};

/// Part of every key, of admissions' too: raised when grading changes what it says of the same report, or what it puts back.
pub const GRADING: &str = "assay grading 2";

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
    /// What was said of runs that a fault of this machine ended.
    pub(crate) faults: Vec<String>,
}

impl Shared<'_> {
    pub(crate) fn task(&self, work: &Work<'_>) -> Result<OfTask, GradeError> {
        let task = work.task;
        let grader = Grader::new(task)?;
        let stored = self.store.map(stored_findings).transpose()?;
        let opened = self.oracles.open(task);
        let opened = opened.map_err(|source| GradeError::Oracle { task: task.id().clone(), source })?;
        let elsewhere = opened.environment != task.task.environment.digest;
        let (found, faults) = (BTreeMap::new(), Vec::new());
        let mut judging = Judging { shared: self, grader: &grader, opened, stored, found, faults };
        let reference = judging.reference()?;
        let without = (!reference.outcome.passed()).then(|| without_reason(&reference));
        let mut all = Vec::new();
        for sample in &work.samples {
            let (facts, tree) = grader.prepare(sample);
            all.push(match (&without, tree) {
                (Some(reason), _) => not_judged(&grader, sample, facts, reason),
                (None, Err((outcome, evidence))) => grader.without_run(sample, facts, outcome, evidence),
                (None, Ok(tree)) => {
                    let judged = judging.judged(&facts, &tree, false)?;
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
        let elsewhere = elsewhere.then(|| task.id().clone());
        Ok(OfTask { grades: all, without, elsewhere, faults: judging.faults })
    }

    fn count(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.progress.graded(done, self.all);
    }
}

/// Everything that could change what a run finds. The task's id holds its tests and patches; the files that tests run on hold what
/// was put back, by whatever rule. The patch names the decoys.
fn key(
    task: &TaskId,
    [environment, version]: [&str; 2],
    facts: &Facts,
    tree: &MemoryTree,
    settings: &GradeSettings,
) -> Result<Digest, GradeError> {
    let parts = [
        GRADING.to_owned(),
        task.to_string(),
        environment.to_owned(),
        facts.patch.map(|digest| digest.to_string()).unwrap_or_default(),
        tree.digest().to_string(),
        version.to_owned(),
        serde_json::to_string(&settings.limits).map_err(unwritable)?,
        settings.seed.to_string(),
    ];
    Ok(Digest::of_parts(&parts))
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
    faults: Vec<String>,
}

impl Judging<'_> {
    fn reference(&mut self) -> Result<Judged, GradeError> {
        let (facts, tree) = self.grader.prepare(&self.grader.reference_prediction());
        match tree {
            Ok(tree) => self.judged(&facts, &tree, true),
            Err((outcome, evidence)) => Ok(Judged {
                outcome,
                evidence: Some(evidence),
                target: TestTally::default(),
                regression: TestTally::default(),
                by_chance: false,
                log: String::new(),
            }),
        }
    }

    /// What was found before under the same key; else what a run finds, which is kept if it is the prediction's own doing. Of a
    /// reference only a pass is: that it fails is this machine's or this moment's, and asked again at the next time.
    fn judged(
        &mut self,
        facts: &Facts,
        tree: &Arc<MemoryTree>,
        is_reference: bool,
    ) -> Result<Judged, GradeError> {
        let Shared { settings, cancelled, ref version, .. } = *self.shared;
        let places = [self.opened.environment.as_str(), version.as_str()];
        let key = key(self.grader.task().id(), places, facts, tree, settings)?;
        if let Some(judged) = self.found.get(&key) {
            return Ok(judged.clone());
        }
        let stored = self.stored.as_ref().map(|stored| stored.get(key)).transpose()?.flatten();
        if let Some(judged) = stored.as_ref().and_then(judged_of) {
            return Ok(judged);
        }
        if cancelled.load(Ordering::Relaxed) {
            return Err(GradeError::Interrupted);
        }
        let judged = self.grader.run(facts, tree, &*self.opened.oracle, settings, cancelled);
        if cancelled.load(Ordering::Relaxed) {
            return Err(GradeError::Interrupted);
        }
        if judged.outcome == Outcome::Infrastructure {
            let said = judged.evidence.clone().unwrap_or_default();
            self.faults.push(format!("{}: {said}", self.grader.task().id()));
        }
        if judged.outcome.is_judged() {
            let stays = if is_reference { judged.outcome.passed() } else { !judged.by_chance };
            if let Some(writer) = self.shared.writer.filter(|_| stays) {
                writer.finding(key, finding_of(&judged)?)?;
            }
            self.found.insert(key, judged.clone());
        }
        Ok(judged)
    }
}

/// What a run found, as the store keeps findings: the tests' tallies stand in the evidence as JSON, what they printed in the output.
fn finding_of(judged: &Judged) -> Result<Finding, GradeError> {
    Ok(Finding {
        outcome: judged.outcome.clone(),
        evidence: Some(serde_json::to_string(judged).map_err(unwritable)?),
        line: None,
        output: judged.log.clone(),
        time: TrialTime::default(),
    })
}

fn unwritable(source: serde_json::Error) -> GradeError {
    GradeError::Store(StoreError::Record { source })
}

/// What was found before, unless it cannot be read: then it is found again.
fn judged_of(finding: &Finding) -> Option<Judged> {
    let mut judged: Judged = serde_json::from_str(finding.evidence.as_deref()?).ok()?;
    judged.log.clone_from(&finding.output);
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

#[cfg(test)]
mod tests {
    use assay_patch::Mode;

    use super::*;

    #[test]
    fn files_that_are_put_back_by_another_rule_have_another_key() {
        let of = |files: &[(&str, Mode, &str)]| {
            let files = files
                .iter()
                .map(|(path, mode, text)| ((*path).to_owned(), (*mode, text.as_bytes().to_vec())));
            let (task, tree) = (TaskId::new("a").unwrap(), MemoryTree(files.collect()));
            key(&task, ["e", "v"], &Facts::default(), &tree, &GradeSettings::default()).unwrap()
        };
        let trees: [&[(&str, Mode, &str)]; 5] = [
            &[("a", Mode::File, "x")],
            &[("b", Mode::File, "x")],
            &[("a", Mode::Link, "x")],
            &[("a", Mode::File, "y")],
            &[],
        ];
        let keys: std::collections::BTreeSet<Digest> = trees.into_iter().map(of).collect();
        assert_eq!(keys.len(), trees.len());
    }
}
