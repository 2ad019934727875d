//! Pairs of correct samples of which it is known which one needs less: the truth of `faster` and `leaner`.
//!
//! A report holds no measurement of a single sample, but of each task and side the least and the greatest of the samples'
//! medians. So a task gives pairs only where the run calls it regressed or improved, and where the slowest measured sample of the
//! faster side still beats the fastest of the other by the least ratio that a report tells: then what holds of the sides holds of every
//! pair of measured samples. That is strict, and it leaves out pairs which measurements of single samples might decide.

use std::collections::BTreeMap;

use assay_analyse::{LEAST_RATIO, Measure, MeasuredSide, TaskPerformance, TaskState, TaskVerdict};
use assay_report::Report;
use assay_types::{Side, Task};

use super::{Found, Item, LeftOut, Order, RunSample, Selection, Subject};

/// Adds a task's pairs, each in both orders: the correct samples of either side that have the same repetition.
pub(super) fn add<'a>(
    found: &mut Found<'a>,
    report: &Report,
    measure: Measure,
    task: &Task,
    samples: &[&'a RunSample],
    selection: &Selection,
) {
    let [baseline, candidate] = Side::BOTH.map(|side| correct(samples, side));
    let of_task = report
        .performance_tasks
        .iter()
        .filter(|measured| measured.check == measure)
        .flat_map(|measured| &measured.tasks)
        .find(|entry| entry.id == task.id);
    let most = report.measuring.as_ref().map_or(0, |measuring| measuring.samples as usize);
    let is_whole = samples.iter().all(|sample| sample.outcome.is_some());
    let measured = [baseline.len(), candidate.len()].map(|correct| correct.min(most));
    // Without every finding it is not known which correct samples were the first.
    let better = if is_whole { better(of_task, measured) } else { Err(LeftOut::NoFinding) };
    for (repetition, (place, ours)) in &baseline {
        let Some((other, theirs)) = candidate.get(repetition) else { continue };
        if !selection.holds(ours) {
            continue;
        }
        let better = match better {
            Err(why) => Err(why),
            Ok(_) if *place.max(other) >= most => Err(LeftOut::NotMeasured),
            Ok(side) => Ok(side),
        };
        match (better, ours.code.as_deref(), theirs.code.as_deref()) {
            (Err(why), ..) => found.leave_out(why),
            (Ok(better), Some(ours), Some(theirs)) => {
                found.items.extend(Order::BOTH.map(|order| {
                    let truth = if order.first() == better { "first" } else { "second" };
                    let subject = Subject::Pair(order);
                    let item = Item { task: task.id.clone(), repetition: *repetition, subject, truth };
                    let shown = if order == Order::BaselineFirst { [ours, theirs] } else { [theirs, ours] };
                    (item, shown.to_vec())
                }));
            }
            (Ok(_), ..) => found.leave_out(LeftOut::NoCode),
        }
    }
}

/// A side's correct samples by repetition, with each one's place among them in file order: the first ones are measured.
fn correct<'a>(samples: &[&'a RunSample], side: Side) -> BTreeMap<u32, (usize, &'a RunSample)> {
    let passed = |sample: &&&'a RunSample| {
        sample.side == side && sample.outcome.as_ref().is_some_and(assay_types::Outcome::passed)
    };
    let in_order = samples.iter().filter(passed).enumerate();
    in_order.map(|(place, sample)| (sample.repetition, (place, *sample))).collect()
}

/// The side that needs less in every pair of measured samples, where `expected` of each side were to be measured.
fn better(task: Option<&TaskPerformance>, expected: [usize; 2]) -> Result<Side, LeftOut> {
    let task = task.filter(|task| task.state == TaskState::Compared).ok_or(LeftOut::NotCompared)?;
    let better = match task.verdict {
        Some(TaskVerdict::Regressed) => Side::Baseline,
        Some(TaskVerdict::Improved) => Side::Candidate,
        Some(TaskVerdict::Unchanged) | None => return Err(LeftOut::Unchanged),
    };
    let (Some(baseline), Some(candidate)) = (&task.baseline, &task.candidate) else {
        return Err(LeftOut::NotCompared);
    };
    if [baseline.samples, candidate.samples] != expected.map(|samples| samples as u64) {
        return Err(LeftOut::SomeNotMeasured);
    }
    let (less, more) = if better == Side::Baseline { (baseline, candidate) } else { (candidate, baseline) };
    if are_apart(less, more) { Ok(better) } else { Err(LeftOut::RangesOverlap) }
}

/// Whether each value of one side is less than each of the other by the least ratio.
fn are_apart(less: &MeasuredSide, more: &MeasuredSide) -> bool {
    match (less.five_numbers, more.five_numbers) {
        (Some([.., greatest]), Some([least, ..])) => greatest > 0.0 && greatest * LEAST_RATIO <= least,
        _ => false,
    }
}
