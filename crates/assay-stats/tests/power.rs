//! Does a comparison that was planned find what it was planned for, as often as it was said to?
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::num::NonZeroU64;

use assay_stats::{
    POWER, RandomSource, Share, TaskDifference, VarianceComponents, sign_flip, smallest_detectable,
};

const COMPARISONS: u32 = 1000;
const ALPHA: f64 = 0.05;

/// Models whose true shares are known: a task's baseline share is one of 0.2, 0.35, … 0.8, and the candidate's is that
/// less the effect and a task's own deviation, one of −0.1 and 0.1.
const BASELINE: [f64; 5] = [0.2, 0.35, 0.5, 0.65, 0.8];
const DEVIATION: [f64; 2] = [-0.1, 0.1];

fn components(effect: f64) -> VarianceComponents {
    let variance = |share: f64| share * (1.0 - share);
    let pairs = BASELINE.iter().flat_map(|share| DEVIATION.map(|own| (*share, share - effect - own)));
    let within = pairs.map(|(baseline, candidate)| variance(baseline) + variance(candidate)).sum::<f64>();
    VarianceComponents { between: 0.01, within: within / 10.0 }
}

fn flagged(share: f64, samples: u32, source: &mut RandomSource) -> Share {
    let chance = |source: &mut RandomSource| (source.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    let count = (0..samples).filter(|_| chance(source) < share).count();
    Share::new(u32::try_from(count).unwrap(), samples).unwrap()
}

fn comparison(tasks: u32, samples: u32, effect: f64, source: &mut RandomSource) -> Vec<TaskDifference> {
    let one_of = |of: &[f64], source: &mut RandomSource| {
        let bound = NonZeroU64::new(of.len() as u64).unwrap();
        of[usize::try_from(source.below(bound)).unwrap()]
    };
    (0..tasks)
        .map(|_| {
            let share = one_of(&BASELINE, source);
            let candidate = share - effect - one_of(&DEVIATION, source);
            TaskDifference {
                baseline: flagged(share, samples, source),
                candidate: flagged(candidate, samples, source),
            }
        })
        .collect()
}

/// How often the sign-flip test finds an effect, in the right direction.
fn found(tasks: u32, samples: u32, effect: f64) -> f64 {
    let mut source = RandomSource::new(17, &format!("power {tasks} {samples}"));
    let found = (0..COMPARISONS).filter(|_| {
        let differences = comparison(tasks, samples, effect, &mut source);
        let mean: f64 = differences.iter().map(|difference| difference.value()).sum();
        mean > 0.0 && sign_flip(&differences, &mut RandomSource::new(0, "test")).p_value < ALPHA
    });
    found.count() as f64 / f64::from(COMPARISONS)
}

/// Four standard errors of a share of a thousand around 0.8, and two points for a formula that takes the test's
/// distribution for a normal one.
const TOLERANCE: f64 = 4.0 * 0.0127 + 0.02;

#[test]
fn the_smallest_detectable_difference_is_found_four_times_in_five() {
    for (tasks, samples) in [(164, 1), (164, 5), (60, 10)] {
        // The effect changes the candidate's variance, so it is looked for in two steps.
        let at = |effect| {
            let error = components(effect).standard_error(u64::from(tasks), u64::from(samples));
            smallest_detectable(error, ALPHA, POWER)
        };
        let effect = at(at(0.0));
        let power = found(tasks, samples, effect);
        assert!((power - POWER).abs() < TOLERANCE, "{tasks} tasks, {samples} samples: {power}");
    }
}

#[test]
fn the_planned_number_of_samples_has_the_planned_power() {
    let effect = 0.05;
    let error = effect / smallest_detectable(1.0, ALPHA, POWER);
    let samples = components(effect).samples_for(error, 164).unwrap();
    assert_eq!(samples, 10);
    let power = found(164, 10, effect);
    assert!((power - POWER).abs() < TOLERANCE, "{power}");
}

#[test]
fn components_are_estimated_without_bias() {
    let truth = components(0.05);
    let mut source = RandomSource::new(3, "components");
    let rounds = 400;
    let mut mean = VarianceComponents { between: 0.0, within: 0.0 };
    for _ in 0..rounds {
        let found = VarianceComponents::estimate(&comparison(164, 10, 0.05, &mut source)).unwrap();
        mean.between += found.between / f64::from(rounds);
        mean.within += found.within / f64::from(rounds);
    }
    // One estimate's standard deviation is about 0.006 for both: four of them divided by √400.
    assert!((mean.between - truth.between).abs() < 0.0015, "{mean:?}, {truth:?}");
    assert!((mean.within - truth.within).abs() < 0.0015, "{mean:?}, {truth:?}");
}
