//! Two models' grades of the same tasks: a report as for snippets, with one row for each category.

use std::collections::{BTreeMap, BTreeSet};

use assay_analyse::{
    Aspect, Input, Part, RateCheck, Settings, SideFindings, TaskChange, TaskFindings, breakdown, compare,
    distribution,
};
use assay_benchmark::maintenance::{MaintenanceBenchmark, RepositoryTask};
use assay_report::{
    BenchmarkSummary, ChangedTask, EnvironmentSummary, Example, LimitSummary, Report, Rows, SideSummary,
    TaskWithoutScore, Warning,
};
use assay_types::{Category, Digest, SampleSet, TaskId};

use crate::grade::{Grade, GradeSettings};
use crate::run::{Graded, Oracles};

/// The name of the rows that count every prediction which does not resolve its task, whatever the cause.
pub const UNRESOLVED: &str = "unresolved";

/// What reports of maintenance tasks say of what ran their tests.
pub const ENGINE: &str = "oracle";

/// The most characters of a patch that a report shows.
const SHOWN: usize = 20_000;

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

fn environment(benchmark: &MaintenanceBenchmark, context: &CompareContext<'_>) -> EnvironmentSummary {
    let of = |field: fn(&assay_types::TaskEnvironment) -> &String| {
        benchmark.tasks.iter().map(|task| field(&task.task.environment).clone()).collect::<BTreeSet<_>>()
    };
    let digests: Vec<String> = of(|environment| &environment.digest).into_iter().collect();
    let limits = &context.grading.limits;
    EnvironmentSummary {
        python: of(|environment| &environment.python).into_iter().collect::<Vec<_>>().join(", "),
        digest: match digests.as_slice() {
            [one] => one.clone(),
            several => Digest::of_parts(several).to_string(),
        },
        engine: ENGINE.to_owned(),
        controls: Vec::new(),
        judge: context.oracles.version(),
        // The limits hang on no reference's time.
        limits: LimitSummary {
            multiple: 0.0,
            floor_seconds: limits.cpu_seconds as f64,
            wall_multiple: limits.wall_milliseconds as f64 / 1000.0 / limits.cpu_seconds.max(1) as f64,
            memory_bytes: limits.memory_bytes,
        },
    }
}

fn side(side: GradedSide<'_>) -> SideSummary {
    let mut rules: BTreeMap<String, u64> = BTreeMap::new();
    for rule in side.graded.grades.iter().flat_map(|grade| &grade.extraction) {
        *rules.entry(rule.clone()).or_default() += 1;
    }
    SideSummary {
        name: side.predictions.name.clone(),
        samples: side.graded.grades.len() as u64,
        refused: side.predictions.refused.len() as u64,
        lines_not_judged: side.predictions.lines_not_judged.count,
        sha256: side.predictions.digest,
        extraction_rules: rules,
    }
}

fn changed_task(
    benchmark: &MaintenanceBenchmark,
    change: &TaskChange,
    baseline_solves: bool,
    [baseline, candidate]: [GradedSide<'_>; 2],
) -> ChangedTask {
    let statement = benchmark.task(&change.id).map(|task| task.task.statement.to_string());
    ChangedTask {
        id: change.id.clone(),
        baseline: change.baseline,
        candidate: change.candidate,
        prompt: statement.unwrap_or_default(),
        baseline_example: example(baseline, &change.id, baseline_solves),
        candidate_example: example(candidate, &change.id, !baseline_solves),
    }
}

/// The first prediction of a task that resolves it, or the first that does not.
fn example(side: GradedSide<'_>, task: &TaskId, resolves: bool) -> Option<Example> {
    let fits = |grade: &&Grade| {
        grade.task_id == *task && grade.outcome.is_judged() && grade.outcome.passed() == resolves
    };
    let grade = side.graded.grades.iter().find(fits)?;
    let is_it = |sample: &&assay_types::Sample| sample.task == *task && sample.repetition == grade.repetition;
    let sample = side.predictions.samples.iter().find(is_it);
    Some(Example {
        repetition: grade.repetition,
        outcome: grade.outcome.to_string(),
        code: sample.map_or_else(String::new, |sample| sample.raw.chars().take(SHOWN).collect()),
        rule: grade.extraction.join(" "),
        evidence: grade.evidence.clone(),
        line: None,
    })
}

fn warnings(
    benchmark: &MaintenanceBenchmark,
    baseline: GradedSide<'_>,
    candidate: GradedSide<'_>,
    without: usize,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, message: String| warnings.push(Warning { code: code.to_owned(), message });
    for (word, side) in [("baseline", baseline), ("candidate", candidate)] {
        let answered: BTreeSet<&TaskId> = side.predictions.tasks().collect();
        let missing = benchmark.tasks.iter().filter(|task| !answered.contains(task.id())).count();
        if missing > 0 {
            warn(
                "tasks_without_samples",
                format!("the {word} has no prediction for {missing} of {} tasks", benchmark.tasks.len()),
            );
        }
    }
    if without > 0 {
        let message = format!("{without} tasks give no grade here: their own references do not pass");
        warn("tasks_without_score", message);
    }
    let elsewhere = baseline.graded.elsewhere.len().max(candidate.graded.elsewhere.len());
    if elsewhere > 0 {
        let message = format!(
            "the tests of {elsewhere} tasks ran in another environment than the one that they were admitted in"
        );
        warn("other_environment", message);
    }
    warnings
}
