//! What lint found, as a document for programs.

use assay_benchmark::Benchmark;
use assay_report::BenchmarkSummary;
use assay_types::TaskId;
use schemars::{JsonSchema, schema_for};
use serde::Serialize;

use super::{Lint, LintFinding, Severity};
use crate::growth::{Growth, GrowthSettings};
use crate::mutation::{Mutation, MutationSettings, Survivor, Tally};
use crate::session::Session;

/// The version of the document's form. Raised whenever a reader of the former one would misread it.
const SCHEMA_VERSION: u32 = 2;

/// What `assay benchmark lint --json` writes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LintDocument {
    /// Version of the form: 2.
    schema_version: u32,
    /// What was examined.
    benchmark: BenchmarkSummary,
    /// What it was examined in.
    environment: LintEnvironment,
    /// Reference solutions that were judged.
    references: usize,
    /// Wrong solutions that were judged.
    wrong_solutions: usize,
    /// Findings that are problems. None of them: exit code 0.
    problems: usize,
    /// Findings that are notes.
    notes: usize,
    /// What is not as it should be, in the order of the tasks.
    findings: Vec<LintFinding>,
    /// Tasks whose tests were not run in the reverse order.
    order_not_tried: Vec<LeftOut>,
    /// What the tests are worth; null without `--mutants`.
    mutants: Option<MutantsDocument>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LintEnvironment {
    /// Version of the Python interpreter.
    python: String,
    /// Digest of the environment's content.
    digest: String,
}

/// A task that was left out.
#[derive(Debug, Serialize, JsonSchema)]
struct LeftOut {
    /// The task.
    #[schemars(with = "String")]
    id: TaskId,
    /// Why.
    reason: String,
}

impl LeftOut {
    fn all<'a, R: ToString + 'a>(tasks: impl IntoIterator<Item = &'a (TaskId, R)>) -> Vec<Self> {
        tasks.into_iter().map(|(id, reason)| Self { id: id.clone(), reason: reason.to_string() }).collect()
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct MutantsDocument {
    /// Seed of the choice of mutants, and of new inputs.
    seed: u64,
    /// The most mutants of a task.
    mutants_per_task: usize,
    /// Of all tasks together.
    total: TallyDocument,
    /// By operator.
    operators: Vec<OperatorDocument>,
    /// By task, the weakest first.
    tasks: Vec<TaskDocument>,
    /// Tasks that have no mutants.
    tasks_without_mutants: Vec<LeftOut>,
    /// Inputs that were found; null without `--grow`.
    growth: Option<GrowthDocument>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TallyDocument {
    /// Mutants that were judged.
    judged: usize,
    /// Those of them that do not pass.
    caught: usize,
    /// Mutants that could not be judged on this machine.
    not_judged: usize,
    /// Caught ÷ judged; null where nothing was judged.
    rate: Option<f64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct OperatorDocument {
    /// What makes the mutants.
    operator: &'static str,
    /// What became of them.
    mutants: TallyDocument,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TaskDocument {
    /// The task.
    #[schemars(with = "String")]
    id: TaskId,
    /// Mutants that could be made of its reference.
    possible: usize,
    /// What became of those that were chosen.
    mutants: TallyDocument,
    /// Those that pass.
    survivors: Vec<Survivor>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct GrowthDocument {
    /// The most new inputs of a task that were tried.
    inputs_per_task: usize,
    /// Mutants that the tests let through.
    survivors: usize,
    /// Those of them that the new inputs catch.
    caught: usize,
    /// Tasks for which inputs were found.
    tasks: Vec<GrownDocument>,
    /// Tasks for which none was looked for.
    tasks_without_inputs: Vec<LeftOut>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct GrownDocument {
    /// The task.
    #[schemars(with = "String")]
    id: TaskId,
    /// Inputs that were kept.
    inputs: usize,
    /// Mutants that its own tests let through.
    survivors: usize,
    /// Those of them that the new inputs catch.
    caught: usize,
    /// Tests that hold the inputs.
    tests: String,
}

impl LintDocument {
    /// The document of what was found of a benchmark.
    #[must_use]
    pub fn new(session: &Session, benchmark: &Benchmark, lint: &Lint) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            benchmark: BenchmarkSummary {
                name: benchmark.name.clone(),
                version: benchmark.version.clone(),
                sha256: benchmark.digest,
                tasks: benchmark.tasks.len() as u64,
            },
            environment: LintEnvironment {
                python: session.environment().python.clone(),
                digest: session.environment().digest.clone(),
            },
            references: lint.references,
            wrong_solutions: lint.wrong_solutions,
            problems: lint.count(Severity::Problem),
            notes: lint.count(Severity::Note),
            findings: lint.findings.clone(),
            order_not_tried: LeftOut::all(&lint.order_not_tried),
            mutants: None,
        }
    }

    /// With what the tests are worth, and what was found to make them worth more.
    #[must_use]
    pub fn with_mutants(
        self,
        (mutation, settings): (&Mutation, MutationSettings),
        growth: Option<(&Growth, GrowthSettings)>,
    ) -> Self {
        let operator = |(name, tally): &(&'static str, Tally)| OperatorDocument {
            operator: name,
            mutants: TallyDocument::of(tally),
        };
        let tasks = mutation.tasks.iter().map(|task| TaskDocument {
            id: task.id.clone(),
            possible: task.possible,
            mutants: TallyDocument::of(&task.tally),
            survivors: task.survivors.clone(),
        });
        let mutants = MutantsDocument {
            seed: settings.seed,
            mutants_per_task: settings.per_task,
            total: TallyDocument::of(&mutation.total),
            operators: mutation.operators.iter().map(operator).collect(),
            tasks: tasks.collect(),
            tasks_without_mutants: LeftOut::all(&mutation.without_mutants),
            growth: growth.map(|(growth, settings)| GrowthDocument::of(growth, settings)),
        };
        Self { mutants: Some(mutants), ..self }
    }

    /// The document as indented JSON with a final newline.
    #[must_use]
    pub fn text(&self) -> String {
        // It holds nothing that JSON lacks.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl TallyDocument {
    fn of(tally: &Tally) -> Self {
        // Twelve significant digits are more than enough for a share.
        let rounded = |rate: f64| (rate * 1e12).round() / 1e12;
        Self {
            judged: tally.judged,
            caught: tally.caught,
            not_judged: tally.not_judged,
            rate: tally.rate().map(rounded),
        }
    }
}

impl GrowthDocument {
    fn of(growth: &Growth, settings: GrowthSettings) -> Self {
        let tasks = growth.tasks.iter().map(|task| GrownDocument {
            id: task.id.clone(),
            inputs: task.inputs,
            survivors: task.survivors,
            caught: task.caught,
            tests: task.tests.clone(),
        });
        Self {
            inputs_per_task: settings.per_task,
            survivors: growth.survivors,
            caught: growth.caught,
            tasks: tasks.collect(),
            tasks_without_inputs: LeftOut::all(&growth.without_inputs),
        }
    }
}

/// The JSON Schema of the document, as text with a final newline. Published as `docs/schema/lint.schema.json`.
#[must_use]
pub fn lint_schema() -> String {
    format!("{:#}\n", schema_for!(LintDocument).to_value())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Write the file again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-run lint`.
    #[test]
    fn the_schema_of_what_lint_finds_matches_the_published_file() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/lint.schema.json");
        if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
            fs::write(&path, lint_schema()).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == lint_schema(),
            "{} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-run lint",
            path.display()
        );
    }
}
