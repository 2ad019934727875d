//! `assay judge`: a model is asked about a run's samples, and held against what the run measured.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_benchmark::known_by_name;
use assay_generate::{Protocol, Spend, Stop, Template, ask};
use assay_judge::{
    Answered, Facts, JudgeDocument, JudgeSettings, Judgement, PreparedQuestion, Question, Selection,
    document, judge_markdown, judge_text, judgement_lines, model_of, prepare,
};
use assay_run::{FinishedRun, RunError, benchmark_of};
use assay_store::{Store, stored_attempts};

use super::generate::{estimated, summary, warn};
use super::{report, setting};
use crate::arguments::{Common, Judge, JudgeFormat};
use crate::failure::Failure;
use crate::output;
use crate::progress::Asking;

pub(crate) fn run(arguments: &Judge, common: &Common) -> Result<ExitCode, Failure> {
    // Everything that can be wrong is found before anybody is asked.
    let protocol = setting::protocol(&arguments.protocol)?;
    let settings = settings(arguments, &protocol)?;
    let run = finished(arguments, common)?;
    let samples = run.judged_samples()?;
    let benchmark = run.benchmark();
    let facts = Facts {
        report: run.report(),
        confidentiality: &benchmark.confidentiality,
        tasks: &benchmark.tasks,
        samples: &samples,
    };
    let mut digests = setting::digests(false, arguments.dry_run, common)?;
    let prepared = prepare(&protocol, &facts, &settings, &mut digests)?;
    if let Some(first) = prepared.first() {
        warn(&first.questions);
    }
    if arguments.dry_run {
        return dry_run(&prepared, common);
    }
    if let Some(folder) = &arguments.out {
        output::prepare_folder(folder)?;
    }
    let (answered, is_whole) = asked(prepared, &protocol, common)?;
    let document = document(&facts, &settings, &answered)?;
    if let Some(folder) = &arguments.out {
        let judgements: Vec<Judgement> =
            answered.into_iter().flat_map(|(_, answered)| answered.judgements).collect();
        let lines = judgement_lines(&judgements).map_err(unwritable)?;
        output::write_file(&folder.join("judgements.jsonl"), lines.as_bytes())?;
        output::write_file(&folder.join("judge.md"), judge_markdown(&document).as_bytes())?;
        output::write_file(&folder.join("judge.json"), json(&document)?.as_bytes())?;
    }
    let drawn = match arguments.format {
        JudgeFormat::Table => judge_text(&document),
        JudgeFormat::Markdown => judge_markdown(&document),
        JudgeFormat::Json => json(&document)?,
    };
    output::print(drawn.as_bytes())?;
    if !is_whole {
        output::note(&"what is missing is asked for by the same command");
    }
    Ok(ExitCode::from(if is_whole { 0 } else { 3 }))
}

fn settings(arguments: &Judge, protocol: &Protocol) -> Result<JudgeSettings, Failure> {
    let named: Vec<Question> = arguments.question.iter().filter_map(|name| Question::by_name(name)).collect();
    let questions = match (&arguments.prompt, &named[..]) {
        (Some(_), [] | [_, _, ..]) => {
            return Err(Failure::Usage(
                "--prompt puts one question into other words: name it with one --question".to_owned(),
            ));
        }
        (None, []) => Question::ALL.to_vec(),
        _ => Question::ALL.into_iter().filter(|question| named.contains(question)).collect(),
    };
    let template = arguments.prompt.as_deref().map(Template::read).transpose().map_err(Failure::Usage)?;
    Ok(JudgeSettings {
        model: model_of(protocol, arguments.model.as_deref())?,
        questions,
        repeats: arguments.repeats,
        selection: Selection { tasks: arguments.limit, samples_per_task: arguments.samples_per_task },
        seed: arguments.seed,
        template,
    })
}

/// The run with its benchmark: a known one goes by its name, another by what the run's command line called it.
fn finished(arguments: &Judge, common: &Common) -> Result<FinishedRun, Failure> {
    let report = report::load(&arguments.run, common)?;
    let known = known_by_name(&report.benchmark.name).map(|known| known.name);
    let name = arguments.benchmark.as_deref().or(known).unwrap_or_else(|| benchmark_of(&report));
    let benchmark = setting::benchmark(name, common)?;
    Ok(FinishedRun::open(report, benchmark, &setting::store_folder(common)?)?)
}

/// What was asked with what was answered, and whether every answer is there.
type Asked = (Vec<(PreparedQuestion, Answered)>, bool);

/// Asks question by question; what one of them spends, the next one lacks.
fn asked(prepared: Vec<PreparedQuestion>, protocol: &Protocol, common: &Common) -> Result<Asked, Failure> {
    let store = Store::open(&setting::store_folder(common)?)?;
    let cancelled = Arc::new(AtomicBool::new(false));
    setting::stop_on_signals(&cancelled)?;
    let all = prepared.iter().map(|question| &question.questions);
    let mut spend = Spend::of(protocol.limits.spend_limit, all, &store)?;
    let watch = Asking::new(common.quiet);
    let (mut all, mut is_whole) = (Vec::new(), true);
    for question in prepared {
        let outcome = ask(&question.questions, &protocol.limits, &store, &mut spend, &watch, &cancelled)
            .map_err(RunError::from)?;
        if outcome.wanted() > 0 && !(common.quiet && outcome.is_whole()) {
            let said = summary(question.question.name(), &outcome, question.questions.has_price());
            output::note(&said.trim_end());
        }
        if outcome.stop == Some(Stop::Cancelled) {
            return Err(Failure::Stopped);
        }
        is_whole &= outcome.is_whole();
        let answered = question.answered(&store)?;
        all.push((question, answered));
    }
    Ok((all, is_whole))
}

fn dry_run(prepared: &[PreparedQuestion], common: &Common) -> Result<ExitCode, Failure> {
    let stored = stored_attempts(&setting::store_folder(common)?)?;
    let mut text = String::new();
    for question in prepared {
        let estimate = question.questions.estimate(&stored).map_err(RunError::from)?;
        text += &estimated(question.question.name(), &estimate);
    }
    text += "\ntokens to read are estimated as characters ÷ 4; tokens to write are at most max_tokens for each answer\n\
             nothing was asked, and nothing was changed\n";
    output::print(text.trim_start().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn json(document: &JudgeDocument) -> Result<String, Failure> {
    Ok(format!("{}\n", serde_json::to_string_pretty(document).map_err(unwritable)?))
}

/// JSON of plain data does not fail; if it does, nothing was written.
fn unwritable(error: serde_json::Error) -> Failure {
    Failure::Write { path: "judge.json".into(), source: error.into() }
}
