//! `assay check`: one model's findings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use assay_analyse::mean_pass_share;
use assay_benchmark::Benchmark;
use assay_check::static_checks::Flag;
use assay_run::{Checked, LabelledSample, check, write_labelled, write_labelled_table};
use assay_types::{SampleSet, TaskId};

use super::{setting, timing};
use crate::arguments::{Check, Common};
use crate::failure::Failure;
use crate::output;
use crate::progress::Shown;

pub(crate) fn run(arguments: &Check, common: &Common) -> Result<ExitCode, Failure> {
    let benchmark = setting::benchmark(&arguments.benchmark, common)?;
    let checks = setting::checks(&arguments.checks, None)?;
    let mut set = setting::samples(&arguments.samples, &benchmark, arguments.keep_going)?;
    if let Some(folder) = arguments.out.as_deref().and_then(Path::parent).filter(|folder| folder.is_dir()) {
        output::prepare_folder(folder)?;
    }
    let session = setting::session_with(common, &benchmark, checks)?;
    session.keep_answers(&mut set)?;
    let checked = check(&session, &benchmark, &set, &Shown::new(common.quiet))?;
    for warning in session.static_engine_warnings() {
        output::note(&format!("warning: {warning}"));
    }
    let summary = summary(&set.name, &checked, arguments.seed) + &left_out(&benchmark, &set);
    output::print(summary.as_bytes())?;
    timing::show(&checked.timing, common.quiet, arguments.timing);
    if let Some(path) = &arguments.out {
        let as_table = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"));
        output::write_file_with(path, |file| {
            if as_table {
                write_labelled_table(&checked.samples, file)
            } else {
                write_labelled(&checked.samples, file)
            }
        })?;
        output::note(&format!("labelled data set: {} ({} rows)", path.display(), checked.samples.len()));
    }
    Ok(ExitCode::SUCCESS)
}

fn summary(name: &str, checked: &Checked, seed: u64) -> String {
    let mut shares: BTreeMap<&TaskId, (f64, f64)> = BTreeMap::new();
    for sample in checked.samples.iter().filter(|sample| sample.finding.outcome.is_judged()) {
        let (passed, judged) = shares.entry(&sample.task_id).or_default();
        *passed += f64::from(u8::from(sample.finding.outcome.passed()));
        *judged += 1.0;
    }
    let shares: Vec<f64> = shares.values().map(|(passed, judged)| passed / judged).collect();
    let name = output::harmless(name);
    let mut text = format!("{name}: {} samples of {} tasks\n", checked.samples.len(), shares.len());
    if let Some(share) = mean_pass_share(&shares, seed) {
        text += &format!(
            "passing: {:.1} % of a task's samples on average, 95 % interval {:.1} to {:.1} over tasks\n\n",
            100.0 * share.mean,
            100.0 * share.interval[0],
            100.0 * share.interval[1]
        );
    }
    for (outcome, count) in &checked.outcomes.0 {
        text += &format!("{count:>8}  {outcome}\n");
    }
    text += &flagged(&checked.samples);
    if !checked.without_score.is_empty() {
        text += "\nno score, because the task's own reference solution does not pass here:\n";
        for (task, reason) in &checked.without_score {
            text += &format!("  {task}: {}\n", reason.escape_debug());
        }
    }
    text
}

/// How many samples each static check flags, of those that it judges.
fn flagged(samples: &[LabelledSample]) -> String {
    let mut counts: Vec<(&str, usize, usize)> = Vec::new();
    for findings in samples.iter().filter_map(|sample| sample.static_findings.as_ref()) {
        for (place, (check, flag)) in findings.flags.iter().enumerate() {
            if counts.len() <= place {
                counts.push((check, 0, 0));
            }
            let (_, flagged, judged) = &mut counts[place];
            *flagged += usize::from(*flag == Flag::Flagged);
            *judged += usize::from(matches!(flag, Flag::Flagged | Flag::Clean));
        }
    }
    if counts.is_empty() {
        return String::new();
    }
    counts.into_iter().fold("\nflagged by their code:\n".to_owned(), |text, (check, flagged, judged)| {
        text + &format!("{flagged:>8}  {check}, of {judged} that it judges\n")
    })
}

/// Tasks without a sample, answers that could not be held as they came, and lines without a task.
fn left_out(benchmark: &Benchmark, set: &SampleSet) -> String {
    let mut text = String::new();
    let answered: BTreeSet<&TaskId> = set.tasks().collect();
    if answered.len() < benchmark.tasks.len() {
        let missing = benchmark.tasks.iter().find(|task| !answered.contains(&task.id));
        text += &format!(
            "\n{} of the benchmark's {} tasks have no sample; the first of them: {}\n",
            benchmark.tasks.len() - answered.len(),
            benchmark.tasks.len(),
            missing.map_or("", |task| task.id.as_str())
        );
    }
    for (repair, repaired) in &set.repaired {
        let (words, first) = (repair.words(), output::harmless(&repaired.first).replace('\n', "\\n"));
        text += &format!("\n{} of the {words}; the first: {first}\n", repaired.count);
    }
    let lines = &set.lines_not_judged;
    if lines.count > 0 {
        text += &format!("\n{} lines are not judged, because their task is not known:\n", lines.count);
        for line in &lines.first {
            text += &format!("  {}\n", output::harmless(line).replace('\n', "\\n"));
        }
        if lines.count > lines.first.len() as u64 {
            text += "  …\n";
        }
    }
    text
}
