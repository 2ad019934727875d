//! Two models' grades compared.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_analyse::{Settings, Verdict};
use assay_benchmark::OnBadSample;
use assay_benchmark::maintenance::{MaintenanceBenchmark, RepositoryTask, read_predictions};
use assay_grade::{
    CompareContext, GradeSettings, Graded, GradedSide, NoProgress, UNRESOLVED, compare_grades, grade_all,
};
use assay_report::{Format as _, Gate, Json, Report};
use assay_types::{Category, Confidentiality, SampleSet};

use crate::resume::Fakes;
use crate::shop::{REFERENCE, honest, task};

/// Forty tasks of each of two categories, which differ in what they ask.
fn benchmark() -> MaintenanceBenchmark {
    let numbered = |category: Category, number: usize| {
        let original = task(category);
        let mut other = original.task.clone();
        other.statement = Arc::from(format!("Task {number}: {}", other.statement));
        RepositoryTask::new(other, original.parent().unwrap()).unwrap()
    };
    let tasks = [Category::Corrective, Category::Perfective]
        .into_iter()
        .flat_map(|category| (0..40).map(move |number| numbered(category, number)));
    MaintenanceBenchmark {
        name: "toy".to_owned(),
        version: "1".to_owned(),
        confidentiality: Confidentiality::Public,
        tasks: tasks.collect(),
    }
}

/// Predictions that solve the tasks that a function chooses.
fn model(
    name: &str,
    benchmark: &MaintenanceBenchmark,
    solves: impl Fn(usize, Category) -> bool,
) -> (SampleSet, Graded) {
    let mut text = String::new();
    for (number, task) in benchmark.tasks.iter().enumerate() {
        let patch = if solves(number % 40, task.task.category) { REFERENCE } else { "" };
        let patch = serde_json::Value::String(patch.to_owned());
        text += &format!("{{\"instance_id\": \"{}\", \"model_patch\": {patch}}}\n", task.id());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("{name}.jsonl"));
    std::fs::write(&path, text).unwrap();
    let set = read_predictions(&path, benchmark, OnBadSample::Refuse).unwrap();
    let graded = grade_all(
        benchmark,
        &set,
        &Fakes(Arc::new(honest)),
        &GradeSettings::default(),
        None,
        &NoProgress,
        &AtomicBool::new(false),
    );
    (set, graded.unwrap())
}

fn compared() -> Report {
    let benchmark = benchmark();
    let baseline = model("baseline", &benchmark, |number, _| number < 30);
    let candidate = model("candidate", &benchmark, |number, category| match category {
        Category::Corrective => number < 10,
        _ => number < 30,
    });
    compare_grades(
        &benchmark,
        GradedSide { predictions: &baseline.0, graded: &baseline.1 },
        GradedSide { predictions: &candidate.0, graded: &candidate.1 },
        &CompareContext {
            command: Vec::new(),
            analysis: Settings::default(),
            grading: GradeSettings::default(),
            oracles: &Fakes(Arc::new(honest)),
        },
    )
}

#[test]
fn each_category_has_its_row_and_verdict() {
    let report = compared();
    let rows: Vec<_> = report
        .rows
        .rate
        .iter()
        .map(|row| (row.check.as_str(), row.category.as_deref(), row.verdict, row.tasks))
        .collect();
    assert_eq!(
        rows,
        [
            (UNRESOLVED, Some("corrective"), Verdict::Regression, 40),
            (UNRESOLVED, Some("perfective"), Verdict::Inconclusive, 40)
        ]
    );
    assert!((report.rows.rate[0].difference_percent + 50.0).abs() < 1e-9);
    assert_eq!((report.tasks_lost.len(), report.tasks_gained.len()), (20, 0));
    let lost = &report.tasks_lost[0];
    assert_eq!(lost.baseline_example.as_ref().map(|example| example.code.as_str()), Some(REFERENCE));
    assert_eq!(
        lost.candidate_example.as_ref().map(|example| example.outcome.as_str()),
        Some("no_answer(empty)")
    );
}

#[test]
fn the_report_is_read_again_and_gates_work_on_its_rows() {
    let report = compared();
    let bytes = Json.render(&report).unwrap();
    assert_eq!(Report::read(&bytes).unwrap(), report);
    for format in assay_report::formats() {
        assert!(!format.render(&report).unwrap().is_empty(), "{}", format.name());
    }
    let passes = |clause: &str| Gate::parse("test", clause).unwrap().evaluate(&report).unwrap().passes();
    assert!(!passes("unresolved[\"corrective\"].verdict != \"regression\""));
    assert!(passes("unresolved[\"perfective\"].verdict != \"regression\" accepting inconclusive"));
    assert!(passes("tasks_lost.count == 20"));
}
