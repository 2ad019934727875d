//! Which samples stand behind the numbers of the static rows.

use std::collections::{BTreeMap, BTreeSet};

use assay_analyse::{INCORRECT_CODE, Row};
use assay_check::static_checks::{Flag, StaticFinding};
use assay_report::{CodeFinding, FlaggedExample, FlaggedRow, FlaggedSide, FlaggedTask};
use assay_types::TaskId;

use crate::check::LabelledSample;

/// Flagged samples of a task and side that are named; the labelled data set names all.
const NAMED: usize = 10;
/// Examples of a row: of the tasks where the candidate is flagged most beyond the baseline.
const EXAMPLES: usize = 3;
/// The longest code of an example, in bytes.
const LONGEST_CODE: usize = 20_000;
/// Findings of an example.
const FINDINGS: usize = 20;

/// For each static row, the tasks in which a sample is flagged, and a few of those samples.
pub(crate) fn flagged(rows: &[Row], sides: [&[LabelledSample]; 2]) -> Vec<FlaggedRow> {
    let scored: BTreeSet<&TaskId> =
        sides.iter().flat_map(|side| side.iter().map(|entry| &entry.task_id)).collect();
    let by_task = sides.map(|side| {
        let mut tasks: BTreeMap<&TaskId, Vec<&LabelledSample>> = BTreeMap::new();
        for entry in side {
            tasks.entry(&entry.task_id).or_default().push(entry);
        }
        tasks
    });
    let rows = rows.iter().filter(|row| row.check != INCORRECT_CODE);
    rows.map(|row| {
        let side = |side: usize, task| {
            by_task[side].get(task).map_or_else(FlaggedSide::default, |samples| of_side(samples, &row.check))
        };
        let tasks: Vec<FlaggedTask> = scored
            .iter()
            .map(|task| FlaggedTask {
                id: (*task).clone(),
                baseline: side(0, task),
                candidate: side(1, task),
            })
            .filter(|task| task.baseline.flagged + task.candidate.flagged > 0)
            .collect();
        let examples = examples(&row.check, &tasks, &by_task[1]);
        FlaggedRow { check: row.check.clone(), tasks, examples }
    })
    .collect()
}

fn of_side(samples: &[&LabelledSample], check: &str) -> FlaggedSide {
    let mut side = FlaggedSide::default();
    for sample in samples {
        match sample.static_findings.as_ref().map(|findings| findings.flag(check)) {
            Some(Flag::Flagged) => {
                side.flagged += 1;
                side.judged += 1;
                if side.samples.len() < NAMED {
                    side.samples.push(sample.repetition);
                }
            }
            Some(Flag::Clean) => side.judged += 1,
            _ => {}
        }
    }
    side
}

fn examples(
    check: &str,
    tasks: &[FlaggedTask],
    candidate: &BTreeMap<&TaskId, Vec<&LabelledSample>>,
) -> Vec<FlaggedExample> {
    let share = |side: &FlaggedSide| f64::from(side.flagged) / f64::from(side.judged.max(1));
    let risen_by = |task: &FlaggedTask| share(&task.candidate) - share(&task.baseline);
    let mut worst: Vec<&FlaggedTask> = tasks.iter().filter(|task| risen_by(task) > 0.0).collect();
    worst.sort_by(|one, other| risen_by(other).total_cmp(&risen_by(one)));
    let example = |task: &FlaggedTask| {
        let sample = candidate.get(&task.id)?.iter().find(|sample| {
            sample.static_findings.as_ref().is_some_and(|found| found.flag(check) == Flag::Flagged)
                && sample.module.as_ref().is_some_and(|module| module.len() <= LONGEST_CODE)
        })?;
        let findings = sample.static_findings.as_ref()?.of(check).take(FINDINGS).map(code_finding);
        Some(FlaggedExample {
            id: task.id.clone(),
            repetition: sample.repetition,
            code: sample.module.as_deref()?.to_owned(),
            findings: findings.collect(),
        })
    };
    worst.into_iter().filter_map(example).take(EXAMPLES).collect()
}

fn code_finding(found: &StaticFinding) -> CodeFinding {
    CodeFinding {
        line: found.line as u64,
        rule: found.rule.to_string(),
        pylint: found.pylint.map(str::to_owned),
        message: found.message.clone(),
    }
}
