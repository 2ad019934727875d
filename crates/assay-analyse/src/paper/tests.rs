use super::*;
use assay_types::TaskId;

fn task(number: usize, sides: MeasuredSides) -> MeasuredTask {
    MeasuredTask { task: TaskId::new(&format!("t/{number}")).unwrap(), whole_test: false, sides }
}

/// Ten samples of five runs around a time, all of them different.
fn runs(around: f64) -> Vec<Vec<f64>> {
    let run = |place: usize| around * (1.0 + 0.001 * place as f64);
    (0..10).map(|sample| (0..5).map(|repetition| run(5 * sample + repetition)).collect()).collect()
}

fn measured(baseline: f64, candidate: f64) -> MeasuredSides {
    MeasuredSides::Samples { baseline: runs(baseline), candidate: runs(candidate) }
}

fn input(sides: Vec<MeasuredSides>) -> MeasureInput {
    let tasks = sides.into_iter().enumerate().map(|(number, sides)| task(number, sides)).collect();
    MeasureInput { measure: Measure::ExecutionTime, resolution: 0.5, noise: 0.0, tasks }
}

#[test]
fn the_papers_arithmetic() {
    // Its Table 1: 32 of 1640 samples are 1.95 %, 43 of 164 tasks are 26.22 %.
    let of_ten_repetitions = percent([3.2, 0.0], 164);
    assert_eq!(format!("{of_ten_repetitions:.2}"), "1.95");
    let mut sides = vec![measured(2.0, 1.0); 43];
    sides.resize(164, measured(1.0, 1.0));
    let found = &paper(&[], &[input(sides)], 164).performance[0];
    assert_eq!((found.tasks_compared, found.tasks_improved, found.tasks_regressed), (164, 43, 0));
    assert_eq!(format!("{:.2} {:.2}", found.improvement_percent, found.regression_percent), "26.22 0.00");
    assert!(percent([1.0, 0.0], 0).abs() < f64::EPSILON);
}

#[test]
fn tasks_that_could_not_be_measured_still_divide() {
    let sides = vec![
        measured(1.0, 2.0),
        MeasuredSides::Equal,
        MeasuredSides::none(),
        MeasuredSides::Samples { baseline: runs(1.0), candidate: Vec::new() },
    ];
    let found = &paper(&[], &[input(sides)], 8).performance[0];
    assert_eq!((found.tasks_compared, found.tasks_improved, found.tasks_regressed), (2, 0, 1));
    assert!((found.regression_percent - 12.5).abs() < 1e-12);
}

/// What is wrong with it: repetitions of one sample count as evidence, so that one slow sample among ten makes a change.
#[test]
fn repetitions_of_a_sample_count_as_if_they_were_samples() {
    let single =
        |runs: usize, time: f64| vec![(0..runs).map(|run| time + 1e-6 * run as f64).collect::<Vec<_>>()];
    let sides = |runs| MeasuredSides::Samples { baseline: single(runs, 2.0), candidate: single(runs, 1.0) };
    let changes: Vec<Option<Change>> = [1, 3, 4].map(|runs| change(&task(0, sides(runs)))).to_vec();
    assert_eq!(changes, [Some(Change::Neither), Some(Change::Neither), Some(Change::Improved)]);
}

#[test]
fn p_values_that_scipy_gives() {
    // scipy.stats.mannwhitneyu(first, second, alternative="two-sided").pvalue
    let first = [1.0, 4.0, 6.5, 7.0, 9.0];
    let cases: [(&[f64], &[f64], f64); 3] = [
        (&first, &[8.0, 10.0, 11.0, 12.0], 0.031_746_031_746_031_744),
        (&first, &[4.0, 10.0, 11.0, 12.0], 0.139_982_523_758_397_5),
        (
            &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
            &[5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5, 14.5],
            0.004_848_762_721_678_938,
        ),
    ];
    for (first, second, expected) in cases {
        let found = p_value(first, second).unwrap();
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
    assert_eq!(p_value(&[], &[1.0]), Err(Refusal::Empty));
}
