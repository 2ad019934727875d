//! What all predictions of a model came to, for programs and for the table that people see: `grades.json`, and `grades.jsonl` with
//! a grade a line.

use std::collections::{BTreeMap, BTreeSet};

use assay_analyse::{mean_pass_share, tidy};
use assay_benchmark::maintenance::{MaintenanceBenchmark, RepositoryTask};
use assay_types::{Category, Digest, OutcomeCounts, SampleSet, TaskId};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::grade::{Grade, SCHEMA_VERSION};
use crate::run::Graded;

/// What all predictions of a model came to. Published as `docs/schema/grades.schema.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GradesDocument {
    /// The version of this form.
    pub schema_version: u32,
    /// The benchmark's name.
    pub benchmark: String,
    /// Its version.
    pub benchmark_version: String,
    /// The digest of its content.
    #[schemars(with = "String")]
    pub benchmark_sha256: Digest,
    /// The model.
    pub model: SideOfGrades,
    /// All tasks together.
    pub all: CategoryGrades,
    /// The categories that the benchmark has tasks of.
    pub categories: BTreeMap<Category, CategoryGrades>,
    /// How many predictions came to each outcome, by its written form.
    pub outcomes: OutcomeCounts,
    /// Tasks of which there is no prediction.
    #[schemars(with = "Vec<String>")]
    pub tasks_without_prediction: Vec<TaskId>,
    /// Tasks that give no grade here.
    pub tasks_without_grades: Vec<TaskWithoutGrades>,
    /// Tasks whose tests ran in another environment than the one that they were admitted in.
    #[schemars(with = "Vec<String>")]
    pub tasks_in_another_environment: Vec<TaskId>,
    /// What stays open of attacks, in a sentence.
    #[serde(default)]
    pub residual_risk: String,
}

/// Whose predictions they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideOfGrades {
    /// The model's name.
    pub name: String,
    /// Its predictions.
    pub predictions: u64,
    /// Lines of the file that belong to no known task (`--keep-going`).
    pub lines_not_judged: u64,
    /// The digest of the file.
    #[schemars(with = "String")]
    pub sha256: Digest,
}

/// What the predictions of some tasks came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CategoryGrades {
    /// Tasks of the benchmark.
    pub tasks: usize,
    /// Predictions.
    pub predictions: usize,
    /// Those of them that resolve their tasks.
    pub resolved: usize,
    /// All others by why they do not. With `resolved` they add up to `predictions`.
    pub failures: BTreeMap<Failure, usize>,
    /// Mean over tasks of the share of resolving predictions among the judged ones; nothing where none is judged.
    pub resolved_share: Option<f64>,
    /// Its 95 % bootstrap interval over tasks.
    pub interval: Option<[f64; 2]>,
    /// Predictions that alter files which the reference does not.
    pub altering_files_beside: usize,
}

/// A task whose own reference does not pass here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskWithoutGrades {
    /// The task.
    #[schemars(with = "String")]
    pub task_id: TaskId,
    /// What became of its reference. Untrusted text.
    pub reason: String,
}

impl GradesDocument {
    /// Counts grades; `seed` is that of the intervals.
    #[must_use]
    pub fn of(benchmark: &MaintenanceBenchmark, predictions: &SampleSet, graded: &Graded, seed: u64) -> Self {
        let mut outcomes = OutcomeCounts::default();
        graded.grades.iter().for_each(|grade| outcomes.add(&grade.outcome));
        let of = |category: Option<Category>| {
            let belongs = |other: Category| category.is_none_or(|category| category == other);
            let tasks = benchmark.tasks.iter().filter(|task| belongs(task.task.category)).count();
            let those = graded.grades.iter().filter(|grade| belongs(grade.category));
            CategoryGrades::of(tasks, those, seed)
        };
        let answered: BTreeSet<&TaskId> = predictions.tasks().collect();
        Self {
            schema_version: SCHEMA_VERSION,
            benchmark: benchmark.name.clone(),
            benchmark_version: benchmark.version.clone(),
            benchmark_sha256: benchmark.digest(),
            model: SideOfGrades {
                name: predictions.name.clone(),
                predictions: graded.grades.len() as u64,
                lines_not_judged: predictions.lines_not_judged.count,
                sha256: predictions.digest,
            },
            all: of(None),
            categories: Category::ALL
                .into_iter()
                .filter(|category| benchmark.tasks.iter().any(|task| task.task.category == *category))
                .map(|category| (category, of(Some(category))))
                .collect(),
            outcomes,
            tasks_without_prediction: benchmark
                .tasks
                .iter()
                .map(RepositoryTask::id)
                .filter(|id| !answered.contains(id))
                .cloned()
                .collect(),
            tasks_without_grades: graded.without_grades.clone(),
            tasks_in_another_environment: graded.elsewhere.clone(),
            residual_risk: assay_oracle::RESIDUAL_RISK.to_owned(),
        }
    }
}

impl CategoryGrades {
    fn of<'a>(tasks: usize, grades: impl Iterator<Item = &'a Grade>, seed: u64) -> Self {
        let mut counted = Self { tasks, ..Self::default() };
        let mut shares: BTreeMap<&TaskId, (f64, f64)> = BTreeMap::new();
        for grade in grades {
            counted.predictions += 1;
            match grade.failure {
                None => counted.resolved += 1,
                Some(failure) => *counted.failures.entry(failure).or_default() += 1,
            }
            let beside = grade.alterations.as_ref().is_some_and(|altered| altered.files_beside > 0);
            counted.altering_files_beside += usize::from(beside);
            if grade.outcome.is_judged() {
                let (resolved, judged) = shares.entry(&grade.task_id).or_default();
                *resolved += f64::from(u8::from(grade.outcome.passed()));
                *judged += 1.0;
            }
        }
        let shares: Vec<f64> = shares.values().map(|(resolved, judged)| resolved / judged).collect();
        if let Some(share) = mean_pass_share(&shares, seed) {
            counted.resolved_share = Some(tidy(share.mean));
            counted.interval = Some(share.interval.map(tidy));
        }
        counted
    }
}

/// Grades as JSON Lines, in their order.
pub fn grade_lines(grades: &[Grade]) -> Result<String, serde_json::Error> {
    grades.iter().map(|grade| serde_json::to_string(grade).map(|line| line + "\n")).collect()
}

/// The JSON Schemas of a line of `grades.jsonl` and of `grades.json`, by the name of the file that publishes them below
/// `docs/schema`.
#[must_use]
pub fn schemas() -> [(&'static str, String); 2] {
    [
        ("grade.schema.json", format!("{:#}\n", schema_for!(Grade).to_value())),
        ("grades.schema.json", format!("{:#}\n", schema_for!(GradesDocument).to_value())),
    ]
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Write the files again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-grade schema`.
    #[test]
    fn the_schemas_of_grades_match_the_published_files() {
        for (name, schema) in schemas() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
            if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
                fs::write(&path, &schema).unwrap();
            }
            assert!(
                fs::read_to_string(&path).unwrap_or_default() == schema,
                "{name} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-grade schema"
            );
        }
    }
}
