//! The course of one candidate's admission.

use std::collections::BTreeSet;

use assay_benchmark::maintenance::RepositoryTask;
use assay_grade::{GradeSettings, Grader, Judged};
use assay_mine::{Candidate, Snapshots};
use assay_oracle::{Selection, TestRun};
use assay_sandbox::SandboxError;
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
/// Where its repository is known stands in no run.
const ANY_REPOSITORY: &str = "admission";

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
            AdmitError::Packages { path: subject.prepared.packages.clone().unwrap_or_default(), source }
        })?
    {
        return drop_for(Reason::FixInside, place);
    }
    let telling = subject.screen(log)?;
    let settled = subject.settle(&telling, log)?;
    let oracle = AdmittedOracle {
        environment: subject.prepared.environment.clone(),
        runner: subject.runner,
        target_tests: settled.targets,
        regression_tests: settled.regressions,
        unstable_tests: settled.unstable,
        strength: OracleStrength::default(),
    };
    let task = subject.task(&oracle)?;
    let grader =
        Grader::new(&task).map_err(|error| Halt::Drop(Reason::PatchDoesNotApply, error.to_string()))?;
    subject.holds_for_the_reference(&grader, log)?;
    let strength = subject.strength(&grader, log)?;
    Ok(AdmittedOracle { strength, ..oracle })
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

    /// The task that a grader would get.
    fn task(&self, oracle: &AdmittedOracle) -> Result<RepositoryTask, Halt> {
        let named = oracle.task(self.candidate, ANY_REPOSITORY).map_err(|error| error.to_string());
        let task = named.and_then(|task| {
            RepositoryTask::new(task, self.trees.parent.clone()).map_err(|error| error.to_string())
        });
        task.map_err(|problem| Halt::Drop(Reason::NoTask, problem))
    }

    /// As a grader runs and judges predictions, the reference patch must resolve it, and no patch must not.
    fn holds_for_the_reference(&mut self, grader: &Grader<'_>, log: &mut Log) -> Result<(), Halt> {
        let not = |why: String| drop_for(Reason::ReferenceDoesNotResolve, why);
        let run = match grader.reference_run(&self.grading()) {
            Ok(run) => run,
            Err((outcome, evidence)) => return not(format!("{outcome}: {evidence}")),
        };
        let judged = self.graded(grader, run, "the reference patch", log)?;
        if !judged.outcome.passed() {
            return not(format!("{}: {}", judged.outcome, judged.evidence.unwrap_or_default()));
        }
        let run = grader.run_without_patch(&self.grading());
        if self.graded(grader, run, "no patch", log)?.outcome.passed() {
            return drop_for(Reason::EmptyPatchResolves, "");
        }
        Ok(())
    }

    /// What the tests say of the reference without one of its hunks, as a grader asks them.
    fn strength(&mut self, grader: &Grader<'_>, log: &mut Log) -> Result<OracleStrength, Halt> {
        let mut strength = OracleStrength::default();
        for (number, part) in parts(&self.trees.source).iter().enumerate() {
            let what = format!("without hunk {}", number + 1);
            let noticed = if part.files.is_empty() {
                // That is no patch at all, which does not resolve it.
                true
            } else {
                match grader.run_with(part, &self.grading()) {
                    Ok(run) => match self.notices(grader, run, &what, log)? {
                        Some(noticed) => noticed,
                        None => continue,
                    },
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

    /// Whether the tests do not pass on some files. Tests that do not come to their end do not pass, either; those that this machine
    /// killed say nothing: without its hunk a loop may eat whatever memory there is, and would do so each time.
    fn notices(
        &mut self,
        grader: &Grader<'_>,
        run: TestRun,
        what: &str,
        log: &mut Log,
    ) -> Result<Option<bool>, Halt> {
        match self.graded(grader, run, what, log) {
            Ok(judged) => Ok(Some(!judged.outcome.passed())),
            Err(Halt::Drop(..)) => Ok(Some(true)),
            Err(Halt::Fault(AdmitError::Sandbox(SandboxError::Killed { .. }))) => {
                log.line(&format!("{what}: this machine killed its tests"));
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    /// What a run comes to by the judge of predictions.
    fn graded(
        &mut self,
        grader: &Grader<'_>,
        run: TestRun,
        what: &str,
        log: &mut Log,
    ) -> Result<Judged, Halt> {
        Ok(grader.judge(&self.run_graded(run, what, log)?))
    }

    fn grading(&self) -> GradeSettings {
        GradeSettings { seed: self.course.seed, ..GradeSettings::default() }
    }
}
