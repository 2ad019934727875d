//! Two models' grades of the same tasks: a report as for snippets, with one row for each category.

mod examples;
mod summaries;
mod warnings;

use std::collections::{BTreeMap, BTreeSet};

use assay_analyse::{
    Aspect, Input, Part, RateCheck, Settings, SideFindings, TaskChange, TaskFindings, breakdown, compare,
    distribution,
};
use assay_benchmark::maintenance::{MaintenanceBenchmark, RepositoryTask};
use assay_report::{BenchmarkSummary, Report, Rows, TaskWithoutScore};
use assay_types::{Category, SampleSet, TaskId};

use self::examples::changed_task;
use self::summaries::{environment, side};
use self::warnings::warnings;
use crate::grade::GradeSettings;
use crate::run::{Graded, Oracles};

/// The name of the rows that count every prediction which does not resolve its task, whatever the cause.
pub const UNRESOLVED: &str = "unresolved";

/// What reports of maintenance tasks say of what ran their tests.
pub const ENGINE: &str = "oracle";

/// One model's predictions and what they came to.
#[derive(Debug, Clone, Copy)]
pub struct GradedSide<'a> {
    /// Its predictions.
    pub predictions: &'a SampleSet,
    /// Their grades.
    pub graded: &'a Graded,
}

/// What a report says of how it came about.
#[derive(Debug, Clone)]
pub struct CompareContext<'a> {
    /// The command line.
    pub command: Vec<String>,
    /// The verdict rule's knobs.
    pub analysis: Settings,
    /// How predictions were graded.
    pub grading: GradeSettings,
    /// What ran the tests.
    pub oracles: &'a dyn Oracles,
}

impl std::fmt::Debug for dyn Oracles + '_ {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "oracles of version {}", self.version())
    }
}

/// Compares a candidate's grades with a baseline's, by the rule that snippets are compared by: a row `unresolved` for each category
/// that the benchmark has tasks of, corrected together.
#[must_use]
pub fn compare_grades(
    benchmark: &MaintenanceBenchmark,
    baseline: GradedSide<'_>,
    candidate: GradedSide<'_>,
    context: &CompareContext<'_>,
) -> Report {
    let input = input(benchmark, baseline.graded, candidate.graded);
    let compared = compare(&input, &context.analysis);
    let rows = breakdown(&input, &parts(benchmark), &context.analysis);
    let changed = |changes: &[TaskChange], baseline_solves| {
        changes
            .iter()
            .map(|change| changed_task(benchmark, change, baseline_solves, [baseline, candidate]))
            .collect()
    };
    let without: BTreeMap<&TaskId, &String> = [baseline, candidate]
        .iter()
        .flat_map(|side| &side.graded.without_grades)
        .map(|task| (&task.task_id, &task.reason))
        .collect();
    Report {
        schema_version: assay_report::SCHEMA_VERSION,
        assay_version: env!("CARGO_PKG_VERSION").to_owned(),
        command: context.command.clone(),
        benchmark: BenchmarkSummary {
            name: benchmark.name.clone(),
            version: benchmark.version.clone(),
            sha256: benchmark.digest(),
            tasks: benchmark.tasks.len() as u64,
        },
        environment: environment(benchmark, context),
        seed: context.analysis.seed,
        baseline: side(baseline),
        candidate: side(candidate),
        protocol: None,
        warnings: warnings(benchmark, baseline, candidate, without.len()),
        extraction: Vec::new(),
        static_analysis: None,
        rows: Rows { rate: rows, performance: Vec::new() },
        runnable_correctness: None,
        pass_at_k: Vec::new(),
        tasks_lost: changed(&compared.tasks_lost, true),
        tasks_gained: changed(&compared.tasks_gained, false),
        tasks_without_score: without
            .into_iter()
            .map(|(id, reason)| TaskWithoutScore { id: id.clone(), reason: reason.clone() })
            .collect(),
        outcomes: compared.outcomes,
        share_distribution: distribution(&compared.tasks),
        tasks: compared.tasks,
        measuring: None,
        performance_tasks: Vec::new(),
        flagged: Vec::new(),
        complexity: None,
        breakdown: Vec::new(),
        self_check: None,
        paper: None,
    }
}

/// The grades as findings: tasks that both models were asked, but those that give no grade here.
fn input(benchmark: &MaintenanceBenchmark, baseline: &Graded, candidate: &Graded) -> Input {
    let without: BTreeSet<&TaskId> =
        baseline.without_grades.iter().chain(&candidate.without_grades).map(|task| &task.task_id).collect();
    let outcomes = |graded: &Graded| {
        let mut found: BTreeMap<TaskId, Vec<_>> = BTreeMap::new();
        for grade in &graded.grades {
            found.entry(grade.task_id.clone()).or_default().push(grade.outcome.clone());
        }
        found
    };
    let (mut ours, mut theirs) = (outcomes(baseline), outcomes(candidate));
    let tasks = benchmark.tasks.iter().map(RepositoryTask::id).filter(|id| !without.contains(id));
    Input {
        checks: vec![RateCheck { aspect: Aspect::Logic, name: UNRESOLVED.to_owned(), margin: None }],
        tasks: tasks
            .filter_map(|id| {
                let (ours, theirs) = (ours.remove(id), theirs.remove(id));
                (ours.is_some() || theirs.is_some()).then(|| TaskFindings {
                    task: id.clone(),
                    // A repository's tests share an interpreter with the patch.
                    shared_mode: true,
                    baseline: SideFindings::of_outcomes(ours.unwrap_or_default()),
                    candidate: SideFindings::of_outcomes(theirs.unwrap_or_default()),
                })
            })
            .collect(),
        benchmark_tasks: benchmark.tasks.len() as u64,
        ..Input::default()
    }
}

fn parts(benchmark: &MaintenanceBenchmark) -> Vec<Part> {
    let of = |category: Category| {
        let tasks = benchmark.tasks.iter().filter(|task| task.task.category == category);
        Part { name: category.word().to_owned(), tasks: tasks.map(|task| task.id().clone()).collect() }
    };
    Category::ALL.into_iter().map(of).filter(|part| !part.tasks.is_empty()).collect()
}
