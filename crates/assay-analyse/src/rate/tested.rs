//! A row's test: all that a regression or an improvement hangs on, and nothing that only an interval needs.

use std::collections::BTreeMap;

use assay_stats::{RandomSource, TaskDifference, sign_flip};

use crate::comparison::Verdict;
use crate::input::{Input, RateCheck, Settings, SideFindings, Tally, TaskFindings};

/// A row's test, before correction.
pub(crate) struct Tested {
    pub(super) check: RateCheck,
    /// Both sides of every task.
    pub(super) tallies: Vec<[Tally; 2]>,
    /// The tasks that count: both sides have a judged sample.
    pub(super) differences: Vec<TaskDifference>,
    /// Of those, the tasks in shared mode.
    pub(super) in_shared_mode: usize,
    /// The mean over the tasks that count, as a share.
    pub(crate) difference: f64,
    pub(super) p_value: f64,
    loss: Option<String>,
}

impl Tested {
    /// Tests the row of the input's check of that place.
    pub(super) fn of(place: usize, input: &Input, settings: &Settings) -> Self {
        let check = &input.checks[place];
        let tallies: Vec<[Tally; 2]> = input
            .tasks
            .iter()
            .map(|task| [&task.baseline, &task.candidate].map(|side| side.tally(place)))
            .collect();
        let mut in_shared_mode = 0;
        let differences: Vec<TaskDifference> = input
            .tasks
            .iter()
            .zip(&tallies)
            .filter_map(|(task, [baseline, candidate])| {
                let (baseline, candidate) = (baseline.share()?, candidate.share()?);
                in_shared_mode += usize::from(task.shared_mode);
                Some(TaskDifference { baseline, candidate })
            })
            .collect();
        let mut source = RandomSource::new(settings.seed, &format!("sign flip {}", check.name));
        Self {
            check: check.clone(),
            difference: mean(&differences),
            p_value: sign_flip(&differences, &mut source).p_value,
            loss: loss(place, input, settings),
            tallies,
            differences,
            in_shared_mode,
        }
    }

    /// The check's name.
    pub(crate) fn name(&self) -> &str {
        &self.check.name
    }

    /// The least difference that matters, as a share.
    pub(crate) fn margin(&self, settings: &Settings) -> f64 {
        self.check.margin.unwrap_or(settings.margin)
    }

    /// Whether the difference is at least the margin. It can miss it by rounding alone: three of a hundred is not less
    /// than 0.03.
    pub(crate) fn reaches_margin(&self, settings: &Settings) -> bool {
        self.difference.abs() >= self.margin(settings) - 1e-12
    }

    /// The paper's counts: of each side the mean number of flagged samples per repetition, over the tasks that both answer.
    pub(crate) fn counts(&self) -> [f64; 2] {
        let answered =
            || self.tallies.iter().filter(|sides| sides.iter().all(|tally| tally.samples() > tally.lost));
        [0, 1].map(|side: usize| answered().map(|sides| sides[side].per_repetition()).sum())
    }

    /// Why nothing can be said, where that is so.
    pub(crate) fn obstacle(&self) -> Option<&str> {
        if self.differences.is_empty() {
            return Some("no task has a judged sample on both sides");
        }
        self.loss.as_deref()
    }

    /// The first rules of the verdict, those that need no interval; nothing where the interval decides.
    pub(crate) fn decided(&self, p_corrected: f64, settings: &Settings) -> Option<(Verdict, String)> {
        if let Some(obstacle) = self.obstacle() {
            return Some((Verdict::Inconclusive, obstacle.to_owned()));
        }
        if p_corrected >= settings.alpha || !self.reaches_margin(settings) {
            return None;
        }
        let (verdict, word) = if self.difference < 0.0 {
            (Verdict::Regression, "worse")
        } else {
            (Verdict::Improvement, "better")
        };
        let by = 100.0 * self.difference.abs();
        Some((verdict, format!("{by:.1} points {word}, and chance alone would rarely do that")))
    }
}

/// The mean over tasks, 0 without any. The values are added in ascending order, so that the order of the tasks changes
/// nothing and the bootstrap's own mean is the same to the last bit.
fn mean(differences: &[TaskDifference]) -> f64 {
    let mut values: Vec<f64> = differences.iter().map(|difference| difference.value()).collect();
    values.sort_by(f64::total_cmp);
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// Whether a side misses more samples than tolerated: those that never came and those lost to faults and limits of ours.
fn loss(check: usize, input: &Input, settings: &Settings) -> Option<String> {
    let side = |name: &str, of: fn(&TaskFindings) -> &SideFindings| {
        let kept = |task: &TaskFindings| {
            let tally = of(task).tally(check);
            (tally.samples() - tally.lost) as usize
        };
        let repetitions = usual_repetitions(input, |task| of(task).tally(check).samples() as usize);
        let expected = repetitions * input.tasks.len();
        let missing: usize = input.tasks.iter().map(|task| repetitions.saturating_sub(kept(task))).sum();
        (missing as f64 > settings.tolerated_loss * expected as f64).then(|| {
            format!(
                "{missing} of the {name}'s {expected} samples are missing or were lost to faults or limits of ours"
            )
        })
    };
    side("baseline", |task| &task.baseline).or_else(|| side("candidate", |task| &task.candidate))
}

/// How many samples most tasks of a side have; of two such numbers the larger. A stray extra sample of one task is no
/// sign that the others miss one.
fn usual_repetitions(input: &Input, samples: impl Fn(&TaskFindings) -> usize) -> usize {
    let mut tasks_with: BTreeMap<usize, usize> = BTreeMap::new();
    for task in &input.tasks {
        *tasks_with.entry(samples(task)).or_default() += 1;
    }
    tasks_with
        .into_iter()
        .max_by_key(|(repetitions, tasks)| (*tasks, *repetitions))
        .map_or(0, |(usual, _)| usual)
}
