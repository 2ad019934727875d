//! One task's predictions, graded.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_benchmark::maintenance::RepositoryTask;
use assay_oracle::{Oracle, Order, Selection, TestReport, TestRun};
use assay_patch::{Fault, MemoryTree, Patch, parse};
use assay_sandbox::Surroundings;
use assay_types::{Digest, FailCause, FieldKind, Outcome, Sample};

use crate::failure::Failure;
use crate::grade::{Grade, GradeSettings, SCHEMA_VERSION};
use crate::judge::{Judged, TestTally, judge};
use crate::prediction::Facts;
use crate::restore::Restoration;
use crate::run::GradeError;

/// How often a run that the machine failed is made before it counts as the machine's fault.
const ATTEMPTS: usize = 2;

/// Grades the predictions of one task.
#[derive(Debug)]
pub struct Grader<'a> {
    task: &'a RepositoryTask,
    parent: Arc<MemoryTree>,
    restoration: Restoration,
    reference: Patch,
}

impl<'a> Grader<'a> {
    /// Makes ready for a task's predictions.
    ///
    /// # Errors
    ///
    /// The fault of one of the task's own patches, which a task that was loaded has none of; or its files are no longer there.
    pub fn new(task: &'a RepositoryTask) -> Result<Self, GradeError> {
        let at_fault = |fault| GradeError::Task { task: task.id().clone(), fault };
        let parent = task.parent()?;
        let reference = parse(task.task.reference_patch.as_bytes()).map_err(at_fault)?;
        let tests = &task.task.test_patch;
        let tests = if tests.is_empty() { None } else { Some(parse(tests.as_bytes()).map_err(at_fault)?) };
        let restoration = Restoration::of(parent.clone(), &reference, tests.as_ref()).map_err(at_fault)?;
        Ok(Self { task, parent, restoration, reference })
    }

    pub(crate) fn parent(&self) -> &MemoryTree {
        &self.parent
    }

    /// Grades one prediction. The machine's faults are tried again once; whoever causes them twice, where the reference passes, has
    /// ended the run itself.
    #[must_use]
    pub fn grade(
        &self,
        prediction: &Sample,
        oracle: &dyn Oracle,
        settings: &GradeSettings,
        cancelled: &AtomicBool,
    ) -> Grade {
        let (facts, tree) = self.prepare(prediction);
        match tree {
            Err((outcome, evidence)) => self.without_run(prediction, facts, outcome, evidence),
            Ok(tree) => {
                let judged = self.run(&facts, &tree, oracle, settings, cancelled);
                self.with_run(prediction, facts, judged)
            }
        }
    }

    /// The reference patch as a prediction.
    #[must_use]
    pub fn reference_prediction(&self) -> Sample {
        Sample {
            task: self.task.id().clone(),
            repetition: 0,
            field: FieldKind::Solution,
            raw: self.task.task.reference_patch.clone(),
            finish: None,
            line: 0,
        }
    }

    pub(crate) fn task(&self) -> &RepositoryTask {
        self.task
    }

    pub(crate) fn reference(&self) -> &Patch {
        &self.reference
    }

    pub(crate) fn restoration(&self) -> &Restoration {
        &self.restoration
    }

    /// The run by which the reference patch is judged as if it were a prediction; where none is made, what it comes to and why.
    pub fn reference_run(&self, settings: &GradeSettings) -> Result<TestRun, (Outcome, String)> {
        let (facts, tree) = self.prepare(&self.reference_prediction());
        tree.map(|tree| self.test_run(&facts, &tree, settings))
    }

    /// The run by which a repository without a patch would be judged.
    #[must_use]
    pub fn run_without_patch(&self, settings: &GradeSettings) -> TestRun {
        self.test_run(&Facts::default(), &Arc::new(self.restoration.without_patch()), settings)
    }

    /// The run by which a patch is judged that has been parsed already.
    ///
    /// # Errors
    ///
    /// The patch's fault, where it does not apply.
    pub fn run_with(&self, patch: &Patch, settings: &GradeSettings) -> Result<TestRun, Fault> {
        let tree = Arc::new(self.restoration.with(patch)?);
        Ok(self.test_run(&Facts::default(), &tree, settings))
    }

    /// What a report of such a run comes to.
    #[must_use]
    pub fn judge(&self, report: &TestReport) -> Judged {
        judge(&self.task.task, report)
    }

    /// Runs the tests on some files until there is a report, or the machine has failed often enough.
    pub(crate) fn run(
        &self,
        facts: &Facts,
        tree: &Arc<MemoryTree>,
        oracle: &dyn Oracle,
        settings: &GradeSettings,
        cancelled: &AtomicBool,
    ) -> Judged {
        let run = self.test_run(facts, tree, settings);
        let mut said = String::new();
        for _ in 0..ATTEMPTS {
            match oracle.run(&run, cancelled) {
                Ok(report) => return judge(&self.task.task, &report),
                Err(error) => said = error.to_string(),
            }
        }
        // Killing what supervises must not be a way out of an outcome.
        let (outcome, evidence) = if self.reference_passes(facts, oracle, settings, cancelled) {
            (
                Outcome::Fail { cause: FailCause::Exited },
                format!(
                    "twice the run came to no end that could be told ({said}), and the reference passes in its place"
                ),
            )
        } else {
            (Outcome::Infrastructure, said)
        };
        let none = |tests: usize| TestTally { tests, ..TestTally::default() };
        Judged {
            outcome,
            evidence: Some(evidence),
            target: none(self.task.task.target_tests.len()),
            regression: none(self.task.task.regression_tests.len()),
            by_chance: true,
            log: String::new(),
        }
    }

    /// Whether the reference passes where a prediction failed the machine. The reference itself is not asked again.
    fn reference_passes(
        &self,
        facts: &Facts,
        oracle: &dyn Oracle,
        settings: &GradeSettings,
        cancelled: &AtomicBool,
    ) -> bool {
        let (reference, tree) = self.prepare(&self.reference_prediction());
        if reference.patch == facts.patch {
            return false;
        }
        let Ok(tree) = tree else { return false };
        let report = oracle.run(&self.test_run(&reference, &tree, settings), cancelled);
        report.is_ok_and(|report| judge(&self.task.task, &report).outcome.passed())
    }

    fn test_run(&self, facts: &Facts, tree: &Arc<MemoryTree>, settings: &GradeSettings) -> TestRun {
        let task = &self.task.task;
        let tests = task.target_tests.iter().chain(&task.regression_tests).cloned().collect();
        TestRun {
            tree: tree.clone(),
            runner: task.runner,
            selection: Selection::Tests(tests),
            order: Order::File,
            surroundings: Surroundings::default(),
            decoys: Some(self.decoys(facts, settings.seed)),
            limits: settings.limits,
        }
    }

    /// What decoys are named by: the same for the same prediction, and unknown to whoever writes one.
    fn decoys(&self, facts: &Facts, seed: u64) -> u64 {
        let patch = facts.patch.map_or([0; 32], |digest| *digest.as_bytes());
        let parts: [&[u8]; 4] =
            [b"assay decoys", self.task.id().as_str().as_bytes(), &patch, &seed.to_be_bytes()];
        Digest::of_parts(&parts).as_bytes()[..8].iter().fold(0, |seed, byte| seed << 8 | u64::from(*byte))
    }

    pub(crate) fn with_run(&self, prediction: &Sample, facts: Facts, judged: Judged) -> Grade {
        Grade {
            target_tests: Some(judged.target),
            regression_tests: Some(judged.regression),
            log: judged.log,
            ..self.form(prediction, facts, judged.outcome, judged.evidence)
        }
    }

    pub(crate) fn without_run(
        &self,
        prediction: &Sample,
        facts: Facts,
        outcome: Outcome,
        evidence: String,
    ) -> Grade {
        self.form(prediction, facts, outcome, Some(evidence))
    }

    fn form(&self, prediction: &Sample, facts: Facts, outcome: Outcome, evidence: Option<String>) -> Grade {
        Grade {
            schema_version: SCHEMA_VERSION,
            task_id: self.task.id().clone(),
            category: self.task.task.category,
            repetition: prediction.repetition,
            failure: Failure::of(&outcome),
            outcome,
            evidence,
            extraction: facts.extraction.into_iter().map(str::to_owned).collect(),
            patch_sha256: facts.patch,
            repairs: facts.repairs,
            overwritten: facts.overwritten,
            flags: facts.flags,
            target_tests: None,
            regression_tests: None,
            alterations: facts.alterations,
            log: String::new(),
        }
    }
}
