//! `assay compare`: the main job.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use assay_analyse::{Part, Settings};
use assay_benchmark::Benchmark;
use assay_report::{
    Format, GateResult, Html, JUnit, Json, Markdown, Report, summary_text, table_one_markdown, table_one_text,
};
use assay_run::{CompareSettings, PartBy, Timing, judge_models, parts, require_halves, write_labelled};
use assay_store::Store;
use assay_types::{Digest, SampleSet};

use super::sides::Sides;
use super::{compare_grades, gate, setting, timing};
use crate::arguments::{Common, Compare};
use crate::failure::Failure;
use crate::output;
use crate::progress::Shown;

/// The most answers that are judged again under each other set of extraction rules, where the command line does not say.
const EXTRACTION_TRIALS: u64 = 1000;

pub(crate) fn run(arguments: &Compare, common: &Common) -> Result<ExitCode, Failure> {
    if compare_grades::is_meant(arguments.benchmark.as_deref()) {
        return compare_grades::run(arguments, common);
    }
    // Everything that can be wrong with the input is found before anything runs.
    let gate = gate::read(&arguments.gate)?;
    let protocol = arguments.protocol.as_deref().map(setting::protocol).transpose()?;
    let benchmark = setting::benchmark_asked(arguments.benchmark.as_deref(), protocol.as_ref(), common)?;
    let checks = setting::checks(&arguments.checks, arguments.protocol.as_deref())?;
    let checks = setting::measuring(checks, &arguments.measuring, &benchmark)?;
    let parts = parts_of(&benchmark, &arguments.by)?;
    let inputs = arguments.candidate.iter().chain([&arguments.baseline]);
    if inputs.filter(|path| path.as_os_str() == "-").count() > 1 {
        let problem = "standard input (-) can be read only once: give the other samples as a file or folder";
        return Err(Failure::Usage(problem.to_owned()));
    }
    let sides = Sides::read(arguments, protocol.as_ref(), &benchmark, common)?;
    let names: BTreeSet<&str> = sides.names().skip(1).collect();
    if names.len() < arguments.candidate.len() && arguments.out.is_some() {
        return Err(Failure::Usage(
            "two candidates have the same file name, so their reports would overwrite each other".to_owned(),
        ));
    }
    if arguments.self_check {
        sides.files().try_for_each(require_halves).map_err(|refused| Failure::Usage(refused.to_string()))?;
    }
    if let Some(folder) = &arguments.out {
        output::prepare_folder(folder)?;
    }
    let session = setting::session_with(common, &benchmark, checks)?;
    let mut sides = sides.with_samples(&session, common)?;
    for side in &mut sides.sides {
        session.keep_answers(&mut side.set)?;
    }
    let sets: Vec<&SampleSet> = sides.sides.iter().map(|side| &side.set).collect();
    let candidates = &sets[1..];
    let settings = CompareSettings {
        command: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        analysis: Settings { seed: arguments.seed, margin: arguments.margin / 100.0, ..Settings::default() },
        extraction_trials: arguments.extraction_trials.unwrap_or(EXTRACTION_TRIALS),
        paper: arguments.paper,
        self_check_splits: if arguments.self_check { arguments.self_check_splits } else { 0 },
        asked: None,
    };
    let mut all_pass = true;
    let mut reports = Vec::new();
    let progress = Shown::new(common.quiet);
    // What all comparisons share counts as the first one's.
    let mut judging = Timing::default();
    let models = judge_models(&session, &benchmark, &sets, &progress, &mut judging)?;
    for (place, candidate) in (1..).zip(candidates) {
        let mut spent = std::mem::take(&mut judging);
        let settings = CompareSettings { asked: sides.asked(place), ..settings.clone() };
        let report = models.compare(place, &parts, &settings, &progress, &mut spent)?;
        let run = keep(session.store(), &report, &spent)?;
        let (met, unmeant) = gate::evaluated(gate.as_ref(), &report);
        output::print(&gate::draw(&output::table(), &report, met.as_ref())?)?;
        timing::show(&spent, common.quiet, arguments.timing);
        if let Some(folder) = &arguments.out {
            let folder = if candidates.len() > 1 { folder.join(&candidate.name) } else { folder.clone() };
            write(&folder, &report, met.as_ref())?;
            if arguments.labelled {
                for (side, model) in [("baseline", 0), ("candidate", place)] {
                    let samples = models.labelled(model);
                    let path = folder.join(format!("labelled.{side}.jsonl"));
                    output::write_file_with(&path, |file| write_labelled(samples, file))?;
                    output::note(&format!("labelled data set: {} ({} rows)", path.display(), samples.len()));
                }
            }
        }
        if !common.quiet {
            output::note(&format!(
                "run {run}: `assay report {run} --format html --out report.html` draws it again, `assay show {run} TASK` shows samples"
            ));
        }
        if let Some(error) = unmeant {
            return Err(error.into());
        }
        all_pass &= met.is_none_or(|met| met.passes());
        reports.push(report);
    }
    let reports: Vec<&Report> = reports.iter().collect();
    if let Some(summary) = summary_text(&reports) {
        output::print(format!("\n{summary}\n").as_bytes())?;
    }
    table_one(&reports, arguments.out.as_deref())?;
    Ok(gate::exit_code(all_pass))
}

/// The paper's Table 1 over all reports: a file where there is a folder for it, and printed where it says more than the
/// reports' own tables.
fn table_one(reports: &[&Report], folder: Option<&Path>) -> Result<(), Failure> {
    if let Some(table) = table_one_text(reports).filter(|_| reports.len() > 1) {
        output::print(format!("\n{table}\n").as_bytes())?;
    }
    if let (Some(table), Some(folder)) = (table_one_markdown(reports), folder) {
        output::write_file(&folder.join("table1.md"), table.as_bytes())?;
        output::note(&format!("the paper's table: {}", folder.join("table1.md").display()));
    }
    Ok(())
}

/// The parts that a breakdown is asked for, each way once, in the order asked.
fn parts_of(benchmark: &Benchmark, by: &[String]) -> Result<Vec<Part>, Failure> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for word in by.iter().filter(|word| seen.insert(word.as_str())) {
        let Some((_, way)) = PartBy::ALL.into_iter().find(|(name, _)| name == word) else { continue };
        found.extend(parts(benchmark, way).ok_or_else(|| {
            Failure::Usage(format!(
                "no task of {} states a {word}: there is nothing to break down by",
                benchmark.name
            ))
        })?);
    }
    Ok(found)
}

/// Writes a report into a folder, with what its gate came to.
pub(super) fn write(folder: &Path, report: &Report, met: Option<&GateResult>) -> Result<(), Failure> {
    output::write_file(&folder.join("report.json"), &Json.render(report)?)?;
    output::write_file(&folder.join("report.html"), &Html.render(report)?)?;
    output::note(&format!("report: {}", folder.join("report.html").display()));
    if let Some(met) = met {
        let gated = |format: &dyn Format| format.render_with_gate(report, met);
        output::write_file(&folder.join("summary.md"), &gated(&Markdown)?)?;
        output::write_file(&folder.join("gate.junit.xml"), &gated(&JUnit)?)?;
    }
    Ok(())
}

/// Keeps the report, and beside it what is of this run alone. The same report has the same id.
pub(super) fn keep(store: &Store, report: &Report, timing: &Timing) -> Result<String, Failure> {
    let bytes = Json.render(report)?;
    let id: String = Digest::of(&bytes).to_string().chars().take(12).collect();
    let details = serde_json::json!({
        "format": 1,
        "finished": std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default()
            .as_secs(),
        "timing": timing,
    });
    store.keep_run(&id, &bytes, format!("{details:#}").as_bytes())?;
    Ok(id)
}
