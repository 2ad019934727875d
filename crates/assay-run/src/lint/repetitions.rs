//! Whether reference solutions always pass: again, and where what a program meets by chance is otherwise.
//!
//! None of these findings is stored: nothing in a key tells such surroundings, or one trial and the next, apart.

use std::collections::BTreeMap;
use std::time::Instant;

use assay_check::{Check as _, Plan, Subject};
use assay_sandbox::{EnvironmentRoot, Surroundings};
use assay_types::{Finding, Outcome};

use super::finding::{LintCode, LintFinding};
use super::{LintSettings, Reference};
use crate::error::RunError;
use crate::progress::{Phase, Progress};
use crate::scheduler::{self, Begun, Job, Pool};
use crate::session::Session;
use crate::timing::Timing;

/// Trials of a reference that failed at first: one that fails every second time fails all of them once in 2048 times.
const AFTER_A_FAILURE: usize = 11;
/// Trials from which the cause of a failure elsewhere is concluded.
const TRIALS_OF_A_CAUSE: usize = 3;
/// Hash seed, seed of `random`, and zone: 14 hours before UTC and 12 behind it, the furthest there are. A failure is tried
/// again with one of the three at a time, so varying all at once costs nothing.
const ELSEWHERE: [(u32, u32, &str); 4] =
    [(1, 1, "<+14>-14"), (2, 2, "<-12>12"), (3, 3, "<+14>-14"), (4, 4, "<-12>12")];

/// What references do that do not always pass, each finding with its task's place in the benchmark.
pub(super) fn findings(
    session: &Session,
    references: &[Reference<'_>],
    settings: LintSettings,
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<Vec<(usize, LintFinding)>, RunError> {
    if settings.repetitions == 0 {
        return Ok(Vec::new());
    }
    let run = Run { session, references, progress };
    let times = |reference: &Reference<'_>| match reference.failure {
        None => settings.repetitions,
        // Only what was judged within its limits: the others take long, and fail for a reason of their own.
        Some((Outcome::Fail { .. }, _)) => AFTER_A_FAILURE,
        Some(_) => 0,
    };
    let here = references.iter().enumerate().flat_map(|(place, reference)| vec![place; times(reference)]);
    let here = vec![(Surroundings::default(), here.collect())];
    let passing: Vec<usize> = (0..references.len()).filter(|place| references[*place].passes()).collect();
    let elsewhere: Vec<(Surroundings, Vec<usize>)> =
        ELSEWHERE.iter().map(|one| (surroundings(*one), passing.clone())).collect();
    progress.begin(Phase::Repetitions, trials(&here) + trials(&elsewhere), 0);
    let again = run.judge(&here, timing)?;
    let elsewhere = run.judge(&elsewhere, timing)?;
    progress.end();
    let mut suspects: Vec<(usize, Vec<Surroundings>)> = Vec::new();
    for place in passing {
        let failed: Vec<Surroundings> = elsewhere
            .iter()
            .filter(|((_, other), _)| *other == place)
            .filter(|(_, findings)| findings.iter().any(fails))
            .map(|((number, _), _)| surroundings(ELSEWHERE[*number]))
            .collect();
        let always = !again.get(&(0, place)).is_some_and(|findings| findings.iter().any(fails));
        if always && !failed.is_empty() {
            suspects.push((place, failed));
        }
    }
    let mut found = run.unsteady(&again);
    found.extend(run.causes(&suspects, timing)?);
    Ok(found.into_iter().map(|(place, finding)| (references[place].number, finding)).collect())
}

fn surroundings((hash_seed, random_seed, zone): (u32, u32, &str)) -> Surroundings {
    Surroundings { hash_seed, random_seed, time_zone: zone.to_owned() }
}

/// Whether a finding says something against the reference.
fn fails(finding: &Finding) -> bool {
    !finding.outcome.passed() && finding.outcome != Outcome::Infrastructure
}

/// Findings by the place of their surroundings and of their reference.
type Findings = BTreeMap<(usize, usize), Vec<Finding>>;

fn trials(plan: &[(Surroundings, Vec<usize>)]) -> usize {
    plan.iter().map(|(_, places)| places.len()).sum()
}

struct Run<'a> {
    session: &'a Session,
    references: &'a [Reference<'a>],
    progress: &'a dyn Progress,
}

impl Run<'_> {
    /// Judges references, by their places, in surroundings. Other ones than the usual have slots of their own, which end
    /// with this.
    fn judge(&self, plan: &[(Surroundings, Vec<usize>)], timing: &mut Timing) -> Result<Findings, RunError> {
        let session = self.session;
        let start = Instant::now();
        let mut findings = Findings::new();
        for (part, some) in plan.chunks(session.jobs.max(1)).enumerate() {
            let slots = (session.jobs / some.len()).max(1);
            let pools: Vec<Option<Pool>> =
                some.iter().map(|(surroundings, _)| self.pool(surroundings)).collect();
            let begun: Vec<Begun<'_>> = some
                .iter()
                .zip(&pools)
                .map(|((_, places), pool)| {
                    let jobs = self.jobs(places);
                    let pool = pool.as_ref().unwrap_or(&session.pool);
                    scheduler::begin(session, pool, slots.min(jobs.len()), jobs)
                })
                .collect();
            timing.slots = timing.slots.max(slots * some.len());
            for (number, (begun, (_, places))) in begun.into_iter().zip(some).enumerate() {
                begun.finish(session, timing, |job, report| {
                    let finding = session.check.read(&report);
                    self.progress.advance(&finding.outcome);
                    let place = (part * session.jobs + number, places[job]);
                    findings.entry(place).or_default().push(finding);
                    Ok(())
                })?;
            }
        }
        timing.ran_for(start.elapsed());
        Ok(findings)
    }

    /// Slots for surroundings; none for the usual ones, which the session has.
    fn pool(&self, surroundings: &Surroundings) -> Option<Pool> {
        let root = &self.session.environment.root;
        let root = EnvironmentRoot { surroundings: surroundings.clone(), ..root.clone() };
        (*surroundings != Surroundings::default()).then(|| Pool::new(self.session.engine.clone(), root))
    }

    /// Trials of references, numbered as their places are. Each time that a reference comes up it is in a group of its
    /// own, so that its trials run in several slots.
    fn jobs(&self, places: &[usize]) -> Vec<Job> {
        let check = &self.session.check;
        let planned = places.iter().enumerate().filter_map(|(number, place)| {
            let Reference { task, limits, .. } = self.references[*place];
            match check.plan(&Subject { task, module: task.reference.clone() }, limits) {
                Plan::Trial(trial) => {
                    Some(Job { number, group: number, trial, measuring: None, reference: None })
                }
                Plan::Known(_) => None,
            }
        });
        planned.collect()
    }

    /// References that fail in some of their trials in the usual surroundings.
    fn unsteady(&self, again: &Findings) -> Vec<(usize, LintFinding)> {
        let mut found = Vec::new();
        for ((_, place), findings) in again {
            let reference = &self.references[*place];
            let passed = findings.iter().filter(|finding| finding.outcome.passed()).count()
                + usize::from(reference.passes());
            let failures: Vec<&Finding> = findings.iter().filter(|finding| fails(finding)).collect();
            let failed = failures.len() + usize::from(!reference.passes());
            if passed > 0 && failed > 0 {
                let last = failures.last().map_or_else(
                    || reference.failure.map(|(_, reason)| reason.to_owned()).unwrap_or_default(),
                    |finding| said(finding),
                );
                let message = format!(
                    "the reference solution does not always pass: {failed} of {} equal trials failed: {last}",
                    passed + failed
                );
                let task = &reference.task.id;
                found.push((*place, LintFinding::new(task, LintCode::ReferenceFlaky, message)));
            }
        }
        found
    }

    /// Why references fail elsewhere that pass each time here: one thing at a time is made otherwise.
    fn causes(
        &self,
        suspects: &[(usize, Vec<Surroundings>)],
        timing: &mut Timing,
    ) -> Result<Vec<(usize, LintFinding)>, RunError> {
        let usual = Surroundings::default;
        let mut plan: Vec<(Surroundings, Vec<usize>)> = Vec::new();
        let mut ask = |surroundings: Surroundings, place: usize| {
            let known = plan.iter().position(|(other, _)| *other == surroundings);
            let known = known.unwrap_or_else(|| {
                plan.push((surroundings, Vec::new()));
                plan.len() - 1
            });
            if !plan[known].1.contains(&place) {
                plan[known].1.extend([place; TRIALS_OF_A_CAUSE]);
            }
        };
        for (place, failed) in suspects {
            ask(usual(), *place);
            for Surroundings { hash_seed, random_seed, time_zone } in failed.iter().cloned() {
                ask(Surroundings { hash_seed, ..usual() }, *place);
                ask(Surroundings { random_seed, ..usual() }, *place);
                ask(Surroundings { time_zone, ..usual() }, *place);
            }
        }
        if plan.is_empty() {
            return Ok(Vec::new());
        }
        self.progress.begin(Phase::Repetitions, trials(&plan), 0);
        let said = self.judge(&plan, timing)?;
        self.progress.end();
        let mut found = Vec::new();
        for (place, _) in suspects {
            let of_place: Vec<(&Surroundings, &[Finding])> = plan
                .iter()
                .enumerate()
                .filter_map(|(number, (surroundings, _))| {
                    said.get(&(number, *place)).map(|findings| (surroundings, findings.as_slice()))
                })
                .collect();
            let task = &self.references[*place].task.id;
            found.extend(
                concluded(&of_place)
                    .into_iter()
                    .map(|(code, message)| (*place, LintFinding::new(task, code, message))),
            );
        }
        Ok(found)
    }
}

/// What follows from trials of one reference in several surroundings, of which it was seen to fail in one.
fn concluded(trials: &[(&Surroundings, &[Finding])]) -> Vec<(LintCode, String)> {
    let usual = Surroundings::default();
    let mut found: Vec<(LintCode, String)> = Vec::new();
    for (surroundings, findings) in trials {
        let failures: Vec<&Finding> = findings.iter().filter(|finding| fails(finding)).collect();
        let Some(failure) = failures.first() else { continue };
        let evidence = said(failure);
        let cause = if failures.len() < findings.len() || **surroundings == usual {
            None
        } else if surroundings.hash_seed != usual.hash_seed {
            let message = format!("with PYTHONHASHSEED={}, and does with 0", surroundings.hash_seed);
            Some((LintCode::DependsOnHashSeed, message))
        } else if surroundings.random_seed != usual.random_seed {
            let message = format!("when random is seeded with {}, and does with 0", surroundings.random_seed);
            Some((LintCode::DependsOnRandomSeed, message))
        } else {
            let message = format!("in the time zone TZ={}, and does in UTC", surroundings.time_zone);
            Some((LintCode::DependsOnTimeZone, message))
        };
        let Some((code, how)) = cause else {
            let message = format!("the reference solution does not always pass: {evidence}");
            return vec![(LintCode::ReferenceFlaky, message)];
        };
        if found.iter().all(|(other, _)| *other != code) {
            found.push((code, format!("the reference solution does not pass {how}: {evidence}")));
        }
    }
    if found.is_empty() {
        let message = "the reference solution does not always pass: it failed once where PYTHONHASHSEED, the seed of \
                       random and the time zone were others, and not where one of them was";
        found.push((LintCode::ReferenceFlaky, message.to_owned()));
    }
    found
}

fn said(finding: &Finding) -> String {
    let evidence = finding.evidence.as_deref().map_or_else(String::new, |evidence| format!(": {evidence}"));
    format!("{}{evidence}", finding.outcome)
}
