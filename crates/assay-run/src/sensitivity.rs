//! Whether the verdict hangs on how answers were read: the same comparison under each other set of extraction rules.
//!
//! Only answers that become another module are judged again, and no more of them than a budget allows.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_analyse::{Comparison, Row};
use assay_benchmark::Benchmark;
use assay_check::static_checks::{Flag, StaticFindings};
use assay_extract::{Extraction, RuleSet, extract_by};
use assay_report::{ExtractionAlternative, Warning, verdict as named};
use assay_types::{Outcome, Task, TaskId};

use crate::check::{JudgedSide, LabelledSample, blame};
use crate::checks::Checks;
use crate::compare::CompareSettings;
use crate::error::RunError;
use crate::input::{Judged, input};
use crate::judging::{Assignment, judge};
use crate::progress::{Phase, Progress};
use crate::reading::read_texts;
use crate::references::References;
use crate::session::Session;
use crate::timing::Timing;

/// What a comparison was made of.
pub(crate) struct Basis<'a> {
    pub(crate) benchmark: &'a Benchmark,
    pub(crate) tasks: &'a [&'a Task],
    pub(crate) references: &'a References,
    pub(crate) sides: &'a [JudgedSide<'a>; 2],
    pub(crate) comparison: &'a Comparison,
    pub(crate) settings: &'a CompareSettings,
}

/// A sample that becomes another module.
struct Changed<'a> {
    side: usize,
    /// Its place among the side's labelled samples.
    place: usize,
    task: (usize, &'a Task),
    extraction: Extraction,
}

/// The comparison under every other set of rules, in their order; none where the first row is a plug-in's, which is asked once.
pub(crate) fn alternatives(
    session: &Session,
    basis: &Basis<'_>,
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<Vec<ExtractionAlternative>, RunError> {
    let of_plugin = |row: &&Row| session.checks.plugins.iter().any(|plugin| plugin.name == row.check);
    let Some(row) = basis.comparison.rows.first().filter(|row| !of_plugin(row)) else {
        return Ok(Vec::new());
    };
    let mut alternatives = Vec::new();
    for set in RuleSet::ALTERNATIVES {
        let ([baseline_changed, candidate_changed], changed) = changed(basis, set);
        let mut alternative = ExtractionAlternative {
            rules: set.name().to_owned(),
            purpose: set.purpose().to_owned(),
            baseline_changed,
            candidate_changed,
            difference_percent: None,
            verdict: None,
            verdict_changes: None,
            winner_changes: None,
        };
        let other = match changed {
            Some(changed) if changed.is_empty() => Some(row.clone()),
            Some(changed) => judged(session, basis, &changed, progress, timing)?,
            None => None,
        };
        if let Some(other) = other {
            alternative.difference_percent = Some(other.difference_percent);
            alternative.verdict = Some(other.verdict);
            alternative.verdict_changes = Some(other.verdict != row.verdict);
            alternative.winner_changes = Some(other.difference_percent * row.difference_percent < 0.0);
        }
        alternatives.push(alternative);
    }
    Ok(alternatives)
}

/// How many samples of each side a set of rules makes another module of, or none; and which, unless they are more than may be
/// judged again: those are not worth their memory.
fn changed<'a>(basis: &Basis<'a>, set: RuleSet) -> ([u64; 2], Option<Vec<Changed<'a>>>) {
    let tasks: BTreeMap<&TaskId, (usize, &Task)> =
        basis.benchmark.tasks.iter().enumerate().map(|(number, task)| (&task.id, (number, task))).collect();
    let mut counts = [0, 0];
    let mut kept = Some(Vec::new());
    for (side, JudgedSide { set: samples, labelled }) in basis.sides.iter().enumerate() {
        for sample in samples.samples.iter().filter(|sample| set.applies_to(sample.field)) {
            let place = (sample.line, sample.repetition);
            let Ok(place) = labelled.binary_search_by_key(&place, LabelledSample::place) else { continue };
            let Some(task) = tasks.get(&sample.task).copied() else { continue };
            let extraction = extract_by(set, task.1, sample);
            if extraction.module.as_deref().ok() != labelled[place].module.as_deref() {
                counts[side] += 1;
                kept = kept.filter(|_| counts.iter().sum::<u64>() <= basis.settings.extraction_trials);
                if let Some(kept) = &mut kept {
                    kept.push(Changed { side, place, task, extraction });
                }
            }
        }
    }
    (counts, kept)
}

/// The comparison's row with the changed samples judged.
fn judged(
    session: &Session,
    basis: &Basis<'_>,
    changed: &[Changed<'_>],
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<Option<Row>, RunError> {
    let mut others: [BTreeMap<usize, (Outcome, Arc<StaticFindings>)>; 2] = Default::default();
    let mut places = Vec::new();
    let mut assignments = Vec::new();
    let checks = &session.checks;
    let texts: Vec<(Arc<str>, &str)> = changed
        .iter()
        .filter_map(|changed| {
            Some((changed.extraction.module.as_ref().ok()?.clone(), &*changed.task.1.prompt))
        })
        .collect();
    let mut read = read_texts(session, &texts)?.into_iter();
    for Changed { side, place, task, extraction } in changed {
        let (outcome, found) = match &extraction.module {
            Ok(_) => {
                let before = &basis.sides[*side].labelled[*place];
                let found = with_plugins(read.next().unwrap_or_default(), before, checks);
                (before.finding.outcome.clone(), found)
            }
            Err(reason) => (Outcome::NoAnswer { reason: *reason }, Arc::default()),
        };
        others[*side].insert(*place, (outcome, found));
        if let (Ok(module), Some(limits), true) =
            (&extraction.module, basis.references.limits(&task.1.id), checks.logic)
        {
            places.push((*side, *place));
            assignments.push(Assignment::of_sample(*task, module.clone(), limits));
        }
    }
    let findings = judge(session, Phase::Extraction, &assignments, progress, timing)?;
    for ((side, place), finding) in places.into_iter().zip(findings) {
        if let Some((outcome, _)) = others[side].get_mut(&place) {
            *outcome = blame(Arc::unwrap_or_clone(finding)).outcome;
        }
    }
    let of = |side: usize| {
        let others = &others[side];
        basis.sides[side].labelled.iter().enumerate().map(move |(place, entry)| match others.get(&place) {
            Some((outcome, found)) => {
                Judged { task: &entry.task_id, outcome, static_findings: Some(found), never_came: false }
            }
            None => Judged::of(entry),
        })
    };
    let input = input(checks.rows(), basis.benchmark, basis.tasks, basis.references, [of(0), of(1)]);
    let comparison = assay_analyse::compare(&input, &basis.settings.analysis);
    Ok(comparison.rows.into_iter().next())
}

/// Plug-ins are asked once: what they said of the sample stands. Without it their rows would be others, and with them the
/// correction of the first row.
fn with_plugins(
    mut found: Arc<StaticFindings>,
    before: &LabelledSample,
    checks: &Checks,
) -> Arc<StaticFindings> {
    for plugin in &checks.plugins {
        let before = before.static_findings.as_ref();
        let word = before.map_or(Flag::NotJudged, |before| before.flag(&plugin.name));
        Arc::make_mut(&mut found).flags.push((plugin.name.clone().into(), word));
    }
    found
}

/// What a reader should know of the alternatives before believing the verdict.
pub(crate) fn warnings(alternatives: &[ExtractionAlternative], row: Option<&Row>) -> Vec<Warning> {
    let Some(row) = row else { return Vec::new() };
    let mut warnings = Vec::new();
    for other in alternatives {
        let read = format!(
            "{} of the baseline's answers and {} of the candidate's",
            other.baseline_changed, other.candidate_changed
        );
        let (code, message) = match (other.difference_percent, other.verdict) {
            (Some(difference), Some(verdict)) if verdict != row.verdict => (
                "verdict_depends_on_extraction",
                format!(
                    "the verdict hangs on how answers are read: by the rules `{}`, which read {read} otherwise, it is {} ({difference:+.1} points) instead of {} ({:+.1})",
                    other.rules,
                    named(verdict),
                    named(row.verdict),
                    row.difference_percent
                ),
            ),
            (Some(difference), _) if other.winner_changes == Some(true) => (
                "winner_depends_on_extraction",
                format!(
                    "which side is ahead hangs on how answers are read: by the rules `{}`, which read {read} otherwise, the difference is {difference:+.1} points instead of {:+.1}",
                    other.rules, row.difference_percent
                ),
            ),
            (None, _) => (
                "extraction_not_compared",
                format!(
                    "the rules `{}` read {read} otherwise; that is more than --extraction-trials allows to judge, so it is not known whether the verdict hangs on it",
                    other.rules
                ),
            ),
            _ => continue,
        };
        warnings.push(Warning { code: code.to_owned(), message });
    }
    warnings
}
