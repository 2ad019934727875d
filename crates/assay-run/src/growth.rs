//! New inputs for tests that let mutants through: variations of the inputs that the tests have, with the reference
//! solution as the oracle (Liu et al. 2023, arXiv:2305.01210, section 2.2).
//!
//! Everything runs in the sandbox, by way of tests that say in their own failure what the reference returned. An input is
//! kept if the reference returns the same plain value four times in two processes, and if it catches a mutant that neither
//! the tests nor an input kept before it catches. Whether an input is one that the task allows is known only as far as
//! the reference raises an exception for those that are not.

mod tests_text;
mod variation;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use assay_benchmark::Benchmark;
use assay_check::Subject;
use assay_python::literals::{Arguments, Value, calls_with_values};
use assay_python::{Module, PythonVersion};
use assay_sandbox::Limits;
use assay_stats::RandomSource;
use assay_types::{Finding, Isolation, Outcome, Task, TaskId};

use crate::error::RunError;
use crate::judging::{Assignment, judge};
use crate::mutation::{Mutation, Survivor, grammar};
use crate::progress::{Phase, Progress};
use crate::session::Session;
use crate::timing::Timing;
use tests_text::{Case, asking, first_failing, joined, returned};

/// How to look for inputs.
#[derive(Debug, Clone, Copy)]
pub struct GrowthSettings {
    /// The most new inputs of one task that are tried.
    pub per_task: usize,
    /// Seed of the variations.
    pub seed: u64,
}

/// Inputs found for one task.
#[derive(Debug)]
pub struct GrownTask {
    /// The task.
    pub id: TaskId,
    /// Inputs that were kept.
    pub inputs: usize,
    /// Mutants that its own tests let through.
    pub survivors: usize,
    /// Those of them that the new inputs catch.
    pub caught: usize,
    /// Tests that hold the inputs, ready to stand beside the task's own.
    pub tests: String,
}

/// What was found.
#[derive(Debug)]
pub struct Growth {
    /// Tasks for which inputs were kept, in the benchmark's order.
    pub tasks: Vec<GrownTask>,
    /// Tasks with surviving mutants for which no input was looked for, and why.
    pub without_inputs: Vec<(TaskId, &'static str)>,
    /// Surviving mutants of all tasks.
    pub survivors: usize,
    /// Those of them that the new inputs catch.
    pub caught: usize,
    /// Where the time went.
    pub timing: Timing,
}

/// Looks for inputs that catch the mutants that survived.
pub fn grow(
    session: &Session,
    benchmark: &Benchmark,
    mutation: &Mutation,
    settings: GrowthSettings,
    progress: &dyn Progress,
) -> Result<Growth, RunError> {
    session.require_controls()?;
    let mut growth = Growth {
        tasks: Vec::new(),
        without_inputs: Vec::new(),
        survivors: mutation.tasks.iter().map(|task| task.survivors.len()).sum(),
        caught: 0,
        timing: Timing::default(),
    };
    let version = grammar(session);
    let mut growing = Vec::new();
    for task in &benchmark.tasks {
        let strength = mutation.tasks.iter().find(|strength| strength.id == task.id);
        let Some(strength) = strength.filter(|strength| !strength.survivors.is_empty()) else { continue };
        let Some(limits) = mutation.limits.get(&task.id).copied() else { continue };
        match variations(task, version, settings) {
            Ok(inputs) => growing.push(Growing { task, limits, survivors: &strength.survivors, inputs }),
            Err(reason) => growth.without_inputs.push((task.id.clone(), reason)),
        }
    }
    let run = Run { session, progress, version };
    let cases = run.expected(&growing, &mut growth.timing)?;
    let kept = run.catching(&growing, &cases, &mut growth.timing)?;
    for (task, kept) in growing.iter().zip(run.passing(&growing, kept, &mut growth.timing)?) {
        if kept.cases.is_empty() {
            continue;
        }
        growth.caught += kept.caught.len();
        growth.tasks.push(GrownTask {
            id: task.task.id.clone(),
            inputs: kept.cases.len(),
            survivors: task.survivors.len(),
            caught: kept.caught.len(),
            tests: tests_text::file(task.task, &kept.cases, &kept.caught),
        });
    }
    session.settle()?;
    Ok(growth)
}

/// New inputs for a task, or why there are none.
fn variations(
    task: &Task,
    version: PythonVersion,
    settings: GrowthSettings,
) -> Result<Vec<Arguments>, &'static str> {
    if task.isolation == Isolation::Shared {
        return Err("its tests run in the sample's process, where no reference can be asked");
    }
    let tests = Module::parse(task.tests.clone(), version).map_err(|_| "its tests cannot be parsed")?;
    let known = calls_with_values(&tests, &["candidate", &task.entry_point]);
    if known.is_empty() {
        return Err("its tests hold no call whose arguments are written out");
    }
    let mut random = RandomSource::new(settings.seed, &format!("inputs of {}", task.id));
    Ok(variation::of(&known, settings.per_task, &mut random))
}

/// A task whose tests are to grow.
struct Growing<'a> {
    task: &'a Task,
    limits: Limits,
    survivors: &'a [Survivor],
    inputs: Vec<Arguments>,
}

/// The inputs that were kept for a task, and the mutants that they catch.
#[derive(Default)]
struct Kept<'a> {
    cases: Vec<Case>,
    caught: Vec<&'a Survivor>,
}

struct Run<'a> {
    session: &'a Session,
    progress: &'a dyn Progress,
    version: PythonVersion,
}

impl Run<'_> {
    /// The inputs for which the reference returns a plain value, the same each time, with that value.
    fn expected(&self, growing: &[Growing<'_>], timing: &mut Timing) -> Result<Vec<Vec<Case>>, RunError> {
        let mut questions = Vec::new();
        for (place, one) in growing.iter().enumerate() {
            for input in &one.inputs {
                // Two texts, so that the second is not answered from the store.
                questions.extend([1, 2].map(|time| (place, with_tests(one.task, asking(input, time)))));
            }
        }
        let asked: Vec<Question<'_>> = questions
            .iter()
            .map(|(place, task)| Question {
                task,
                module: task.reference.clone(),
                limits: growing[*place].limits,
            })
            .collect();
        let mut answers = self.ask(&asked, timing)?.into_iter();
        let mut cases = Vec::new();
        for one in growing {
            let mut of_task = Vec::new();
            for input in &one.inputs {
                let said = |finding: Option<Arc<Finding>>| finding.and_then(|finding| returned(&finding));
                let (first, second) = (answers.next(), answers.next());
                let (Some(first), Some(second)) = (said(first), said(second)) else {
                    continue;
                };
                if first == second
                    && let Some(expected) = Value::read(&first, self.version)
                {
                    of_task.extend(Case::new(input.clone(), expected));
                }
            }
            cases.push(of_task);
        }
        Ok(cases)
    }

    /// Which inputs catch which mutants.
    fn catching<'g>(
        &self,
        growing: &[Growing<'g>],
        cases: &[Vec<Case>],
        timing: &mut Timing,
    ) -> Result<Vec<Kept<'g>>, RunError> {
        let together: Vec<Task> =
            growing.iter().zip(cases).map(|(one, cases)| with_tests(one.task, joined(cases))).collect();
        let mut asked = Vec::new();
        let mut places = Vec::new();
        for (place, one) in growing.iter().enumerate().filter(|(place, _)| !cases[*place].is_empty()) {
            for survivor in one.survivors {
                places.push((place, survivor));
                asked.push(Question {
                    task: &together[place],
                    module: survivor.text.clone(),
                    limits: one.limits,
                });
            }
        }
        let answers = self.ask(&asked, timing)?;
        let mut caught: Vec<BTreeMap<usize, Vec<&Survivor>>> = vec![BTreeMap::new(); growing.len()];
        let mut unclear = Vec::new();
        for ((place, survivor), finding) in places.into_iter().zip(answers) {
            if !catches(&finding.outcome) {
                continue;
            }
            match first_failing(&finding) {
                Some(case) => caught[place].entry(case).or_default().push(survivor),
                // It reached a limit: on which input is not said.
                None => unclear.push((place, survivor)),
            }
        }
        for (place, survivor, case) in self.one_by_one(growing, cases, &unclear, timing)? {
            caught[place].entry(case).or_default().push(survivor);
        }
        Ok(caught
            .into_iter()
            .zip(cases)
            .map(|(caught, cases)| Kept {
                cases: caught.keys().filter_map(|case| cases.get(*case).cloned()).collect(),
                caught: caught.into_values().flatten().collect(),
            })
            .collect())
    }

    /// The first input that catches each of these mutants, found by trying each input alone.
    fn one_by_one<'g>(
        &self,
        growing: &[Growing<'g>],
        cases: &[Vec<Case>],
        unclear: &[(usize, &'g Survivor)],
        timing: &mut Timing,
    ) -> Result<Vec<(usize, &'g Survivor, usize)>, RunError> {
        let mut questions = Vec::new();
        for (place, survivor) in unclear {
            for (number, case) in cases[*place].iter().enumerate() {
                let task = with_tests(growing[*place].task, joined(std::slice::from_ref(case)));
                questions.push((*place, *survivor, number, task));
            }
        }
        let asked: Vec<Question<'_>> = questions
            .iter()
            .map(|(place, survivor, _, task)| Question {
                task,
                module: survivor.text.clone(),
                limits: growing[*place].limits,
            })
            .collect();
        let answers = self.ask(&asked, timing)?;
        let mut found: Vec<(usize, &Survivor, usize)> = Vec::new();
        let mut seen = HashSet::new();
        for ((place, survivor, number, _), finding) in questions.iter().zip(answers) {
            if catches(&finding.outcome) && seen.insert((*place, survivor.text.clone())) {
                found.push((*place, survivor, *number));
            }
        }
        Ok(found)
    }

    /// Lets go of inputs that the reference does not pass when they stand together.
    fn passing<'g>(
        &self,
        growing: &[Growing<'_>],
        kept: Vec<Kept<'g>>,
        timing: &mut Timing,
    ) -> Result<Vec<Kept<'g>>, RunError> {
        let files: Vec<Task> = growing
            .iter()
            .zip(&kept)
            .map(|(one, kept)| with_tests(one.task, tests_text::file(one.task, &kept.cases, &kept.caught)))
            .collect();
        let written = |place: &usize| !kept[*place].cases.is_empty();
        let places: Vec<usize> = (0..kept.len()).filter(written).collect();
        let asked: Vec<Question<'_>> = places
            .iter()
            .map(|place| Question {
                task: &files[*place],
                module: files[*place].reference.clone(),
                limits: growing[*place].limits,
            })
            .collect();
        let answers = self.ask(&asked, timing)?;
        let mut kept = kept;
        for (place, finding) in places.into_iter().zip(answers) {
            if !finding.outcome.passed() {
                kept[place] = Kept::default();
            }
        }
        Ok(kept)
    }

    fn ask(&self, asked: &[Question<'_>], timing: &mut Timing) -> Result<Vec<Arc<Finding>>, RunError> {
        let mut number = 0;
        let mut last: Option<&Task> = None;
        let mut assignments = Vec::new();
        for question in asked {
            if last.is_some_and(|last| !std::ptr::eq(last, question.task)) {
                number += 1;
            }
            last = Some(question.task);
            assignments.push(Assignment {
                subject: Subject { task: question.task, module: question.module.clone() },
                limits: question.limits,
                task: number,
                reference: None,
                measure: None,
            });
        }
        judge(self.session, Phase::Inputs, &assignments, self.progress, timing)
    }
}

/// A module and tests that say something of it.
struct Question<'a> {
    task: &'a Task,
    module: Arc<str>,
    limits: Limits,
}

fn with_tests(task: &Task, tests: String) -> Task {
    Task { tests: Arc::from(tests), ..task.clone() }
}

fn catches(outcome: &Outcome) -> bool {
    outcome.is_judged() && !outcome.passed()
}
