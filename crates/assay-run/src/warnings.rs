//! What a reader of a report should know before believing the rest.

use std::collections::{BTreeMap, BTreeSet};

use assay_benchmark::Benchmark;
use assay_report::Warning;
use assay_types::{FieldKind, SampleSet, TaskId};

use crate::check::LabelledSample;

/// One side: its samples as they came and as they were judged.
pub(crate) struct Side<'a> {
    pub(crate) set: &'a SampleSet,
    pub(crate) labelled: &'a [LabelledSample],
}

/// All warnings, in a fixed order.
pub(crate) fn warnings(
    benchmark: &Benchmark,
    baseline: &Side<'_>,
    candidate: &Side<'_>,
    without_score: &[(TaskId, String)],
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, message: String| warnings.push(Warning { code: code.to_owned(), message });
    let fields =
        |side: &Side<'_>| side.set.samples.iter().map(|sample| sample.field).collect::<BTreeSet<FieldKind>>();
    let (ours, theirs) = (fields(baseline), fields(candidate));
    if ours != theirs {
        let message = format!(
            "the two sides' answers are of different kinds ({} against {}): a difference may come from extraction alone",
            names(&ours),
            names(&theirs)
        );
        warn("different_field_kinds", message);
    }
    for (name, side) in [("baseline", baseline), ("candidate", candidate)] {
        bad_lines(name, side.set, &mut warn);
        let counts = repetitions(side);
        let missing = benchmark.tasks.len() - counts.len();
        if missing > 0 {
            let of = benchmark.tasks.len();
            let without = benchmark.tasks.iter().filter(|task| !counts.contains_key(&task.id));
            let message = format!(
                "the {name} answers {} of the {of} tasks; without a sample: {}",
                of - missing,
                first(without.map(|task| task.id.as_str()), missing)
            );
            warn("tasks_without_samples", message);
        }
        let least = counts.values().min().copied().unwrap_or(0);
        let most = counts.values().max().copied().unwrap_or(0);
        if least != most {
            let message = format!("the {name} has between {least} and {most} samples per task");
            warn("uneven_repetitions", message);
        }
        if !side.labelled.is_empty() && !side.labelled.iter().any(|sample| sample.finding.outcome.passed()) {
            let message = format!(
                "not one of the {name}'s samples passes: look at its answers before believing the verdict"
            );
            warn("nothing_passes", message);
        }
    }
    if baseline.set.digest == candidate.set.digest {
        let message = "both sides are the same file: this says nothing about chance (an A/A test needs different samples of one model)";
        warn("same_samples", message.to_owned());
    }
    if !without_score.is_empty() {
        let message = format!(
            "{} tasks give no score: their own reference solutions do not pass here",
            without_score.len()
        );
        warn("tasks_without_score", message);
    }
    warnings
}

/// What was wrong with a side's file, where the user chose to keep going.
fn bad_lines(name: &str, set: &SampleSet, warn: &mut impl FnMut(&str, String)) {
    let refused = set.refused.len();
    if let Some(sample) = set.refused.first() {
        let message = format!(
            "{refused} of the {name}'s samples cannot be read as they should be and count as refused; the first is on line {}: {}",
            sample.line, sample.problem
        );
        warn("samples_refused", message);
    }
    let lines = &set.lines_not_judged;
    if lines.count > 0 {
        let shown = if lines.count > lines.first.len() as u64 {
            format!("the first {} of them follow", lines.first.len())
        } else {
            "they follow".to_owned()
        };
        let message = format!(
            "{} lines of the {name}'s file are not judged, because their task is not known: {shown}",
            lines.count
        );
        warn("lines_not_judged", message);
    }
    for line in &lines.first {
        warn("line_not_judged", line.clone());
    }
}

/// The first few names, and how many there are besides.
fn first<'a>(names: impl Iterator<Item = &'a str>, all: usize) -> String {
    const FEW: usize = 5;
    let names: Vec<&str> = names.take(FEW).collect();
    let more = all - names.len();
    if more == 0 { names.join(", ") } else { format!("{} and {more} more", names.join(", ")) }
}

fn names(fields: &BTreeSet<FieldKind>) -> String {
    let name = |field: &FieldKind| match field {
        FieldKind::Solution => "solution",
        FieldKind::Completion => "completion",
        FieldKind::Answer => "answer",
    };
    fields.iter().map(name).collect::<Vec<_>>().join(" and ")
}

fn repetitions<'a>(side: &Side<'a>) -> BTreeMap<&'a TaskId, u64> {
    let mut counts = BTreeMap::new();
    for task in side.set.tasks() {
        *counts.entry(task).or_default() += 1;
    }
    counts
}
