//! Asking plug-ins about all samples of a comparison.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use assay_benchmark::Benchmark;
use assay_check::static_checks::{Flag, StaticFinding, StaticFindings, of_plugin};
use assay_sandbox::{Command, CommandEnd, CommandFile, CommandReport, LimitRule, Limits};
use assay_types::{LimitKind, TaskId, TrialTime};

use super::answers::read;
use super::questions::{Question, batches, lines};
use super::{Plugin, PluginError};
use crate::check::LabelledSample;
use crate::error::RunError;
use crate::reading::on_all_processors;
use crate::session::Session;

/// The most that one run of a command may print, in bytes.
const MOST_OUTPUT: u64 = 32 << 20;

/// Adds to each sample what the plug-ins say of it, after what the built-in checks say.
pub(crate) fn judge_by_plugins(
    session: &Session,
    benchmark: &Benchmark,
    labelled: &mut [Vec<LabelledSample>],
) -> Result<(), RunError> {
    let plugins = &session.checks.plugins;
    if plugins.is_empty() {
        return Ok(());
    }
    session.require_controls()?;
    let mut texts = Texts::of(session, benchmark, labelled)?;
    for plugin in plugins {
        texts.ask(session, plugin)?;
    }
    let words = texts.words.into_iter().map(Arc::new).collect::<Vec<_>>();
    let nothing = StaticFindings {
        flags: plugins.iter().map(|plugin| (plugin.name.clone().into(), Flag::NotJudged)).collect(),
        findings: Vec::new(),
    };
    let nothing = Arc::new(nothing);
    // Equal texts of a task share what is said of them, as they did before.
    let mut joined: HashMap<usize, Arc<StaticFindings>> = HashMap::new();
    for (entry, place) in labelled.iter_mut().flatten().zip(texts.places) {
        let read = entry.static_findings.take();
        let join = || Arc::new(after(read.as_deref(), place.map_or(&nothing, |place| &words[place])));
        entry.static_findings = Some(match place {
            Some(place) => joined.entry(place).or_insert_with(join).clone(),
            None => join(),
        });
    }
    Ok(())
}

fn after(read: Option<&StaticFindings>, plugins: &StaticFindings) -> StaticFindings {
    let mut all = read.cloned().unwrap_or_default();
    all.flags.extend(plugins.flags.iter().cloned());
    all.findings.extend(plugins.findings.iter().cloned());
    all
}

/// Each distinct text of a task, and what is said of it.
struct Texts<'a> {
    /// For each sample its text, where it has one.
    places: Vec<Option<usize>>,
    questions: Vec<Question<'a>>,
    /// For each text why plug-ins are not asked about it.
    unasked: Vec<Option<Flag>>,
    words: Vec<StaticFindings>,
}

impl<'a> Texts<'a> {
    fn of(
        session: &Session,
        benchmark: &'a Benchmark,
        labelled: &[Vec<LabelledSample>],
    ) -> Result<Self, RunError> {
        let tasks: HashMap<&TaskId, (&'a TaskId, &'a str)> =
            benchmark.tasks.iter().map(|task| (&task.id, (&task.id, &*task.prompt))).collect();
        let mut known: HashMap<(&TaskId, &str), usize> = HashMap::new();
        let mut counts: HashMap<&TaskId, u64> = HashMap::new();
        let (mut places, mut questions) = (Vec::new(), Vec::new());
        for entry in labelled.iter().flatten() {
            let text = entry.module.as_ref().zip(tasks.get(&entry.task_id));
            places.push(text.map(|(module, (task, prompt))| {
                *known.entry((task, module)).or_insert_with(|| {
                    let count = counts.entry(task).or_default();
                    questions.push(Question { task, sample: *count, module: module.clone(), prompt });
                    *count += 1;
                    questions.len() - 1
                })
            }));
        }
        let checks = &session.checks.static_checks;
        let unasked = on_all_processors(questions.len(), &session.cancelled, || {
            |place: usize| checks.is_for_plugins(&questions[place].module).err()
        })?;
        let words = questions.iter().map(|_| StaticFindings::default()).collect();
        Ok(Self { places, questions, unasked, words })
    }

    /// Asks a plug-in about all of them.
    fn ask(&mut self, session: &Session, plugin: &Plugin) -> Result<(), RunError> {
        let asked = self.questions.iter().zip(&self.unasked).filter(|(_, unasked)| unasked.is_none());
        let asked: Vec<Question<'_>> = asked.map(|(question, _)| question.clone()).collect();
        let mut answers = Vec::new();
        for batch in batches(&asked) {
            answers.extend(run(session, plugin, batch)?);
        }
        let mut answers = answers.into_iter();
        for (word, unasked) in self.words.iter_mut().zip(&self.unasked) {
            let (flag, findings) = match unasked {
                Some(flag) => (*flag, Vec::new()),
                None => answers.next().unwrap_or((Flag::AnalysisFailed, Vec::new())),
            };
            word.flags.push((plugin.name.clone().into(), flag));
            word.findings.extend(findings);
        }
        Ok(())
    }
}

/// One run of the command: its word on each of the questions, in their order.
fn run(
    session: &Session,
    plugin: &Plugin,
    questions: &[Question<'_>],
) -> Result<Vec<(Flag, Vec<StaticFinding>)>, RunError> {
    if session.cancelled.load(Ordering::Relaxed) {
        return Err(RunError::Interrupted);
    }
    let wrong =
        |problem: String, report: &CommandReport| PluginError::new(&plugin.name, problem, &report.errors);
    let files = plugin
        .files
        .iter()
        .map(|(path, content)| CommandFile { path: path.clone(), content: content.clone() });
    let command = Command {
        arguments: plugin.command.clone(),
        files: files.collect(),
        input: lines(questions)
            .map_err(std::io::Error::from)
            .map_err(assay_sandbox::SandboxError::from)?
            .into(),
        limits: limits(&session.circumstances.limit_rule, plugin.seconds),
    };
    let report =
        session.engine.command(&session.environment_of_plugins.root, &command, &session.cancelled)?;
    match report.end {
        CommandEnd::Exited { exit: 0 } => {}
        CommandEnd::Stopped => return Err(RunError::Interrupted),
        CommandEnd::Exited { exit } => return Err(wrong(ended(plugin, exit), &report).into()),
        CommandEnd::Limit(kind) => return Err(wrong(reached(kind, &command.limits), &report).into()),
    }
    let answers = read(&report.output, questions).map_err(|problem| wrong(problem, &report))?;
    let word = |(question, found): (&Question<'_>, Vec<_>)| {
        of_plugin(&plugin.name, found, &question.module, question.prompt)
    };
    Ok(questions.iter().zip(answers).map(word).collect())
}

/// Those of a trial, but for the time, which is the plug-in's own, and for what it may print.
fn limits(rule: &LimitRule, seconds: u64) -> Limits {
    Limits {
        cpu_seconds: seconds,
        wall_milliseconds: seconds.saturating_mul(1000),
        output_bytes: MOST_OUTPUT,
        ..rule.limits(TrialTime::default())
    }
}

/// Exit code of a command that could not be started.
const NOT_STARTED: i32 = 127;

fn ended(plugin: &Plugin, exit: i32) -> String {
    let program = plugin.command.first().map_or("", String::as_str);
    match exit {
        NOT_STARTED => format!(
            "ended with exit code 127: {program:?}, or a program that it calls, is not there; it finds Python, a shell and \
             what docs/plug-ins.md names besides, and the files that its configuration names"
        ),
        exit if exit < 0 => format!("was ended by signal {}", exit.unsigned_abs()),
        exit => format!("ended with exit code {exit}"),
    }
}

fn reached(kind: LimitKind, limits: &Limits) -> String {
    let seconds = limits.cpu_seconds;
    match kind {
        LimitKind::Wall => {
            format!("had not ended after {seconds} s; `seconds` in its configuration sets the limit")
        }
        LimitKind::Cpu => {
            format!("had used {seconds} s of CPU time; `seconds` in its configuration sets the limit")
        }
        LimitKind::Output => format!("printed more than {} MiB", limits.output_bytes >> 20),
        LimitKind::Memory => {
            format!("needed more memory than a trial may have, {} MiB", limits.memory_bytes >> 20)
        }
        LimitKind::Pids => {
            format!("wanted more processes than a trial may have, {}", limits.processes)
        }
        other => format!("reached a limit of the sandbox: {other:?}"),
    }
}
