//! Trials on slots: each slot a thread, each task's trials together where possible, faults of ours retried.

mod pool;
mod queue;
mod worker;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use assay_sandbox::{Measuring, SandboxError, Trial, TrialReport};
use crossbeam_channel::{Receiver, RecvTimeoutError};

use crate::error::RunError;
use crate::session::Session;
use crate::timing::Timing;

pub(crate) use pool::Pool;

/// How often a run looks whether it has been cancelled.
const CANCEL_INTERVAL: Duration = Duration::from_millis(50);

/// One trial to run.
pub(crate) struct Job {
    /// The caller's number for it.
    pub(crate) number: usize,
    /// Jobs of equal group share a judge while they run on one slot.
    pub(crate) group: usize,
    /// The trial.
    pub(crate) trial: Trial,
    /// What is measured of it, if anything is.
    pub(crate) measuring: Option<Measuring>,
    /// The task's reference solution as a trial, to tell a broken slot from a sample that breaks slots.
    pub(crate) reference: Option<Arc<Trial>>,
}

/// Runs all jobs and hands each report over as it comes.
pub(crate) fn run(
    session: &Session,
    jobs: Vec<Job>,
    timing: &mut Timing,
    done: impl FnMut(usize, TrialReport) -> Result<(), RunError>,
) -> Result<(), RunError> {
    run_on(session, session.jobs, jobs, timing, done)
}

/// The same on at most so many slots.
pub(crate) fn run_on(
    session: &Session,
    slots: usize,
    jobs: Vec<Job>,
    timing: &mut Timing,
    done: impl FnMut(usize, TrialReport) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let slots = slots.min(jobs.len());
    let start = Instant::now();
    timing.slots = timing.slots.max(slots);
    begin(session, &session.pool, slots, jobs).finish(session, timing, done)?;
    timing.ran_for(start.elapsed());
    Ok(())
}

/// Jobs that have been handed to a pool.
pub(crate) struct Begun<'p> {
    pool: &'p Pool,
    incoming: Receiver<(usize, Result<TrialReport, SandboxError>)>,
    left: usize,
}

/// Hands jobs to so many slots of a pool.
pub(crate) fn begin<'p>(session: &Session, pool: &'p Pool, slots: usize, jobs: Vec<Job>) -> Begun<'p> {
    let left = jobs.len();
    Begun { pool, incoming: pool.begin(slots, jobs, session), left }
}

impl Begun<'_> {
    /// Waits for all jobs and hands each report over as it comes.
    pub(crate) fn finish(
        mut self,
        session: &Session,
        timing: &mut Timing,
        mut done: impl FnMut(usize, TrialReport) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        while self.left > 0 {
            match self.incoming.recv_timeout(CANCEL_INTERVAL) {
                Ok((number, report)) => {
                    let report = report?;
                    timing.add(&report.spans);
                    done(number, report)?;
                    self.left -= 1;
                }
                Err(RecvTimeoutError::Disconnected | RecvTimeoutError::Timeout)
                    if self.pool.has_lost_a_thread() =>
                {
                    return Err(RunError::ThreadLost);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(RunError::Interrupted),
            }
            if session.cancelled.load(Ordering::Relaxed) {
                return Err(RunError::Interrupted);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_sandbox::{Judging, LimitRule};
    use assay_types::TrialTime;

    fn trial(module: &str) -> Trial {
        Trial {
            module: Arc::from(module),
            entry_point: "f".into(),
            judging: Arc::new(Judging::Split {
                key: String::new(),
                preamble: Arc::from(""),
                tests: Arc::from(""),
            }),
            limits: LimitRule::default().limits(TrialTime::default()),
        }
    }

    pub(super) fn job(number: usize, group: usize) -> Job {
        Job {
            number,
            group,
            trial: trial("sample"),
            measuring: None,
            reference: Some(Arc::new(trial("reference"))),
        }
    }
}
