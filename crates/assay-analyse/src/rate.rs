//! The verdict rule for rate rows (DESIGN.md, decision 7).

use std::collections::BTreeMap;

use assay_stats::{
    Bootstrap, POWER, RESAMPLES, RandomSource, Share, TaskDifference, cohens_h, corrected_alpha, holm,
    sign_flip, smallest_detectable, standard_error,
};
use assay_types::Outcome;

use crate::comparison::{Aspect, Rate, Row, Verdict};
use crate::input::{Input, Settings, TaskFindings};

/// A check that flags samples; its row compares how often.
#[derive(Debug, Clone, Copy)]
pub struct RateCheck {
    /// The row's aspect.
    pub aspect: Aspect,
    /// The row's name.
    pub name: &'static str,
    /// Whether a sample is flagged; `None` where the check says nothing about it.
    pub flags: fn(&Outcome) -> Option<bool>,
}

/// Counts every sample that does not pass, whatever the cause (the paper's "Incorrect Code").
pub const INCORRECT_CODE: RateCheck = RateCheck {
    aspect: Aspect::Logic,
    name: "incorrect_code",
    flags: |outcome| outcome.is_judged().then(|| !outcome.passed()),
};

impl RateCheck {
    /// Flagged ÷ judged samples of one task on one side; `None` where none is judged.
    pub(crate) fn share(&self, outcomes: &[Outcome]) -> Option<Share> {
        let flags = outcomes.iter().filter_map(self.flags);
        let (flagged, judged) =
            flags.fold((0, 0), |(flagged, judged), flag| (flagged + u32::from(flag), judged + 1));
        Share::new(flagged, judged)
    }
}

/// The rows of all rate checks, corrected together.
pub(crate) fn rows(checks: &[RateCheck], input: &Input, settings: &Settings) -> Vec<Row> {
    judge_together(
        &checks.iter().map(|check| Measured::of(check, input, settings)).collect::<Vec<_>>(),
        settings,
    )
}

/// The rows of all rate checks for each part of the tasks, corrected together: a part's tasks come with a seed of its own.
pub(crate) fn rows_of_parts(checks: &[RateCheck], parts: &[(Input, u64)], settings: &Settings) -> Vec<Row> {
    let of_part = |(input, seed): &(Input, u64)| {
        let settings = Settings { seed: *seed, ..settings.clone() };
        checks.iter().map(|check| Measured::of(check, input, &settings)).collect::<Vec<_>>()
    };
    judge_together(&parts.iter().flat_map(of_part).collect::<Vec<_>>(), settings)
}

fn judge_together(measured: &[Measured<'_>], settings: &Settings) -> Vec<Row> {
    let p_values: Vec<f64> = measured.iter().map(|row| row.p_value).collect();
    let corrected = holm(&p_values);
    measured.iter().zip(corrected).map(|(row, p)| row.judge(p, measured.len(), settings)).collect()
}

/// A row's numbers, before correction.
struct Measured<'a> {
    check: &'a RateCheck,
    tasks: usize,
    difference: f64,
    interval_95: (f64, f64),
    interval_90: (f64, f64),
    p_value: f64,
    standard_error: Option<f64>,
    rates: [Rate; 2],
    difference_paper: f64,
    shared_mode_share: f64,
    loss: Option<String>,
}

impl<'a> Measured<'a> {
    fn of(check: &'a RateCheck, input: &Input, settings: &Settings) -> Self {
        let mut shared = 0;
        let differences: Vec<TaskDifference> = input
            .tasks
            .iter()
            .filter_map(|task| {
                let (baseline, candidate) = (check.share(&task.baseline)?, check.share(&task.candidate)?);
                shared += usize::from(task.shared_mode);
                Some(TaskDifference { baseline, candidate })
            })
            .collect();
        let values: Vec<f64> = differences.iter().map(|difference| difference.value()).collect();
        let stream = |use_of: &str| RandomSource::new(settings.seed, &format!("{use_of} {}", check.name));
        let bootstrap = Bootstrap::of_mean(&values, RESAMPLES, &mut stream("bootstrap"));
        let interval = |level| {
            bootstrap.as_ref().map_or((-1.0, 1.0), |bootstrap| {
                let interval = bootstrap.bca(level);
                (interval.low, interval.high)
            })
        };
        let side = |of: fn(&TaskDifference) -> Share| {
            let count: f64 = differences.iter().map(|difference| of(difference).value()).sum();
            let rate = if differences.is_empty() { 0.0 } else { count / differences.len() as f64 };
            Rate { count: tidy(count), rate: tidy(rate) }
        };
        let rates = [side(|difference| difference.baseline), side(|difference| difference.candidate)];
        Self {
            check,
            tasks: differences.len(),
            difference: bootstrap.as_ref().map_or(0.0, Bootstrap::observed),
            interval_95: interval(0.95),
            interval_90: interval(0.90),
            p_value: sign_flip(&differences, &mut stream("sign flip")).p_value,
            standard_error: standard_error(&values),
            rates,
            difference_paper: if input.benchmark_tasks == 0 {
                0.0
            } else {
                100.0 * (rates[0].count - rates[1].count) / input.benchmark_tasks as f64
            },
            shared_mode_share: shared as f64 / differences.len().max(1) as f64,
            loss: loss(input, settings),
        }
    }

    fn judge(&self, p_corrected: f64, rows: usize, settings: &Settings) -> Row {
        let (verdict, reason) = self.verdict(p_corrected, settings);
        let detectable = self
            .standard_error
            .map(|error| 100.0 * smallest_detectable(error, corrected_alpha(settings.alpha, rows), POWER));
        Row {
            aspect: self.check.aspect,
            check: self.check.name.to_owned(),
            category: None,
            baseline: self.rates[0],
            candidate: self.rates[1],
            tasks: self.tasks as u64,
            difference_percent: tidy(100.0 * self.difference),
            difference_percent_paper: tidy(self.difference_paper),
            interval: [tidy(100.0 * self.interval_95.0), tidy(100.0 * self.interval_95.1)],
            interval_90: [tidy(100.0 * self.interval_90.0), tidy(100.0 * self.interval_90.1)],
            p_value: tidy(self.p_value),
            p_corrected: tidy(p_corrected),
            effect: tidy(cohens_h(self.rates[0].rate, self.rates[1].rate)),
            margin: tidy(100.0 * settings.margin),
            smallest_detectable: detectable.map(tidy),
            shared_mode_share: tidy(self.shared_mode_share),
            verdict,
            reason,
        }
    }

    /// The first rule that holds.
    fn verdict(&self, p_corrected: f64, settings: &Settings) -> (Verdict, String) {
        let margin = settings.margin;
        let points = |share: f64| format!("{:.1}", 100.0 * share);
        if self.tasks == 0 {
            return (Verdict::Inconclusive, "no task has a judged sample on both sides".into());
        }
        if let Some(loss) = &self.loss {
            return (Verdict::Inconclusive, loss.clone());
        }
        // A share can miss the margin by rounding alone: three of a hundred is not less than 0.03.
        if p_corrected < settings.alpha && self.difference.abs() >= margin - 1e-12 {
            let (verdict, word) = if self.difference < 0.0 {
                (Verdict::Regression, "worse")
            } else {
                (Verdict::Improvement, "better")
            };
            let by = points(self.difference.abs());
            return (verdict, format!("{by} points {word}, and chance alone would rarely do that"));
        }
        if self.interval_90.0 >= -margin && self.interval_90.1 <= margin {
            return (Verdict::NoDifference, format!("any difference is within {} points", points(margin)));
        }
        let half_width = (self.interval_95.1 - self.interval_95.0) / 2.0;
        let reason = if p_corrected < settings.alpha {
            format!("a difference smaller than {} points, but perhaps not only that", points(margin))
        } else {
            format!(
                "these {} tasks tell differences apart only to about ±{} points",
                self.tasks,
                points(half_width)
            )
        };
        (Verdict::Inconclusive, reason)
    }
}

/// Twelve significant digits: what is beyond them is rounding, not measurement, and would read as noise.
pub(crate) fn tidy(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { 0.0 } else { value };
    }
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// Whether a side misses more samples than tolerated: those that never came and those lost to our own faults.
fn loss(input: &Input, settings: &Settings) -> Option<String> {
    let side = |name: &str, of: fn(&TaskFindings) -> &[Outcome]| {
        let repetitions = usual_repetitions(input, of);
        let expected = repetitions * input.tasks.len();
        let judged = |task: &TaskFindings| of(task).iter().filter(|outcome| outcome.is_judged()).count();
        let missing: usize = input.tasks.iter().map(|task| repetitions.saturating_sub(judged(task))).sum();
        (missing as f64 > settings.tolerated_loss * expected as f64).then(|| {
            format!("{missing} of the {name}'s {expected} samples are missing or were lost to faults of ours")
        })
    };
    side("baseline", |task| &task.baseline).or_else(|| side("candidate", |task| &task.candidate))
}

/// How many samples most tasks of a side have; of two such numbers the larger. A stray extra sample of one task is no
/// sign that the others miss one.
fn usual_repetitions(input: &Input, of: fn(&TaskFindings) -> &[Outcome]) -> usize {
    let mut tasks_with: BTreeMap<usize, usize> = BTreeMap::new();
    for task in &input.tasks {
        *tasks_with.entry(of(task).len()).or_default() += 1;
    }
    tasks_with
        .into_iter()
        .max_by_key(|(repetitions, tasks)| (*tasks, *repetitions))
        .map_or(0, |(usual, _)| usual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::{FailCause, TaskId};
    use proptest::prelude::*;

    const WRONG: Outcome = Outcome::Fail { cause: FailCause::WrongAnswer };

    fn side(passes: usize, of: usize) -> Vec<Outcome> {
        (0..of).map(|place| if place < passes { Outcome::Pass } else { WRONG }).collect()
    }

    fn input(tasks: &[(usize, usize)], of: usize) -> Input {
        let tasks = tasks.iter().enumerate().map(|(place, (baseline, candidate))| TaskFindings {
            shared_mode: false,
            task: TaskId::new(&format!("t/{place}")).unwrap(),
            baseline: side(*baseline, of),
            candidate: side(*candidate, of),
        });
        let tasks: Vec<TaskFindings> = tasks.collect();
        Input { benchmark_tasks: tasks.len() as u64, tasks }
    }

    fn row(input: &Input) -> Row {
        rows(&[INCORRECT_CODE], input, &Settings::default()).remove(0)
    }

    #[test]
    fn fewer_passes_everywhere_are_a_regression() {
        let row = row(&input(&[(10, 3); 20], 10));
        assert_eq!((row.verdict, row.difference_percent), (Verdict::Regression, -70.0));
        assert_eq!((row.baseline.count, row.candidate.count), (0.0, 14.0));
    }

    #[test]
    fn more_passes_everywhere_are_an_improvement() {
        assert_eq!(row(&input(&[(3, 10); 20], 10)).verdict, Verdict::Improvement);
    }

    #[test]
    fn equal_sides_on_many_tasks_show_no_difference() {
        assert_eq!(row(&input(&[(10, 10); 200], 10)).verdict, Verdict::NoDifference);
    }

    #[test]
    fn equal_sides_on_few_tasks_cannot_rule_a_difference_out() {
        assert_eq!(row(&input(&[(10, 10); 20], 10)).verdict, Verdict::Inconclusive);
    }

    #[test]
    fn six_tasks_that_all_move_the_same_way_are_just_enough() {
        let row = row(&input(&[(9, 3), (9, 4), (10, 7), (9, 2), (10, 8), (10, 7)], 10));
        assert_eq!((row.verdict, row.p_value), (Verdict::Regression, 0.03125));
    }

    #[test]
    fn our_own_faults_make_a_row_inconclusive_not_worse() {
        let mut broken = input(&[(10, 10); 20], 10);
        broken.tasks[0].candidate = vec![Outcome::Infrastructure; 10];
        let row = row(&broken);
        assert_eq!(row.verdict, Verdict::Inconclusive);
        assert!(row.reason.starts_with("10 of the candidate's 200"), "{}", row.reason);
    }

    #[test]
    fn a_row_says_which_share_of_its_tasks_ran_in_shared_mode() {
        let mut mixed = input(&[(10, 10); 4], 10);
        mixed.tasks[1].shared_mode = true;
        assert!((row(&mixed).shared_mode_share - 0.25).abs() < 1e-9);
    }

    #[test]
    fn an_input_without_tasks_is_inconclusive() {
        assert_eq!(row(&Input::default()).verdict, Verdict::Inconclusive);
    }

    #[test]
    fn the_paper_divides_by_all_tasks_of_the_benchmark() {
        let mut half_asked = input(&[(10, 0), (10, 10)], 10);
        half_asked.benchmark_tasks = 4;
        assert!((row(&half_asked).difference_percent_paper + 25.0).abs() < 1e-9);
    }

    #[test]
    fn a_task_that_only_one_side_answers_counts_for_neither() {
        let mut uneven = input(&[(10, 0), (10, 10)], 10);
        uneven.tasks[1].candidate.clear();
        let row = row(&uneven);
        assert_eq!(row.tasks, 1);
        assert!((row.difference_percent_paper + 50.0).abs() < 1e-9);
        assert!(row.reason.starts_with("10 of the candidate's 20"), "{}", row.reason);
    }

    #[test]
    fn a_stray_extra_sample_does_not_make_the_others_missing() {
        let mut stray = input(&[(10, 3); 20], 10);
        stray.tasks[0].baseline.push(Outcome::Pass);
        assert_eq!(row(&stray).verdict, Verdict::Regression);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn the_order_of_repetitions_changes_nothing(
            tasks in prop::collection::vec((0usize..=5, 0usize..=5), 1..12), turn in 0usize..5
        ) {
            let straight = input(&tasks, 5);
            let mut turned = straight.clone();
            for task in &mut turned.tasks {
                task.baseline.rotate_left(turn);
                task.candidate.reverse();
            }
            prop_assert_eq!(row(&straight), row(&turned));
        }
    }
}
