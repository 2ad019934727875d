//! The main job: two models' samples in, a report out.

use std::collections::HashSet;

use assay_analyse::{Input, Part, Settings, breakdown, distribution, paper, pass_at_k, runnable_correctness};
use assay_benchmark::Benchmark;
use assay_check::static_checks::StaticChecks;
use assay_report::{
    BenchmarkSummary, EnvironmentSummary, LimitSummary, ProtocolSummary, Report, Rows, SCHEMA_VERSION,
    SideSummary, StaticSummary, TaskWithoutScore, Warning,
};
use assay_types::{SampleSet, TaskId};

use crate::check::{JudgedSide, LabelledSample, judge_sets, rules, tasks_of};
use crate::complexity::paired;
use crate::error::RunError;
use crate::examples::{Direction, changed_task};
use crate::flagged::flagged;
use crate::input::{Judged, input};
use crate::performance::{Comparison, measured};
use crate::progress::{Phase, Progress, Silent};
use crate::references::{References, references_of};
use crate::self_check;
use crate::sensitivity::{self, Basis};
use crate::session::Session;
use crate::timing::Timing;
use crate::warnings::{self, warnings};

/// How to compare.
#[derive(Debug, Clone)]
pub struct CompareSettings {
    /// The command line, for the report.
    pub command: Vec<String>,
    /// The verdict rule's knobs.
    pub analysis: Settings,
    /// The most answers that are judged again for each other set of extraction rules.
    pub extraction_trials: u64,
    /// Half-splits of each model's own samples that the verdict rule is tried on; 0 for none.
    pub self_check_splits: u32,
    /// Whether the report also holds the comparison by the paper's own procedure.
    pub paper: bool,
    /// How the models were asked, where they were, and what a reader should know of that.
    pub asked: Option<(ProtocolSummary, Vec<Warning>)>,
}

impl Default for CompareSettings {
    /// A comparison alone, under DESIGN.md's rule.
    fn default() -> Self {
        Self {
            command: Vec::new(),
            analysis: Settings::default(),
            extraction_trials: 1000,
            self_check_splits: 0,
            paper: false,
            asked: None,
        }
    }
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

/// A baseline and its candidates, judged together: references, equal answers, the code of every sample and what plug-ins
/// say of it are looked at once, however many candidates share the baseline.
pub struct JudgedModels<'a> {
    session: &'a Session,
    benchmark: &'a Benchmark,
    sets: Vec<&'a SampleSet>,
    references: References,
    labelled: Vec<Vec<LabelledSample>>,
}

impl JudgedModels<'_> {
    /// The labelled data set of a model, in file order; the baseline is the first.
    #[must_use]
    pub fn labelled(&self, model: usize) -> &[LabelledSample] {
        self.labelled.get(model).map_or(&[], Vec::as_slice)
    }

    /// Compares one of the candidates, the first of which is 1, with the baseline: as if it were the only one.
    pub fn compare(
        &self,
        model: usize,
        parts: &[Part],
        settings: &CompareSettings,
        progress: &dyn Progress,
        timing: &mut Timing,
    ) -> Result<Report, RunError> {
        let Self { session, benchmark, ref references, .. } = *self;
        let (baseline, candidate) = (self.sets[0], self.sets[model]);
        let (ours, theirs) = (self.labelled(0), self.labelled(model));
        let tasks = tasks_of(benchmark, &[baseline, candidate]);
        let to_measure = Comparison {
            tasks: &tasks,
            references,
            sets: [baseline, candidate],
            sides: [ours, theirs],
            seed: settings.analysis.seed,
        };
        let measured = measured(session, &to_measure, progress, timing)?;
        progress.begin(Phase::Analysis, 0, 0);
        let judged = [ours, theirs].map(|side| side.iter().map(Judged::of));
        let input = Input {
            measures: measured.measures,
            ..input(session.checks.rows(), benchmark, &tasks, references, judged)
        };
        let comparison = assay_analyse::compare(&input, &settings.analysis);
        let breakdown = breakdown(&input, parts, &settings.analysis);
        let self_check = self_check::run(session, &tasks, references, [ours, theirs], settings)?;
        progress.end();
        let sides =
            [JudgedSide { set: baseline, labelled: ours }, JudgedSide { set: candidate, labelled: theirs }];
        let basis =
            Basis { benchmark, tasks: &tasks, references, sides: &sides, comparison: &comparison, settings };
        let extraction = sensitivity::alternatives(session, &basis, progress, timing)?;
        let changed = |changes: &[assay_analyse::TaskChange], direction| {
            changes.iter().map(|change| changed_task(benchmark, change, direction, ours, theirs)).collect()
        };
        let asked: HashSet<&TaskId> = tasks.iter().map(|task| &task.id).collect();
        let without_score: Vec<(TaskId, String)> =
            references.without_score.iter().filter(|(task, _)| asked.contains(task)).cloned().collect();
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
            protocol: settings.asked.as_ref().map(|(protocol, _)| protocol.clone()),
            warnings: weak_sandbox(session)
                .into_iter()
                .chain(settings.asked.iter().flat_map(|(_, warnings)| warnings.clone()))
                .chain(warnings(benchmark, &sides[0], &sides[1], &without_score))
                .chain(warnings::evidence::warnings(&input, [&sides[0], &sides[1]], &settings.analysis))
                .chain(of_tools(session))
                .chain(measured.warnings)
                .chain(sensitivity::warnings(&extraction, comparison.rows.first()))
                .chain(self_check.iter().flat_map(self_check::warnings))
                .collect(),
            self_check,
            paper: settings
                .paper
                .then(|| paper(&comparison.rows, &input.measures, benchmark.tasks.len() as u64)),
            extraction,
            static_analysis: static_summary(session),
            flagged: flagged(&comparison.rows, [ours, theirs]),
            rows: Rows { rate: comparison.rows, performance: comparison.performance },
            runnable_correctness: runnable_correctness(&input, &settings.analysis),
            pass_at_k: pass_at_k(&input, &settings.analysis),
            tasks_lost: changed(&comparison.tasks_lost, Direction::Lost),
            tasks_gained: changed(&comparison.tasks_gained, Direction::Gained),
            tasks_without_score: without_score
                .into_iter()
                .map(|(id, reason)| TaskWithoutScore { id, reason })
                .collect(),
            outcomes: comparison.outcomes,
            share_distribution: distribution(&comparison.tasks),
            complexity: session.checks.complexity.then(|| assay_analyse::complexity(&paired(ours, theirs))),
            breakdown,
            tasks: comparison.tasks,
            measuring: measured.summary,
            performance_tasks: comparison.performance_tasks,
        })
    }
}

/// Judges a baseline, which comes first, and its candidates.
pub fn judge_models<'a>(
    session: &'a Session,
    benchmark: &'a Benchmark,
    sets: &[&'a SampleSet],
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<JudgedModels<'a>, RunError> {
    let tasks = tasks_of(benchmark, sets);
    let references = references_of(session, &tasks, progress, timing)?;
    let labelled = judge_sets(session, benchmark, sets, &references, progress, timing)?;
    session.settle()?;
    Ok(JudgedModels { session, benchmark, sets: sets.to_vec(), references, labelled })
}

/// Compares a candidate with a baseline.
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
    let mut models = judge_models(session, benchmark, &sets, progress, &mut timing)?;
    let report = models.compare(1, parts, settings, progress, &mut timing)?;
    let (theirs, ours) =
        (models.labelled.pop().unwrap_or_default(), models.labelled.pop().unwrap_or_default());
    Ok(Compared { report, timing, labelled: [ours, theirs] })
}

/// The report of samples that are judged already, in file order; nothing of theirs runs but what other extraction rules make
/// of their answers.
pub fn report_on(
    session: &Session,
    benchmark: &Benchmark,
    sets: [&SampleSet; 2],
    labelled: [Vec<LabelledSample>; 2],
    settings: &CompareSettings,
) -> Result<Report, RunError> {
    let mut timing = Timing::default();
    let references = references_of(session, &tasks_of(benchmark, &sets), &Silent, &mut timing)?;
    let models =
        JudgedModels { session, benchmark, sets: sets.to_vec(), references, labelled: labelled.into() };
    models.compare(1, &[], settings, &Silent, &mut timing)
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
