//! The main job: two models' samples in, a report out.

use assay_analyse::{Part, Settings, breakdown, distribution};
use assay_benchmark::Benchmark;
use assay_check::static_checks::StaticChecks;
use assay_report::{
    BenchmarkSummary, EnvironmentSummary, LimitSummary, Report, SCHEMA_VERSION, SideSummary, StaticSummary,
    TaskWithoutScore, Warning,
};
use assay_types::SampleSet;

use crate::check::{JudgedSide, LabelledSample, judge_sets, rules, tasks_of};
use crate::complexity::paired;
use crate::error::RunError;
use crate::examples::{Direction, changed_task};
use crate::flagged::flagged;
use crate::input::{Judged, input};
use crate::progress::{Phase, Progress, Silent};
use crate::references::{References, references_of};
use crate::sensitivity::{self, Basis};
use crate::session::Session;
use crate::timing::Timing;
use crate::warnings::warnings;

/// How to compare.
#[derive(Debug, Clone)]
pub struct CompareSettings {
    /// The command line, for the report.
    pub command: Vec<String>,
    /// The verdict rule's knobs.
    pub analysis: Settings,
    /// The most answers that are judged again for each other set of extraction rules.
    pub extraction_trials: u64,
}

/// A comparison and what it rests on.
#[derive(Debug)]
pub struct Compared {
    /// The report.
    pub report: Report,
    /// Where the time went.
    pub timing: Timing,
    /// The labelled data set: the baseline's samples and the candidate's, each in file order.
    pub labelled: [Vec<LabelledSample>; 2],
}

/// Compares a candidate with a baseline. Several candidates share one call of [`Session::open`]; the baseline's
/// findings are then found in the store.
pub fn compare(
    session: &Session,
    benchmark: &Benchmark,
    baseline: &SampleSet,
    candidate: &SampleSet,
    settings: &CompareSettings,
    progress: &dyn Progress,
) -> Result<(Report, Timing), RunError> {
    let Compared { report, timing, .. } =
        compare_and_label(session, benchmark, [baseline, candidate], &[], settings, progress)?;
    Ok((report, timing))
}

/// As [`compare()`], with a breakdown by parts of the tasks, and every sample's label.
pub fn compare_and_label(
    session: &Session,
    benchmark: &Benchmark,
    sets: [&SampleSet; 2],
    parts: &[Part],
    settings: &CompareSettings,
    progress: &dyn Progress,
) -> Result<Compared, RunError> {
    let mut timing = Timing::default();
    let tasks = tasks_of(benchmark, &sets);
    let references = references_of(session, &tasks, progress, &mut timing)?;
    let mut labelled = judge_sets(session, benchmark, &sets, &references, progress, &mut timing)?;
    session.settle()?;
    let (theirs, ours) = (labelled.pop().unwrap_or_default(), labelled.pop().unwrap_or_default());
    let found = Found { benchmark, sets, labelled: [&ours, &theirs], references: &references };
    let report = report_of(session, &found, parts, settings, progress, &mut timing)?;
    Ok(Compared { report, timing, labelled: [ours, theirs] })
}

/// The report of samples that are judged already, in file order; nothing of theirs runs but what other extraction rules make
/// of their answers.
pub fn report_on(
    session: &Session,
    benchmark: &Benchmark,
    sets: [&SampleSet; 2],
    labelled: [&[LabelledSample]; 2],
    settings: &CompareSettings,
) -> Result<Report, RunError> {
    let mut timing = Timing::default();
    let references = references_of(session, &tasks_of(benchmark, &sets), &Silent, &mut timing)?;
    let found = Found { benchmark, sets, labelled, references: &references };
    report_of(session, &found, &[], settings, &Silent, &mut timing)
}

/// What a report is made of: the baseline's first, then the candidate's.
struct Found<'a> {
    benchmark: &'a Benchmark,
    sets: [&'a SampleSet; 2],
    labelled: [&'a [LabelledSample]; 2],
    references: &'a References,
}

fn report_of(
    session: &Session,
    found: &Found<'_>,
    parts: &[Part],
    settings: &CompareSettings,
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<Report, RunError> {
    let Found { benchmark, sets: [baseline, candidate], labelled: [ours, theirs], references } = *found;
    let tasks = tasks_of(benchmark, &[baseline, candidate]);
    progress.begin(Phase::Analysis, 0, 0);
    let judged = [ours, theirs].map(|side| side.iter().map(Judged::of));
    let input = input(session.checks.rows(), benchmark, &tasks, references, judged);
    let comparison = assay_analyse::compare(&input, &settings.analysis);
    let breakdown = breakdown(&input, parts, &settings.analysis);
    progress.end();
    let sides =
        [JudgedSide { set: baseline, labelled: ours }, JudgedSide { set: candidate, labelled: theirs }];
    let basis =
        Basis { benchmark, tasks: &tasks, references, sides: &sides, comparison: &comparison, settings };
    let extraction = sensitivity::alternatives(session, &basis, progress, timing)?;
    let changed = |changes: &[assay_analyse::TaskChange], direction| {
        changes.iter().map(|change| changed_task(benchmark, change, direction, ours, theirs)).collect()
    };
    Ok(Report {
        schema_version: SCHEMA_VERSION,
        assay_version: env!("CARGO_PKG_VERSION").to_owned(),
        command: settings.command.clone(),
        benchmark: BenchmarkSummary {
            name: benchmark.name.clone(),
            version: benchmark.version.clone(),
            sha256: benchmark.digest,
            tasks: benchmark.tasks.len() as u64,
        },
        environment: environment_summary(session),
        seed: settings.analysis.seed,
        baseline: side_summary(baseline, ours),
        candidate: side_summary(candidate, theirs),
        warnings: weak_sandbox(session)
            .into_iter()
            .chain(warnings(benchmark, &sides[0], &sides[1], &references.without_score))
            .chain(of_tools(session))
            .chain(sensitivity::warnings(&extraction, comparison.rows.first()))
            .collect(),
        extraction,
        static_analysis: static_summary(session),
        flagged: flagged(&comparison.rows, [ours, theirs]),
        rows: comparison.rows,
        tasks_lost: changed(&comparison.tasks_lost, Direction::Lost),
        tasks_gained: changed(&comparison.tasks_gained, Direction::Gained),
        tasks_without_score: references
            .without_score
            .iter()
            .cloned()
            .map(|(id, reason)| TaskWithoutScore { id, reason })
            .collect(),
        outcomes: comparison.outcomes,
        share_distribution: distribution(&comparison.tasks),
        complexity: session.checks.complexity.then(|| assay_analyse::complexity(&paired(ours, theirs))),
        breakdown,
        tasks: comparison.tasks,
    })
}

/// What the user allowed to be missing, and what that means.
fn weak_sandbox(session: &Session) -> Option<Warning> {
    let missing: Vec<&str> = session.missing_controls().collect();
    (!missing.is_empty()).then(|| Warning {
        code: "weak_sandbox".to_owned(),
        message: format!(
            "samples ran without these isolation controls, as allowed by --allow-weak-sandbox: {}; a sample may have reached past them",
            missing.join(", ")
        ),
    })
}

/// What a reader should know of the tools that read the code.
fn of_tools(session: &Session) -> impl Iterator<Item = Warning> {
    let of_tool = |message| Warning { code: "static_engine".to_owned(), message };
    session.static_engine_warnings().into_iter().map(of_tool)
}

fn side_summary(set: &SampleSet, labelled: &[LabelledSample]) -> SideSummary {
    SideSummary {
        name: set.name.clone(),
        samples: set.tasks().count() as u64,
        refused: set.refused.len() as u64,
        lines_not_judged: set.lines_not_judged.count,
        sha256: set.digest,
        extraction_rules: rules(labelled),
    }
}

/// How code was read; nothing where it was not.
fn static_summary(session: &Session) -> Option<StaticSummary> {
    let checks = &session.checks;
    let StaticChecks { profile, minimum_tokens, comments, off } = &checks.static_checks;
    if checks.static_checks.on().next().is_none() && checks.plugins.is_empty() {
        return None;
    }
    let environment = &session.environment_of_plugins.digest;
    Some(StaticSummary {
        engine: checks.static_engine.described(),
        profile: profile.reading.name().to_owned(),
        naming: profile.naming.name().to_owned(),
        python: profile.python.to_string(),
        minimum_tokens: minimum_tokens.get() as u64,
        comment_ratio: comments.ratio,
        comment_pairs: comments.pairs as u64,
        off: off.iter().cloned().collect(),
        plugins: checks.plugins.iter().map(|plugin| plugin.summary(environment)).collect(),
    })
}

fn environment_summary(session: &Session) -> EnvironmentSummary {
    let rule = session.circumstances.limit_rule;
    EnvironmentSummary {
        python: session.environment.python.clone(),
        digest: session.environment.digest.clone(),
        engine: "embedded".to_owned(),
        controls: session.circumstances.controls.clone(),
        judge: assay_sandbox::judge_version(),
        limits: LimitSummary {
            multiple: rule.multiple,
            floor_seconds: rule.floor_seconds,
            wall_multiple: rule.wall_multiple,
            memory_bytes: rule.memory_bytes,
        },
    }
}
