//! Time and memory of correct samples: which are measured, in which order, and what an analysis gets of it.
//!
//! All of a comparison's samples are measured together, the two sides mixed at random, so that a machine that becomes slower
//! is slower for both. Time is measured on one slot alone; probes and memory on all, since neither hangs on company.

mod calibration;
mod inputs;
mod rounds;
mod targets;

use std::sync::Arc;

use assay_analyse::{Measure, MeasureInput, MeasuredSides, MeasuredTask};
use assay_check::performance::{
    Calibration, Copies, MeasuredSample, PerformanceCheck, Refused, SampleMeasurements, is_whole_test, values,
};
use assay_sandbox::Measuring;
use assay_types::{Digest, Measurement, SampleSet, Task};

use crate::check::LabelledSample;
use crate::error::RunError;
use crate::machine;
use crate::progress::{Phase, Progress};
use crate::references::References;
use crate::session::Session;
use crate::timing::Timing;

pub use inputs::{InputsError, LargeInputs};
use rounds::{Round, run_round};
use targets::{Group, Target, groups};

/// How time and memory are measured.
#[derive(Debug, Clone, Default)]
pub struct PerformanceSettings {
    /// Repetitions, and samples of a task.
    pub check: PerformanceCheck,
    /// Calls to measure instead of those of the tests.
    pub inputs: Option<LargeInputs>,
    /// Whether tasks are measured, too, on which both models wrote the same programs: for trying out the instruments.
    pub measure_equal: bool,
}

/// What was measured for a comparison.
#[derive(Debug, Clone, Default)]
pub(crate) struct MeasuredComparison {
    /// What the analysis is made from.
    pub(crate) measures: Vec<MeasureInput>,
    /// What the instruments read; nothing where there was nothing to measure.
    pub(crate) calibration: Option<Calibration>,
    /// Correct samples that have no value, by side and reason.
    pub(crate) refused: Vec<(usize, Refused, u64)>,
}

/// What is measured.
pub(crate) struct Comparison<'a> {
    pub(crate) tasks: &'a [&'a Task],
    pub(crate) references: &'a References,
    pub(crate) sets: [&'a SampleSet; 2],
    pub(crate) sides: [&'a [LabelledSample]; 2],
    pub(crate) seed: u64,
}

/// Measures both sides.
pub(crate) fn measure(
    session: &Session,
    settings: &PerformanceSettings,
    comparison: &Comparison<'_>,
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<MeasuredComparison, RunError> {
    let groups = groups(session, settings, comparison);
    let [baseline, candidate] = comparison.sets.map(|set| set.digest.to_string());
    let machine = machine::fingerprint().to_string();
    let together = Digest::of_parts(&[&machine, &baseline, &candidate, &comparison.seed.to_string()]);
    let mut measured = MeasuredComparison::default();
    let mut found: Vec<MeasuredSides> = groups.iter().map(Group::unmeasured).collect();
    let mut found = [found.clone(), std::mem::take(&mut found)];
    let targets: Vec<&Target<'_>> = groups.iter().flat_map(|group| &group.targets).collect();
    if !targets.is_empty() {
        let mut run = |round: Round<'_>| run_round(session, settings, together, round, progress, timing);
        let calibration = calibration::calibrate(session, &mut run)?;
        measured.calibration = Some(calibration);
        let transport = calibration.transport_nanoseconds;
        let probe = Measuring::Probe { transport };
        let probes = run(Round::of(Phase::Probes, session.jobs, &targets, 1, &|_| probe))?;
        let copies = copies(&groups, &probes);
        let order = |target: &Target<'_>| Measuring::Time { copies: copies[target.group], transport };
        let repetitions = settings.check.repetitions;
        let timed = Round::of(Phase::Time, 1, &targets, repetitions, &order).in_random_order(comparison.seed);
        let time = run(timed)?;
        let memory =
            run(Round::of(Phase::Memory, session.jobs, &targets, repetitions, &|_| Measuring::Memory))?;
        let samples = time.into_iter().zip(memory);
        let mut samples = samples.map(|(time, memory)| SampleMeasurements { time, memory });
        for (number, group) in groups.iter().enumerate().filter(|(_, group)| !group.targets.is_empty()) {
            let of_group: Vec<SampleMeasurements> = samples.by_ref().take(group.targets.len()).collect();
            let whole = is_whole_test(group.task, group.inputs);
            let values = values(&of_group, copies[number], repetitions, whole, &calibration);
            measured.count_refused(group, &values);
            for (place, sides) in found.iter_mut().enumerate() {
                let of: fn(&MeasuredSample) -> &Result<Vec<f64>, Refused> =
                    if place == 0 { |sample| &sample.time } else { |sample| &sample.memory };
                sides[number] = group.measured(&values, of);
            }
        }
    }
    measured.measures = Measure::ALL
        .into_iter()
        .zip(found)
        .map(|(measure, sides)| MeasureInput {
            measure,
            resolution: match measure {
                Measure::ExecutionTime => 1e-9,
                Measure::MemoryUsage => Calibration::RESOLUTION_BYTES,
            },
            noise: match measure {
                Measure::ExecutionTime => measured.calibration.map_or(0.0, |calibration| calibration.noise),
                Measure::MemoryUsage => 0.0,
            },
            tasks: groups
                .iter()
                .zip(sides)
                .map(|(group, sides)| MeasuredTask {
                    task: group.task.id.clone(),
                    whole_test: is_whole_test(group.task, group.inputs),
                    sides,
                })
                .collect(),
        })
        .collect();
    Ok(measured)
}

impl MeasuredComparison {
    fn count_refused(&mut self, group: &Group<'_>, values: &[MeasuredSample]) {
        for (target, value) in group.targets.iter().zip(values) {
            let Some(reason) = value.time.as_ref().err().or(value.memory.as_ref().err()) else { continue };
            let side = target.place.side;
            match self.refused.iter_mut().find(|(of, why, _)| *of == side && why == reason) {
                Some((_, _, count)) => *count += 1,
                None => self.refused.push((side, *reason, 1)),
            }
        }
        self.refused.sort_unstable();
    }
}

/// How often the calls of each group's samples are repeated.
fn copies(groups: &[Group<'_>], probes: &[Vec<Measurement>]) -> Vec<u32> {
    let mut probes = probes.iter();
    groups
        .iter()
        .map(|group| {
            let of_group: Vec<Measurement> =
                probes.by_ref().take(group.targets.len()).flatten().copied().collect();
            Copies::of(&of_group).0
        })
        .collect()
}

/// The inputs of a task.
type Inputs = Arc<str>;
