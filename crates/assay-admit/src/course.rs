//! The course of one candidate's admission.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_mine::{Candidate, Snapshots};
use assay_oracle::{Selection, TestReport};
use assay_patch::MemoryTree;
use assay_types::{OracleStrength, TestId};

use crate::admission::{AdmittedOracle, Verdict};
use crate::error::AdmitError;
use crate::log::Log;
use crate::proof::fix_inside;
use crate::reason::Reason;
use crate::stability::{Commit, Observations, Settled, passed};
use crate::strength::parts;
use crate::subject::{Course, Halt, Subject, drop_for};
use crate::way::{Way, alone};

/// The most tests that are run alone. Targets beyond them leave the oracle: nobody knows whether they stand alone.
const MOST_ALONE: usize = 50;
/// What becomes of a candidate, with its log.
pub(crate) fn judge(
    course: &Course<'_>,
    candidate: &Candidate,
    snapshots: &Snapshots,
    log: &mut Log,
) -> Result<Verdict, AdmitError> {
    match admitted(course, candidate, snapshots, log) {
        Ok(oracle) => {
            log.line("admitted");
            Ok(Verdict::Admitted(Box::new(oracle)))
        }
        Err(Halt::Drop(reason, detail)) => {
            log.line(&format!("dropped: {}: {detail}", reason.words()));
            Ok(Verdict::Dropped { reason, detail })
        }
        Err(Halt::Fault(error)) => Err(error),
    }
}

fn admitted(
    course: &Course<'_>,
    candidate: &Candidate,
    snapshots: &Snapshots,
    log: &mut Log,
) -> Result<AdmittedOracle, Halt> {
    let mut subject = Subject::of(course, candidate, snapshots)?;
    if let Some(place) =
        fix_inside(&subject.trees, subject.prepared.packages.as_deref()).map_err(|source| {
            AdmitError::Storage { path: subject.prepared.packages.clone().unwrap_or_default(), source }
        })?
    {
        return drop_for(Reason::FixInside, place);
    }
    let telling = subject.screen(log)?;
    let settled = subject.settle(&telling, log)?;
    subject.holds_for_the_reference(&settled, log)?;
    let strength = subject.strength(&settled, log)?;
    Ok(AdmittedOracle {
        environment: subject.prepared.environment,
        runner: subject.runner,
        target_tests: settled.targets,
        regression_tests: settled.regressions,
        unstable_tests: settled.unstable,
        strength,
    })
}

impl Subject<'_> {
    /// One run of each commit with the changed files alone: most candidates that come to nothing end here. The tests that told the
    /// commits apart.
    fn screen(&mut self, log: &mut Log) -> Result<BTreeSet<TestId>, Halt> {
        let files = self.trees.test_files(self.runner);
        let selection = if files.is_empty() { Selection::All } else { Selection::Files(files) };
        let mut seen = |commit, log: &mut Log| -> Result<BTreeSet<TestId>, Halt> {
            Ok(passed(&self.run(commit, Way::FileOrder, selection.clone(), "screening, ", log)?))
        };
        let after = seen(Commit::After, log)?;
        if after.is_empty() {
            return drop_for(Reason::NothingPasses, "");
        }
        let before = seen(Commit::Before, log)?;
        let telling: BTreeSet<TestId> = after.difference(&before).cloned().collect();
        if telling.is_empty() {
            return drop_for(Reason::PassesBefore, format!("{} tests", after.len()));
        }
        Ok(telling)
    }

    /// Runs the tests at both commits in every way. Where nothing is left, it is said of those that told the commits apart once in which
    /// ways they do not.
    fn settle(&mut self, telling: &BTreeSet<TestId>, log: &mut Log) -> Result<Settled, Halt> {
        let mut seen = Observations::default();
        for _ in 0..self.course.repetitions {
            for way in Way::TOGETHER {
                for commit in [Commit::After, Commit::Before] {
                    let report = self.run(commit, way, Selection::All, "", log)?;
                    seen.together(commit, way, &report);
                }
            }
        }
        let may_tell = seen.settle().targets;
        for test in may_tell.iter().take(MOST_ALONE) {
            for commit in [Commit::After, Commit::Before] {
                let report = self.run(commit, Way::Alone, alone(test), &format!("{}, ", test.0), log)?;
                seen.alone(commit, test, &report);
            }
        }
        let mut settled = seen.settle();
        settled.targets.retain(|test| may_tell.iter().take(MOST_ALONE).any(|known| known == test));
        for unstable in &settled.unstable {
            let ways: Vec<&str> = unstable.ways.iter().map(|way| way.word()).collect();
            log.line(&format!("unstable: {} ({})", unstable.test.0, ways.join(", ")));
        }
        if settled.targets.is_empty() {
            let of_those = settled.unstable.iter().filter(|unstable| telling.contains(&unstable.test));
            let ways: BTreeSet<Way> = of_those.flat_map(|unstable| unstable.ways.iter().copied()).collect();
            let ways: Vec<&str> = ways.into_iter().map(Way::word).collect();
            return drop_for(Reason::Unstable, ways.join(", "));
        }
        Ok(settled)
    }

    /// The reference patch must resolve what the fix resolves, and nothing must not. Without a patch the tests have run before; here they
    /// are asked once more as a grader asks.
    fn holds_for_the_reference(&mut self, settled: &Settled, log: &mut Log) -> Result<(), Halt> {
        if *self.trees.reference != *self.trees.fix {
            let tree = self.trees.reference.clone();
            let report = self.run_tree(&tree, Way::FileOrder, Selection::All, "the reference patch", log)?;
            if let Some(test) = unresolved(&report, settled) {
                return drop_for(Reason::ReferenceDoesNotResolve, test.0);
            }
        }
        let tree = self.trees.before.clone();
        let report = self.run_tree(&tree, Way::FileOrder, Selection::All, "no patch", log)?;
        if unresolved(&report, settled).is_none() {
            return drop_for(Reason::EmptyPatchResolves, "");
        }
        Ok(())
    }

    /// What the tests say of the reference without one of its hunks.
    fn strength(&mut self, settled: &Settled, log: &mut Log) -> Result<OracleStrength, Halt> {
        let mut strength = OracleStrength::default();
        for (number, part) in parts(&self.trees.source).iter().enumerate() {
            let what = format!("without hunk {}", number + 1);
            let noticed = if part.files.is_empty() {
                // That is no patch at all, which does not resolve it.
                true
            } else {
                match self.trees.with(part) {
                    Ok(tree) => self.notices(tree, settled, &what, log)?,
                    Err(fault) => {
                        // A part that does not apply by itself says nothing of the tests.
                        log.line(&format!("{what}: it does not apply: {fault}"));
                        continue;
                    }
                }
            };
            strength.hunks += 1;
            strength.noticed += u32::from(noticed);
        }
        if strength.noticed == 0 {
            return drop_for(Reason::NothingNoticed, format!("{} hunks", strength.hunks));
        }
        Ok(strength)
    }

    /// Whether the tests do not pass on some files. Tests that do not come to their end do not pass, either.
    fn notices(
        &mut self,
        tree: MemoryTree,
        settled: &Settled,
        what: &str,
        log: &mut Log,
    ) -> Result<bool, Halt> {
        match self.run_tree(&Arc::new(tree), Way::FileOrder, Selection::All, what, log) {
            Ok(report) => Ok(unresolved(&report, settled).is_some()),
            Err(Halt::Drop(..)) => Ok(true),
            Err(fault) => Err(fault),
        }
    }
}

/// A test that should have passed and did not.
fn unresolved(report: &TestReport, settled: &Settled) -> Option<TestId> {
    let passed = passed(report);
    let wanted = settled.targets.iter().chain(&settled.regressions);
    wanted.into_iter().find(|test| !passed.contains(test)).cloned()
}
