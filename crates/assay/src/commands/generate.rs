//! `assay generate`: models are asked for samples.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_benchmark::Benchmark;
use assay_generate::{
    Answers, Estimate, Outcome, Protocol, Questions, RawLog, RecordingError, Spend, Stop, answers, ask,
    write_recording,
};
use assay_run::{RunError, questions, samples_without_prompts};
use assay_store::{Store, stored_attempts};

use super::setting;
use crate::arguments::{Common, Generate};
use crate::failure::Failure;
use crate::output;
use crate::progress::Asking;

pub(crate) fn run(arguments: &Generate, common: &Common) -> Result<ExitCode, Failure> {
    // Everything that can be wrong is found before anybody is asked.
    let protocol = setting::protocol(&arguments.protocol)?;
    let benchmark = setting::benchmark_asked(arguments.benchmark.as_deref(), Some(&protocol), common)?;
    let tasks = setting::asked_tasks(&arguments.extent);
    let samples = arguments.extent.samples_per_task.unwrap_or(protocol.samples_per_task);
    let models: Vec<&str> = if arguments.model.is_empty() {
        protocol.models.keys().map(String::as_str).collect()
    } else {
        arguments.model.iter().map(String::as_str).collect()
    };
    if models.is_empty() {
        return Err(Failure::Usage(format!(
            "the protocol {} names no model: add one as [models.NAME] (docs/protocol.md)",
            protocol.path.display()
        )));
    }
    let mut digests = setting::digests(arguments.extent.verify_weights, arguments.dry_run, common)?;
    let questions = models
        .iter()
        .map(|model| questions(&protocol, model, &benchmark, &tasks, samples, &mut digests))
        .collect::<Result<Vec<Questions>, RunError>>()?;
    for model in &questions {
        warn(model);
    }
    if arguments.dry_run {
        return dry_run(&protocol, &questions, common);
    }
    for path in [&arguments.out, &arguments.log].into_iter().flatten() {
        let folder = if questions.len() > 1 { Some(path.as_path()) } else { path.parent() };
        if let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty()) {
            output::prepare_folder(folder)?;
        }
    }
    asked(arguments, &protocol, &questions, &benchmark, common)
}

/// Says what the user should know before a model is asked.
pub(crate) fn warn(model: &Questions) {
    for warning in &model.warnings {
        output::note(&format!("warning: {}: {warning}", model.model));
    }
}

/// Asks, model by model, and writes what there is, however the asking ended.
fn asked(
    arguments: &Generate,
    protocol: &Protocol,
    questions: &[Questions],
    benchmark: &Benchmark,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let store = Store::open(&setting::store_folder(common)?)?;
    let cancelled = Arc::new(AtomicBool::new(false));
    setting::stop_on_signals(&cancelled)?;
    let mut spend = Spend::of(protocol.limits.spend_limit, questions, &store)?;
    let watch = Asking::new(common.quiet);
    let mut is_whole = true;
    for model in questions {
        let outcome = ask(model, &protocol.limits, &store, &mut spend, &watch, &cancelled);
        let outcome = outcome.map_err(RunError::from)?;
        output::print(summary(&model.model, &outcome, model.has_price()).as_bytes())?;
        let answers = answers(model, &store).map_err(RunError::from)?;
        if let Some(warning) = answers.warning(&model.model) {
            output::note(&format!("warning: {warning}"));
        }
        write(arguments, model, answers, questions.len() > 1, &store, benchmark)?;
        is_whole &= outcome.is_whole();
        if outcome.stop == Some(Stop::Cancelled) {
            return Err(Failure::Stopped);
        }
    }
    if !is_whole {
        output::note(&"what is missing is asked for by the same command");
    }
    Ok(ExitCode::from(if is_whole { 0 } else { 3 }))
}

/// Writes a model's samples and its part of the raw log, where that is asked for.
fn write(
    arguments: &Generate,
    model: &Questions,
    answers: Answers,
    is_one_of_many: bool,
    store: &Store,
    benchmark: &Benchmark,
) -> Result<(), Failure> {
    let named = |path: &Path| -> PathBuf {
        if is_one_of_many { path.join(format!("{}.jsonl", model.model)) } else { path.to_owned() }
    };
    let log: &dyn RawLog = store;
    if let Some(path) = &arguments.out {
        let count = answers.count;
        let lines = if arguments.without_prompts {
            samples_without_prompts(&model.model, answers, benchmark)?
        } else {
            answers.lines
        };
        output::write_file(&named(path), &lines)?;
        output::note(&format!("samples: {} ({} of {})", named(path).display(), count, model.wanted()));
    }
    if let Some(path) = &arguments.log {
        let mut failed = None;
        output::write_file_with(&named(path), |file| match write_recording(model, log, file) {
            Ok(_) => Ok(()),
            Err(RecordingError::Write(error)) => Err(error),
            Err(RecordingError::Log(error)) => {
                failed = Some(error);
                Err(std::io::Error::other("the raw log cannot be read"))
            }
        })
        .or_else(|failure| failed.take().map_or(Err(failure), |error| Err(RunError::from(error).into())))?;
        output::note(&format!("recording: {}", named(path).display()));
    }
    Ok(())
}

/// What became of a model's questions, for people.
pub(crate) fn summary(model: &str, outcome: &Outcome, has_price: bool) -> String {
    let Outcome { tally, known, not_asked, lost, stop } = outcome;
    let (there, wanted) = (known + tally.answered, outcome.wanted());
    let mut text =
        format!("{model}: {there} of {wanted} answers are there, {} of them new\n", tally.answered);
    for (kind, lost) in lost {
        let example = output::harmless(&lost.example).replace('\n', "\\n");
        text += &format!("{:>8}  lost: {}; the first: {example}\n", lost.count, kind.words());
    }
    if let Some(stop) = stop {
        let why = output::harmless(&stop.to_string()).replace('\n', "\\n");
        text += &format!("{not_asked:>8}  not asked: {why}\n");
    }
    if tally.attempts > 0 {
        let cost = if has_price { format!("; {}", tally.spent.said("spent in all")) } else { String::new() };
        text += &format!(
            "          {} attempts, {} tokens read, {} written{cost}\n",
            tally.attempts, tally.input_tokens, tally.output_tokens
        );
    }
    text
}

fn dry_run(protocol: &Protocol, questions: &[Questions], common: &Common) -> Result<ExitCode, Failure> {
    let stored = stored_attempts(&setting::store_folder(common)?)?;
    let mut text = format!("protocol {}\n", protocol.digest());
    for model in questions {
        let estimate = model.estimate(&stored).map_err(RunError::from)?;
        text += &estimated(&model.model, &estimate);
    }
    text += "\ntokens to read are estimated as characters ÷ 4; tokens to write are at most max_tokens for each answer\n\
             nothing was asked, and nothing was changed\n";
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// What asking a model would take, for people.
pub(crate) fn estimated(model: &str, estimate: &Estimate) -> String {
    let Estimate { wanted, missing, input_tokens, most_output_tokens, most_cost, spent, first_body } =
        estimate;
    let mut text = format!(
        "\n{model}: {missing} requests; {} of {wanted} answers are stored\n  about {input_tokens} tokens to read, at most \
         {most_output_tokens} to write\n",
        wanted - missing
    );
    text += &match most_cost {
        Some(cost) => format!("  costs at most {cost:.4}, and the stored answers cost {}\n", spent.said("")),
        None => "  the protocol has no price for it\n".to_owned(),
    };
    if let Some(body) = first_body {
        text += &format!("  the first request: {}\n", output::harmless(&String::from_utf8_lossy(body)));
    }
    text
}
