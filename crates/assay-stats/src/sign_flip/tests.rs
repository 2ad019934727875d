use super::*;
use crate::Share;

fn difference(baseline: (u32, u32), candidate: (u32, u32)) -> TaskDifference {
    let share = |(flagged, judged)| Share::new(flagged, judged).unwrap();
    TaskDifference { baseline: share(baseline), candidate: share(candidate) }
}

fn source() -> RandomSource {
    RandomSource::new(5, "sign flip test")
}

fn below(source: &mut RandomSource, bound: usize) -> u32 {
    u32::try_from(source.index(bound)).unwrap()
}

/// Shares with up to ten samples, so that 2520² is a common denominator of every difference.
fn random_difference(source: &mut RandomSource) -> TaskDifference {
    let (judged, other) = (1 + below(source, 10), 1 + below(source, 10));
    difference((below(source, judged as usize + 1), judged), (below(source, other as usize + 1), other))
}

/// P(|S*| ≥ |S|) by walking through every sign pattern.
fn enumerate(differences: &[TaskDifference]) -> f64 {
    let scaled: Vec<i128> = differences
        .iter()
        .map(|one| one.numerator() * (2520 * 2520 / i128::from(one.denominator())))
        .collect();
    let observed = scaled.iter().sum::<i128>().abs();
    let patterns = 1_u32 << scaled.len();
    let extreme = (0..patterns).filter(|pattern| {
        let signed = scaled.iter().enumerate();
        let total: i128 = signed.map(|(bit, unit)| if pattern >> bit & 1 == 0 { *unit } else { -unit }).sum();
        total.abs() >= observed
    });
    extreme.count() as f64 / f64::from(patterns)
}

#[test]
fn no_difference_is_no_evidence() {
    for differences in [vec![], vec![difference((1, 2), (2, 4)); 9]] {
        let result = sign_flip(&differences, &mut source());
        assert!((result.p_value - 1.0).abs() < f64::EPSILON);
        assert_eq!(result.method, SignFlipMethod::Exact);
    }
}

#[test]
fn ten_tasks_in_one_direction() {
    let result = sign_flip(&[difference((2, 3), (0, 1)); 10], &mut source());
    assert!((result.p_value - 2.0 / 1024.0).abs() < 1e-15);
}

#[test]
fn one_sample_per_task_is_the_exact_mcnemar_test() {
    // 1 against 5 discordant tasks: 2 × (1 + 6) ÷ 64.
    let mut differences = vec![difference((1, 1), (0, 1))];
    differences.extend([difference((0, 1), (1, 1)); 5]);
    differences.extend([difference((1, 1), (1, 1)); 20]);
    assert!((sign_flip(&differences, &mut source()).p_value - 14.0 / 64.0).abs() < 1e-15);
}

#[test]
fn the_convolution_equals_the_full_enumeration() {
    let mut source = source();
    for case in 0..500 {
        let tasks = source.index(13);
        let differences: Vec<_> = (0..tasks).map(|_| random_difference(&mut source)).collect();
        let result = sign_flip(&differences, &mut source);
        let expected = enumerate(&differences);
        assert_eq!(result.method, SignFlipMethod::Exact);
        assert!((result.p_value - expected).abs() < 1e-12, "case {case}: {result:?}, expected {expected}");
    }
}

#[test]
fn the_monte_carlo_p_value_is_near_the_exact_one() {
    let mut source = source();
    let differences: Vec<_> = (0..12).map(|_| random_difference(&mut source)).collect();
    let drawn = monte_carlo(&differences, 20_000, &mut source);
    let exact = sign_flip(&differences, &mut source);
    assert_eq!(drawn.method, SignFlipMethod::MonteCarlo { draws: 20_000 });
    // Standard error at most 0.0036.
    assert!((drawn.p_value - exact.p_value).abs() < 0.02, "{drawn:?} {exact:?}");
}

#[test]
fn monte_carlo_of_nothing_is_one_and_never_zero_otherwise() {
    assert!((monte_carlo(&[], 100, &mut source()).p_value - 1.0).abs() < f64::EPSILON);
    let strong = monte_carlo(&[difference((1, 1), (0, 1)); 200], 100, &mut source());
    assert!((strong.p_value - 1.0 / 101.0).abs() < 1e-15);
}

#[test]
fn any_counts_are_safe_and_an_unaffordable_grid_is_drawn() {
    let primes = [4_294_967_291, 4_294_967_279, 4_294_967_231, 4_294_967_197, 4_294_967_189];
    let differences: Vec<_> =
        primes.iter().map(|prime| difference((prime / 2, *prime), (prime / 3, u32::MAX))).collect();
    let result = sign_flip(&differences, &mut source());
    assert_eq!(result.method, SignFlipMethod::MonteCarlo { draws: MONTE_CARLO_DRAWS });
    // All five in one direction: 2 ÷ 32.
    assert!((result.p_value - 0.0625).abs() < 0.005);
}

#[test]
fn very_many_tasks_in_one_direction_do_not_reach_zero() {
    let result = sign_flip(&vec![difference((1, 1), (0, 1)); 3000], &mut source());
    assert!(result.p_value > 0.0 && result.p_value < 1e-300);
}

#[test]
#[cfg(not(debug_assertions))]
#[ignore = "a measurement: cargo test --release -p assay-stats --lib -- --ignored"]
fn the_cost_stays_under_half_a_second_on_either_side_of_the_budget() {
    let mut source = source();
    let (mut exact, mut drawn) = ((0.0, 0), (0.0, 0));
    for tasks in (1..400).step_by(3).chain((400..3000).step_by(200)) {
        // The common denominator is near 50 × 49 × 48, a hard case.
        let differences: Vec<_> = (0..tasks)
            .map(|task| difference((below(&mut source, 50), 50), (below(&mut source, 40), 48 + task % 2)))
            .collect();
        let started = std::time::Instant::now();
        let method = sign_flip(&differences, &mut source).method;
        let cost = (started.elapsed().as_secs_f64(), tasks);
        let slowest = if method == SignFlipMethod::Exact { &mut exact } else { &mut drawn };
        if cost.0 > slowest.0 {
            *slowest = cost;
        }
    }
    assert!(exact.0 < 0.5 && drawn.0 < 0.5, "seconds and tasks: exact {exact:?}, drawn {drawn:?}");
    std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("exact {exact:?}, drawn {drawn:?}\n"))
        .unwrap();
}
