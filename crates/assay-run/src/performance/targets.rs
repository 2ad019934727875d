//! Which samples are measured.

use std::collections::HashMap;
use std::sync::Arc;

use assay_analyse::{LEAST_SAMPLES, Measure, MeasuredSides};
use assay_check::Subject;
use assay_check::performance::{MeasuredSample, SamplePlace};
use assay_python::equality::{AstClass, Names, class_of};
use assay_python::{Module, PythonVersion};
use assay_sandbox::Limits;
use assay_types::{Task, TaskId, TrialTime};

use super::{Comparison, Inputs, PerformanceSettings};
use crate::check::LabelledSample;
use crate::session::Session;

/// A sample to be measured.
pub(super) struct Target<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) limits: Limits,
    pub(super) inputs: Option<&'a Inputs>,
    /// Its task's place among the groups.
    pub(super) group: usize,
    pub(super) place: SamplePlace,
    /// What the trial took that says that it passes.
    pub(super) plain: TrialTime,
}

/// A task and those of its samples that are measured.
pub(super) struct Group<'a> {
    pub(super) task: &'a Task,
    pub(super) inputs: Option<&'a Inputs>,
    /// Whether both models answered with the same programs, equally often.
    equal: bool,
    /// The baseline's, then the candidate's; none where the task is equal or a side has too few.
    pub(super) targets: Vec<Target<'a>>,
}

impl Group<'_> {
    /// Of a task of which nothing is measured.
    pub(super) fn unmeasured(&self) -> MeasuredSides {
        if self.equal { MeasuredSides::Equal } else { MeasuredSides::none() }
    }

    /// Both sides' values of a measure, those that there are.
    pub(super) fn measured(&self, values: &[MeasuredSample], measure: Measure) -> MeasuredSides {
        let side = |side: usize| {
            let of_side = self.targets.iter().zip(values).filter(|(target, _)| target.place.side == side);
            let of_measure = of_side.map(|(_, value)| match measure {
                Measure::ExecutionTime => &value.time,
                Measure::MemoryUsage => &value.memory,
            });
            of_measure.filter_map(|values| values.clone().ok()).collect()
        };
        MeasuredSides::Samples { baseline: side(0), candidate: side(1) }
    }
}

/// The tasks that give a score, with the samples to be measured.
pub(super) fn groups<'a>(
    session: &Session,
    settings: &'a PerformanceSettings,
    comparison: &Comparison<'a>,
) -> Vec<Group<'a>> {
    let version = session.checks.static_checks.profile.python;
    let most = settings.check.samples as usize;
    let correct = comparison.sides.map(|side| by_task(side));
    let mut groups = Vec::new();
    for task in comparison.tasks {
        let Some(limits) = comparison.references.limits(&task.id) else { continue };
        let inputs = settings.inputs.as_ref();
        let of_task = inputs.and_then(|inputs| inputs.of(&task.id));
        if inputs.is_some() && of_task.is_none() {
            continue;
        }
        let limits = inputs.map_or(limits, |inputs| inputs.limits(limits));
        let sides = [0, 1].map(|side| {
            let samples = correct[side].get(&task.id).map_or(&[][..], Vec::as_slice);
            &samples[..samples.len().min(most)]
        });
        let enough = sides.iter().all(|side| side.len() >= LEAST_SAMPLES);
        let equal = enough && !settings.measure_equal && are_equal(sides, version);
        let mut group = Group { task, inputs: of_task, equal, targets: Vec::new() };
        if enough && !equal {
            for (side, samples) in sides.into_iter().enumerate() {
                group.targets.extend(samples.iter().map(|(sample, module)| Target {
                    subject: Subject { task, module: (*module).clone() },
                    limits,
                    inputs: of_task,
                    group: groups.len(),
                    place: SamplePlace { side, line: sample.line, repetition: sample.repetition, trial: 0 },
                    plain: sample.finding.time,
                }));
            }
        }
        groups.push(group);
    }
    groups
}

type Correct<'a> = (&'a LabelledSample, &'a Arc<str>);

/// The samples that pass, in file order.
fn by_task(samples: &[LabelledSample]) -> HashMap<&TaskId, Vec<Correct<'_>>> {
    let mut found: HashMap<&TaskId, Vec<Correct<'_>>> = HashMap::new();
    for sample in samples.iter().filter(|sample| sample.finding.outcome.passed()) {
        if let Some(module) = &sample.module {
            found.entry(&sample.task_id).or_default().push((sample, module));
        }
    }
    found
}

/// Whether both sides' samples are the same programs, each equally often; two sides without samples are not.
fn are_equal(sides: [&[Correct<'_>]; 2], version: PythonVersion) -> bool {
    let [baseline, candidate] = sides;
    if baseline.is_empty() || baseline.len() != candidate.len() {
        return false;
    }
    let classes = |side: &[Correct<'_>]| -> Option<Vec<AstClass>> {
        let class = |(_, module): &Correct<'_>| {
            Module::parse((*module).clone(), version).ok().map(|module| class_of(&module, Names::Count))
        };
        let mut classes = side.iter().map(class).collect::<Option<Vec<AstClass>>>()?;
        classes.sort_unstable();
        Some(classes)
    };
    classes(baseline).is_some_and(|baseline| classes(candidate) == Some(baseline))
}
