//! What an analysis is made from: findings, task by task.

use std::collections::BTreeMap;

use assay_analyse::{
    INCORRECT_CODE, Input, ModelSamples, RateCheck, SampledTask, SideFindings, Tally, TaskFindings,
};
use assay_benchmark::Benchmark;
use assay_check::static_checks::{Flag, StaticFindings};
use assay_types::{Isolation, Outcome, Task, TaskId};

use crate::check::LabelledSample;
use crate::references::References;

/// A sample as an analysis sees it.
pub(crate) struct Judged<'a> {
    pub(crate) task: &'a TaskId,
    pub(crate) outcome: &'a Outcome,
    pub(crate) static_findings: Option<&'a StaticFindings>,
    /// Whether no answer came, so that there is nothing for any check to look at.
    pub(crate) never_came: bool,
}

impl<'a> Judged<'a> {
    pub(crate) fn of(sample: &'a LabelledSample) -> Self {
        Self {
            task: &sample.task_id,
            outcome: &sample.finding.outcome,
            static_findings: sample.static_findings.as_deref(),
            // A trial that this machine failed has a module, which checks of the text judge all the same.
            never_came: sample.finding.outcome == Outcome::Infrastructure && sample.module.is_none(),
        }
    }
}

/// The findings of the tasks that give a score, for the given rows.
pub(crate) fn input<'a>(
    rows: Vec<RateCheck>,
    benchmark: &Benchmark,
    tasks: &[&Task],
    references: &References,
    sides: [impl Iterator<Item = Judged<'a>>; 2],
) -> Input {
    let scored = tasks.iter().filter(|task| references.limits(&task.id).is_some());
    let [mut baseline, mut candidate] = sides.map(|side| by_task(&rows, side));
    let nothing = || SideFindings { outcomes: Vec::new(), tallies: vec![Tally::default(); rows.len()] };
    Input {
        tasks: scored
            .map(|task| TaskFindings {
                task: task.id.clone(),
                shared_mode: task.isolation == Isolation::Shared,
                baseline: baseline.remove(&task.id).unwrap_or_else(nothing),
                candidate: candidate.remove(&task.id).unwrap_or_else(nothing),
            })
            .collect(),
        benchmark_tasks: benchmark.tasks.len() as u64,
        checks: rows,
        ..Input::default()
    }
}

fn by_task<'a>(
    rows: &[RateCheck],
    samples: impl Iterator<Item = Judged<'a>>,
) -> BTreeMap<&'a TaskId, SideFindings> {
    let logic = rows.iter().any(|row| row.name == INCORRECT_CODE);
    let mut found: BTreeMap<&TaskId, SideFindings> = BTreeMap::new();
    for sample in samples {
        let side = found.entry(sample.task).or_default();
        side.tallies.resize(rows.len(), Tally::default());
        if logic {
            side.outcomes.push(sample.outcome.clone());
        }
        for (row, tally) in rows.iter().zip(&mut side.tallies) {
            count(tally, row, &sample);
        }
    }
    found
}

/// One model's samples of the tasks that give a score, one by one.
pub(crate) fn samples_of<'a>(
    rows: &[RateCheck],
    tasks: &[&Task],
    references: &References,
    samples: impl Iterator<Item = Judged<'a>>,
) -> ModelSamples {
    let mut found: BTreeMap<&TaskId, Vec<Vec<Tally>>> = BTreeMap::new();
    for sample in samples {
        let tally = |row| {
            let mut tally = Tally::default();
            count(&mut tally, row, &sample);
            tally
        };
        found.entry(sample.task).or_default().push(rows.iter().map(tally).collect());
    }
    let scored = tasks.iter().filter(|task| references.limits(&task.id).is_some());
    let tasks = scored.map(|task| SampledTask {
        task: task.id.clone(),
        shared_mode: task.isolation == Isolation::Shared,
        samples: found.remove(&task.id).unwrap_or_default(),
    });
    ModelSamples::new(rows.to_vec(), tasks.collect())
}

/// Counts what a row's check says of a sample.
fn count(tally: &mut Tally, row: &RateCheck, sample: &Judged<'_>) {
    if row.name == INCORRECT_CODE {
        tally.count(sample.outcome);
    } else if sample.never_came {
        tally.lost += 1;
    } else {
        let flag = sample.static_findings.map_or(Flag::NotJudged, |found| found.flag(&row.name));
        *place(tally, flag) += 1;
    }
}

/// Where a static check's word counts. What is beyond the limits of the analysis is lost, not out of reach: else code that
/// is written to be beyond them would be a way out of the count.
fn place(tally: &mut Tally, flag: Flag) -> &mut u32 {
    match flag {
        Flag::Flagged => &mut tally.flagged,
        Flag::Clean => &mut tally.clean,
        Flag::Undecided | Flag::NotJudged => &mut tally.not_judged,
        Flag::AnalysisFailed => &mut tally.lost,
    }
}
