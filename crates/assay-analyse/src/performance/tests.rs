use assay_types::TaskId;
use proptest::prelude::*;

use super::*;
use crate::comparison::Verdict;

/// Numbers that look arbitrary and are always the same, from 0 to 1.
fn arbitrary(place: usize, salt: usize) -> f64 {
    let mixed = (place + 1).wrapping_mul(2_654_435_761).wrapping_mul(2 * salt + 1) >> 9;
    (mixed % 1009) as f64 / 1009.0
}

fn id(place: usize) -> TaskId {
    TaskId::new(&format!("t/{place}")).unwrap()
}

/// Samples of three repetitions around a value, each a little apart.
fn samples(value: f64, count: usize, salt: usize) -> Vec<Vec<f64>> {
    let repetition =
        |sample: usize, repetition: usize| value * (1.0 + 0.02 * arbitrary(7 * sample + repetition, salt));
    (0..count).map(|sample| (0..3).map(|of| repetition(sample, of)).collect()).collect()
}

/// Tasks of so many samples a side; the candidate takes the given times as long.
fn measured(ratios: &[f64], count: usize) -> Vec<MeasuredTask> {
    let task = |(place, ratio): (usize, &f64)| {
        let value = 1e-3 * (1.0 + 9.0 * arbitrary(place, 3));
        let sides = MeasuredSides::Samples {
            baseline: samples(value, count, 2 * place),
            candidate: samples(value * ratio, count, 2 * place + 1),
        };
        MeasuredTask { task: id(place), whole_test: false, sides }
    };
    ratios.iter().enumerate().map(task).collect()
}

fn time(tasks: Vec<MeasuredTask>) -> MeasureInput {
    MeasureInput { measure: Measure::ExecutionTime, resolution: 1e-7, noise: 0.02, tasks }
}

fn input(tasks: Vec<MeasuredTask>) -> Input {
    Input { benchmark_tasks: tasks.len() as u64, measures: vec![time(tasks)], ..Input::default() }
}

fn told(input: &Input) -> (PerformanceRow, Vec<TaskPerformance>) {
    let (mut rows, mut tasks) = rows(input, &Settings::default());
    (rows.remove(0), tasks.remove(0).tasks)
}

fn exchanged(mut input: Input) -> Input {
    for task in input.measures.iter_mut().flat_map(|measure| &mut measure.tasks) {
        if let MeasuredSides::Samples { baseline, candidate } = &mut task.sides {
            std::mem::swap(baseline, candidate);
        }
    }
    input
}

#[test]
fn twice_as_long_in_all_tasks_is_a_regression() {
    let (row, tasks) = told(&input(measured(&[2.0; 20], 8)));
    assert_eq!(row.verdict, Verdict::Regression, "{row:?}");
    let [low, point, high] = row.ratio.unwrap();
    assert!(low > 1.9 && (point - 2.0).abs() < 0.05 && high < 2.1, "{row:?}");
    assert_eq!((row.tasks_regressed, row.tasks_improved, row.tasks_compared), (20, 0, 20));
    assert!((row.regressed_percent_paper - 100.0).abs() < 1e-9);
    assert!(tasks.iter().all(|task| task.verdict == Some(TaskVerdict::Regressed)));
    assert_eq!(row.reason, "2.00 times the baseline's, and chance alone would rarely do that");
}

/// PEERS.md, R10: runs of one sample say the same again, not something more.
#[test]
fn r10_runs_of_a_sample_are_one_value() {
    let side = |shift: f64| -> Vec<Vec<f64>> {
        (0..5).map(|sample| vec![1.0 + 0.1 * f64::from(sample) + shift; 5]).collect()
    };
    let sides = MeasuredSides::Samples { baseline: side(0.0), candidate: side(0.15) };
    let input = input(vec![MeasuredTask { task: id(0), whole_test: false, sides }]);
    let (_, tasks) = told(&input);
    // Five against five; as twenty-five independent values a side they would be significant, which the paper's procedure says.
    assert!(tasks[0].p_value.unwrap() > 0.1, "{tasks:?}");
    assert_eq!(tasks[0].verdict, Some(TaskVerdict::Unchanged));
    let paper = crate::paper(&[], &input.measures, 1);
    assert_eq!(paper.performance[0].tasks_regressed, 1, "{paper:?}");
}

#[test]
fn a_change_of_a_few_tasks_is_told_of_them_and_not_of_the_row() {
    let mut ratios = [1.0; 40];
    ratios[7] = 3.0;
    ratios[9] = 0.2;
    let (row, tasks) = told(&input(measured(&ratios, 8)));
    assert_ne!(row.verdict, Verdict::Regression);
    let changed: Vec<(usize, TaskVerdict)> = tasks
        .iter()
        .enumerate()
        .filter_map(|(place, task)| Some((place, task.verdict?)))
        .filter(|(_, verdict)| *verdict != TaskVerdict::Unchanged)
        .collect();
    assert_eq!(changed, [(7, TaskVerdict::Regressed), (9, TaskVerdict::Improved)]);
    assert_eq!((row.tasks_regressed, row.tasks_improved), (1, 1));
}

#[test]
fn a_change_under_five_per_cent_is_none_however_sure_it_is() {
    let (row, tasks) = told(&input(measured(&[1.03; 60], 8)));
    assert!(row.p_corrected < 0.001 && row.verdict == Verdict::NoDifference, "{row:?}");
    assert!(tasks.iter().all(|task| task.verdict == Some(TaskVerdict::Unchanged)));
}

#[test]
fn equal_tasks_count_as_unchanged_and_too_few_samples_do_not_count() {
    let mut tasks = measured(&[2.0; 30], 8);
    for task in &mut tasks[..10] {
        task.sides = MeasuredSides::Equal;
    }
    for task in &mut tasks[10..20] {
        task.sides = MeasuredSides::Samples { baseline: samples(1.0, 8, 0), candidate: samples(9.0, 4, 1) };
    }
    let (row, told) = told(&input(tasks));
    assert_eq!((row.tasks, row.tasks_equal, row.tasks_too_few, row.tasks_compared), (20, 10, 10, 10));
    // Half of the tasks take twice as long: the square root of 2 over all.
    let [_, point, _] = row.ratio.unwrap();
    assert!((point - 2.0_f64.sqrt()).abs() < 0.03, "{row:?}");
    assert_eq!((told[0].state, told[0].ratio, told[0].baseline), (TaskState::Equal, Some(1.0), None));
    assert_eq!((told[10].state, told[10].ratio, told[10].q_value), (TaskState::TooFew, None, None));
    assert_eq!(told[10].candidate.unwrap().samples, 4);
    assert!((row.compared_share - 2.0 / 3.0).abs() < 1e-9);
}

#[test]
fn the_same_programs_everywhere_are_no_difference_only_if_they_are_many() {
    let equal = |count| {
        let mut tasks = measured(&vec![1.0; count], 1);
        for task in &mut tasks {
            task.sides = MeasuredSides::Equal;
        }
        told(&input(tasks)).0
    };
    let (few, many) = (equal(24), equal(164));
    assert_eq!((few.verdict, many.verdict), (Verdict::Inconclusive, Verdict::NoDifference));
    assert_eq!(many.ratio.unwrap()[1].to_bits(), 1.0_f64.to_bits());
    // Of 164 equal tasks 2.22 % of others can differ unseen; ten times as long there is 1.052 times over all.
    let unseen = 1.0 - 0.025_f64.powf(1.0 / 164.0);
    assert!((many.ratio.unwrap()[2] - 10.0_f64.powf(unseen)).abs() < 1e-9, "{many:?}");
    assert_eq!(many.smallest_detectable, None);
}

#[test]
fn fewer_tasks_than_can_show_anything_are_inconclusive_and_the_number_is_said() {
    let (row, _) = told(&input(measured(&[9.0; 5], 8)));
    assert_eq!(row.verdict, Verdict::Inconclusive);
    let said = "5 tasks could be compared, and fewer than 6 can show no change, even if all change alike";
    assert_eq!(row.reason, said);
    assert_eq!(told(&input(measured(&[9.0; 6], 8))).0.verdict, Verdict::Regression);
    // With a second row each must be surer.
    let mut two = input(measured(&[9.0; 6], 8));
    two.measures.push(MeasureInput { measure: Measure::MemoryUsage, ..two.measures[0].clone() });
    let row = told(&two).0;
    assert!(row.reason.contains("fewer than 7"), "{}", row.reason);
    for task in &mut two.measures[0].tasks {
        task.sides = MeasuredSides::none();
    }
    let (row, _) = told(&two);
    assert_eq!((row.verdict, row.ratio, row.ratio_90), (Verdict::Inconclusive, None, None));
}

#[test]
fn a_row_that_rests_on_few_of_the_benchmarks_tasks_says_so() {
    let mut few = input(measured(&[2.0; 20], 8));
    few.benchmark_tasks = 164;
    let (row, _) = told(&few);
    assert!(row.reason.ends_with("; it rests on 20 of the benchmark's 164 tasks"), "{}", row.reason);
    assert!((row.compared_share - 20.0 / 164.0).abs() < 1e-9);
}

#[test]
fn whole_tests_are_counted_among_the_compared() {
    let mut tasks = measured(&[1.0; 8], 8);
    (tasks[0].whole_test, tasks[1].whole_test, tasks[1].sides) = (true, true, MeasuredSides::Equal);
    let (row, tasks) = told(&input(tasks));
    assert!((row.whole_test_share - 1.0 / 7.0).abs() < 1e-9);
    assert!(tasks[0].whole_test && !tasks[2].whole_test);
}

#[test]
fn the_papers_percentages_are_those_of_its_counts() {
    assert_eq!(format!("{:.2}", row::percent_paper(32, 1640)), "1.95");
    assert_eq!(format!("{:.2}", row::percent_paper(43, 164)), "26.22");
    assert!(row::percent_paper(3, 0).abs() < f64::EPSILON);
}

#[test]
fn zero_infinities_and_what_is_no_number_do_no_harm() {
    let odd = [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, 1.0];
    let side = |salt: usize| -> Vec<Vec<f64>> {
        (0..8).map(|place| vec![odd[(place * salt) % 8], odd[(place + salt) % 8]]).collect()
    };
    for resolution in [1e-7, 0.0, -1.0, f64::NAN, f64::INFINITY] {
        let task = |place| {
            let sides = MeasuredSides::Samples { baseline: side(place), candidate: side(place + 1) };
            MeasuredTask { task: id(place), whole_test: false, sides }
        };
        let mut input = input((0..20).map(task).collect());
        input.measures[0].resolution = resolution;
        input.measures[0].noise = resolution;
        let (row, tasks) = told(&input);
        let numbers = row.ratio.into_iter().flatten().chain(row.ratio_90.into_iter().flatten());
        let numbers = numbers.chain([row.p_value, row.p_corrected, row.resolution, row.noise]);
        let of_tasks = tasks.iter().flat_map(|task| [task.ratio, task.p_value, task.smallest_detectable]);
        let numbers: Vec<f64> = numbers.chain(of_tasks.flatten()).collect();
        assert!(numbers.iter().all(|number| number.is_finite() && *number >= 0.0), "{numbers:?}");
    }
}

#[test]
fn what_is_below_the_resolution_counts_as_the_resolution() {
    let side = |value: f64| vec![vec![value; 3]; 6];
    let sides = MeasuredSides::Samples { baseline: side(0.0), candidate: side(9e-8) };
    let tasks = (0..9).map(|place| MeasuredTask { task: id(place), whole_test: false, sides: sides.clone() });
    let (row, tasks) = told(&input(tasks.collect()));
    assert_eq!((tasks[0].ratio, tasks[0].p_value), (Some(1.0), Some(1.0)));
    assert_eq!(tasks[0].baseline.unwrap().five_numbers, Some([1e-7; 5]));
    assert_ne!(row.verdict, Verdict::Regression);
}

#[test]
fn a_task_detects_no_less_than_its_noise_leaves() {
    let (_, tasks) = told(&input(measured(&[1.0], 8)));
    let quiet = tasks[0].smallest_detectable.unwrap();
    let mut loud = input(measured(&[1.0], 8));
    loud.measures[0].noise = 0.3;
    let loud = told(&loud).1[0].smallest_detectable.unwrap();
    // noise 0.3, three repetitions: s = 0.217, √(1/8 + 1/8) = 0.5, √(π/3) = 1.023; t of 14 degrees 2.1448 and 0.8681.
    let expected = (3.0129_f64 * 0.3 * (std::f64::consts::PI / 6.0).sqrt() * 0.5 * 1.02333).exp();
    assert!((loud - expected).abs() < 1e-4 && quiet < 1.1, "{loud} {expected} {quiet}");
}

#[test]
fn a_row_never_moves_another_but_by_correction() {
    let alone = input(measured(&[1.2; 12], 8));
    let mut both = alone.clone();
    both.measures.push(MeasureInput { measure: Measure::MemoryUsage, ..time(measured(&[0.5; 12], 8)) });
    let (one, other) = (told(&alone).0, told(&both).0);
    assert_eq!((one.ratio, one.p_value), (other.ratio, other.p_value));
    assert!(other.p_corrected > one.p_corrected && other.smallest_detectable >= one.smallest_detectable);
}

fn ratios() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(prop_oneof![Just(1.0), 0.4..2.5_f64], 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn exchanging_the_sides_inverts_ratios_and_verdicts(ratios in ratios(), count in 4_usize..9) {
        let straight = input(measured(&ratios, count));
        let (row, tasks) = told(&straight);
        let (turned, turned_tasks) = told(&exchanged(straight));
        let opposite = match row.verdict {
            Verdict::Regression => Verdict::Improvement,
            Verdict::Improvement => Verdict::Regression,
            other => other,
        };
        prop_assert_eq!(turned.verdict, opposite);
        prop_assert_eq!(turned.p_value.to_bits(), row.p_value.to_bits());
        prop_assert_eq!((turned.tasks_improved, turned.tasks_regressed), (row.tasks_regressed, row.tasks_improved));
        let ends = row.ratio.into_iter().flatten().zip(turned.ratio.into_iter().flat_map(|ratio| ratio.into_iter().rev()));
        for (one, other) in ends {
            prop_assert!((one * other - 1.0).abs() < 1e-10, "{} {}", one, other);
        }
        for (one, other) in tasks.iter().zip(&turned_tasks) {
            prop_assert_eq!(one.q_value, other.q_value);
            if let (Some(one), Some(other)) = (one.ratio, other.ratio) {
                prop_assert!((one * other - 1.0).abs() < 1e-10);
            }
        }
    }

    #[test]
    fn the_order_of_samples_and_repetitions_changes_nothing(ratios in ratios(), turn in 0_usize..8) {
        let straight = input(measured(&ratios, 8));
        let mut shuffled = straight.clone();
        for task in &mut shuffled.measures[0].tasks {
            let MeasuredSides::Samples { baseline, candidate } = &mut task.sides else { continue };
            baseline.rotate_left(turn);
            candidate.reverse();
            for repetitions in baseline.iter_mut().chain(candidate) {
                repetitions.rotate_left(turn % 3);
            }
        }
        prop_assert_eq!(told(&straight), told(&shuffled));
    }

    #[test]
    fn identical_sides_never_change(
        values in prop::collection::vec(prop::collection::vec(1e-6..1.0_f64, 5..9), 1..24)
    ) {
        let task = |(place, values): (usize, &Vec<f64>)| {
            let side: Vec<Vec<f64>> = values.iter().map(|value| vec![*value]).collect();
            let sides = MeasuredSides::Samples { baseline: side.clone(), candidate: side };
            MeasuredTask { task: id(place), whole_test: false, sides }
        };
        let (row, tasks) = told(&input(values.iter().enumerate().map(task).collect()));
        prop_assert!(matches!(row.verdict, Verdict::Inconclusive | Verdict::NoDifference));
        prop_assert!(tasks.iter().all(|task| task.verdict == Some(TaskVerdict::Unchanged)));
    }
}
