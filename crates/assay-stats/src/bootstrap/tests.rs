use super::*;

fn bootstrap(values: &[f64]) -> Bootstrap {
    Bootstrap::of_mean(values, 2000, &mut RandomSource::new(1, "test")).unwrap()
}

fn assert_interval(found: Interval, low: f64, high: f64) {
    assert!((found.low - low).abs() < 1e-12 && (found.high - high).abs() < 1e-12, "{found:?}");
}

#[test]
fn nothing_to_resample_is_no_bootstrap() {
    let source = &mut RandomSource::new(1, "test");
    assert!(Bootstrap::of_mean(&[], 10, source).is_none());
    assert!(Bootstrap::of_mean(&[1.0], 0, source).is_none());
    assert!(Bootstrap::of_mean(&[1.0, f64::NAN], 10, source).is_none());
}

#[test]
fn all_zero_has_the_width_that_unseen_tasks_leave_open() {
    let zeros = bootstrap(&[0.0; 164]);
    let width = 1.0 - 0.025_f64.powf(1.0 / 164.0);
    assert_interval(zeros.bca(0.95), -width, width);
    assert!((width - 0.022_242).abs() < 1e-5, "{width}");
    let narrower = 1.0 - 0.05_f64.powf(1.0 / 164.0);
    assert_interval(zeros.bca(0.90), -narrower, narrower);
}

#[test]
fn all_equal_reaches_towards_both_ends_of_the_possible() {
    let unseen = 1.0 - 0.025_f64.powf(0.1);
    assert_interval(bootstrap(&[0.5; 10]).bca(0.95), 0.5 - 1.5 * unseen, 0.5 + 0.5 * unseen);
    assert_interval(bootstrap(&[1.0; 10]).bca(0.95), 1.0 - 2.0 * unseen, 1.0);
}

#[test]
fn one_task_says_almost_nothing() {
    assert_interval(bootstrap(&[0.0]).bca(0.95), -0.975, 0.975);
}

#[test]
fn an_unbounded_value_without_spread_is_unknown() {
    let unbounded = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
    let interval = bootstrap(&[3.0, 3.0]).with_support(unbounded).bca(0.95);
    assert!(interval.low.is_infinite() && interval.high.is_infinite());
    let outside = bootstrap(&[3.0, 3.0]).bca(0.95);
    assert!(outside.low < 3.0 && (outside.high - 3.0).abs() < 1e-12);
}

#[test]
fn thirds_summed_in_any_order_are_ties() {
    let thirds: Vec<f64> = (0..30).map(|index| f64::from(index % 4 - 1) / 3.0).collect();
    let bootstrap = bootstrap(&thirds);
    let means = bootstrap.resample_means();
    let near = means.iter().filter(|mean| (**mean - bootstrap.observed()).abs() < 1e-9).count();
    let equal = means.iter().filter(|mean| mean.total_cmp(&bootstrap.observed()).is_eq()).count();
    assert!(near > 50);
    assert_eq!(near, equal);
}

#[test]
fn a_symmetric_sample_gives_a_nearly_symmetric_interval() {
    let values: Vec<f64> = (0..100).map(|index| f64::from(index % 3 - 1) * f64::from(index % 2)).collect();
    let interval = bootstrap(&values).bca(0.95);
    // Normal approximation: 1.96 × standard error.
    let expected = 1.96 * crate::standard_error(&values).unwrap();
    assert!(
        (interval.high - expected).abs() < 0.02 && (interval.low + expected).abs() < 0.02,
        "{interval:?}"
    );
}

#[test]
fn the_acceleration_of_a_hand_checked_sample() {
    // Values 0, 0, 3: mean 1, u = −1, −1, 2: Σu³ = 6, Σu² = 6, a = 6 ÷ (6 × 6^1.5).
    assert!((acceleration(&[0.0, 0.0, 3.0], 1.0) - 6.0_f64.powf(-1.5)).abs() < 1e-15);
}

#[test]
fn a_correction_past_its_limit_is_the_outermost_resample() {
    assert!((corrected_level(0.0, 0.16, 7.0) - 1.0).abs() < 1e-15);
    assert!(corrected_level(0.0, -0.16, -7.0).abs() < 1e-15);
    assert!(corrected_level(0.0, 0.1, f64::NEG_INFINITY).abs() < 1e-15);
}

#[test]
fn one_resample_still_gives_an_interval() {
    let single = Bootstrap::of_mean(&[0.0, 1.0], 1, &mut RandomSource::new(1, "test")).unwrap();
    let interval = single.bca(0.95);
    assert!(interval.low.is_finite() && interval.low <= interval.high);
}

#[test]
fn within_a_margin_means_both_ends() {
    assert!(Interval { low: -0.02, high: 0.03 }.is_within(0.03));
    assert!(!Interval { low: -0.04, high: 0.01 }.is_within(0.03));
    assert!(!Interval { low: 0.01, high: 0.04 }.is_within(0.03));
}
