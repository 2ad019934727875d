//! From an answer to the files that tests run on, or to the outcome that it has without a run.

use std::sync::Arc;

use assay_extract::extract_patch;
use assay_patch::{RepairKind, apply, parse};
use assay_types::{Digest, Outcome, Sample, TestId};

use crate::alterations::Alterations;
use crate::grader::Grader;
use crate::planted::{self, Flag, FlagKind};
use crate::protected;
use crate::restore::Overwritten;

/// What is known of a prediction without running anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The rule that found the patch in the answer, and what was done besides.
    pub(crate) extraction: Vec<&'static str>,
    /// The digest of the patch's text.
    pub(crate) patch: Option<Digest>,
    /// What was mended, and in which file.
    pub(crate) repairs: Vec<String>,
    pub(crate) overwritten: Vec<Overwritten>,
    pub(crate) flags: Vec<Flag>,
    pub(crate) alterations: Option<Alterations>,
}

/// A prediction that tests can run on, or why not.
pub(crate) type Runnable = Result<Arc<assay_patch::MemoryTree>, (Outcome, String)>;

impl Grader<'_> {
    /// Finds the patch, applies it to the parent's files, and puts back what is not its own.
    pub(crate) fn prepare(&self, prediction: &Sample) -> (Facts, Runnable) {
        let found = extract_patch(prediction);
        let mut facts = Facts::default();
        facts.extraction.push(found.rule);
        facts.extraction.extend(found.edits);
        let text = match found.patch {
            Ok(text) => text,
            Err(reason) => return (facts, Err((Outcome::NoAnswer { reason }, "no patch".to_owned()))),
        };
        facts.patch = Some(Digest::of(text.as_bytes()));
        let patch = match parse(text.as_bytes()) {
            Ok(patch) => patch,
            Err(fault) => return (facts, Err((fault.outcome(), fault.to_string()))),
        };
        let parent = self.parent();
        let applied = match apply(&patch, parent) {
            Ok(applied) => applied,
            Err(fault) => return (facts, Err((fault.outcome(), fault.to_string()))),
        };
        facts.repairs = applied
            .repairs
            .iter()
            .map(|repair| {
                let what = match repair.kind {
                    RepairKind::LastLineEnded => "the patch's last line was ended",
                    RepairKind::CarriageReturnsRemoved => "CRLF line ends became LF",
                };
                repair.path.as_ref().map_or_else(|| what.to_owned(), |path| format!("{path}: {what}"))
            })
            .collect();
        let (tree, overwritten) = self.restoration().put_back(parent.with(&applied));
        let put_back = |path: &str| {
            protected::of_path(path).is_some() || overwritten.iter().any(|file| file.path == path)
        };
        facts.alterations = Some(Alterations::of(&patch, self.reference(), |path| !put_back(path)));
        let mut flags: Vec<Flag> = planted::naming_internals(&patch, |path| !put_back(path)).collect();
        flags.extend(
            patch
                .files
                .iter()
                .map(|file| file.path.as_str())
                .filter(|path| self.tests_in(path))
                .map(|path| Flag { kind: FlagKind::TestsInSource, path: path.to_owned() }),
        );
        flags.sort_unstable();
        flags.dedup();
        facts.flags = flags;
        facts.overwritten = overwritten;
        if let Some(path) = planted::stand_in(parent, &applied) {
            let evidence =
                format!("it makes {path:?}, which would run in the place of the tests' runner or before it");
            return (facts, Err((Outcome::Tampered, evidence)));
        }
        (facts, Ok(Arc::new(tree)))
    }

    /// Whether a file that is a prediction's to decide holds tests of the task.
    fn tests_in(&self, path: &str) -> bool {
        let task = &self.task().task;
        let here = |test: &TestId| test.0.strip_prefix(path).is_some_and(|rest| rest.starts_with("::"));
        protected::of_path(path).is_none()
            && !self.restoration().is_of_tests(path)
            && task.target_tests.iter().chain(&task.regression_tests).any(here)
    }
}
