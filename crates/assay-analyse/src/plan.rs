//! What a comparison could see, before it is made: how many samples an effect needs.

use assay_stats::{POWER, Share, TaskDifference, VarianceComponents, corrected_alpha, smallest_detectable};
use serde::Serialize;

use crate::comparison::TaskRates;
use crate::rate::tidy;

/// Samples per task that every plan is told for.
const SAMPLES: [u64; 7] = [1, 2, 5, 10, 20, 50, 100];

/// Where nothing was measured: this share of a sample's variance lies between tasks (0.51 in ten samples of CodeGen-16B
/// for each task of HumanEval, by the analysis of variance), …
const INTRACLASS: f64 = 0.5;
/// … and the two models have this share of it in common. A candidate that was made from the baseline has more of it in
/// common, and then fewer samples are enough.
const COMMON: f64 = 0.5;

/// What a plan is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanSettings {
    /// Tasks of the comparison.
    pub tasks: u64,
    /// Rate rows of its report: what its p-values are corrected for.
    pub rows: usize,
    /// The level of significance, before correction.
    pub alpha: f64,
    /// The difference that is to be found, as a share.
    pub effect: Option<f64>,
}

/// How much tasks and samples are taken to differ, and where that is from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum Spread {
    /// From a finished comparison.
    Run {
        /// Tasks of it with several samples on both sides.
        tasks: u64,
        /// The variance over tasks of the true difference of shares.
        between: f64,
        /// The mean over tasks of both sides' variances of one sample, added.
        within: f64,
    },
    /// From a rate and two assumptions.
    Assumed {
        /// Both models' share of passing samples.
        rate: f64,
        /// Share of a sample's variance that lies between tasks.
        intraclass: f64,
        /// Share of that which the two models have in common.
        common: f64,
        /// As for a run; it follows from these.
        between: f64,
        /// As for a run; it follows from these.
        within: f64,
    },
}

impl Spread {
    /// What is assumed where no comparison was made yet, from both models' share of passing samples.
    #[must_use]
    pub fn assumed(rate: f64) -> Self {
        let VarianceComponents { between, within } = VarianceComponents::assumed(rate, INTRACLASS, COMMON);
        Self::Assumed { rate, intraclass: INTRACLASS, common: COMMON, between, within }
    }

    fn components(&self) -> VarianceComponents {
        match *self {
            Self::Run { between, within, .. } | Self::Assumed { between, within, .. } => {
                VarianceComponents { between, within }
            }
        }
    }
}

/// How much tasks and samples differ in a finished comparison; `None` where no two tasks have two judged samples on
/// both sides.
#[must_use]
pub fn spread_of_run(tasks: &[TaskRates]) -> Option<Spread> {
    let share = |passing: Option<f64>, judged: u32| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to `judged`; `as` saturates"
        )]
        let flagged = (f64::from(judged) * (1.0 - passing?)).round() as u32;
        Share::new(flagged, judged)
    };
    let differences: Vec<TaskDifference> = tasks
        .iter()
        .filter_map(|task| {
            let baseline = share(task.baseline, task.baseline_judged)?;
            Some(TaskDifference { baseline, candidate: share(task.candidate, task.candidate_judged)? })
        })
        .collect();
    let VarianceComponents { between, within } = VarianceComponents::estimate(&differences)?;
    let several = |task: &&TaskDifference| task.baseline.judged() > 1 && task.candidate.judged() > 1;
    Some(Spread::Run { tasks: differences.iter().filter(several).count() as u64, between, within })
}

/// What comparisons of several sizes could see. Differences are in percentage points.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    /// Tasks of the comparison.
    pub tasks: u64,
    /// Rate rows that p-values are corrected for.
    pub rows: usize,
    /// The level that is left for one row: α ÷ rows.
    pub corrected_alpha: f64,
    /// The chance of finding a difference as large as the smallest detectable.
    pub power: f64,
    /// What it rests on.
    pub spread: Spread,
    /// The smallest p-value that the sign-flip test can give over so many tasks: 2 ÷ 2^tasks.
    pub least_p_value: f64,
    /// For several numbers of samples per task, on each side.
    pub sizes: Vec<Planned>,
    /// The difference to be found.
    pub effect: Option<f64>,
    /// The fewest samples per task, on each side, that find it; null without an effect and where no number is enough.
    pub samples_needed: Option<u64>,
}

/// One size of comparison.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Planned {
    /// Samples per task, on each side.
    pub samples: u64,
    /// The smallest true difference that is found with the plan's power.
    pub smallest_detectable: f64,
    /// With so many samples per task, the tasks that find the effect.
    pub tasks_needed: Option<u64>,
}

impl Plan {
    /// Whether the test can come below the corrected level at all with so few tasks.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.least_p_value < self.corrected_alpha
    }
}

/// Plans a comparison: DESIGN's smallest detectable difference, (z(1 − α/2) + z(power)) × SE(d) at the corrected α, with
/// SE(d) = √((between + within ÷ samples) ÷ tasks), and solved for samples and for tasks.
#[must_use]
pub fn plan(spread: Spread, settings: &PlanSettings) -> Plan {
    let components = spread.components();
    let alpha = corrected_alpha(settings.alpha, settings.rows);
    let factor = smallest_detectable(1.0, alpha, POWER);
    let needed_error = settings.effect.map(|effect| effect / factor);
    let size = |samples| Planned {
        samples,
        smallest_detectable: tidy(100.0 * factor * components.standard_error(settings.tasks, samples)),
        tasks_needed: needed_error.and_then(|error| components.tasks_for(error, samples)),
    };
    Plan {
        tasks: settings.tasks,
        rows: settings.rows,
        corrected_alpha: alpha,
        power: POWER,
        spread,
        least_p_value: 2.0 * 0.5_f64.powf(settings.tasks as f64),
        sizes: SAMPLES.map(size).to_vec(),
        effect: settings.effect.map(|effect| tidy(100.0 * effect)),
        samples_needed: needed_error.and_then(|error| components.samples_for(error, settings.tasks)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, RateCheck, Settings, SideFindings, TaskFindings, compare};
    use assay_types::{FailCause, Outcome, TaskId};

    fn settings(tasks: u64, rows: usize, effect: Option<f64>) -> PlanSettings {
        PlanSettings { tasks, rows, alpha: 0.05, effect }
    }

    #[test]
    fn a_plan_of_hand_checked_numbers() {
        // m(1 − m) = 0.25: between 2 × 0.5 × 0.5 × 0.25, within 2 × 0.5 × 0.25.
        let found = plan(Spread::assumed(0.5), &settings(164, 1, Some(0.05)));
        let expected = |samples: f64| 280.158_521_811_296_8 * ((0.125 + 0.25 / samples) / 164.0).sqrt();
        for size in &found.sizes {
            assert!((size.smallest_detectable - expected(size.samples as f64)).abs() < 1e-9, "{size:?}");
        }
        // √(0.125 ÷ 164) × 2.80 = 7.7 points: five are out of reach with so many tasks.
        assert_eq!(found.samples_needed, None);
        assert_eq!(found.sizes[0].tasks_needed, Some(1178));
        assert_eq!(plan(Spread::assumed(0.5), &settings(164, 1, Some(0.08))).samples_needed, Some(29));
    }

    #[test]
    fn more_rows_need_more() {
        let one = plan(Spread::assumed(0.8), &settings(1000, 1, Some(0.05)));
        let ten = plan(Spread::assumed(0.8), &settings(1000, 10, Some(0.05)));
        assert!(ten.sizes[0].smallest_detectable > one.sizes[0].smallest_detectable);
        assert!(ten.samples_needed > one.samples_needed);
    }

    #[test]
    fn so_few_tasks_that_no_result_could_be_significant_are_told() {
        assert!(!plan(Spread::assumed(0.5), &settings(5, 1, None)).is_possible());
        assert!(plan(Spread::assumed(0.5), &settings(6, 1, None)).is_possible());
        assert!(!plan(Spread::assumed(0.5), &settings(6, 2, None)).is_possible());
    }

    /// Forty tasks of ten samples, as differently solved as they come.
    fn run() -> Input {
        let outcomes = |passing: usize| {
            let fail = Outcome::Fail { cause: FailCause::WrongAnswer };
            let outcome = |number| if number < passing { Outcome::Pass } else { fail.clone() };
            SideFindings::of_outcomes((0..10).map(outcome).collect())
        };
        let task = |number: usize| TaskFindings {
            task: TaskId::new(&format!("t{number}")).unwrap(),
            shared_mode: false,
            baseline: outcomes(number % 11),
            candidate: outcomes((number * 7 + 3) % 11),
        };
        let checks = vec![RateCheck::incorrect_code()];
        Input { checks, tasks: (0..40).map(task).collect(), benchmark_tasks: 40, ..Input::default() }
    }

    #[test]
    fn a_plan_for_as_many_samples_as_a_run_had_says_what_the_run_said() {
        let comparison = compare(&run(), &Settings::default());
        let spread = spread_of_run(&comparison.tasks).unwrap();
        let planned = plan(spread, &settings(40, 1, None));
        let ten = planned.sizes.iter().find(|size| size.samples == 10).unwrap();
        let said = comparison.rows[0].smallest_detectable.unwrap();
        assert!((ten.smallest_detectable - said).abs() < 1e-6, "{} {said}", ten.smallest_detectable);
    }

    #[test]
    fn a_run_of_single_samples_or_of_an_older_version_says_nothing_about_the_spread() {
        let mut tasks = compare(&run(), &Settings::default()).tasks;
        for judged in [1, 0] {
            for task in &mut tasks {
                (task.baseline_judged, task.candidate_judged) = (judged, judged);
            }
            assert_eq!(spread_of_run(&tasks), None);
        }
    }
}
