//! What a reader of a report should know before believing the rest.

use std::collections::{BTreeMap, BTreeSet};

use assay_benchmark::Benchmark;
use assay_generate::all_too_long;
use assay_report::Warning;
use assay_types::{FieldKind, Finish, SampleSet, TaskId};

use crate::check::JudgedSide;

pub(crate) mod evidence;

/// All warnings, in a fixed order.
pub(crate) fn warnings(
    benchmark: &Benchmark,
    baseline: &JudgedSide<'_>,
    candidate: &JudgedSide<'_>,
    without_score: &[(TaskId, String)],
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, message: String| warnings.push(Warning { code: code.to_owned(), message });
    let fields = |side: &JudgedSide<'_>| {
        side.set.samples.iter().map(|sample| sample.field).collect::<BTreeSet<FieldKind>>()
    };
    let (ours, theirs) = (fields(baseline), fields(candidate));
    if ours != theirs {
        let message = format!(
            "the two sides' answers are of different kinds ({} against {}): a difference may come from extraction alone",
            names(&ours),
            names(&theirs)
        );
        warn("different_field_kinds", message);
    }
    if let Some(message) = read_differently(baseline, candidate) {
        warn("different_extraction", message);
    }
    if let Some(message) = mostly_equal(baseline, candidate) {
        warn("answers_equal", message);
    }
    for (name, side) in [("baseline", baseline), ("candidate", candidate)] {
        bad_lines(name, side.set, &mut warn);
        for (repair, repaired) in &side.set.repaired {
            let (count, first) = (repaired.count, &repaired.first);
            let message = format!("{count} of the {name}'s {}; the first: {first}", repair.words());
            warn("answers_repaired", message);
        }
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
        let too_long =
            side.set.samples.iter().filter(|one| one.finish == Some(Finish::ContextTooLong)).count();
        let all = side.set.samples.len();
        if let Some(message) = all_too_long(&format!("the {name}"), too_long as u64, all as u64) {
            warn("all_context_too_long", message);
        }
        let judged = side.labelled.iter().any(|sample| sample.finding.outcome.is_judged());
        if judged && !side.labelled.iter().any(|sample| sample.finding.outcome.passed()) {
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

/// Shares of the sides' answers that may be found by different rules before it is worth a word.
const TOLERATED_DIFFERENCE: f64 = 0.1;

/// Says so where the sides' modules were found by other rules: half the sum of the shares' differences.
fn read_differently(baseline: &JudgedSide<'_>, candidate: &JudgedSide<'_>) -> Option<String> {
    let shares = |side: &JudgedSide<'_>| {
        let mut shares: BTreeMap<&'static str, f64> = BTreeMap::new();
        for sample in side.labelled {
            *shares.entry(sample.rule).or_default() += 1.0 / side.labelled.len() as f64;
        }
        shares
    };
    let (ours, theirs) = (shares(baseline), shares(candidate));
    let rules: BTreeSet<&str> = ours.keys().chain(theirs.keys()).copied().collect();
    let share = |shares: &BTreeMap<&'static str, f64>, rule| shares.get(rule).copied().unwrap_or(0.0);
    let difference: f64 = rules.iter().map(|rule| (share(&ours, rule) - share(&theirs, rule)).abs()).sum();
    let most = |shares: &BTreeMap<&'static str, f64>| {
        let first = shares.iter().max_by(|one, other| one.1.total_cmp(other.1));
        first.map_or_else(String::new, |(rule, share)| format!("{:.0} % by `{rule}`", 100.0 * share))
    };
    (difference / 2.0 > TOLERATED_DIFFERENCE).then(|| {
        format!(
            "the two sides' answers were read by different extraction rules: the baseline's {}, the candidate's {}",
            most(&ours),
            most(&theirs)
        )
    })
}

/// Share of equal answers from which two models are hardly two.
const MOSTLY: f64 = 0.95;

/// Says so where nearly every answer of one side is among the other's answers to the same task.
fn mostly_equal(baseline: &JudgedSide<'_>, candidate: &JudgedSide<'_>) -> Option<String> {
    if baseline.set.digest == candidate.set.digest {
        return None; // which is said by itself
    }
    let mut known: BTreeMap<(&TaskId, &str), u64> = BTreeMap::new();
    for sample in &baseline.set.samples {
        *known.entry((&sample.task, &sample.raw)).or_default() += 1;
    }
    let equal = candidate.set.samples.iter().filter(|sample| {
        let left = known.get_mut(&(&sample.task, &*sample.raw)).filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_some()
    });
    let (equal, all) = (equal.count(), baseline.set.samples.len().max(candidate.set.samples.len()));
    (all > 0 && equal as f64 > MOSTLY * all as f64).then(|| {
        format!(
            "{equal} of {all} answers are the same on both sides: is the candidate the model that it should be?"
        )
    })
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

fn repetitions<'a>(side: &JudgedSide<'a>) -> BTreeMap<&'a TaskId, u64> {
    let mut counts = BTreeMap::new();
    for task in side.set.tasks() {
        *counts.entry(task).or_default() += 1;
    }
    counts
}
