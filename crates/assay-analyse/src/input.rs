//! What an analysis is made from.

use assay_stats::Share;
use assay_types::{Aspect, Outcome, TaskId};

use crate::performance::MeasureInput;

/// Both models' findings, task by task.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// The checks that flag samples: a report has one rate row of each, in this order.
    pub checks: Vec<RateCheck>,
    /// In the benchmark's order. Tasks that give no score here are not among them.
    pub tasks: Vec<TaskFindings>,
    /// Tasks of the whole benchmark: what the paper's percentages divide by.
    pub benchmark_tasks: u64,
    /// What was measured of correct samples: a report has one performance row of each, in this order.
    pub measures: Vec<MeasureInput>,
}

/// A check that flags samples; its row compares how often.
#[derive(Debug, Clone, PartialEq)]
pub struct RateCheck {
    /// The row's aspect.
    pub aspect: Aspect,
    /// The row's name.
    pub name: String,
    /// The least difference that matters to it, as a share, where it is not that of all rows.
    pub margin: Option<f64>,
}

/// The name of the row that counts every sample that does not pass, whatever the cause (the paper's "Incorrect Code").
pub const INCORRECT_CODE: &str = "incorrect_code";

impl RateCheck {
    /// The check whose row is [`INCORRECT_CODE`].
    #[must_use]
    pub fn incorrect_code() -> Self {
        Self { aspect: Aspect::Logic, name: INCORRECT_CODE.to_owned(), margin: None }
    }
}

/// What became of a task's samples on both sides.
#[derive(Debug, Clone)]
pub struct TaskFindings {
    /// The task.
    pub task: TaskId,
    /// Whether its tests run in the sample's own process.
    pub shared_mode: bool,
    /// The baseline's samples.
    pub baseline: SideFindings,
    /// The candidate's samples.
    pub candidate: SideFindings,
}

/// What became of one side's samples of a task.
#[derive(Debug, Clone, Default)]
pub struct SideFindings {
    /// What their tests came to, in any order; of samples that no test judged, nothing.
    pub outcomes: Vec<Outcome>,
    /// What each of the input's checks says of them.
    pub tallies: Vec<Tally>,
}

impl SideFindings {
    /// Samples that only their tests judge.
    #[must_use]
    pub fn of_outcomes(outcomes: Vec<Outcome>) -> Self {
        Self { tallies: vec![Tally::of_outcomes(&outcomes)], outcomes }
    }

    /// What the input's check of that place says.
    pub(crate) fn tally(&self, check: usize) -> Tally {
        self.tallies.get(check).copied().unwrap_or_default()
    }
}

/// How many of a task's samples a check flags.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tally {
    /// Flagged.
    pub flagged: u32,
    /// Judged and not flagged.
    pub clean: u32,
    /// Out of the check's reach: it says nothing about them, and need not.
    pub not_judged: u32,
    /// Lost to a fault or a limit of ours.
    pub lost: u32,
}

impl Tally {
    /// What [`INCORRECT_CODE`] says of samples with these outcomes.
    #[must_use]
    pub fn of_outcomes(outcomes: &[Outcome]) -> Self {
        let mut tally = Self::default();
        for outcome in outcomes {
            tally.count(outcome);
        }
        tally
    }

    /// Counts one more sample by its outcome.
    pub fn count(&mut self, outcome: &Outcome) {
        *match outcome {
            Outcome::Infrastructure => &mut self.lost,
            Outcome::NotJudged => &mut self.not_judged,
            Outcome::Pass => &mut self.clean,
            _ => &mut self.flagged,
        } += 1;
    }

    /// Counts other samples of the task too.
    pub(crate) fn add(&mut self, other: Self) {
        self.flagged += other.flagged;
        self.clean += other.clean;
        self.not_judged += other.not_judged;
        self.lost += other.lost;
    }

    /// Samples that the check judges.
    #[must_use]
    pub fn judged(self) -> u32 {
        self.flagged + self.clean
    }

    /// All samples.
    #[must_use]
    pub fn samples(self) -> u32 {
        self.judged() + self.not_judged + self.lost
    }

    /// Flagged ÷ judged; `None` where none is judged.
    pub(crate) fn share(self) -> Option<Share> {
        Share::new(self.flagged, self.judged())
    }

    /// Flagged ÷ all but the lost: how many samples of a repetition are flagged.
    pub(crate) fn per_repetition(self) -> f64 {
        f64::from(self.flagged) / f64::from((self.judged() + self.not_judged).max(1))
    }
}

/// The knobs of the verdict rule.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Seed of the bootstrap and of the sign-flip test's fallback.
    pub seed: u64,
    /// The least difference that matters, as a share (0.03 is three points).
    pub margin: f64,
    /// The level of significance, before correction.
    pub alpha: f64,
    /// Share of a side's samples that may be missing or lost to our own faults.
    pub tolerated_loss: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seed: 0, margin: 0.03, alpha: 0.05, tolerated_loss: 0.01 }
    }
}
