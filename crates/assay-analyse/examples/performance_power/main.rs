//! How often a regression of a known size is found, as JSON: for `evidence/performance_power.py`.
//!
//! Usage: `performance_power COMPARISONS SEED`. For each scenario the comparisons are made without any difference, and again with the
//! ratio that the rows of the first said to be the smallest detectable.
#![expect(clippy::print_stdout, reason = "its output is what it is for")]

mod simulation;

use simulation::{Found, Scenario, simulate};

/// From what small benchmarks with few samples give to HumanEval with many, with and without equal tasks.
const SCENARIOS: [Scenario; 8] = [
    scenario("24 tasks of equal ratios, 10 samples", 24, 0.0, 10, [0.0, 0.3]),
    scenario("24 tasks, 10 samples", 24, 0.0, 10, [0.2, 0.3]),
    scenario("60 tasks, 5 samples", 60, 0.0, 5, [0.2, 0.3]),
    scenario("164 tasks, 10 samples", 164, 0.0, 10, [0.2, 0.3]),
    scenario("164 tasks, 10 samples, half of the tasks equal", 164, 0.5, 10, [0.2, 0.3]),
    scenario("164 tasks, 10 samples, nine in ten tasks equal", 164, 0.9, 10, [0.2, 0.3]),
    scenario("164 tasks, 10 samples that hardly differ", 164, 0.0, 10, [0.02, 0.02]),
    scenario("60 tasks, 10 samples that differ much", 60, 0.0, 10, [0.6, 1.0]),
];

const fn scenario(
    name: &'static str,
    tasks: usize,
    equal: f64,
    samples: usize,
    [between, within]: [f64; 2],
) -> Scenario {
    Scenario { name, tasks, equal, samples, between, within, noise: 0.03 }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let comparisons = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(500);
    let seed = arguments.next().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    for scenario in &SCENARIOS {
        let without = simulate(scenario, 1.0, comparisons, seed);
        let with = simulate(scenario, without.detectable, comparisons, seed);
        println!(
            "{{\"scenario\": {:?}, \"planted\": {}, \"without\": {}, \"with\": {}}}",
            scenario.name,
            without.detectable,
            json(&without),
            json(&with)
        );
    }
}

fn json(found: &Found) -> String {
    format!(
        "{{\"regressions\": {}, \"improvements\": {}, \"no_difference\": {}, \"covered\": {}, \"detectable\": {}, \
         \"with_a_changed_task\": {}}}",
        found.regressions,
        found.improvements,
        found.no_difference,
        found.covered,
        found.detectable,
        found.with_a_changed_task
    )
}
