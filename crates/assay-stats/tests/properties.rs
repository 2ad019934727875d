//! What must hold for any input.

use assay_stats::{
    Alternative, Bootstrap, RandomSource, RankMethod, Share, SignFlipMethod, TaskDifference, ZeroMethod,
    benjamini_hochberg, cohens_h, holm, mann_whitney, normal_cdf, normal_quantile, sign_flip, signed_rank,
};
use proptest::prelude::*;

prop_compose! {
    fn share(most_judged: u32)(judged in 1..=most_judged)(flagged in 0..=judged, judged in Just(judged)) -> Share {
        Share::new(flagged, judged).expect("flagged is at most judged")
    }
}

prop_compose! {
    fn difference(most_judged: u32)(baseline in share(most_judged), candidate in share(most_judged)) -> TaskDifference {
        TaskDifference { baseline, candidate }
    }
}

fn source() -> RandomSource {
    RandomSource::new(11, "properties")
}

fn values(differences: &[TaskDifference]) -> Vec<f64> {
    differences.iter().map(|one| one.value()).collect()
}

fn swapped(one: TaskDifference) -> TaskDifference {
    TaskDifference { baseline: one.candidate, candidate: one.baseline }
}

/// The same share from `factor` times as many samples.
fn repeated(share: Share, factor: u32) -> Share {
    Share::new(share.flagged() * factor, share.judged() * factor).expect("still a share")
}

fn shuffled<T: Clone>(items: &[T], seed: u64) -> Vec<T> {
    let mut items = items.to_vec();
    RandomSource::new(seed, "shuffle").shuffle(&mut items);
    items
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn a_difference_is_bounded_and_changes_sign_when_the_models_swap(one in difference(u32::MAX)) {
        prop_assert!((-1.0..=1.0).contains(&one.value()));
        prop_assert_eq!(swapped(one).numerator(), -one.numerator());
        prop_assert_eq!(swapped(one).denominator(), one.denominator());
    }

    #[test]
    fn sign_flip_ignores_direction_order_repetition_and_ties(
        differences in prop::collection::vec(difference(8), 0..40), seed: u64, factor in 2_u32..5,
    ) {
        let expected = sign_flip(&differences, &mut source());
        prop_assert!(expected.p_value > 0.0 && expected.p_value <= 1.0);
        prop_assert_eq!(expected.method, SignFlipMethod::Exact);
        let other_direction: Vec<_> = differences.iter().copied().map(swapped).collect();
        prop_assert_eq!(sign_flip(&other_direction, &mut source()), expected);
        prop_assert_eq!(sign_flip(&shuffled(&differences, seed), &mut source()), expected);
        let mut more_samples: Vec<_> = differences.iter().map(|one| TaskDifference {
            baseline: repeated(one.baseline, factor), candidate: repeated(one.candidate, factor),
        }).collect();
        prop_assert_eq!(sign_flip(&more_samples, &mut source()), expected);
        let even = Share::new(1, 3).expect("a share");
        more_samples.push(TaskDifference { baseline: even, candidate: even });
        prop_assert_eq!(sign_flip(&more_samples, &mut source()), expected);
    }

    #[test]
    fn one_more_task_in_the_losing_direction_is_not_more_evidence(wins in 1_usize..60, losses in 0_usize..60) {
        let (none, all) = (Share::new(0, 1).expect("a share"), Share::new(1, 1).expect("a share"));
        let losses = losses.min(wins - 1);
        let p_value = |losses: usize| {
            let mut differences = vec![TaskDifference { baseline: all, candidate: none }; wins];
            differences.extend(vec![TaskDifference { baseline: none, candidate: all }; losses]);
            sign_flip(&differences, &mut source()).p_value
        };
        prop_assert!(p_value(losses) <= p_value(losses + 1));
    }

    #[test]
    fn a_bootstrap_interval_is_ordered_nested_and_inside_the_possible(
        differences in prop::collection::vec(difference(5), 1..30), seed: u64,
    ) {
        let bootstrap = |values: &[f64]| Bootstrap::of_mean(values, 400, &mut source()).expect("some values");
        let values = values(&differences);
        let (wide, narrow) = (bootstrap(&values).bca(0.95), bootstrap(&values).bca(0.90));
        prop_assert!(-1.0 - 1e-12 <= wide.low && wide.high <= 1.0 + 1e-12);
        prop_assert!(wide.low <= narrow.low && narrow.low <= narrow.high && narrow.high <= wide.high);
        prop_assert_eq!(bootstrap(&shuffled(&values, seed)).bca(0.95), wide);
    }

    #[test]
    fn a_bootstrap_interval_has_width_where_the_sample_has_room(
        one in difference(5), tasks in 1_usize..200,
    ) {
        let values = vec![one.value(); tasks];
        let bootstrap = Bootstrap::of_mean(&values, 50, &mut source()).expect("some values");
        let interval = bootstrap.bca(0.95);
        prop_assert!(interval.low <= bootstrap.observed() && bootstrap.observed() <= interval.high);
        prop_assert!(interval.high - interval.low > 0.01);
    }

    #[test]
    fn holm_lies_between_raw_and_bonferroni_and_keeps_the_order(
        p_values in prop::collection::vec(0.0..=1.0_f64, 0..30), seed: u64,
    ) {
        let adjusted = holm(&p_values);
        prop_assert_eq!(adjusted.len(), p_values.len());
        for (raw, corrected) in p_values.iter().zip(&adjusted) {
            prop_assert!(raw <= corrected && *corrected <= (raw * p_values.len() as f64).min(1.0));
            for (other_raw, other_corrected) in p_values.iter().zip(&adjusted) {
                prop_assert!(raw > other_raw || corrected <= other_corrected);
            }
        }
        prop_assert_eq!(holm(&shuffled(&p_values, seed)), shuffled(&adjusted, seed));
    }

    #[test]
    fn swapping_the_samples_turns_a_rank_test_around(
        first in prop::collection::vec(0..9_i32, 1..12), second in prop::collection::vec(0..9_i32, 1..12), seed: u64,
    ) {
        let as_values = |items: &[i32]| items.iter().map(|item| f64::from(*item)).collect::<Vec<f64>>();
        let (first, second) = (as_values(&first), as_values(&second));
        for method in [RankMethod::Exact, RankMethod::Asymptotic, RankMethod::AsymptoticWithContinuity] {
            let test = |left: &[f64], right: &[f64], alternative| {
                mann_whitney(left, right, alternative, method).expect("finite values")
            };
            let less = test(&first, &second, Alternative::Less);
            let greater = test(&shuffled(&second, seed), &shuffled(&first, seed), Alternative::Greater);
            prop_assert!((less.p_value - greater.p_value).abs() < 1e-12);
            prop_assert!((less.u + greater.u - (first.len() * second.len()) as f64).abs() < 1e-12);
            let both = test(&first, &second, Alternative::TwoSided).p_value;
            prop_assert!(both > 0.0 && both <= 1.0);
        }
    }

    #[test]
    fn turning_all_differences_around_turns_the_signed_rank_test_around(
        differences in prop::collection::vec(-6..7_i32, 1..30), seed: u64,
    ) {
        let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
        let turned: Vec<f64> = shuffled(&differences, seed).iter().map(|one| -one).collect();
        for zero_method in [ZeroMethod::Wilcox, ZeroMethod::Pratt, ZeroMethod::ZSplit] {
            for method in [RankMethod::Exact, RankMethod::Asymptotic, RankMethod::AsymptoticWithContinuity] {
                let test = |values: &[f64], alternative| {
                    signed_rank(values, zero_method, alternative, method).expect("finite differences")
                };
                let (less, greater) = (test(&differences, Alternative::Less), test(&turned, Alternative::Greater));
                prop_assert!((less.p_value - greater.p_value).abs() < 1e-12);
                prop_assert!((less.positive - greater.negative).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn benjamini_hochberg_lies_between_raw_and_holm(p_values in prop::collection::vec(0.0..=1.0_f64, 0..30)) {
        let adjusted = benjamini_hochberg(&p_values).expect("probabilities");
        for ((raw, found), strict) in p_values.iter().zip(&adjusted).zip(holm(&p_values)) {
            prop_assert!(*raw <= found + 1e-15 && *found <= strict + 1e-15);
        }
    }

    #[test]
    fn cohens_h_changes_sign_when_the_models_swap(baseline in 0.0..=1.0_f64, candidate in 0.0..=1.0_f64) {
        prop_assert!((cohens_h(baseline, candidate) + cohens_h(candidate, baseline)).abs() < 1e-15);
        prop_assert!(baseline < candidate || cohens_h(baseline, candidate) >= 0.0);
    }

    #[test]
    fn the_normal_quantile_undoes_the_distribution(x in -5.0..5.0_f64) {
        prop_assert!((normal_quantile(normal_cdf(x)) - x).abs() < 1e-8);
    }
}
