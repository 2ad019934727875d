//! What a benchmark's tests are worth: how many small faults, planted in the reference solutions, they catch.
//!
//! A mutant is caught when it does not pass: a failing test, an exception and a limit all count. One whose trial ends in a
//! fault of ours counts for nothing. Some mutants behave as the original does and no test can catch them, so a rate below
//! one is no proof of weak tests; a surviving mutant is a question to their author.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_benchmark::Benchmark;
use assay_python::mutants::{Mutant, OPERATORS, mentioned_names, mutants};
use assay_python::{Module, PythonVersion};
use assay_sandbox::Limits;
use assay_stats::RandomSource;
use assay_types::{Isolation, Outcome, Task, TaskId};
use schemars::JsonSchema;
use serde::Serialize;

use crate::checks::version;
use crate::error::RunError;
use crate::judging::{Assignment, judge};
use crate::progress::{Phase, Progress};
use crate::references::judge_references;
use crate::session::Session;
use crate::timing::Timing;

/// How to plant faults.
#[derive(Debug, Clone, Copy)]
pub struct MutationSettings {
    /// The most mutants of one task.
    pub per_task: usize,
    /// Seed of their choice.
    pub seed: u64,
}

/// How many mutants there were and what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Mutants that were judged.
    pub judged: usize,
    /// Those of them that do not pass.
    pub caught: usize,
    /// Mutants that could not be judged, for a fault of ours.
    pub not_judged: usize,
}

impl Tally {
    /// Caught ÷ judged; `None` where nothing was judged.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.caught as f64 / self.judged as f64)
    }

    fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Infrastructure | Outcome::NotJudged => self.not_judged += 1,
            outcome => {
                self.judged += 1;
                self.caught += usize::from(!outcome.passed());
            }
        }
    }
}

/// A mutant that passes a task's tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Survivor {
    /// The operator that made it.
    pub operator: &'static str,
    /// The reference's line that it changes first, from 1.
    pub line: usize,
    /// The lines that it changes, as they were.
    pub before: String,
    /// The same lines as they are in it.
    pub after: String,
    /// Its whole text.
    #[serde(skip)]
    pub text: Arc<str>,
}

/// What a task's tests are worth.
#[derive(Debug, Clone)]
pub struct TaskStrength {
    /// The task.
    pub id: TaskId,
    /// Mutants that the operators can make of its reference.
    pub possible: usize,
    /// What became of those that were chosen.
    pub tally: Tally,
    /// Those that pass, in the text's order.
    pub survivors: Vec<Survivor>,
}

/// What the tests of a benchmark are worth.
#[derive(Debug)]
pub struct Mutation {
    /// All tasks that were asked, the weakest first, equally weak ones in the benchmark's order.
    pub tasks: Vec<TaskStrength>,
    /// Tasks whose references do not pass here or have no mutants, and why.
    pub without_mutants: Vec<(TaskId, String)>,
    /// Of all tasks together.
    pub total: Tally,
    /// By operator, in order; those without a mutant are left out.
    pub operators: Vec<(&'static str, Tally)>,
    /// Where the time went.
    pub timing: Timing,
    /// What surviving mutants may use, by task.
    pub(crate) limits: BTreeMap<TaskId, Limits>,
}

/// Plants faults in the references of a benchmark and judges them with its tests.
pub fn mutate(
    session: &Session,
    benchmark: &Benchmark,
    settings: MutationSettings,
    progress: &dyn Progress,
) -> Result<Mutation, RunError> {
    session.require_controls()?;
    let mut timing = Timing::default();
    let tasks: Vec<&Task> = benchmark.tasks.iter().collect();
    let references = judge_references(session, &tasks, progress, &mut timing)?;
    let mut without_mutants: Vec<(TaskId, String)> = references
        .without_score
        .iter()
        .map(|(task, reason)| (task.clone(), format!("the reference solution does not pass: {reason}")))
        .collect();
    let version = grammar(session);
    let mut plans = Vec::new();
    for task in tasks {
        let Some(limits) = references.limits(&task.id) else { continue };
        match plan(task, limits, version, settings) {
            Ok(plan) => plans.push(plan),
            Err(reason) => without_mutants.push((task.id.clone(), reason)),
        }
    }
    let mut assignments = Vec::new();
    for (number, plan) in plans.iter().enumerate() {
        assignments.extend(
            plan.chosen
                .iter()
                .map(|mutant| Assignment::of_sample((number, plan.task), mutant.text.clone(), plan.limits)),
        );
    }
    let findings = judge(session, Phase::Mutants, &assignments, progress, &mut timing)?;
    session.settle()?;
    let outcomes: Vec<&Outcome> = findings.iter().map(|finding| &finding.outcome).collect();
    Ok(strengths(&plans, &outcomes, without_mutants, timing))
}

/// A task and the mutants that were chosen for it.
struct Planned<'a> {
    task: &'a Task,
    limits: Limits,
    possible: usize,
    chosen: Vec<Mutant>,
}

fn plan(
    task: &Task,
    limits: Limits,
    version: PythonVersion,
    settings: MutationSettings,
) -> Result<Planned<'_>, String> {
    let parse = |text: &Arc<str>, what: &str| {
        Module::parse(text.clone(), version).map_err(|error| format!("{what} cannot be parsed: {error}"))
    };
    let reference = parse(&task.reference, "the reference solution")?;
    let called = match task.isolation {
        // Nothing else of the sample can be reached from the tests' process.
        Isolation::Split => vec![task.entry_point.clone()],
        Isolation::Shared => {
            let mut names = mentioned_names(&parse(&task.tests, "the tests")?);
            names.push(task.entry_point.clone());
            names
        }
    };
    let all = mutants(&reference, version, Some(&called));
    if all.is_empty() {
        return Err("there is nothing in the reference solution that an operator changes".to_owned());
    }
    let possible = all.len();
    Ok(Planned { task, limits, possible, chosen: choose(all, &task.id, settings) })
}

/// At most so many mutants, as evenly from all operators as they have some; in the text's order.
fn choose(all: Vec<Mutant>, task: &TaskId, settings: MutationSettings) -> Vec<Mutant> {
    let mut random = RandomSource::new(settings.seed, &format!("mutants of {task}"));
    let mut of_operators: Vec<Vec<usize>> = OPERATORS
        .iter()
        .map(|operator| {
            let made = all.iter().enumerate().filter(|(_, mutant)| mutant.operator == operator.name);
            let mut places: Vec<usize> = made.map(|(place, _)| place).collect();
            random.shuffle(&mut places);
            places
        })
        .collect();
    // Where not every operator can have one more, chance says which do.
    random.shuffle(&mut of_operators);
    let rounds = of_operators.iter().map(Vec::len).max().unwrap_or(0);
    let in_turn =
        (0..rounds).flat_map(|round| of_operators.iter().filter_map(move |places| places.get(round)));
    let mut chosen: Vec<usize> = in_turn.copied().take(settings.per_task).collect();
    chosen.sort_unstable();
    let mut all: Vec<Option<Mutant>> = all.into_iter().map(Some).collect();
    chosen.into_iter().filter_map(|place| all[place].take()).collect()
}

fn strengths(
    plans: &[Planned<'_>],
    outcomes: &[&Outcome],
    without_mutants: Vec<(TaskId, String)>,
    timing: Timing,
) -> Mutation {
    let mut total = Tally::default();
    let mut of_operators: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut outcomes = outcomes.iter();
    let mut tasks = Vec::new();
    for plan in plans {
        let mut strength = TaskStrength {
            id: plan.task.id.clone(),
            possible: plan.possible,
            tally: Tally::default(),
            survivors: Vec::new(),
        };
        for (mutant, outcome) in plan.chosen.iter().zip(&mut outcomes) {
            let of_operator = of_operators.entry(mutant.operator).or_default();
            for tally in [&mut strength.tally, &mut total, of_operator] {
                tally.count(outcome);
            }
            if outcome.passed() {
                strength.survivors.push(Survivor {
                    operator: mutant.operator,
                    line: mutant.line,
                    before: mutant.before.clone(),
                    after: mutant.after.clone(),
                    text: mutant.text.clone(),
                });
            }
        }
        tasks.push(strength);
    }
    let rate = |task: &TaskStrength| task.tally.rate().unwrap_or(1.0);
    tasks.sort_by(|one, other| rate(one).total_cmp(&rate(other)));
    let operators = OPERATORS
        .iter()
        .filter_map(|operator| of_operators.get(operator.name).map(|tally| (operator.name, *tally)));
    Mutation {
        tasks,
        without_mutants,
        total,
        operators: operators.collect(),
        timing,
        limits: plans.iter().map(|plan| (plan.task.id.clone(), plan.limits)).collect(),
    }
}

/// The grammar of the Python that samples run with.
pub(crate) fn grammar(session: &Session) -> PythonVersion {
    version(&session.environment.python).unwrap_or(PythonVersion::PY311)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(operator: &'static str, line: usize) -> Mutant {
        let text = Arc::from(format!("{operator} {line}"));
        Mutant { operator, line, before: String::new(), after: String::new(), text }
    }

    #[test]
    fn mutants_are_spread_over_operators_and_chosen_by_seed() {
        let all: Vec<Mutant> = (0..30)
            .map(|line| mutant(if line < 27 { "number" } else { "boundary" }, line))
            .chain([mutant("range", 30)])
            .collect();
        let task = TaskId::new("t").unwrap();
        let chosen = |seed| choose(all.clone(), &task, MutationSettings { per_task: 6, seed });
        let count = |operator: &str| chosen(0).iter().filter(|mutant| mutant.operator == operator).count();
        assert_eq!((count("boundary") + count("number"), count("range")), (5, 1));
        assert!((2..=3).contains(&count("boundary")), "{}", count("boundary"));
        assert_eq!(chosen(0), chosen(0));
        assert!((1..9).any(|seed| chosen(seed) != chosen(0)));
        assert!(chosen(3).is_sorted_by_key(|mutant| mutant.line));
        assert_eq!(choose(all.clone(), &task, MutationSettings { per_task: 100, seed: 0 }), all);
    }

    #[test]
    fn what_hits_a_limit_is_caught_and_a_fault_of_ours_counts_for_nothing() {
        let mut tally = Tally::default();
        tally.count(&Outcome::Limit { limit: assay_types::LimitKind::Cpu });
        tally.count(&Outcome::Pass);
        tally.count(&Outcome::Infrastructure);
        assert_eq!((tally.judged, tally.caught, tally.not_judged, tally.rate()), (2, 1, 1, Some(0.5)));
        assert_eq!(Tally::default().rate(), None);
    }
}
