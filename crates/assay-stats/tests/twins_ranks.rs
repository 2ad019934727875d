//! The rank tests, their effect sizes and the tests beside them against `SciPy` and statsmodels.
//!
//! Needs a Python with both, named by `ASSAY_ORACLE_PYTHON`. The twins are in `twins_ranks.py`.

use assay_stats::{
    Alternative, RandomSource, RankMethod, ZeroMethod, benjamini_hochberg, cliffs_delta, mann_whitney,
    mcnemar, signed_rank, vargha_delaney,
};
use oracle::{CANCELLING, Case, SMALL, below, compare};
use serde_json::json;

mod oracle;

const CASES: u64 = 2000;
const ALTERNATIVES: [(Alternative, &str); 3] =
    [(Alternative::TwoSided, "two-sided"), (Alternative::Less, "less"), (Alternative::Greater, "greater")];
const METHODS: [(RankMethod, &str); 3] = [
    (RankMethod::Exact, "exact"),
    (RankMethod::Asymptotic, "asymptotic"),
    (RankMethod::AsymptoticWithContinuity, "continuity"),
];
const ZERO_METHODS: [(ZeroMethod, &str); 3] =
    [(ZeroMethod::Wilcox, "wilcox"), (ZeroMethod::Pratt, "pratt"), (ZeroMethod::ZSplit, "zsplit")];

fn pick<T: Copy>(source: &mut RandomSource, items: &[T]) -> T {
    items[below(source, u32::try_from(items.len()).expect("a short list")) as usize]
}

/// Whole numbers from few kinds, hence ties, or from so many that there are none.
fn values(source: &mut RandomSource, count: u32, ties: bool) -> Vec<f64> {
    let kinds = if ties { 2 + below(source, 9) } else { 1 << 31 };
    (0..count).map(|_| f64::from(below(source, kinds))).collect()
}

/// With ties the twin of an exact test walks through all arrangements, so there are few values.
fn most_values(exact: bool, ties: bool) -> u32 {
    match (exact, ties) {
        (true, true) => 5,
        (true, false) => 25,
        (false, _) => 80,
    }
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn mann_whitney_equals_scipy() {
    let mut source = RandomSource::new(1, "twins mann-whitney");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let ties = case % 2 == 0;
            let (alternative, alternative_name) = pick(&mut source, &ALTERNATIVES);
            let (method, method_name) = pick(&mut source, &METHODS);
            let most = most_values(method == RankMethod::Exact, ties);
            // SciPy's walk through all arrangements refuses single values.
            let least = if method == RankMethod::Exact && ties { 2 } else { 1 };
            let (n, m) = (least + below(&mut source, most), least + below(&mut source, most));
            let first = values(&mut source, n, ties);
            let mut second = values(&mut source, m, ties);
            // All equal is the unit tests': there SciPy divides by zero.
            second[0] = if first.iter().chain(&second).all(|one| one.total_cmp(&first[0]).is_eq()) {
                first[0] + 1.0
            } else {
                second[0]
            };
            let found = mann_whitney(&first, &second, alternative, method).expect("finite values");
            Case {
                question: json!({
                    "first": first, "second": second, "ties": ties,
                    "alternative": alternative_name, "method": method_name,
                }),
                answer: vec![found.u, found.p_value],
            }
        })
        .collect();
    compare("mann_whitney", SMALL, &cases);
}

/// Differences of which some are zero and tie, or none; at least one is not zero.
fn differences(source: &mut RandomSource, count: u32, ties: bool) -> Vec<f64> {
    let mut found = values(source, count, ties);
    for difference in &mut found {
        *difference = if below(source, 3) == 0 { -*difference } else { *difference };
        *difference += if ties { 0.0 } else { 0.5 };
    }
    found[0] = if found[0].abs() > 0.0 { found[0] } else { 1.0 };
    found
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn signed_rank_equals_scipy() {
    let mut source = RandomSource::new(1, "twins signed rank");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let ties = case % 2 == 0;
            let (alternative, alternative_name) = pick(&mut source, &ALTERNATIVES);
            let (method, method_name) = pick(&mut source, &METHODS);
            let (zero_method, zero_name) = pick(&mut source, &ZERO_METHODS);
            let count = 2 + below(&mut source, 2 * most_values(method == RankMethod::Exact, ties));
            let differences = differences(&mut source, count, ties);
            let found =
                signed_rank(&differences, zero_method, alternative, method).expect("finite differences");
            let mut answer = vec![found.p_value];
            let two_sided = alternative == Alternative::TwoSided;
            answer.extend(found.z.map(|z| if two_sided { z.abs() } else { z }));
            Case {
                question: json!({
                    "differences": differences, "ties": ties, "zero_method": zero_name,
                    "alternative": alternative_name, "method": method_name,
                }),
                answer,
            }
        })
        .collect();
    compare("signed_rank", SMALL, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn mcnemar_equals_statsmodels_and_exact_fractions() {
    let mut source = RandomSource::new(1, "twins mcnemar both");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let most = if case % 3 == 0 { 12 } else { 400 };
            let (first, second) = (below(&mut source, most), below(&mut source, most));
            let found = mcnemar(first, second);
            let question = json!({ "first": first, "second": second });
            Case { question, answer: vec![found.exact, found.exact, found.mid_p] }
        })
        .collect();
    compare("mcnemar_both", SMALL, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn rank_effect_sizes_equal_their_definitions() {
    let mut source = RandomSource::new(1, "twins rank effects");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let ties = case % 3 != 0;
            let (n, m, pairs) =
                (1 + below(&mut source, 40), 1 + below(&mut source, 40), 2 + below(&mut source, 60));
            let (first, second) = (values(&mut source, n, ties), values(&mut source, m, ties));
            let differences = differences(&mut source, pairs, ties);
            let test =
                signed_rank(&differences, ZeroMethod::Wilcox, Alternative::TwoSided, RankMethod::Asymptotic)
                    .expect("finite differences");
            let paired = [test.rank_biserial(), test.r_over_all_pairs(), test.r_over_differing_pairs()];
            let mut answer = vec![
                vargha_delaney(&first, &second).expect("finite values"),
                cliffs_delta(&first, &second).expect("finite values"),
            ];
            answer.extend(paired.map(|effect| effect.expect("a difference that is not zero")));
            Case { question: json!({ "first": first, "second": second, "differences": differences }), answer }
        })
        .collect();
    compare("rank_effects", CANCELLING, &cases);
}

#[test]
#[ignore = "needs the oracle environment: make oracles"]
fn benjamini_hochberg_equals_statsmodels() {
    let mut source = RandomSource::new(1, "twins benjamini-hochberg");
    let cases: Vec<Case> = (0..CASES)
        .map(|case| {
            let rows = below(&mut source, 31);
            // Every third case in tenths (ties, zeros and ones), the others pressed towards zero.
            let p_value = |source: &mut RandomSource| {
                let tenth = f64::from(below(source, 11)) / 10.0;
                if case % 3 == 0 { tenth } else { (f64::from(below(source, 1_000_001)) / 1e6).powi(4) }
            };
            let p_values: Vec<f64> = (0..rows).map(|_| p_value(&mut source)).collect();
            let answer = benjamini_hochberg(&p_values).expect("probabilities");
            Case { question: json!({ "p_values": p_values }), answer }
        })
        .collect();
    compare("benjamini_hochberg", SMALL, &cases);
}
