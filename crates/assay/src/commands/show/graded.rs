//! Grades of maintenance tasks, shown from the folder that `assay grade` or `assay compare` wrote.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use assay_grade::{Grade, TestTally, read_grades};
use serde_json::json;

use super::text::{field, line_of, quoted};
use crate::arguments::{Show, ShownSide};
use crate::commands::grade::log_name;
use crate::failure::Failure;
use crate::output;

/// What to say where grades are not in the folder.
pub(super) const ELSEWHERE: &str = "this is a report of maintenance tasks: their grades are shown from the folder that --out named when they were \
     compared or graded (`assay show DIR TASK`)";

/// The most bytes of a log that are read.
const LOG_BYTES: u64 = 1 << 20;

/// Whose grades a folder can hold, and how their files' names go on.
const SIDES: [(Option<ShownSide>, &str, &str); 3] = [
    (None, "", ""),
    (Some(ShownSide::Baseline), "baseline ", ".baseline"),
    (Some(ShownSide::Candidate), "candidate ", ".candidate"),
];

/// A grade with whose it is and what its tests printed.
struct Shown {
    side: &'static str,
    grade: Grade,
    log: Option<String>,
}

/// The folder, if it holds grades.
pub(super) fn folder(run: &str) -> Option<&Path> {
    let folder = Path::new(run);
    SIDES
        .iter()
        .any(|(_, _, suffix)| folder.join(format!("grades{suffix}.jsonl")).is_file())
        .then_some(folder)
}

pub(super) fn run(folder: &Path, arguments: &Show) -> Result<ExitCode, Failure> {
    if arguments.rerun || arguments.shell || arguments.benchmark.is_some() {
        return Err(Failure::Usage(
            "--rerun, --shell and --benchmark are for snippet tasks: `assay grade` grades patches again"
                .to_owned(),
        ));
    }
    let shown = read(folder, arguments)?;
    if shown.is_empty() {
        let which = arguments.sample.map_or_else(String::new, |number| format!(" with the number {number}"));
        return Err(Failure::Usage(format!(
            "there is no prediction{which} of a task {} in {}",
            output::harmless(&arguments.task),
            folder.display()
        )));
    }
    let drawn = if arguments.json {
        document(&shown)
    } else if arguments.sample.is_some() {
        shown.iter().map(one).collect::<Vec<_>>().join("\n")
    } else {
        list(&shown)
    };
    output::print(drawn.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn read(folder: &Path, arguments: &Show) -> Result<Vec<Shown>, Failure> {
    let mut shown = Vec::new();
    for (side, word, suffix) in SIDES {
        let path = folder.join(format!("grades{suffix}.jsonl"));
        if !path.is_file() || (arguments.side.is_some() && side.is_some() && side != arguments.side) {
            continue;
        }
        for grade in read_grades(&path, &arguments.task)? {
            if arguments.sample.is_none_or(|number| number == grade.repetition) {
                // A log of a grade whose tests did not run is a former run's.
                let path = folder.join(format!("logs{suffix}")).join(log_name(&grade));
                let log = grade.target_tests.as_ref().and_then(|_| log(&path));
                shown.push(Shown { side: word, grade, log });
            }
        }
    }
    Ok(shown)
}

/// What the tests printed; nothing where none ran or nobody kept it.
fn log(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LOG_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn failure(grade: &Grade) -> &'static str {
    grade.failure.map_or("resolved", assay_grade::Failure::words)
}

fn list(shown: &[Shown]) -> String {
    let mut text = format!("task {}\n", shown[0].grade.task_id);
    for (_, side, _) in SIDES {
        let of_side: Vec<&Shown> = shown.iter().filter(|one| one.side == side).collect();
        if of_side.is_empty() {
            continue;
        }
        let resolving = of_side.iter().filter(|one| one.grade.outcome.passed()).count();
        text += &format!("\n{side}{resolving} of {} predictions resolve it\n", of_side.len());
        text += &format!("  {:>6}  {:<30}  {:<21}  {}\n", "sample", "outcome", "failure", "evidence");
        for Shown { grade, .. } in of_side {
            let (outcome, failure) = (grade.outcome.to_string(), failure(grade));
            let evidence = line_of(grade.evidence.as_deref().unwrap_or_default(), 60);
            let row = format!("  {:>6}  {outcome:<30}  {failure:<21}  {evidence}", grade.repetition);
            text += row.trim_end();
            text.push('\n');
        }
    }
    text
}

fn one(shown: &Shown) -> String {
    let grade = &shown.grade;
    let mut text = format!("{}task {}, sample {}\n\n", shown.side, grade.task_id, grade.repetition);
    text += &field("outcome", &grade.outcome.to_string());
    text += &field("failure", failure(grade));
    if let Some(evidence) = &grade.evidence {
        text += &field("evidence", &line_of(evidence, 1_000));
    }
    for (which, tally) in [("target", &grade.target_tests), ("regression", &grade.regression_tests)] {
        if let Some(tally) = tally {
            text += &tests(which, tally);
        }
    }
    text += &field("rule", &line_of(&grade.extraction.join(", then "), 300));
    if let Some(digest) = grade.patch_sha256 {
        text += &field("patch", &format!("sha256 {digest}"));
    }
    for repair in &grade.repairs {
        text += &field("mended", &line_of(repair, 300));
    }
    for file in &grade.overwritten {
        text += &field("put back", &line_of(&file.path, 300));
    }
    for flag in &grade.flags {
        let kind = match flag.kind {
            assay_grade::FlagKind::RunnerInternals => "names the inside of a tests' runner",
            assay_grade::FlagKind::TestsInSource => "holds tests of the task",
        };
        text += &field("look at", &format!("{}: {kind}", line_of(&flag.path, 300)));
    }
    match shown.log.as_deref() {
        Some(log) if !log.is_empty() => {
            text += "\nthe tests printed, at the end:\n";
            text += &quoted(log.lines().map(|line| ("  | ".to_owned(), line)));
        }
        _ => {}
    }
    text
}

fn tests(which: &str, tally: &TestTally) -> String {
    let mut text = field("tests", &format!("{which}: {} of {} passed", tally.passed, tally.tests));
    for test in &tally.not_passed {
        text += &format!("          {} {}\n", line_of(&test.test.0, 300), test.words());
    }
    let unnamed = tally.tests - tally.passed - tally.not_passed.len().min(tally.tests - tally.passed);
    if unnamed > 0 {
        text += &format!("          and {unnamed} more\n");
    }
    text
}

fn document(shown: &[Shown]) -> String {
    let samples: Vec<_> = shown
        .iter()
        .map(|one| json!({"side": one.side.trim_end(), "grade": one.grade, "log": one.log}))
        .collect();
    format!("{:#}\n", json!({ "samples": samples }))
}
