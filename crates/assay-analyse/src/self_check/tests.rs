use super::*;

fn check(name: &str) -> RateCheck {
    RateCheck { name: name.to_owned(), ..RateCheck::incorrect_code() }
}

fn sample(flagged: bool) -> Tally {
    Tally { flagged: u32::from(flagged), clean: u32::from(!flagged), ..Tally::default() }
}

/// A task of which each sample has one tally for each check.
fn task(number: usize, samples: Vec<Vec<Tally>>) -> SampledTask {
    SampledTask { task: TaskId::new(&format!("t/{number}")).unwrap(), shared_mode: false, samples }
}

/// Sixty tasks of ten samples, flagged by two checks in a share that is another in each task.
fn model() -> ModelSamples {
    let tasks = (0..60).map(|number| {
        let samples =
            (0..10).map(|place| vec![sample(place < number % 11), sample((place + number) % 3 == 0)]);
        task(number, samples.collect())
    });
    ModelSamples::new(vec![check("first"), check("second")], tasks.collect())
}

fn splits(model: &ModelSamples, number: u64, settings: &Settings) -> Vec<Split> {
    (0..number).map(|place| model.split(place, settings)).collect()
}

#[test]
fn one_model_is_told_from_itself_no_more_often_than_alpha_allows() {
    let (model, settings) = (model(), Settings::default());
    let splits = splits(&model, 400, &settings);
    let found = self_check([&model, &model], [&splits, &splits], &settings);
    assert_eq!((found.splits, found.allowed), (400, 31));
    assert_eq!((found.baseline.tasks, found.baseline.samples), (60, 600));
    assert_eq!(found.baseline, found.candidate);
    assert!(found.baseline.any_row <= found.allowed && !found.baseline.more_than_allowed);
    let [first, second] = &found.baseline.rows[..] else { panic!("{found:?}") };
    for row in [first, second] {
        assert!(!row.more_than_allowed && row.not_compared == 0, "{row:?}");
        assert!(row.regressions + row.improvements <= row.over_margin, "{row:?}");
        assert!(row.paper_changes > 350 && row.paper_changes >= row.over_margin, "{row:?}");
        assert!(row.over_margin > 20 && row.largest_difference_percent > 3.0, "{row:?}");
    }
}

/// With a level of one, whatever reaches the margin is a verdict, so that the counts can be told from each other.
#[test]
fn alarms_are_counted_by_direction_and_reported_where_there_are_too_many() {
    let model = model();
    let settings = Settings { alpha: 1.1, ..Settings::default() };
    let splits = splits(&model, 100, &settings);
    let strict = Settings::default();
    let found = self_check([&model, &model], [&splits, &splits], &strict).candidate;
    let row = &found.rows[1];
    assert_eq!(row.regressions + row.improvements, row.over_margin);
    assert!(row.regressions > 10 && row.improvements > 10, "{row:?}");
    assert!(row.more_than_allowed && found.more_than_allowed && found.any_row >= row.over_margin);
}

#[test]
fn a_splits_verdict_is_that_of_a_comparison_of_its_halves() {
    let (model, settings) = (model(), Settings { alpha: 0.6, margin: 0.01, ..Settings::default() });
    for number in 0..6 {
        let mut source = RandomSource::new(settings.seed, &format!("self-check {number}"));
        let tasks: Vec<TaskFindings> =
            model.tasks.iter().map(|task| model.halves(task, &mut source)).collect();
        let input = Input { checks: model.checks.clone(), benchmark_tasks: 60, tasks, ..Input::default() };
        let rows = crate::compare(&input, &settings).rows;
        let split = model.split(number, &settings).0;
        for (row, split) in rows.iter().zip(&split) {
            assert!((row.difference_percent - 100.0 * split.difference).abs() < 1e-9);
            let decided = matches!(row.verdict, Verdict::Regression | Verdict::Improvement);
            assert_eq!(split.verdict, decided.then_some(row.verdict));
        }
    }
}

#[test]
fn halves_are_of_different_samples_and_as_large_as_each_other() {
    let samples = (0..9).map(|place| vec![Tally { flagged: 1 << place, ..Tally::default() }]);
    let model = ModelSamples::new(vec![check("bits")], vec![task(0, samples.collect())]);
    let mut left_out = std::collections::BTreeSet::new();
    for number in 0..200 {
        let mut source = RandomSource::new(number, "halves");
        let TaskFindings { baseline, candidate, .. } = model.halves(&model.tasks[0], &mut source);
        let [one, other] = [baseline, candidate].map(|side| side.tallies[0].flagged);
        assert_eq!((one & other, one.count_ones(), other.count_ones()), (0, 4, 4));
        left_out.insert(!(one | other) & 0x1ff);
    }
    assert_eq!(left_out.len(), 9);
}

#[test]
fn the_order_of_samples_changes_no_split() {
    let (model, settings) = (model(), Settings::default());
    let turned = model.tasks.iter().map(|task| {
        let samples = task.samples.iter().rev().cloned().collect();
        SampledTask { samples, ..task.clone() }
    });
    let turned = ModelSamples::new(model.checks.clone(), turned.collect());
    assert_eq!(splits(&model, 10, &settings), splits(&turned, 10, &settings));
}

#[test]
fn rows_that_cannot_be_compared_are_counted_as_such() {
    let nothing = Tally { not_judged: 1, ..Tally::default() };
    let model =
        ModelSamples::new(vec![check("silent")], vec![task(0, vec![vec![nothing]; 6]), task(1, Vec::new())]);
    let settings = Settings::default();
    let splits = splits(&model, 5, &settings);
    let found = self_check([&model, &model], [&splits, &splits], &settings).baseline;
    assert_eq!((found.tasks, found.rows[0].not_compared, found.rows[0].over_margin), (1, 5, 0));
}
