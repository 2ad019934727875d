//! The A/A test of a comparison (`--self-check`): the samples are split, nothing is judged again.

use std::collections::BTreeMap;

use assay_analyse::{LEAST_SAMPLES_TO_SPLIT, ModelSamples, ModelSelfCheck, SelfCheck, Split, self_check};
use assay_report::Warning;
use assay_types::{SampleSet, Task, TaskId};

use crate::check::LabelledSample;
use crate::compare::CompareSettings;
use crate::error::RunError;
use crate::input::{Judged, samples_of};
use crate::reading::on_all_processors;
use crate::references::References;
use crate::session::Session;

/// A task has too few samples to be split.
#[derive(Debug, thiserror::Error)]
#[error(
    "--self-check splits each task's samples into halves, which takes at least {LEAST_SAMPLES_TO_SPLIT} samples of a task: {model} has {samples} of {task}, and too few of {tasks} of its {all} tasks\n  draw more samples, or leave --self-check out"
)]
pub struct SelfCheckRefused {
    /// The model.
    model: String,
    /// The first task with too few samples.
    task: TaskId,
    /// How many it has.
    samples: usize,
    /// How many tasks have too few.
    tasks: usize,
    /// How many tasks the model answers.
    all: usize,
}

/// Refuses a model with fewer than [`LEAST_SAMPLES_TO_SPLIT`] samples of a task that it answers; to be asked before anything runs.
pub fn require_halves(set: &SampleSet) -> Result<(), SelfCheckRefused> {
    let mut counts: BTreeMap<&TaskId, usize> = BTreeMap::new();
    for task in set.tasks() {
        *counts.entry(task).or_default() += 1;
    }
    let too_few = counts.values().filter(|samples| **samples < LEAST_SAMPLES_TO_SPLIT).count();
    match counts.iter().find(|(_, samples)| **samples < LEAST_SAMPLES_TO_SPLIT) {
        None => Ok(()),
        Some((task, samples)) => Err(SelfCheckRefused {
            model: set.name.clone(),
            task: (*task).clone(),
            samples: *samples,
            tasks: too_few,
            all: counts.len(),
        }),
    }
}

/// Compares random halves of each side's own samples; nothing where that was not asked for.
pub(crate) fn run(
    session: &Session,
    tasks: &[&Task],
    references: &References,
    sides: [&[LabelledSample]; 2],
    settings: &CompareSettings,
) -> Result<Option<SelfCheck>, RunError> {
    if settings.self_check_splits == 0 {
        return Ok(None);
    }
    let rows = session.checks.rows();
    let models = sides.map(|side| samples_of(&rows, tasks, references, side.iter().map(Judged::of)));
    let split = |model: &ModelSamples| -> Result<Vec<Split>, RunError> {
        let splits = settings.self_check_splits as usize;
        let one = |number: usize| model.split(number as u64, &settings.analysis);
        on_all_processors(splits, &session.cancelled, || one)
    };
    let [baseline, candidate] = [split(&models[0])?, split(&models[1])?];
    Ok(Some(self_check([&models[0], &models[1]], [&baseline, &candidate], &settings.analysis)))
}

/// Says so where the rule told a model from itself more often than alpha allows.
pub(crate) fn warnings(found: &SelfCheck) -> impl Iterator<Item = Warning> {
    let of_side = |name: &str, side: &ModelSelfCheck| -> Option<Warning> {
        let rows = side.rows.iter().filter(|row| row.more_than_allowed);
        let mut places: Vec<String> =
            rows.map(|row| format!("{} in {}", row.regressions + row.improvements, row.check)).collect();
        if side.more_than_allowed {
            places.push(format!("{} in any row", side.any_row));
        }
        (!places.is_empty()).then(|| Warning {
            code: "self_check_false_alarms".to_owned(),
            message: format!(
                "the verdict rule told the {name} from itself too often: of {} half-splits of its own samples, {}; up to {} are to be expected of a level of {} (binomial, 95 % for all counts together): do not believe these rows' regressions and improvements",
                found.splits,
                places.join(", "),
                found.allowed,
                found.alpha
            ),
        })
    };
    [of_side("baseline", &found.baseline), of_side("candidate", &found.candidate)].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use assay_analyse::SelfCheckRow;

    use super::*;

    fn model(alarms: u64, any_row: u64) -> ModelSelfCheck {
        let row = SelfCheckRow {
            check: "incorrect_code".to_owned(),
            regressions: alarms,
            improvements: 0,
            over_margin: alarms,
            paper_changes: 180,
            not_compared: 0,
            largest_difference_percent: 5.0,
            more_than_allowed: alarms > 20,
        };
        ModelSelfCheck { tasks: 9, samples: 90, any_row, more_than_allowed: any_row > 20, rows: vec![row] }
    }

    #[test]
    fn a_model_that_is_told_from_itself_too_often_is_warned_of_with_the_bound() {
        let found =
            |baseline, candidate| SelfCheck { splits: 200, alpha: 0.05, allowed: 20, baseline, candidate };
        assert_eq!(warnings(&found(model(20, 20), model(3, 5))).count(), 0);
        let warned: Vec<Warning> = warnings(&found(model(20, 21), model(31, 33))).collect();
        assert!(warned.iter().all(|warning| warning.code == "self_check_false_alarms"));
        let [baseline, candidate] = &warned[..] else { panic!("{warned:?}") };
        assert!(
            baseline.message.contains("baseline from itself") && baseline.message.contains("21 in any row")
        );
        assert!(!baseline.message.contains("incorrect_code"), "{}", baseline.message);
        for part in ["of 200 half-splits", "31 in incorrect_code, 33 in any row", "up to 20 are"] {
            assert!(candidate.message.contains(part), "{}", candidate.message);
        }
    }
}
