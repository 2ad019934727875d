//! Time and memory of correct samples: which are measured, in which order, and what an analysis gets of it.
//!
//! All of a comparison's samples are measured together, the two sides mixed at random, so that a machine that becomes slower
//! is slower for both. Time is measured on one slot alone; probes and memory on as many as there are processors, since
//! neither hangs on company: with more of them, trials wait for a processor and no round ends sooner.

mod calibration;
mod inputs;
mod rounds;
mod summary;
mod targets;

use std::sync::Arc;

use assay_analyse::{Measure, MeasureInput, MeasuredSides, MeasuredTask};
use assay_check::performance::{
    ALIKE_TRIALS, Calibration, Copies, MeasuredSample, PerformanceCheck, Refused, SampleMeasurements,
    is_whole_test, values, vary,
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
pub(crate) use summary::measured;
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
    /// The least time that could be told from none in any task, in seconds; 0 where none was measured.
    pub(crate) resolution_seconds: f64,
    /// Tasks whose samples take less time than can be told from none here, on both sides.
    pub(crate) below_resolution: u64,
    /// Correct samples of each side that were to be measured.
    pub(crate) tried: [u64; 2],
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
    let size = format!("{} {}", settings.check.repetitions, settings.check.samples);
    let together = Digest::of_parts(&[&machine, &baseline, &candidate, &comparison.seed.to_string(), &size]);
    let mut measured = MeasuredComparison::default();
    let unmeasured: Vec<MeasuredSides> = groups.iter().map(Group::unmeasured).collect();
    let mut sides = Measure::ALL.map(|_| unmeasured.clone());
    let targets: Vec<&Target<'_>> = groups.iter().flat_map(|group| &group.targets).collect();
    if !targets.is_empty() {
        let mut run = |round: &Round<'_>| run_round(session, together, round, progress, timing);
        let calibration = calibration::calibrate(session, &mut run)?;
        measured.calibration = Some(calibration);
        let transport = calibration.transport_nanoseconds;
        let copies = copies(session, &groups, transport, &mut run)?;
        let repetitions = settings.check.repetitions;
        let time = |target: &Target<'_>| Measuring::Time { copies: copies[target.group], transport };
        let time = Round::of(Phase::Time, 1, &targets, repetitions, &time).in_random_order(comparison.seed);
        let time = run(&time)?;
        let memory = memory(session, repetitions, &targets, &mut run)?;
        let samples = time.into_iter().zip(memory);
        let mut samples = samples.map(|(time, memory)| SampleMeasurements { time, memory });
        for (place, group) in groups.iter().enumerate().filter(|(_, group)| !group.targets.is_empty()) {
            let of_group: Vec<SampleMeasurements> = samples.by_ref().take(group.targets.len()).collect();
            let whole = is_whole_test(group.task, group.inputs);
            let values = values(&of_group, repetitions, whole, &calibration);
            measured.count_refused(group, &values);
            for (measure, sides) in Measure::ALL.into_iter().zip(&mut sides) {
                sides[place] = group.measured(&values, measure);
            }
            measured.note_resolution(&values, &mut sides[0][place]);
        }
    }
    let noise = measured.calibration.map_or(0.0, |calibration| calibration.noise);
    let resolution =
        if measured.resolution_seconds > 0.0 { measured.resolution_seconds } else { LEAST_SECONDS };
    let rows = Measure::ALL.into_iter().zip(sides);
    measured.measures =
        rows.map(|(measure, sides)| input_of(measure, [resolution, noise], &groups, sides)).collect();
    Ok(measured)
}

/// The resolution where nothing was measured.
const LEAST_SECONDS: f64 = 1e-9;

fn input_of(
    measure: Measure,
    [resolution, noise]: [f64; 2],
    groups: &[Group<'_>],
    sides: Vec<MeasuredSides>,
) -> MeasureInput {
    let (resolution, noise) = match measure {
        Measure::ExecutionTime => (resolution, noise),
        // The same program takes the same memory each time.
        Measure::MemoryUsage => (Calibration::RESOLUTION_BYTES, 0.0),
    };
    let tasks = groups.iter().zip(sides).map(|(group, sides)| MeasuredTask {
        task: group.task.id.clone(),
        whole_test: is_whole_test(group.task, group.inputs),
        sides,
    });
    MeasureInput { measure, resolution, noise, tasks: tasks.collect() }
}

impl MeasuredComparison {
    /// Takes a task out of the comparison of times where neither side's can be told from none: it says nothing, not that
    /// there is no difference.
    fn note_resolution(&mut self, values: &[MeasuredSample], sides: &mut MeasuredSides) {
        let floor = values.iter().map(|value| value.resolution_seconds).fold(0.0, f64::max);
        let at_floor = |times: &[f64]| times.iter().filter(|time| **time <= floor).count() * 2 > times.len();
        let MeasuredSides::Samples { baseline, candidate } = sides else { return };
        let untold = |side: &[Vec<f64>]| side.iter().filter(|times| at_floor(times)).count() * 2 > side.len();
        if untold(baseline) && untold(candidate) {
            self.below_resolution += 1;
            *sides = MeasuredSides::none();
        } else if self.resolution_seconds == 0.0 || floor < self.resolution_seconds {
            self.resolution_seconds = floor;
        }
    }

    fn count_refused(&mut self, group: &Group<'_>, values: &[MeasuredSample]) {
        for (target, value) in group.targets.iter().zip(values) {
            self.tried[target.place.side] += 1;
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

/// Runs a round.
type Run<'r> = dyn FnMut(&Round<'_>) -> Result<Vec<Vec<Measurement>>, RunError> + 'r;

/// How often the calls of each group's samples are repeated.
fn copies(
    session: &Session,
    groups: &[Group<'_>],
    transport: u64,
    run: &mut Run<'_>,
) -> Result<Vec<u32>, RunError> {
    let mut copies: Vec<Option<Copies>> = groups
        .iter()
        .map(|group| match group.inputs {
            _ if is_whole_test(group.task, group.inputs) => Some(Copies(1)),
            None => Copies::without_probe(group.targets.iter().map(|target| target.plain)),
            Some(_) => None,
        })
        .collect();
    let short = |target: &&Target<'_>| copies[target.group].is_none();
    let targets: Vec<&Target<'_>> = groups.iter().flat_map(|group| &group.targets).filter(short).collect();
    let probe = Measuring::Probe { transport };
    let probes = run(&Round::of(Phase::Probes, slots(session), &targets, 1, &|_| probe))?;
    let mut probes = probes.into_iter();
    for (group, copies) in groups.iter().zip(&mut copies).filter(|(_, copies)| copies.is_none()) {
        let of_group: Vec<Measurement> = probes.by_ref().take(group.targets.len()).flatten().collect();
        *copies = Some(Copies::of(&of_group));
    }
    Ok(copies.into_iter().map(|copies| copies.map_or(1, |copies| copies.0)).collect())
}

/// Trials at once where they may have company.
fn slots(session: &Session) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    session.jobs.min(processors)
}

/// The memory round: more than a few trials only of samples that do not always read the same.
fn memory(
    session: &Session,
    repetitions: u32,
    targets: &[&Target<'_>],
    run: &mut Run<'_>,
) -> Result<Vec<Vec<Measurement>>, RunError> {
    let measuring = |_: &Target<'_>| Measuring::Memory;
    let round = |repetitions| Round::of(Phase::Memory, slots(session), targets, repetitions, &measuring);
    let first = repetitions.min(ALIKE_TRIALS);
    let mut found = run(&round(first))?;
    let more = run(&round(repetitions).beyond(first, |target| vary(&found[target])))?;
    for (found, more) in found.iter_mut().zip(more) {
        found.extend(more);
    }
    Ok(found)
}

/// The inputs of a task.
type Inputs = Arc<str>;
