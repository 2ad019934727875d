//! `assay grade`: a model's patches for maintenance tasks.

use std::path::Path;
use std::process::ExitCode;

use assay_benchmark::OnBadSample;
use assay_benchmark::maintenance::{MaintenanceBenchmark, load, read_predictions};
use assay_grade::{
    CategoryGrades, Failure as Unresolved, GradeSettings, Graded, GradesDocument, RESIDUAL_RISK, grade_all,
    grade_lines,
};
use assay_oracle::default_limits;
use assay_run::{Session, TaskOracles, interpreter};
use assay_types::SampleSet;

use super::setting;
use crate::arguments::{Common, Grade};
use crate::failure::Failure;
use crate::output;
use crate::progress::Grading;

/// Where predictions are graded.
pub(super) struct Place {
    pub(super) session: Session,
    pub(super) oracles: TaskOracles,
    pub(super) settings: GradeSettings,
}

impl Place {
    pub(super) fn open(common: &Common, seed: u64) -> Result<Self, Failure> {
        let session = setting::session(common, None)?;
        session.require_controls()?;
        let oracles = TaskOracles::of(&session, interpreter(common.python.as_deref())?);
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let jobs = if common.jobs == 0 { processors } else { common.jobs };
        Ok(Self { session, oracles, settings: GradeSettings { seed, jobs, limits: default_limits() } })
    }

    pub(super) fn grade(
        &self,
        benchmark: &MaintenanceBenchmark,
        predictions: &SampleSet,
        quiet: bool,
    ) -> Result<Graded, Failure> {
        let progress = Grading::new(quiet);
        let graded = grade_all(
            benchmark,
            predictions,
            &self.oracles,
            &self.settings,
            Some(self.session.store()),
            &progress,
            &self.session.cancellation(),
        )?;
        progress.end();
        Ok(graded)
    }
}

/// Reads predictions.
pub(super) fn predictions(
    path: &Path,
    benchmark: &MaintenanceBenchmark,
    keep_going: bool,
) -> Result<SampleSet, Failure> {
    let on_bad = if keep_going { OnBadSample::KeepGoing } else { OnBadSample::Refuse };
    Ok(read_predictions(path, benchmark, on_bad)?)
}

pub(crate) fn run(arguments: &Grade, common: &Common) -> Result<ExitCode, Failure> {
    let benchmark = load(&arguments.benchmark)?;
    let predictions = predictions(&arguments.predictions, &benchmark, arguments.keep_going)?;
    if let Some(folder) = &arguments.out {
        output::prepare_folder(folder)?;
    }
    let graded = Place::open(common, arguments.seed)?.grade(&benchmark, &predictions, common.quiet)?;
    let document = GradesDocument::of(&benchmark, &predictions, &graded, arguments.seed);
    output::print(table(&document).as_bytes())?;
    if let Some(folder) = &arguments.out {
        write_grades(folder, "", &graded)?;
        let json = format!("{}\n", serde_json::to_string_pretty(&document).map_err(unwritable)?);
        output::write_file(&folder.join("grades.json"), json.as_bytes())?;
        output::note(&format!("grades: {}", folder.join("grades.jsonl").display()));
    }
    graded.fault().map_or(Ok(ExitCode::SUCCESS), |fault| Err(fault.into()))
}

/// A grade a line, and what the tests of each printed. The suffix says of whom they are.
pub(super) fn write_grades(folder: &Path, suffix: &str, graded: &Graded) -> Result<(), Failure> {
    let logs = folder.join(format!("logs{suffix}"));
    for grade in graded.grades.iter().filter(|grade| grade.target_tests.is_some()) {
        output::write_file(&logs.join(log_name(grade)), grade.log.as_bytes())?;
    }
    let lines = grade_lines(&graded.grades).map_err(unwritable)?;
    output::write_file(&folder.join(format!("grades{suffix}.jsonl")), lines.as_bytes())
}

/// A file's name for what the tests of a prediction printed.
pub(super) fn log_name(grade: &assay_grade::Grade) -> String {
    // A task's id is one part of a path.
    format!("{}.{}.log", grade.task_id, grade.repetition)
}

/// JSON of plain data does not fail; if it does, nothing was written.
fn unwritable(error: serde_json::Error) -> Failure {
    Failure::Write { path: "grades.json".into(), source: error.into() }
}

/// A line for each category, a column for each failure: the framework's five always, the others where there is one.
fn table(document: &GradesDocument) -> String {
    let model = &document.model;
    let mut text = format!(
        "{}: {} predictions for {} {}\n",
        output::harmless(&model.name),
        model.predictions,
        output::harmless(&document.benchmark),
        output::harmless(&document.benchmark_version)
    );
    if let (Some(share), Some([low, high])) = (document.all.resolved_share, document.all.interval) {
        text += &format!(
            "resolved: {:.1} % of a task's predictions on average, 95 % interval {:.1} to {:.1} over tasks\n",
            100.0 * share,
            100.0 * low,
            100.0 * high
        );
    }
    let others = Unresolved::APART.into_iter().filter(|failure| document.all.failures.contains_key(failure));
    let failures: Vec<Unresolved> = Unresolved::PAPER.into_iter().chain(others).collect();
    let mut rows = vec![head(&failures)];
    let categories = document.categories.iter().map(|(category, counted)| (category.word(), counted));
    rows.extend(categories.map(|(name, counted)| row(name, counted, &failures)));
    rows.push(row("all", &document.all, &failures));
    text.push('\n');
    text += &aligned(&rows);
    text + &notes(document)
}

fn head(failures: &[Unresolved]) -> Vec<String> {
    let words = failures.iter().map(|failure| failure.words());
    ["", "tasks", "predictions", "resolved"].into_iter().chain(words).map(str::to_owned).collect()
}

fn row(name: &str, counted: &CategoryGrades, failures: &[Unresolved]) -> Vec<String> {
    let counts = failures.iter().map(|failure| counted.failures.get(failure).copied().unwrap_or_default());
    let numbers = [counted.tasks, counted.predictions, counted.resolved].into_iter().chain(counts);
    [name.to_owned()].into_iter().chain(numbers.map(|number| number.to_string())).collect()
}

/// Rows as columns: names to the left, numbers to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len))
        .map(|place| rows.iter().map(|row| row[place].len()).max().unwrap_or_default())
        .collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(place, (cell, width))| {
            if place == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// What a reader should know beside the numbers.
fn notes(document: &GradesDocument) -> String {
    let mut text = String::new();
    if let Some(first) = document.tasks_without_prediction.first() {
        text += &format!(
            "\n{} of the benchmark's {} tasks have no prediction; the first of them: {first}\n",
            document.tasks_without_prediction.len(),
            document.all.tasks
        );
    }
    if !document.tasks_without_grades.is_empty() {
        text += "\nno grade, because the task's own reference does not pass here:\n";
        for task in &document.tasks_without_grades {
            text += &format!("  {}: {}\n", task.task_id, task.reason.escape_debug());
        }
    }
    if !document.tasks_in_another_environment.is_empty() {
        text += &format!(
            "\nthe tests of {} tasks ran in another environment than the one that they were admitted in\n",
            document.tasks_in_another_environment.len()
        );
    }
    if document.model.lines_not_judged > 0 {
        text += &format!("\nrecords of no task of this benchmark: {}\n", document.model.lines_not_judged);
    }
    text + &format!("\nnote: {RESIDUAL_RISK}\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use assay_grade::SideOfGrades;
    use assay_types::{Category, Digest, OutcomeCounts};

    use super::*;

    #[test]
    fn the_table_has_the_frameworks_categories_and_what_there_is_besides() {
        let counted = CategoryGrades {
            tasks: 2,
            predictions: 5,
            resolved: 2,
            failures: BTreeMap::from([(Unresolved::NoPatch, 1), (Unresolved::Tampered, 2)]),
            resolved_share: Some(0.4),
            interval: Some([0.1, 0.75]),
            altering_files_beside: 0,
        };
        let document = GradesDocument {
            schema_version: 1,
            benchmark: "toy".to_owned(),
            benchmark_version: "1".to_owned(),
            benchmark_sha256: Digest::of(b""),
            model: SideOfGrades {
                name: "m\u{1b}[2J".to_owned(),
                predictions: 5,
                lines_not_judged: 1,
                sha256: Digest::of(b""),
            },
            all: counted.clone(),
            categories: BTreeMap::from([(Category::Corrective, counted)]),
            outcomes: OutcomeCounts::default(),
            tasks_without_prediction: Vec::new(),
            tasks_without_grades: Vec::new(),
            tasks_in_another_environment: Vec::new(),
            residual_risk: RESIDUAL_RISK.to_owned(),
        };
        insta::assert_snapshot!(table(&document), @r"
        m\u{1b}[2J: 5 predictions for toy 1
        resolved: 40.0 % of a task's predictions on average, 95 % interval 10.0 to 75.0 over tasks

                    tasks  predictions  resolved  no patch  does not apply  build fails  target tests fail  regression introduced  tampered
        corrective      2            5         2         1               0            0                  0                      0         2
        all             2            5         2         1               0            0                  0                      0         2

        records of no task of this benchmark: 1

        note: Tests and the code that they test share one interpreter: code that finds the reporter's own objects in memory, or that recognises a single test and answers for it alone, can pass without being right.
        ");
    }
}
