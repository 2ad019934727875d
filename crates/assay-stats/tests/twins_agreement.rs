//! Agreement, classification, pass@k and medians against statsmodels, scikit-learn, the package `krippendorff`, exact fractions and `NumPy`.
//!
//! Needs a Python with them, named by `ASSAY_ORACLE_PYTHON`. The twins are in `twins_agreement.py`.

use assay_stats::{
    Confusion, FiveNumbers, Metric, RandomSource, TaskSamples, cohens_kappa, difference_of_medians,
    fleiss_kappa, krippendorff_alpha, median_of_differences, pass_at_k, pass_at_k_over_tasks, pseudomedian,
};
use oracle::{CANCELLING, Case, SMALL, below, compare};
use serde_json::{Value, json};

mod oracle;

const CASES: usize = 2000;
/// Of a twin that takes 30 ms for each.
const SLOW_CASES: usize = 500;

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn cohens_kappa_equals_statsmodels() {
    let mut source = RandomSource::new(1, "twins cohen");
    let case = || {
        let (items, categories) = (1 + below(&mut source, 80), 2 + below(&mut source, 6));
        let first: Vec<u32> = (0..items).map(|_| below(&mut source, categories)).collect();
        let second: Vec<u32> = first
            .iter()
            .map(|one| if below(&mut source, 3) > 0 { *one } else { below(&mut source, categories) })
            .collect();
        // Refused ones are the unit tests'.
        let kappa = cohens_kappa(&first, &second).ok()?;
        let question = json!({ "first": first, "second": second, "categories": categories });
        Some(Case { question, answer: vec![kappa] })
    };
    let cases: Vec<Case> = std::iter::repeat_with(case).flatten().take(CASES).collect();
    compare("cohens_kappa", CANCELLING, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn fleiss_kappa_equals_statsmodels() {
    let mut source = RandomSource::new(1, "twins fleiss");
    let case = || {
        let (items, raters, categories) =
            (1 + below(&mut source, 40), 2 + below(&mut source, 6), 2 + below(&mut source, 4));
        let mut counts = vec![vec![0_u32; categories as usize]; items as usize];
        for row in &mut counts {
            let usual = below(&mut source, categories);
            for _ in 0..raters {
                let chosen = if below(&mut source, 2) > 0 { usual } else { below(&mut source, categories) };
                row[chosen as usize] += 1;
            }
        }
        let kappa = fleiss_kappa(&counts).ok()?;
        Some(Case { question: json!({ "counts": counts }), answer: vec![kappa] })
    };
    let cases: Vec<Case> = std::iter::repeat_with(case).flatten().take(CASES).collect();
    compare("fleiss_kappa", CANCELLING, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn krippendorff_alpha_equals_the_package() {
    let mut source = RandomSource::new(1, "twins krippendorff");
    let case = || {
        let (items, raters, values) =
            (2 + below(&mut source, 25), 2 + below(&mut source, 4), 2 + below(&mut source, 5));
        let item = |source: &mut RandomSource| -> Vec<f64> {
            let (usual, present) = (below(source, values), below(source, raters + 1));
            let rating = |source: &mut RandomSource| {
                let value = if below(source, 2) > 0 { usual } else { below(source, values) };
                // Uneven steps, so that ordinal and interval differ.
                f64::from(value * value) - 2.0
            };
            (0..present).map(|_| rating(source)).collect()
        };
        let items: Vec<Vec<f64>> = (0..items).map(|_| item(&mut source)).collect();
        let alpha = |metric| krippendorff_alpha(&items, metric).ok();
        let answer = vec![alpha(Metric::Nominal)?, alpha(Metric::Ordinal)?, alpha(Metric::Interval)?];
        Some(Case { question: json!({ "items": items }), answer })
    };
    let cases: Vec<Case> = std::iter::repeat_with(case).flatten().take(CASES).collect();
    compare("krippendorff_alpha", CANCELLING, &cases);
}

/// Accuracy, kappa, each class's precision, recall and F1, class by class, and the means over classes.
fn figures(table: &Confusion, classes: usize) -> Option<Vec<f64>> {
    let of: Vec<_> = (0..classes).map(|class| table.class(class)).collect();
    let average = table.macro_average()?;
    let mut found = vec![table.accuracy()?, table.kappa().ok()?];
    found.extend(of.iter().map(|class| class.precision.unwrap_or(0.0)));
    found.extend(of.iter().map(|class| class.recall.unwrap_or(0.0)));
    found.extend(of.iter().map(|class| class.f1.unwrap_or(0.0)));
    found.extend([average.precision, average.recall, average.f1]);
    Some(found)
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn classification_equals_scikit_learn() {
    let mut source = RandomSource::new(1, "twins classification");
    let case = || {
        let (items, classes) = (1 + below(&mut source, 60), 2 + below(&mut source, 3));
        let usual = below(&mut source, classes);
        let mut label = |instead: Option<u32>| match instead {
            Some(same) if below(&mut source, 3) > 0 => same,
            _ => below(&mut source, classes),
        };
        let truth: Vec<u32> = (0..items).map(|_| label(Some(usual))).collect();
        let answers: Vec<u32> = truth.iter().map(|class| label(Some(*class))).collect();
        let pairs: Vec<(usize, usize)> =
            truth.iter().zip(&answers).map(|(truth, answer)| (*truth as usize, *answer as usize)).collect();
        let classes = classes as usize;
        let table = Confusion::of(classes, &pairs).expect("classes below their number");
        let always = table.always(table.majority()?).expect("a class");
        // A kappa that there is not is the unit tests'.
        let answer = [figures(&table, classes)?, figures(&always, classes)?].concat();
        let question = json!({ "truth": truth, "answers": answers, "classes": classes });
        Some(Case { question, answer })
    };
    let cases: Vec<Case> = std::iter::repeat_with(case).flatten().take(SLOW_CASES).collect();
    compare("classification", CANCELLING, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn pass_at_k_equals_exact_fractions() {
    let mut source = RandomSource::new(1, "twins pass@k");
    let cases: Vec<Case> = (0..CASES)
        .map(|_| {
            let k = 1 + below(&mut source, 100);
            let count = 1 + below(&mut source, 20);
            let task = |source: &mut RandomSource| {
                let samples = k + below(source, 101);
                TaskSamples { samples, correct: below(source, samples + 1) / (1 + below(source, 9)) }
            };
            let tasks: Vec<TaskSamples> = (0..count).map(|_| task(&mut source)).collect();
            let mut answer: Vec<f64> =
                tasks.iter().map(|task| pass_at_k(*task, k).expect("enough samples")).collect();
            let bootstrap = pass_at_k_over_tasks(&tasks, k, 10, &mut source).expect("tasks");
            answer.push(bootstrap.observed());
            let counts: Vec<Value> = tasks.iter().map(|task| json!([task.samples, task.correct])).collect();
            Case { question: json!({ "k": k, "tasks": counts }), answer }
        })
        .collect();
    compare("pass_at_k", SMALL, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn medians_equal_numpy() {
    let mut source = RandomSource::new(1, "twins medians");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let kinds = if case % 2 == 0 { 7 } else { 1 << 31 };
            let (n, m) = (1 + below(&mut source, 40), 1 + below(&mut source, 40));
            let mut sample =
                |count: u32| (0..count).map(|_| f64::from(below(&mut source, kinds))).collect::<Vec<f64>>();
            let (first, second) = (sample(n), sample(m));
            let answer = vec![
                difference_of_medians(&first, &second).expect("finite values"),
                median_of_differences(&first, &second).expect("finite values"),
                pseudomedian(&first).expect("finite values"),
            ];
            Case { question: json!({ "first": first, "second": second }), answer }
        })
        .collect();
    compare("medians", SMALL, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn five_numbers_equal_numpy() {
    let mut source = RandomSource::new(1, "twins five numbers");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let kinds = if case % 2 == 0 { 7 } else { 1 << 31 };
            let count = 1 + below(&mut source, 40);
            let values: Vec<f64> = (0..count).map(|_| f64::from(below(&mut source, kinds))).collect();
            let answer = FiveNumbers::of(&values).expect("finite values").ascending().to_vec();
            Case { question: json!({ "values": values }), answer }
        })
        .collect();
    compare("five_numbers", SMALL, &cases);
}
