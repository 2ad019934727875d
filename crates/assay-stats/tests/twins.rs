//! Every procedure against its twin in `SciPy` or statsmodels, on random and degenerate cases.
//!
//! Needs a Python with both, named by `ASSAY_ORACLE_PYTHON`. The twins are in `twins.py`.

use assay_stats::{
    Bootstrap, POWER, RandomSource, Share, SignFlipMethod, TaskDifference, cohens_h, corrected_alpha, holm,
    normal_cdf, normal_quantile, sign_flip, smallest_detectable, standard_error,
    standardised_mean_difference, student_quantile,
};
use oracle::{CANCELLING, Case, SMALL, below, compare};
use serde_json::{Value, json};

mod oracle;

const CASES: u64 = 500;
const LEVELS: [f64; 2] = [0.95, 0.90];

/// A number from 0 to 1, both reachable.
fn fraction(source: &mut RandomSource) -> f64 {
    f64::from(below(source, 1_000_001)) / 1e6
}

fn share(flagged: u32, judged: u32) -> Share {
    Share::new(flagged, judged).expect("flagged is at most judged")
}

fn random_share(source: &mut RandomSource, judged: u32) -> Share {
    share(below(source, judged + 1), judged)
}

/// Differences of one of seven kinds in turn, the degenerate ones included.
fn differences(kind: u64, most_tasks: u32, source: &mut RandomSource) -> Vec<TaskDifference> {
    let tasks = if kind % 7 == 1 { 1 } else { 2 + below(source, most_tasks - 1) };
    let same = TaskDifference { baseline: random_share(source, 4), candidate: random_share(source, 6) };
    let judged = 2 + below(source, 9);
    let task = |source: &mut RandomSource| match kind % 7 {
        0 => {
            // All zero.
            let both = random_share(source, 5);
            TaskDifference { baseline: both, candidate: both }
        }
        // All equal.
        2 => same,
        // One sample per task.
        3 => TaskDifference { baseline: random_share(source, 1), candidate: random_share(source, 1) },
        // The same number of samples, so many ties.
        4 => {
            TaskDifference { baseline: random_share(source, judged), candidate: random_share(source, judged) }
        }
        5 => {
            // A rare fault: mostly zero.
            let flagged = u32::from(below(source, 8) == 0) * below(source, judged + 1);
            TaskDifference { baseline: share(flagged, judged), candidate: share(0, 1) }
        }
        // One task, or unequal sample counts.
        _ => {
            let (baseline, candidate) = (1 + below(source, 12), 1 + below(source, 12));
            TaskDifference {
                baseline: random_share(source, baseline),
                candidate: random_share(source, candidate),
            }
        }
    };
    (0..tasks).map(|_| task(source)).collect()
}

fn as_json(differences: &[TaskDifference]) -> Value {
    let pair = |share: Share| json!([share.flagged(), share.judged()]);
    differences.iter().map(|one| json!([pair(one.baseline), pair(one.candidate)])).collect()
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn bca_equals_scipy_for_the_same_resamples() {
    let mut source = RandomSource::new(1, "twins bca");
    let cases: Vec<Case> = (0..CASES)
        .map(|kind| {
            let values: Vec<f64> = differences(kind, 60, &mut source).iter().map(|one| one.value()).collect();
            let resamples = if kind % 50 == 3 { 10_000 } else { 1999 };
            let bootstrap = Bootstrap::of_mean(&values, resamples, &mut source).expect("there are values");
            let intervals = LEVELS.map(|level| bootstrap.bca(level));
            let mut answer = vec![bootstrap.observed()];
            answer.extend(intervals.iter().flat_map(|interval| [interval.low, interval.high]));
            let question = json!({
                "values": values,
                "observed": bootstrap.observed(),
                "resample_means": bootstrap.resample_means(),
                "levels": LEVELS,
            });
            Case { question, answer }
        })
        .collect();
    compare("bca", CANCELLING, &cases);
}

fn sign_flip_case(differences: &[TaskDifference], source: &mut RandomSource) -> Case {
    let result = sign_flip(differences, source);
    assert_eq!(result.method, SignFlipMethod::Exact);
    Case { question: json!({ "differences": as_json(differences) }), answer: vec![result.p_value] }
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn sign_flip_equals_the_exact_permutation_test() {
    let mut source = RandomSource::new(1, "twins sign flip");
    let cases: Vec<Case> = (0..CASES)
        .map(|kind| {
            let differences = differences(kind, 11, &mut source);
            sign_flip_case(&differences, &mut source)
        })
        .collect();
    compare("sign_flip", SMALL, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn sign_flip_at_one_sample_per_task_equals_exact_mcnemar() {
    let mut source = RandomSource::new(1, "twins mcnemar");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let tasks = 1 + below(&mut source, 400);
            // How often the candidate differs, from never to always.
            let changed = u32::try_from(case % 11).expect("below eleven");
            let task = |source: &mut RandomSource| {
                let baseline = random_share(source, 1);
                let flips = u32::from(below(source, 10) < changed);
                TaskDifference { baseline, candidate: share(baseline.flagged() ^ flips, 1) }
            };
            let differences: Vec<_> = (0..tasks).map(|_| task(&mut source)).collect();
            sign_flip_case(&differences, &mut source)
        })
        .collect();
    compare("mcnemar", SMALL, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn holm_equals_statsmodels() {
    let mut source = RandomSource::new(1, "twins holm");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let rows = below(&mut source, 31);
            // Every third case in tenths (ties, zeros and ones), the others pressed towards zero.
            let p_value = |source: &mut RandomSource| {
                if case % 3 == 0 { f64::from(below(source, 11)) / 10.0 } else { fraction(source).powi(4) }
            };
            let p_values: Vec<f64> = (0..rows).map(|_| p_value(&mut source)).collect();
            Case { answer: holm(&p_values), question: json!({ "p_values": p_values }) }
        })
        .collect();
    compare("holm", SMALL, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn power_and_the_normal_distribution_equal_scipy() {
    let mut source = RandomSource::new(1, "twins power");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let (alpha, rows) = (0.001 + 0.1 * fraction(&mut source), 1 + below(&mut source, 40));
            let (probability, x) =
                (1e-6 + 0.999_998 * fraction(&mut source), 12.0 * fraction(&mut source) - 6.0);
            let power = if case % 2 == 0 { POWER } else { 0.5 + 0.49 * fraction(&mut source) };
            let values: Vec<f64> = (0..2 + below(&mut source, 200)).map(|_| fraction(&mut source) - 0.4).collect();
            let error = standard_error(&values).expect("random values have spread");
            let corrected = corrected_alpha(alpha, rows as usize);
            let answer = vec![
                normal_quantile(probability),
                normal_cdf(x),
                student_quantile(probability, values.len() as f64),
                error,
                smallest_detectable(error, corrected, power),
                standardised_mean_difference(&values).expect("random values have spread"),
            ];
            let question = json!({
                "alpha": alpha, "rows": rows, "probability": probability, "x": x, "power": power, "values": values,
            });
            Case { question, answer }
        })
        .collect();
    compare("power", CANCELLING, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn cohens_h_equals_statsmodels() {
    let mut source = RandomSource::new(1, "twins effect");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let baseline = if case % 10 == 0 { 0.0 } else { fraction(&mut source) };
            let candidate = if case % 15 == 0 { 1.0 } else { fraction(&mut source) };
            let question = json!({ "baseline": baseline, "candidate": candidate });
            Case { question, answer: vec![cohens_h(baseline, candidate)] }
        })
        .collect();
    compare("cohens_h", CANCELLING, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn percentile_and_clustered_intervals_equal_scipy_for_the_same_resamples() {
    let mut source = RandomSource::new(1, "twins clustered");
    let cases: Vec<Case> = (0..2000)
        .map(|case| {
            let clusters: Vec<Vec<f64>> = (0..2 + below(&mut source, 30))
                .map(|_| {
                    let size = if case % 3 == 0 { 1 } else { 1 + below(&mut source, 8) };
                    let level = fraction(&mut source);
                    (0..size).map(|_| level + 0.5 * fraction(&mut source)).collect()
                })
                .collect();
            let bootstrap =
                Bootstrap::of_clustered_mean(&clusters, 499, &mut source).expect("there are values");
            let intervals = LEVELS.map(|level| [bootstrap.percentile(level), bootstrap.bca(level)]);
            let mut answer = vec![bootstrap.observed()];
            answer.extend(intervals.iter().flatten().flat_map(|interval| [interval.low, interval.high]));
            let question = json!({
                "clusters": clusters,
                "observed": bootstrap.observed(),
                "resample_means": bootstrap.resample_means(),
                "levels": LEVELS,
            });
            Case { question, answer }
        })
        .collect();
    compare("clustered", CANCELLING, &cases);
}
