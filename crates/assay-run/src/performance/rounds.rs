//! One trial of each sample after the other, stored as they come.

use std::collections::HashMap;

use assay_check::Check as _;
use assay_check::performance::{self, SamplePlace, censored};
use assay_sandbox::{Judgement, Measuring};
use assay_stats::RandomSource;
use assay_types::{Digest, FailCause, Measurement, Outcome};

use super::targets::Target;
use crate::error::RunError;
use crate::progress::{Phase, Progress};
use crate::scheduler::{self, Job};
use crate::session::Session;
use crate::timing::Timing;

/// Trials of the same kind.
pub(super) struct Round<'a> {
    phase: Phase,
    slots: usize,
    targets: &'a [&'a Target<'a>],
    measuring: &'a dyn Fn(&Target<'_>) -> Measuring,
    /// Target and number of each trial, in the order in which they run.
    order: Vec<(usize, u32)>,
}

impl<'a> Round<'a> {
    /// So many trials of each target.
    pub(super) fn of(
        phase: Phase,
        slots: usize,
        targets: &'a [&'a Target<'a>],
        repetitions: u32,
        measuring: &'a dyn Fn(&Target<'_>) -> Measuring,
    ) -> Self {
        let order = (0..targets.len()).flat_map(|target| (0..repetitions).map(move |round| (target, round)));
        Self { phase, slots, targets, measuring, order: order.collect() }
    }

    /// Those trials of it that are not among the first ones, and only of targets for which they are wanted.
    pub(super) fn beyond(mut self, first: u32, wanted: impl Fn(usize) -> bool) -> Self {
        self.order.retain(|(target, round)| *round >= first && wanted(*target));
        self
    }

    /// The same, the tasks in random order and within each of them its trials.
    pub(super) fn in_random_order(mut self, seed: u64) -> Self {
        let mut source = RandomSource::new(seed, "order of measurements");
        source.shuffle(&mut self.order);
        let groups = self.targets.iter().map(|target| target.group + 1).max().unwrap_or_default();
        let mut ranks: Vec<usize> = (0..groups).collect();
        source.shuffle(&mut ranks);
        self.order.sort_by_key(|(target, _)| ranks[self.targets[*target].group]);
        self
    }
}

/// Measures each target; what is stored is not measured again. A trial that failed gives an empty measurement.
pub(super) fn run_round(
    session: &Session,
    together: Digest,
    round: &Round<'_>,
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<Vec<Vec<Measurement>>, RunError> {
    let mut found: Vec<Vec<(u32, Measurement)>> = vec![Vec::new(); round.targets.len()];
    let mut jobs = Vec::new();
    let mut logic = HashMap::new();
    let mut allowed = HashMap::new();
    let mut keys = Vec::with_capacity(round.order.len());
    for (number, (target, trial)) in round.order.iter().enumerate() {
        let Target { subject, limits, inputs, group, place, .. } = round.targets[*target];
        let measuring = (round.measuring)(round.targets[*target]);
        let place = SamplePlace { trial: *trial, ..*place };
        let logic = *logic
            .entry(std::ptr::from_ref(subject))
            .or_insert_with(|| session.check.key(subject, &session.circumstances));
        let key = performance::key(logic, *limits, *inputs, together, &place, measuring);
        keys.push(key);
        if let Some(measurement) = session.store.measurement(key)? {
            found[*target].push((*trial, measurement));
        } else if let Some(trial) = performance::trial(subject, *limits, *inputs, measuring) {
            // One slot takes what comes in the order that was drawn.
            let group = if round.slots == 1 { 0 } else { *group };
            allowed.insert(number, (measuring, trial.limits));
            jobs.push(Job { number, group, trial, measuring: Some(measuring), reference: None });
        }
    }
    progress.begin(round.phase, jobs.len(), round.order.len() - jobs.len());
    let writer = session.store.writer()?;
    let ran = scheduler::run_on(session, round.slots, jobs, timing, |number, report| {
        let (target, trial) = round.order[number];
        let measurement = match report.judgement {
            Judgement::Passed => report.measurement,
            Judgement::Limit(limit) => {
                let (measuring, limits) = &allowed[&number];
                censored(limit, *measuring, limits)
            }
            // A fault of ours says nothing about the sample: the next run tries again.
            Judgement::Killed { .. } => {
                progress.advance(&Outcome::Infrastructure);
                return Ok(());
            }
            _ => None,
        };
        let failed = Outcome::Fail { cause: FailCause::WrongAnswer };
        progress.advance(if measurement.is_some() { &Outcome::Pass } else { &failed });
        let measurement = measurement.unwrap_or_default();
        writer.measurement(keys[number], measurement)?;
        found[target].push((trial, measurement));
        Ok(())
    });
    progress.end();
    writer.finish()?;
    ran?;
    let in_order = |mut measurements: Vec<(u32, Measurement)>| {
        measurements.sort_by_key(|(trial, _)| *trial);
        measurements.into_iter().map(|(_, measurement)| measurement).collect()
    };
    Ok(found.into_iter().map(in_order).collect())
}
