//! How much the samples can carry: what a careful reviewer would ask of them before reading a verdict.
//!
//! Each warning has a threshold with its reason. A threshold says when a reader should look, not when a verdict is wrong.

use std::collections::{BTreeMap, HashMap, HashSet};

use assay_analyse::{Input, Settings, TaskFindings};
use assay_report::Warning;
use assay_types::{FailCause, Finding, NoAnswerReason, Outcome, SampleSet, TaskId};

use super::{first, repetitions};
use crate::check::{JudgedSide, LabelledSample};

/// Share of a side's samples from which limits, or cut ends, are worth a word: more than any margin that is usual.
const OFTEN: f64 = 0.05;
/// Share of the compared tasks in shared mode from which most of a verdict rests on them.
const MOST: f64 = 0.5;
/// Share of the repetitions that repeat an answer from which more of them tell next to nothing.
const NEARLY_ALL: f64 = 0.9;
/// Samples by which a task falls short of the others before it is more than a stray line.
const SEVERAL: u64 = 2;

/// All of them, in a fixed order.
pub(crate) fn warnings(input: &Input, sides: [&JudgedSide<'_>; 2], settings: &Settings) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, message: Option<String>| {
        warnings.extend(message.map(|message| Warning { code: code.to_owned(), message }));
    };
    warn("few_tasks", few_tasks(input, settings));
    warn("mostly_shared_mode", mostly_shared_mode(input));
    let counts = sides.map(repetitions);
    let usual = [usual(&counts[0]), usual(&counts[1])];
    warn("different_repetitions", different_repetitions(usual));
    for ((name, side), (counts, usual)) in
        ["baseline", "candidate"].into_iter().zip(sides).zip(counts.iter().zip(usual))
    {
        warn("samples_missing", samples_missing(name, counts, usual));
        warn("limits_often", limits_often(name, side.labelled));
        warn("answers_cut", answers_cut(name, side.labelled));
        warn("answers_repeated", answers_repeated(name, side.set));
    }
    warnings
}

/// The tasks of which both sides have a sample.
fn compared(input: &Input) -> impl Iterator<Item = &TaskFindings> {
    let answered = |task: &&TaskFindings| {
        [&task.baseline, &task.candidate]
            .iter()
            .all(|side| side.tallies.iter().any(|tally| tally.samples() > 0))
    };
    input.tasks.iter().filter(answered)
}

/// Fewer tasks than one task's whole change needs to stay within the margin.
fn few_tasks(input: &Input, settings: &Settings) -> Option<String> {
    let tasks = compared(input).count();
    let rows = input.checks.len();
    if tasks == 0 || tasks as f64 * settings.margin >= 1.0 - 1e-9 {
        return None;
    }
    let mut message = format!(
        "{tasks} tasks are compared: one task alone, changed in all of its samples, moves a row by {:.1} points, which is over the margin of {:.1}; from {:.0} tasks on it does not",
        100.0 / tasks as f64,
        100.0 * settings.margin,
        (1.0 / settings.margin - 1e-9).ceil()
    );
    // The sign-flip test's least p-value, of tasks that all change in one direction, and Holm's first step.
    let least = (2.0 * 0.5_f64.powi(i32::try_from(tasks).unwrap_or(i32::MAX))).min(1.0);
    let corrected = (least * rows as f64).min(1.0);
    if corrected >= settings.alpha {
        message += &format!(
            "; and with {rows} rows the least p-value of {tasks} tasks is {corrected:.3} when corrected, so that no row can be a regression or an improvement"
        );
    }
    Some(message)
}

fn mostly_shared_mode(input: &Input) -> Option<String> {
    let any_outcome = input.tasks.iter().any(|task| !task.candidate.outcomes.is_empty());
    let (tasks, shared) = compared(input)
        .fold((0_u64, 0_u64), |(tasks, shared), task| (tasks + 1, shared + u64::from(task.shared_mode)));
    (any_outcome && shared as f64 > MOST * tasks as f64).then(|| {
        format!(
            "{shared} of {tasks} tasks run in the tests' own process, where a sample that means to can forge its verdict more easily (docs/security.md)"
        )
    })
}

/// How many samples most of the tasks have; of two such numbers the larger.
fn usual(counts: &BTreeMap<&TaskId, u64>) -> u64 {
    let mut tasks_with: BTreeMap<u64, usize> = BTreeMap::new();
    for count in counts.values() {
        *tasks_with.entry(*count).or_default() += 1;
    }
    tasks_with.into_iter().max_by_key(|(samples, tasks)| (*tasks, *samples)).map_or(0, |(samples, _)| samples)
}

fn different_repetitions([baseline, candidate]: [u64; 2]) -> Option<String> {
    (baseline > 0 && candidate > 0 && baseline != candidate).then(|| {
        format!(
            "the baseline has {baseline} samples per task and the candidate {candidate}: differences of whole models stay fair, but which tasks are lost or gained hangs on the side with fewer"
        )
    })
}

fn samples_missing(name: &str, counts: &BTreeMap<&TaskId, u64>, usual: u64) -> Option<String> {
    let short: Vec<&TaskId> =
        counts.iter().filter(|(_, count)| **count + SEVERAL <= usual).map(|(task, _)| *task).collect();
    let missing: u64 = short.iter().map(|task| usual - counts[task]).sum();
    (!short.is_empty()).then(|| {
        format!(
            "the {name} misses {missing} samples: {} of its tasks have at least {SEVERAL} fewer than the usual {usual} ({}); was its file cut, or did requests fail?",
            short.len(),
            first(short.iter().map(|task| task.as_str()), short.len())
        )
    })
}

fn limits_often(name: &str, labelled: &[LabelledSample]) -> Option<String> {
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    let judged = labelled.iter().filter(|sample| sample.finding.outcome.is_judged()).count();
    for sample in labelled.iter().filter(|sample| matches!(sample.finding.outcome, Outcome::Limit { .. })) {
        *kinds.entry(sample.finding.outcome.to_string()).or_default() += 1;
    }
    let hit: u64 = kinds.values().sum();
    let (most, _) = kinds.iter().max_by_key(|(_, count)| **count)?;
    (hit as f64 > OFTEN * judged as f64).then(|| {
        format!(
            "{hit} of the {name}'s {judged} judged samples ({:.0} %) end at a limit, mostly {most}: look at some of them (`assay show`), and whether another --limit-multiple or --limit-floor changes the verdict",
            100.0 * hit as f64 / judged as f64
        )
    })
}

fn answers_cut(name: &str, labelled: &[LabelledSample]) -> Option<String> {
    let cut = labelled.iter().filter(|sample| ends_cut(sample)).count();
    (cut as f64 > OFTEN * labelled.len() as f64).then(|| {
        format!(
            "{cut} of the {name}'s {} answers end in the middle of something (an open block, bracket or quotation): if they were cut at a limit of tokens, a higher one may change the verdict",
            labelled.len()
        )
    })
}

/// Whether an answer breaks off: extraction found its last statement or its reasoning unfinished, or the code cannot be
/// parsed because it ends.
fn ends_cut(sample: &LabelledSample) -> bool {
    if sample.rule == "cut_tail" || sample.edits.contains(&"cut_tail") {
        return true;
    }
    let Finding { outcome, evidence, line, .. } = &sample.finding;
    match outcome {
        Outcome::NoAnswer { reason } => *reason == NoAnswerReason::CutAtMaxTokens,
        Outcome::Fail { cause: FailCause::Syntax } => {
            let said = evidence.as_deref().unwrap_or_default();
            let open =
                ["was never closed", "unterminated triple-quoted", "unexpected EOF", "EOF in multi-line"];
            let lines = sample.module.as_deref().unwrap_or_default().trim_end().lines().count();
            let at_the_end = line.is_some_and(|line| line as usize >= lines)
                && ["expected an indented block", "unterminated string"]
                    .iter()
                    .any(|words| said.contains(words));
            at_the_end || open.iter().any(|words| said.contains(words))
        }
        _ => false,
    }
}

fn answers_repeated(name: &str, set: &SampleSet) -> Option<String> {
    let mut answers: HashMap<&TaskId, (usize, HashSet<&str>)> = HashMap::new();
    for sample in &set.samples {
        let (count, distinct) = answers.entry(&sample.task).or_default();
        *count += 1;
        distinct.insert(&sample.raw);
    }
    // Of each task one sample is the first; every other one could have been another answer.
    let beyond_first: usize = answers.values().map(|(count, _)| count - 1).sum();
    let repeated: usize = answers.values().map(|(count, distinct)| count - distinct.len()).sum();
    (beyond_first > 0 && repeated as f64 >= NEARLY_ALL * beyond_first as f64).then(|| {
        format!(
            "{repeated} of the {name}'s {beyond_first} further samples repeat an answer to their task word for word: repetitions tell little here, more tasks tell more"
        )
    })
}

#[cfg(test)]
mod tests;
