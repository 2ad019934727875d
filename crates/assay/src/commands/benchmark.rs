//! `assay benchmark`: list, fetch, init.

use std::path::Path;
use std::process::ExitCode;

use assay_benchmark::{Content, Known, WheelLock, known, known_by_name};
use assay_run::LintSettings;

use super::{lint, setting};
use crate::arguments::{Benchmark, BenchmarkAction, Common};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &Benchmark, common: &Common) -> Result<ExitCode, Failure> {
    match &arguments.action {
        BenchmarkAction::List => list(common),
        BenchmarkAction::Fetch { name } => fetch(name, common),
        BenchmarkAction::Init { folder } => init(folder),
        BenchmarkAction::Lint { benchmark, json, repetitions, strength } => {
            let settings = LintSettings { repetitions: usize::from(*repetitions) };
            lint::run(benchmark, settings, *json, strength, common)
        }
    }
}

fn list(common: &Common) -> Result<ExitCode, Failure> {
    let fetched = setting::fetched_folder(common)?;
    let line = |name: &str, version: &str, license: &str, here: &str, what: &str| {
        format!("{name:<12} {version:<8} {license:<11} {here:<9} {what}\n")
    };
    let mut text = line("name", "version", "licence", "here", "what it is");
    for known in known() {
        let here = match known.file(&fetched) {
            None => "included",
            Some(file) if file.exists() => "fetched",
            Some(_) => "not yet",
        };
        text += &line(known.name, known.version, known.license, here, known.description);
    }
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn init(folder: &Path) -> Result<ExitCode, Failure> {
    for file in assay_benchmark::start(folder)? {
        output::print(format!("{}\n", folder.join(file).display()).as_bytes())?;
    }
    let shown = output::harmless(&folder.display().to_string());
    output::note(&format!("next: assay benchmark lint {shown}; README.md there says what is where"));
    Ok(ExitCode::SUCCESS)
}

fn fetch(name: &str, common: &Common) -> Result<ExitCode, Failure> {
    let known = known_by_name(name).ok_or_else(|| {
        Failure::Usage(format!("no known benchmark {name:?}\n  `assay benchmark list` shows what there is"))
    })?;
    let fetched = setting::fetched_folder(common)?;
    match &known.content {
        Content::Included(_) => output::note(&format!("{name} is part of assay; there is nothing to fetch")),
        Content::Wheel(lock) => fetch_wheel(known, lock, &fetched, common)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn fetch_wheel(known: &Known, lock: &WheelLock, fetched: &Path, common: &Common) -> Result<(), Failure> {
    // What is there and right is left alone; what is there and wrong is fetched again.
    if known.load(fetched).is_err() {
        let python = common.python.as_deref().unwrap_or(Path::new("python3"));
        let bytes = assay_environment::file_of_wheel(
            python,
            lock.requirement,
            lock.wheel_sha256,
            lock.member,
            lock.sha256,
        )?;
        if let Some(path) = known.file(fetched) {
            output::write_file(&path, &bytes)?;
        }
    }
    let benchmark = known.load(fetched)?;
    output::note(&format!(
        "{} {}: {} tasks, {}, sha256 {}",
        benchmark.name,
        benchmark.version,
        benchmark.tasks.len(),
        benchmark.license,
        benchmark.digest
    ));
    Ok(())
}
