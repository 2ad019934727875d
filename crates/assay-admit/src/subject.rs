//! A candidate under way: its trees, its environment, and its runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_grade::is_by_chance;
use assay_mine::{Candidate, Snapshots};
use assay_oracle::{RunEnd, Selection, TestReport, TestRun};
use assay_patch::MemoryTree;
use assay_types::{Digest, Runner};

use crate::error::AdmitError;
use crate::log::Log;
use crate::preparation::{NotPrepared, Preparation, Prepared};
use crate::reason::Reason;
use crate::stability::Commit;
use crate::trees::Trees;
use crate::way::Way;

/// How often a run is tried that ends by a fault of ours, or as a busy machine ends runs.
const TRIES: usize = 2;

/// Why the course of a candidate ends early.
pub(crate) enum Halt {
    /// It is no task.
    Drop(Reason, String),
    /// Nobody knows yet.
    Fault(AdmitError),
}

impl From<AdmitError> for Halt {
    fn from(error: AdmitError) -> Self {
        Self::Fault(error)
    }
}

pub(crate) fn drop_for<Value>(reason: Reason, detail: impl Into<String>) -> Result<Value, Halt> {
    Err(Halt::Drop(reason, detail.into()))
}

/// Settings of a course.
pub(crate) struct Course<'a> {
    pub(crate) preparation: &'a dyn Preparation,
    pub(crate) repetitions: usize,
    pub(crate) seed: u64,
    pub(crate) cancelled: &'a AtomicBool,
}

/// A candidate under way.
pub(crate) struct Subject<'a> {
    pub(crate) course: &'a Course<'a>,
    pub(crate) candidate: &'a Candidate,
    pub(crate) runner: Runner,
    pub(crate) trees: Trees,
    pub(crate) prepared: Prepared,
    /// Runs so far: each has decoys of its own.
    runs: u64,
}

impl<'a> Subject<'a> {
    /// Its trees and its environment.
    pub(crate) fn of(
        course: &'a Course<'a>,
        candidate: &'a Candidate,
        snapshots: &Snapshots,
    ) -> Result<Self, Halt> {
        if let Some(parked) = &candidate.parked {
            return drop_for(Reason::Parked, parked);
        }
        let runner = match candidate.runner.as_deref() {
            Some("pytest") => Runner::Pytest,
            Some("unittest") => Runner::Unittest,
            other => return drop_for(Reason::Parked, format!("nobody known runs its tests: {other:?}")),
        };
        let files = |commit: &str| -> Result<MemoryTree, Halt> {
            let found = snapshots.files(commit).map_err(AdmitError::from)?;
            found.ok_or_else(|| Halt::Drop(Reason::CommitMissing, commit.to_owned()))
        };
        let (parent, fix) = (files(&candidate.parent)?, files(&candidate.fix)?);
        let trees = Trees::of(candidate, parent, fix)
            .map_err(|fault| Halt::Drop(Reason::PatchDoesNotApply, fault.to_string()))?;
        let prepared = course.preparation.prepare(&trees.fix, &candidate.fix_committed);
        let prepared = prepared.map_err(|error| match error {
            NotPrepared::Project(reason, detail) => Halt::Drop(reason, detail),
            NotPrepared::Machine(error) => Halt::Fault(error),
        })?;
        Ok(Self { course, candidate, runner, trees, prepared, runs: 0 })
    }

    /// One run of a commit.
    pub(crate) fn run(
        &mut self,
        commit: Commit,
        way: Way,
        selection: Selection,
        what: &str,
        log: &mut Log,
    ) -> Result<TestReport, Halt> {
        let tree = match commit {
            Commit::Before => self.trees.before.clone(),
            Commit::After => self.trees.fix.clone(),
        };
        self.run_tree(&tree, way, selection, &format!("{what}{}, {}", commit.word(), way.word()), log)
    }

    fn run_tree(
        &mut self,
        tree: &Arc<MemoryTree>,
        way: Way,
        selection: Selection,
        what: &str,
        log: &mut Log,
    ) -> Result<TestReport, Halt> {
        self.runs += 1;
        let run = way.run(tree, self.runner, selection, ["order", "decoys"].map(|use_| self.seed(use_)));
        self.report_of(&run, what, log)
    }

    /// One run as a grader makes it, which must come to its end.
    pub(crate) fn run_graded(
        &mut self,
        mut run: TestRun,
        what: &str,
        log: &mut Log,
    ) -> Result<TestReport, Halt> {
        self.runs += 1;
        run.decoys = Some(self.seed("decoys"));
        self.report_of(&run, what, log)
    }

    fn report_of(&self, run: &TestRun, what: &str, log: &mut Log) -> Result<TestReport, Halt> {
        let report = self.tried(run)?;
        log.run(what, &report);
        match &report.end {
            RunEnd::Completed | RunEnd::Broken(_) => Ok(report),
            RunEnd::Stopped => Err(Halt::Fault(AdmitError::Stopped)),
            RunEnd::Tampered(evidence) => drop_for(Reason::Tampers, format!("{what}: {evidence}")),
            RunEnd::Died(_) | RunEnd::Limit(_) => {
                drop_for(Reason::RunDidNotEnd, format!("{what}: {:?}", report.end))
            }
        }
    }

    fn tried(&self, run: &TestRun) -> Result<TestReport, AdmitError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let result = self.prepared.oracle.run(run, self.course.cancelled);
            let by_chance = result.as_ref().map_or(true, |report| is_by_chance(&report.end));
            if !by_chance || tries == TRIES || self.course.cancelled.load(Ordering::Relaxed) {
                return Ok(result?);
            }
        }
    }

    /// A number for this run that hangs on nothing but the settings, the candidate and the run's own number.
    fn seed(&self, use_: &str) -> u64 {
        let numbers = [self.course.seed, self.runs].map(|number| number.to_string());
        let digest = Digest::of_parts(&[&numbers[0], self.candidate.id.as_str(), &numbers[1], use_]);
        digest.as_bytes().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}
