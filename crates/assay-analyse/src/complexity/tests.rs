use super::*;

fn sample((complexity, index): (u64, f64)) -> CodeMetrics {
    CodeMetrics { cyclomatic_complexity: complexity, maintainability_index: Some(index) }
}

fn pair(baseline: (u64, f64), candidate: (u64, f64)) -> [Option<CodeMetrics>; 2] {
    [baseline, candidate].map(|values| Some(sample(values)))
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

/// Complexities 2, 3, 5, 8 and 4 against 3, 3, 3, 4 and 9: differences +1, 0, −2, −4 and +5.
fn worked_out() -> PairedSamples {
    let values = [(2, 3), (3, 3), (5, 3), (8, 4), (4, 9)];
    let pairs = values.map(|(baseline, candidate)| pair((baseline, 50.0), (candidate, 60.0)));
    PairedSamples { pairs: pairs.to_vec(), unpaired: 0 }
}

#[test]
fn a_case_worked_out_by_hand() {
    let found = complexity(&worked_out());
    let [complexity, index] = &found.metrics[..] else { panic!("two measures") };
    assert_eq!(
        (complexity.metric, complexity.pairs, complexity.zeros),
        (CodeMetric::CyclomaticComplexity, 5, 1)
    );
    // Medians of 2 3 4 5 8 and 3 3 3 4 9; the differences in order are −4 −2 0 1 5.
    near(complexity.baseline_median, 4.0);
    near(complexity.candidate_median, 3.0);
    near(complexity.difference_of_medians, -1.0);
    near(complexity.difference_of_medians_percent.unwrap(), -25.0);
    near(complexity.median_of_differences, 0.0);
    // Without the zero the sizes 1 2 4 5 have the ranks 1 2 3 4; +1 and +5 are positive.
    near(complexity.positive_ranks, 5.0);
    near(complexity.negative_ranks, 5.0);
    // n(n + 1) ÷ 4 = 5 is what chance expects.
    near(complexity.z, 0.0);
    near(complexity.p_value, 1.0);
    assert_eq!(complexity.p_method, SignedRankMethod::Exact);
    near(complexity.rank_biserial.unwrap(), 0.0);
    // All five indices rise by 10: ranks 3 each, sum 15, mean 7.5, variance (5·6·11 − (125 − 5) ÷ 2) ÷ 24 = 11.25.
    near(index.median_of_differences, 10.0);
    near(index.difference_of_medians_percent.unwrap(), 20.0);
    near(index.z, 7.5 / 11.25_f64.sqrt());
    // Two of the thirty-two patterns of signs.
    near(index.p_value, 2.0 / 32.0);
    near(index.rank_biserial.unwrap(), 1.0);
    near(index.r_over_all_pairs, index.r_over_differing_pairs.unwrap());
    near(index.r_over_all_pairs, 7.5 / 11.25_f64.sqrt() / 5.0_f64.sqrt());
}

#[test]
fn the_two_medians_are_two_numbers_and_the_two_r_differ_by_the_zeros() {
    // 60 pairs rise by one, 20 stay.
    let mut pairs = vec![pair((1, 80.0), (2, 70.0)); 60];
    pairs.extend([pair((9, 30.0), (9, 30.0)); 20]);
    let found = complexity(&PairedSamples { pairs, unpaired: 3 });
    assert_eq!((found.pairs, found.pairs_not_parsed, found.unpaired), (80, 0, 3));
    let rises = &found.metrics[0];
    assert_eq!((rises.zeros, rises.p_method), (20, SignedRankMethod::Asymptotic));
    // 60 equal sizes: Z is (1830 − 915) ÷ √((60·61·121 − (60³ − 60) ÷ 2) ÷ 24) = √60.
    near(rises.z, 60.0_f64.sqrt());
    near(rises.r_over_differing_pairs.unwrap(), 1.0);
    near(rises.r_over_all_pairs, (60.0_f64 / 80.0).sqrt());
    assert!(rises.p_value < 1e-12 && rises.p_value > 0.0);
}

#[test]
fn a_pair_counts_where_both_parse_and_an_index_where_radon_has_one() {
    let without_index = Some(CodeMetrics { cyclomatic_complexity: 4, maintainability_index: None });
    let pairs = vec![
        [Some(sample((1, 90.0))), None],
        [None, None],
        pair((1, 90.0), (1, 90.0)),
        [Some(sample((2, 80.0))), without_index],
    ];
    let found = complexity(&PairedSamples { pairs, unpaired: 0 });
    assert_eq!((found.pairs, found.pairs_not_parsed), (4, 2));
    let pairs: Vec<u64> = found.metrics.iter().map(|metric| metric.pairs).collect();
    assert_eq!(pairs, [2, 1]);
    let index = &found.metrics[1];
    assert_eq!((index.rank_biserial, index.r_over_differing_pairs, index.zeros), (None, None, 1));
    near(index.p_value, 1.0);
    near(index.r_over_all_pairs, 0.0);
}

#[test]
fn nothing_to_compare_compares_nothing() {
    assert_eq!(complexity(&PairedSamples::default()).metrics, []);
    let pairs = vec![[None, Some(sample((1, 1.0)))]];
    assert_eq!(complexity(&PairedSamples { pairs, unpaired: 0 }).metrics, []);
}

#[test]
fn the_order_of_pairs_changes_nothing() {
    let mut turned = worked_out();
    turned.pairs.reverse();
    assert_eq!(complexity(&turned), complexity(&worked_out()));
}
