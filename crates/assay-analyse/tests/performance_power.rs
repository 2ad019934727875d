//! Is a regression as large as the smallest detectable ratio found as often as that says? `evidence/performance_power.py`
//! asks it of more scenarios, and oftener.

#[path = "../examples/performance_power/simulation.rs"]
mod simulation;

use simulation::{Found, Scenario, simulate};

const STARTER: Scenario =
    Scenario { name: "starter", tasks: 24, equal: 0.0, samples: 6, between: 0.2, within: 0.3, noise: 0.03 };

const COMPARISONS: u32 = 150;

#[test]
fn the_smallest_detectable_ratio_is_found_four_times_in_five_and_no_difference_hardly_ever() {
    let without = simulate(&STARTER, 1.0, COMPARISONS, 1);
    assert!(without.regressions + without.improvements <= 0.05, "{without:?}");
    assert!(without.covered >= 0.88, "{without:?}");
    let Found { regressions, improvements, .. } = simulate(&STARTER, without.detectable, COMPARISONS, 1);
    assert!((regressions - 0.8).abs() < 0.1 && improvements < 0.01, "{regressions} {without:?}");
}
