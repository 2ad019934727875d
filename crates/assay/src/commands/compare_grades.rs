//! `assay compare` on maintenance tasks: both sides' patches graded, one row for each category.

use std::path::Path;
use std::process::ExitCode;

use assay_analyse::Settings;
use assay_benchmark::maintenance::load;
use assay_grade::{CompareContext, GradedSide, compare_grades};
use assay_run::Timing;

use super::{compare, gate, grade};
use crate::arguments::{Common, Compare};
use crate::failure::Failure;
use crate::output;

/// Whether a benchmark is one of maintenance tasks.
pub(crate) fn is_meant(benchmark: Option<&str>) -> bool {
    benchmark.is_some_and(|name| Path::new(name).join("benchmark.json").is_file())
}

pub(crate) fn run(arguments: &Compare, common: &Common) -> Result<ExitCode, Failure> {
    let [candidate] = arguments.candidate.as_slice() else {
        return Err(Failure::Usage("maintenance tasks are compared with one candidate at a time".to_owned()));
    };
    let of_snippets = [
        (arguments.protocol.is_some(), "--protocol"),
        (!arguments.by.is_empty(), "--by"),
        (arguments.labelled, "--labelled"),
        (arguments.paper, "--paper"),
        (arguments.self_check, "--self-check"),
    ];
    if let Some((_, option)) = of_snippets.into_iter().find(|(given, _)| *given) {
        return Err(Failure::Usage(format!(
            "{option} is for snippet tasks: leave it out for maintenance tasks"
        )));
    }
    let gate = gate::read(&arguments.gate)?;
    let benchmark = load(Path::new(arguments.benchmark.as_deref().unwrap_or_default()))?;
    let read = |path: &Path| grade::predictions(path, &benchmark, arguments.keep_going);
    let (ours, theirs) = (read(&arguments.baseline)?, read(candidate)?);
    if let Some(folder) = &arguments.out {
        output::prepare_folder(folder)?;
    }
    let place = grade::Place::open(common, arguments.seed)?;
    let baseline = place.grade(&benchmark, &ours, common.quiet)?;
    let candidate = place.grade(&benchmark, &theirs, common.quiet)?;
    let context = CompareContext {
        command: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        analysis: Settings { seed: arguments.seed, margin: arguments.margin / 100.0, ..Settings::default() },
        grading: place.settings,
        oracles: &place.oracles,
    };
    let report = compare_grades(
        &benchmark,
        GradedSide { predictions: &ours, graded: &baseline },
        GradedSide { predictions: &theirs, graded: &candidate },
        &context,
    );
    let run = compare::keep(place.session.store(), &report, &Timing::default())?;
    let (met, unmeant) = gate::evaluated(gate.as_ref(), &report);
    output::print(&gate::draw(&output::table(), &report, met.as_ref())?)?;
    if let Some(folder) = &arguments.out {
        compare::write(folder, &report, met.as_ref())?;
        grade::write_grades(folder, ".baseline", &baseline)?;
        grade::write_grades(folder, ".candidate", &candidate)?;
    }
    if !common.quiet {
        output::note(&format!(
            "run {run}: `assay report {run} --format html --out report.html` draws it again"
        ));
    }
    if let Some(error) = unmeant {
        return Err(error.into());
    }
    Ok(gate::exit_code(met.is_none_or(|met| met.passes())))
}
