//! `assay compare` on maintenance tasks: both sides' patches graded, one row for each category.

use std::path::Path;
use std::process::ExitCode;

use assay_analyse::Settings;
use assay_benchmark::maintenance::load;
use assay_grade::{CompareContext, Graded, GradedSide, compare_grades};
use assay_run::Timing;

use super::{compare, gate, grade};
use crate::arguments::{Common, Compare};
use crate::failure::Failure;
use crate::output;

/// Whether a benchmark is one of maintenance tasks.
pub(crate) fn is_meant(benchmark: Option<&str>) -> bool {
    benchmark.is_some_and(|name| Path::new(name).join("benchmark.json").is_file())
}

/// The options that say nothing of maintenance tasks: whether each is given, and why it would mean nothing.
fn of_snippets(arguments: &Compare, common: &Common) -> Vec<(bool, &'static str, &'static str)> {
    const ASKED: &str = "it is about asking models, and no model is asked for patches";
    const TESTS: &str = "a patch is judged by its task's tests alone";
    const MEASURED: &str = "time and memory of patches are not measured";
    const LIMITS: &str = "a repository's tests have limits of their own, whatever the reference took";
    let Compare { extent, checks, measuring, .. } = arguments;
    vec![
        (arguments.protocol.is_some(), "--protocol", ASKED),
        (!extent.tasks.is_empty(), "--tasks", ASKED),
        (extent.limit.is_some(), "--limit", ASKED),
        (extent.samples_per_task.is_some(), "--samples-per-task", ASKED),
        (extent.verify_weights, "--verify-weights", ASKED),
        (!checks.aspects.is_empty(), "--aspects", TESTS),
        (checks.static_profile.is_some(), "--static-profile", TESTS),
        (checks.static_engine.is_some(), "--static-engine", TESTS),
        (checks.complexity, "--complexity", TESTS),
        (checks.config.is_some(), "--config", TESTS),
        (measuring.repetitions.is_some(), "--performance-repetitions", MEASURED),
        (measuring.samples.is_some(), "--performance-samples", MEASURED),
        (measuring.inputs.is_some(), "--performance-inputs", MEASURED),
        (measuring.measure_equal, "--performance-measure-equal", MEASURED),
        (
            arguments.extraction_trials.is_some(),
            "--extraction-trials",
            "patches are read by one set of rules alone",
        ),
        (!arguments.by.is_empty(), "--by", "a comparison of maintenance tasks is by category already"),
        (arguments.labelled, "--labelled", "`assay grade --out` writes a row for each patch"),
        (arguments.paper, "--paper", "the paper's procedure is about snippets"),
        (arguments.self_check, "--self-check", "halves of a few patches for each task would show nothing"),
        (arguments.timing, "--timing", "where the time of a repository's tests went is not told apart"),
        (common.limit_multiple.is_some(), "--limit-multiple", LIMITS),
        (common.limit_floor.is_some(), "--limit-floor", LIMITS),
    ]
}

pub(crate) fn run(arguments: &Compare, common: &Common) -> Result<ExitCode, Failure> {
    let [candidate] = arguments.candidate.as_slice() else {
        return Err(Failure::Usage("maintenance tasks are compared with one candidate at a time".to_owned()));
    };
    if let Some((_, option, why)) = of_snippets(arguments, common).into_iter().find(|(given, ..)| *given) {
        return Err(Failure::Usage(format!(
            "{option} is for snippet tasks: {why}. Leave it out for maintenance tasks"
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
    // As `grade` does: what this machine left without a grade is no result that a gate may pass.
    if let Some(fault) = [&baseline, &candidate].into_iter().find_map(Graded::fault) {
        return Err(fault.into());
    }
    if let Some(error) = unmeant {
        return Err(error.into());
    }
    Ok(gate::exit_code(met.is_none_or(|met| met.passes())))
}
