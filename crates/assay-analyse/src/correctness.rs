//! How correct each model is, beside `incorrect_code` and without a verdict: correctness among code that can run, and
//! pass@k.

use assay_stats::{Interval, RESAMPLES, RandomSource, Refusal, TaskSamples, pass_at_k_over_tasks};
use assay_types::{FailCause, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::comparison::Rate;
use crate::input::{INCORRECT_CODE, Input, RateCheck, Settings, SideFindings, Tally, TaskFindings};
use crate::rate::{rows, tidy};

/// Correctness among runnable code: the share of passing samples among those that parse and whose names resolve.
///
/// What is left out is what says so by its own outcome: `fail(syntax)`, `fail(missing_name)` (a name or an import), and
/// samples without code (`no_answer`, `refused`). All others count, those that hit a limit too. A change of
/// `incorrect_code` that is not one of this came from code that could not run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunnableCorrectness {
    /// Tasks of which both sides have a runnable sample.
    pub tasks: u64,
    /// The baseline's.
    pub baseline: RunnableRate,
    /// The candidate's.
    pub candidate: RunnableRate,
    /// Mean over tasks of the candidate's share less the baseline's, in percentage points; positive: the candidate improves.
    pub difference_percent: f64,
    /// 95 % BCa bootstrap interval of `difference_percent` over tasks.
    pub interval: [f64; 2],
}

/// One side's correctness among runnable code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunnableRate {
    /// Runnable samples of the tasks that count.
    pub runnable: u64,
    /// Those of them that pass.
    pub passing: u64,
    /// Mean over tasks of passing ÷ runnable, from 0 to 1.
    pub rate: f64,
}

/// The chance that at least one of k samples of a task passes, on both sides (Chen et al. 2021).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PassAtK {
    /// How many samples.
    pub k: u32,
    /// The baseline's.
    pub baseline: SidePassAtK,
    /// The candidate's.
    pub candidate: SidePassAtK,
}

/// One side's pass@k.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SidePassAtK {
    /// Tasks with a judged sample: what the mean is over.
    pub tasks: u64,
    /// The mean over tasks, from 0 to 1; null where a task has fewer than k judged samples.
    pub value: Option<f64>,
    /// 95 % BCa bootstrap interval over tasks.
    pub interval: Option<[f64; 2]>,
    /// Why there is no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The k that a report states.
const STATED: [u32; 2] = [1, 10];

/// Correctness among runnable code; nothing where no test ran, or no task has a runnable sample on both sides.
#[must_use]
pub fn runnable_correctness(input: &Input, settings: &Settings) -> Option<RunnableCorrectness> {
    let name = "correctness among runnable code".to_owned();
    let checks = vec![RateCheck { name, ..RateCheck::incorrect_code() }];
    let side = |side: &SideFindings| SideFindings {
        outcomes: Vec::new(),
        tallies: vec![side.outcomes.iter().fold(Tally::default(), count_runnable)],
    };
    let tasks = input.tasks.iter().map(|task| TaskFindings {
        task: task.task.clone(),
        shared_mode: task.shared_mode,
        baseline: side(&task.baseline),
        candidate: side(&task.candidate),
    });
    let input =
        Input { checks, tasks: tasks.collect(), benchmark_tasks: input.benchmark_tasks, ..Input::default() };
    let row = rows(&input, settings).pop().filter(|row| row.tasks > 0)?;
    let rate = |rate: Rate| RunnableRate {
        runnable: rate.judged,
        passing: rate.judged - rate.flagged,
        rate: tidy(1.0 - rate.rate),
    };
    Some(RunnableCorrectness {
        tasks: row.tasks,
        baseline: rate(row.baseline),
        candidate: rate(row.candidate),
        difference_percent: row.difference_percent,
        interval: row.interval,
    })
}

/// Counts a sample by its outcome: flagged if it could run and did not pass, not judged if it could not run.
fn count_runnable(mut tally: Tally, outcome: &Outcome) -> Tally {
    let cannot_run = match outcome {
        Outcome::Fail { cause } => matches!(
            cause,
            FailCause::Syntax | FailCause::MissingName | FailCause::DoesNotApply | FailCause::BuildFails
        ),
        Outcome::NoAnswer { .. } | Outcome::Refused { .. } => true,
        _ => false,
    };
    tally.count(if cannot_run { &Outcome::NotJudged } else { outcome });
    tally
}

/// pass@k of both sides; nothing where no test ran.
#[must_use]
pub fn pass_at_k(input: &Input, settings: &Settings) -> Vec<PassAtK> {
    if !input.checks.iter().any(|check| check.name == INCORRECT_CODE) {
        return Vec::new();
    }
    let stated = |k| PassAtK {
        k,
        baseline: of_side(input, |task| &task.baseline, k, settings),
        candidate: of_side(input, |task| &task.candidate, k, settings),
    };
    STATED.map(stated).to_vec()
}

fn of_side(
    input: &Input,
    side: fn(&TaskFindings) -> &SideFindings,
    k: u32,
    settings: &Settings,
) -> SidePassAtK {
    let judged = input.tasks.iter().filter_map(|task| {
        let tally = Tally::of_outcomes(&side(task).outcomes);
        let samples = TaskSamples { samples: tally.judged(), correct: tally.clean };
        (samples.samples > 0).then_some((&task.task, samples))
    });
    let (ids, tasks): (Vec<_>, Vec<TaskSamples>) = judged.unzip();
    let mut source = RandomSource::new(settings.seed, &format!("pass@{k}"));
    let refused =
        |reason| SidePassAtK { tasks: tasks.len() as u64, value: None, interval: None, reason: Some(reason) };
    match pass_at_k_over_tasks(&tasks, k, RESAMPLES, &mut source) {
        Ok(bootstrap) => {
            let Interval { low, high } = bootstrap.bca(0.95);
            SidePassAtK {
                tasks: tasks.len() as u64,
                value: Some(tidy(bootstrap.observed())),
                interval: Some([tidy(low), tidy(high)]),
                reason: None,
            }
        }
        Err(Refusal::Empty) => refused("no sample was judged".to_owned()),
        Err(_) => {
            let few = ids.iter().zip(&tasks).filter(|(_, task)| task.samples < k);
            let first = few.clone().next();
            refused(first.map_or_else(String::new, |(id, task)| {
                format!(
                    "pass@{k} takes {k} judged samples of every task, and {id} has {} ({} of {} tasks have too few)",
                    task.samples,
                    few.count(),
                    tasks.len()
                )
            }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::{LimitKind, NoAnswerReason, RefusedReason, TaskId};

    fn fail(cause: FailCause) -> Outcome {
        Outcome::Fail { cause }
    }

    fn input(tasks: &[[Vec<Outcome>; 2]]) -> Input {
        let tasks = tasks.iter().enumerate().map(|(number, [baseline, candidate])| TaskFindings {
            task: TaskId::new(&format!("t/{number}")).unwrap(),
            shared_mode: false,
            baseline: SideFindings::of_outcomes(baseline.clone()),
            candidate: SideFindings::of_outcomes(candidate.clone()),
        });
        Input {
            checks: vec![RateCheck::incorrect_code()],
            benchmark_tasks: 9,
            tasks: tasks.collect(),
            ..Input::default()
        }
    }

    #[test]
    fn what_cannot_run_is_left_out_and_what_hits_a_limit_is_not() {
        let cannot_run = [
            fail(FailCause::Syntax),
            fail(FailCause::MissingName),
            Outcome::NoAnswer { reason: NoAnswerReason::Empty },
            Outcome::Refused { reason: RefusedReason::Encoding },
            Outcome::Infrastructure,
            Outcome::NotJudged,
        ];
        let runs = [
            Outcome::Pass,
            fail(FailCause::WrongAnswer),
            Outcome::Limit { limit: LimitKind::Cpu },
            Outcome::Tampered,
        ];
        let found = runnable_correctness(
            &input(&[[[&cannot_run[..], &runs].concat(), vec![Outcome::Pass; 4]]]),
            &Settings::default(),
        )
        .unwrap();
        assert_eq!(found.baseline, RunnableRate { runnable: 4, passing: 1, rate: 0.25 });
        assert_eq!(found.candidate, RunnableRate { runnable: 4, passing: 4, rate: 1.0 });
        assert_eq!((found.tasks, found.difference_percent), (1, 75.0));
    }

    #[test]
    fn a_model_that_only_parses_less_is_as_correct_among_what_runs() {
        let half = |others: Outcome| [vec![Outcome::Pass; 5], vec![others; 5]].concat();
        let task = [vec![Outcome::Pass; 10], half(fail(FailCause::Syntax))];
        let found = runnable_correctness(&input(&vec![task; 20]), &Settings::default()).unwrap();
        assert_eq!((found.difference_percent, found.candidate.runnable), (0.0, 100));
        assert!(found.interval[0] < 0.0 && found.interval[1] > 0.0);
        let nothing_runs = [vec![Outcome::Pass; 10], vec![fail(FailCause::Syntax); 10]];
        assert_eq!(runnable_correctness(&input(&[nothing_runs]), &Settings::default()), None);
    }

    #[test]
    fn pass_at_k_is_stated_with_its_interval_where_every_task_has_k_samples() {
        let wrong = fail(FailCause::WrongAnswer);
        let passes = |passes, of| {
            (0..of)
                .map(|place| if place < passes { Outcome::Pass } else { wrong.clone() })
                .collect::<Vec<_>>()
        };
        let tasks: Vec<[Vec<Outcome>; 2]> =
            (0..11).map(|number| [passes(number, 10), passes(1, 4)]).collect();
        let found = pass_at_k(&input(&tasks), &Settings::default());
        assert_eq!(found.iter().map(|found| found.k).collect::<Vec<_>>(), [1, 10]);
        let value = |side: &SidePassAtK| side.value.unwrap();
        assert!((value(&found[0].baseline) - 0.5).abs() < 1e-9);
        // Of ten samples, ten are all: the tasks with any pass.
        assert!((value(&found[1].baseline) - 10.0 / 11.0).abs() < 1e-9);
        let [low, high] = found[0].baseline.interval.unwrap();
        assert!(low > 0.2 && low < 0.5 && high > 0.5 && high < 0.8);
        let refused = &found[1].candidate;
        assert_eq!((refused.value, refused.interval, refused.tasks), (None, None, 11));
        let reason = refused.reason.as_ref().unwrap();
        assert!(reason.contains("t/0 has 4 (11 of 11 tasks have too few)"), "{reason}");
    }

    #[test]
    fn without_tests_there_is_nothing_to_say() {
        let mut read_alone = input(&[[Vec::new(), Vec::new()]]);
        let empty = pass_at_k(&read_alone, &Settings::default());
        assert_eq!(empty[0].baseline.reason.as_deref(), Some("no sample was judged"));
        assert_eq!(runnable_correctness(&read_alone, &Settings::default()), None);
        read_alone.checks.clear();
        assert_eq!(pass_at_k(&read_alone, &Settings::default()), []);
    }
}
