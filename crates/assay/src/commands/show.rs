//! `assay show`: the samples behind a number.

use std::process::ExitCode;

use assay_benchmark::known_by_name;
use assay_run::{
    FinishedRun, Rerun, SessionSettings, ShowError, ShownSample, Side, benchmark_of, limit_rule,
    list_document, samples_document,
};

use super::{report, setting};
use crate::arguments::{Common, Show, ShownSide};
use crate::failure::Failure;
use crate::output;
use crate::progress::Shown;

mod graded;
mod shell;
mod text;

pub(crate) fn run(arguments: &Show, common: &Common) -> Result<ExitCode, Failure> {
    if let Some(folder) = graded::folder(&arguments.run) {
        return graded::run(folder, arguments);
    }
    let report = report::load(&arguments.run, common)?;
    if report.environment.engine == assay_grade::ENGINE {
        return Err(Failure::Usage(graded::ELSEWHERE.to_owned()));
    }
    // A known benchmark goes by its name; another by what the run's command line called it.
    let known = known_by_name(&report.benchmark.name).map(|known| known.name);
    let name = arguments.benchmark.as_deref().or(known).unwrap_or_else(|| benchmark_of(&report));
    let benchmark = setting::benchmark(name, common)?;
    let settings = SessionSettings {
        limit_rule: limit_rule(&report),
        ..setting::session_settings(common, Some(&benchmark))?
    };
    let run = FinishedRun::open(report, benchmark, &settings.store)?;
    let mut samples = Vec::new();
    for side in sides(arguments.side) {
        samples.extend(run.samples(side, &arguments.task)?);
    }
    let Some(number) = arguments.sample else {
        let drawn = if arguments.json { list_document(&samples) } else { text::list(&run, &samples) };
        output::print(drawn.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    samples.retain(|sample| sample.repetition == number);
    if samples.is_empty() {
        return Err(ShowError::NoSample { task: arguments.task.clone() }.into());
    }
    if arguments.shell {
        return shell::run(&run, &samples, &settings, common.quiet);
    }
    let reruns = if arguments.rerun { judge_again(&run, &samples, &settings, common)? } else { Vec::new() };
    let drawn = if arguments.json {
        samples_document(&samples, &reruns)
    } else {
        text::samples(&run, &samples, &reruns)
    };
    output::print(drawn.as_bytes())?;
    let differs = reruns.iter().any(|rerun| rerun.same == Some(false));
    Ok(if differs { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn judge_again(
    run: &FinishedRun,
    samples: &[ShownSample],
    settings: &SessionSettings,
    common: &Common,
) -> Result<Vec<Rerun>, Failure> {
    let session = setting::open(settings)?;
    let progress = Shown::new(common.quiet);
    Ok(samples.iter().map(|sample| run.rerun(&session, sample, &progress)).collect::<Result<_, _>>()?)
}

fn sides(side: Option<ShownSide>) -> Vec<Side> {
    match side {
        None => vec![Side::Baseline, Side::Candidate],
        Some(ShownSide::Baseline) => vec![Side::Baseline],
        Some(ShownSide::Candidate) => vec![Side::Candidate],
    }
}
