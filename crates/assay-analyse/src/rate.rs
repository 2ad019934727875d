//! The verdict rule for rate rows (DESIGN.md, decision 7).

use std::collections::BTreeMap;

use crate::comparison::{Rate, Row, Verdict};
use crate::input::{Input, RateCheck, Settings, SideFindings, Tally, TaskFindings};
use assay_stats::{
    Bootstrap, POWER, RESAMPLES, RandomSource, Share, TaskDifference, cohens_h, corrected_alpha, holm,
    sign_flip, smallest_detectable, standard_error,
};

/// The rows of all rate checks, corrected together.
pub(crate) fn rows(input: &Input, settings: &Settings) -> Vec<Row> {
    judge_together(&measured(input, settings), settings)
}

/// The rows of all rate checks for each part of the tasks, corrected together: a part's tasks come with a seed of its own.
pub(crate) fn rows_of_parts(parts: &[(Input, u64)], settings: &Settings) -> Vec<Row> {
    let of_part =
        |(input, seed): &'_ (Input, u64)| measured(input, &Settings { seed: *seed, ..settings.clone() });
    judge_together(&parts.iter().flat_map(of_part).collect::<Vec<_>>(), settings)
}

fn measured(input: &Input, settings: &Settings) -> Vec<Measured> {
    (0..input.checks.len()).map(|check| Measured::of(check, input, settings)).collect()
}

fn judge_together(measured: &[Measured], settings: &Settings) -> Vec<Row> {
    let p_values: Vec<f64> = measured.iter().map(|row| row.p_value).collect();
    let corrected = holm(&p_values);
    measured.iter().zip(corrected).map(|(row, p)| row.judge(p, measured.len(), settings)).collect()
}

/// A row's numbers, before correction.
struct Measured {
    check: RateCheck,
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

impl Measured {
    /// The row of the input's check of that place.
    fn of(place: usize, input: &Input, settings: &Settings) -> Self {
        let check = &input.checks[place];
        let tallies: Vec<[Tally; 2]> = input
            .tasks
            .iter()
            .map(|task| [&task.baseline, &task.candidate].map(|side| side.tally(place)))
            .collect();
        let mut shared = 0;
        let differences: Vec<TaskDifference> = input
            .tasks
            .iter()
            .zip(&tallies)
            .filter_map(|(task, [baseline, candidate])| {
                let (baseline, candidate) = (baseline.share()?, candidate.share()?);
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
        let rates = [
            rate(0, &tallies, differences.iter().map(|difference| difference.baseline)),
            rate(1, &tallies, differences.iter().map(|difference| difference.candidate)),
        ];
        Self {
            check: check.clone(),
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
            loss: loss(place, input, settings),
        }
    }

    fn judge(&self, p_corrected: f64, rows: usize, settings: &Settings) -> Row {
        let (verdict, reason) = self.verdict(p_corrected, settings);
        let detectable = self
            .standard_error
            .map(|error| 100.0 * smallest_detectable(error, corrected_alpha(settings.alpha, rows), POWER));
        Row {
            aspect: self.check.aspect,
            check: self.check.name.clone(),
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
            margin: tidy(100.0 * self.margin(settings)),
            smallest_detectable: detectable.map(tidy),
            shared_mode_share: tidy(self.shared_mode_share),
            verdict,
            reason,
        }
    }

    fn margin(&self, settings: &Settings) -> f64 {
        self.check.margin.unwrap_or(settings.margin)
    }

    /// The first rule that holds.
    fn verdict(&self, p_corrected: f64, settings: &Settings) -> (Verdict, String) {
        let margin = self.margin(settings);
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

/// A side's rate: by the shares of the tasks that count, and by the paper's count over all tasks that both sides answer.
fn rate(side: usize, tallies: &[[Tally; 2]], shares: impl ExactSizeIterator<Item = Share>) -> Rate {
    let tasks = shares.len();
    let sum: f64 = shares.map(Share::value).sum();
    let answered = || tallies.iter().filter(|sides| sides.iter().all(|tally| tally.samples() > tally.lost));
    let counted = || tallies.iter().filter(|sides| sides.iter().all(|tally| tally.judged() > 0));
    let total = |of: fn(Tally) -> u32| counted().map(|sides| u64::from(of(sides[side]))).sum();
    Rate {
        count: tidy(answered().map(|sides| sides[side].per_repetition()).sum()),
        rate: tidy(if tasks == 0 { 0.0 } else { sum / tasks as f64 }),
        flagged: total(|tally| tally.flagged),
        judged: total(Tally::judged),
        not_judged: tallies.iter().map(|sides| u64::from(sides[side].not_judged)).sum(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::{Aspect, FailCause, Outcome, TaskId};
    use proptest::prelude::*;

    const WRONG: Outcome = Outcome::Fail { cause: FailCause::WrongAnswer };

    fn side(passes: usize, of: usize) -> Vec<Outcome> {
        (0..of).map(|place| if place < passes { Outcome::Pass } else { WRONG }).collect()
    }

    fn input(tasks: &[(usize, usize)], of: usize) -> Input {
        let tasks = tasks.iter().enumerate().map(|(place, (baseline, candidate))| TaskFindings {
            shared_mode: false,
            task: TaskId::new(&format!("t/{place}")).unwrap(),
            baseline: SideFindings::of_outcomes(side(*baseline, of)),
            candidate: SideFindings::of_outcomes(side(*candidate, of)),
        });
        let tasks: Vec<TaskFindings> = tasks.collect();
        Input {
            checks: vec![RateCheck::incorrect_code()],
            benchmark_tasks: tasks.len() as u64,
            tasks,
            ..Input::default()
        }
    }

    fn row(input: &Input) -> Row {
        rows(input, &Settings::default()).remove(0)
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
        broken.tasks[0].candidate = SideFindings::of_outcomes(vec![Outcome::Infrastructure; 10]);
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
        assert_eq!(row(&input(&[], 10)).verdict, Verdict::Inconclusive);
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
        uneven.tasks[1].candidate = SideFindings::of_outcomes(Vec::new());
        let row = row(&uneven);
        assert_eq!(row.tasks, 1);
        assert!((row.difference_percent_paper + 50.0).abs() < 1e-9);
        assert!(row.reason.starts_with("10 of the candidate's 20"), "{}", row.reason);
    }

    #[test]
    fn a_stray_extra_sample_does_not_make_the_others_missing() {
        let mut stray = input(&[(10, 3); 20], 10);
        stray.tasks[0].baseline = SideFindings::of_outcomes(side(10, 11));
        assert_eq!(row(&stray).verdict, Verdict::Regression);
    }

    /// Ten samples of a check that says nothing about some of them.
    fn static_side(flagged: u32, not_judged: u32, lost: u32) -> SideFindings {
        let clean = 10 - flagged - not_judged - lost;
        SideFindings { outcomes: Vec::new(), tallies: vec![Tally { flagged, clean, not_judged, lost }] }
    }

    fn static_row(sides: &[SideFindings; 2]) -> Row {
        let name = "unnecessary_else".to_owned();
        let checks = vec![RateCheck { aspect: Aspect::Maintainability, name, margin: None }];
        let tasks = (0..20).map(|place| TaskFindings {
            shared_mode: false,
            task: TaskId::new(&format!("t/{place}")).unwrap(),
            baseline: sides[0].clone(),
            candidate: sides[1].clone(),
        });
        row(&Input { checks, tasks: tasks.collect(), benchmark_tasks: 20, ..Input::default() })
    }

    #[test]
    fn rates_are_of_judged_samples_and_the_papers_count_is_of_all() {
        let row = static_row(&[static_side(2, 0, 0), static_side(2, 5, 0)]);
        assert_eq!((row.baseline.rate, row.candidate.rate), (0.2, 0.4));
        assert_eq!((row.baseline.count, row.candidate.count), (4.0, 4.0));
        assert_eq!((row.difference_percent, row.difference_percent_paper), (-20.0, 0.0));
        let Rate { flagged, judged, not_judged, .. } = row.candidate;
        assert_eq!((flagged, judged, not_judged), (40, 100, 100));
    }

    #[test]
    fn code_that_does_not_parse_is_no_loss_and_analyses_that_fail_are() {
        assert_eq!(static_row(&[static_side(0, 0, 0), static_side(5, 5, 0)]).verdict, Verdict::Regression);
        let row = static_row(&[static_side(0, 0, 0), static_side(5, 0, 5)]);
        assert_eq!(row.verdict, Verdict::Inconclusive);
        assert!(row.reason.starts_with("100 of the candidate's 200"), "{}", row.reason);
    }

    #[test]
    fn a_check_may_have_a_margin_of_its_own() {
        let mut wide = input(&[(10, 9); 100], 10);
        wide.checks[0].margin = Some(0.2);
        let row = row(&wide);
        assert_eq!((row.margin, row.verdict), (20.0, Verdict::NoDifference));
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
                task.baseline.outcomes.rotate_left(turn);
                task.candidate.outcomes.reverse();
                task.baseline = SideFindings::of_outcomes(task.baseline.outcomes.clone());
                task.candidate = SideFindings::of_outcomes(task.candidate.outcomes.clone());
            }
            prop_assert_eq!(row(&straight), row(&turned));
        }
    }
}
