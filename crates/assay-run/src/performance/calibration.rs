//! Measuring what is known: nothing, some work, a list.

use std::sync::Arc;

use assay_check::Subject;
use assay_check::performance::{Calibration, Reading, SamplePlace, fixed_work};
use assay_sandbox::Measuring;
use assay_types::{Task, TaskId, TrialTime};

use super::Run;
use super::rounds::Round;
use super::targets::Target;
use crate::error::RunError;
use crate::progress::Phase;
use crate::session::Session;

/// How often each of the programs is measured.
const TRIALS: u32 = 20;
/// Neither model's.
const SIDE: usize = 2;

/// Calibrates the instruments of this machine.
pub(super) fn calibrate(session: &Session, run: &mut Run<'_>) -> Result<Calibration, RunError> {
    let programs = fixed_work();
    let tasks: Vec<Task> = programs.iter().map(|(tests, module)| task(tests, module)).collect();
    let limits = session.circumstances.limit_rule.limits(TrialTime::default());
    let targets: Vec<Target<'_>> = tasks
        .iter()
        .zip(0..)
        .map(|(task, line)| Target {
            subject: Subject { task, module: task.reference.clone() },
            limits,
            inputs: None,
            group: 0,
            place: SamplePlace { side: SIDE, line, repetition: 0, trial: 0 },
            plain: TrialTime::default(),
        })
        .collect();
    let targets: Vec<&Target<'_>> = targets.iter().collect();
    let time = |_: &Target<'_>| Measuring::Time { copies: 1, transport: 0 };
    let mut timed = run(&Round::of(Phase::Calibration, 1, &targets[..3], TRIALS, &time).in_random_order(0))?;
    let listed = run(&Round::of(Phase::Calibration, 1, &targets[3..], 1, &|_| Measuring::Memory))?;
    let whole = timed.iter().all(|trials| trials.len() == TRIALS as usize);
    let [Some(small), Some(large)] = [0, 1].map(|place| listed[place].first().copied()) else {
        return Err(RunError::Calibration("a list did not come back".to_owned()));
    };
    if !whole {
        return Err(RunError::Calibration("some work was not done to its end".to_owned()));
    }
    let mut take = || timed.remove(0);
    let reading = Reading {
        nothing: take(),
        small_work: take(),
        large_work: take(),
        small_list: small,
        large_list: large,
    };
    Ok(Calibration::of(&reading)?)
}

fn task(tests: &str, module: &str) -> Task {
    let id = TaskId::new("assay/calibration").unwrap_or_else(|_| unreachable!("a plain name"));
    Task { tests: Arc::from(tests), reference: Arc::from(module), ..Task::asking(id, "f", "") }
}
