//! The sides of a comparison: samples that are there, and models that are asked for theirs.

use assay_benchmark::Benchmark;
use assay_generate::{Protocol, Questions, Spend};
use assay_report::{ProtocolSummary, Warning};
use assay_run::{AskedModel, AskedTasks, Session, ask_model, only_tasks, protocol_summary, questions};
use assay_types::SampleSet;

use super::{generate, setting};
use crate::arguments::{Common, Compare};
use crate::failure::Failure;
use crate::output;
use crate::progress::Asking;

/// The sides, the baseline first, as they are known before anything runs.
pub(crate) struct Sides<'a> {
    benchmark: &'a Benchmark,
    protocol: Option<&'a Protocol>,
    samples_per_task: u32,
    all: Vec<Side<'a>>,
}

enum Side<'a> {
    File(SampleSet),
    Model(&'a Protocol, Questions),
}

/// The sides with their samples.
pub(crate) struct Answered<'a> {
    protocol: Option<&'a Protocol>,
    samples_per_task: u32,
    /// The baseline first.
    pub(crate) sides: Vec<AnsweredSide>,
}

/// A side with its samples.
pub(crate) struct AnsweredSide {
    pub(crate) set: SampleSet,
    asked: Option<AskedModel>,
}

impl<'a> Sides<'a> {
    /// Reads samples files, and makes ready the models that the protocol has by these names.
    pub(crate) fn read(
        arguments: &Compare,
        protocol: Option<&'a Protocol>,
        benchmark: &'a Benchmark,
        common: &Common,
    ) -> Result<Self, Failure> {
        let mut digests = setting::digests(arguments.extent.verify_weights, false, common)?;
        let of_protocol = protocol.map(|protocol| protocol.samples_per_task);
        let samples_per_task = arguments.extent.samples_per_task.or(of_protocol).unwrap_or_default();
        let tasks = setting::asked_tasks(&arguments.extent);
        let mut sides = Vec::new();
        for path in [&arguments.baseline].into_iter().chain(&arguments.candidate) {
            let name = path.to_str().unwrap_or_default();
            if let Some(protocol) = protocol.filter(|protocol| protocol.models.contains_key(name)) {
                let questions = questions(protocol, name, benchmark, &tasks, samples_per_task, &mut digests)?;
                sides.push(Side::Model(protocol, questions));
                continue;
            }
            let set = setting::samples(path, benchmark, arguments.keep_going)?;
            let is_whole = tasks == AskedTasks::All;
            sides.push(Side::File(if is_whole { set } else { only_tasks(set, &tasks.of(benchmark)?) }));
        }
        Ok(Self { benchmark, protocol, samples_per_task, all: sides })
    }

    /// What the sides are called.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|side| match side {
            Side::File(set) => set.name.as_str(),
            Side::Model(_, questions) => questions.model.as_str(),
        })
    }

    /// The samples that are there already.
    pub(crate) fn files(&self) -> impl Iterator<Item = &SampleSet> {
        self.all.iter().filter_map(|side| match side {
            Side::File(set) => Some(set),
            Side::Model(..) => None,
        })
    }

    /// Asks the models for what is missing. Nothing is asked where nothing could be judged afterwards.
    pub(crate) fn with_samples(self, session: &Session, common: &Common) -> Result<Answered<'a>, Failure> {
        session.require_controls()?;
        let limit = self.protocol.and_then(|protocol| protocol.limits.spend_limit);
        let models = self.all.iter().filter_map(|side| match side {
            Side::File(_) => None,
            Side::Model(_, questions) => Some(questions),
        });
        let mut spend = Spend::of(limit, models, session.store())?;
        let watch = Asking::new(common.quiet);
        let cancelled = session.cancellation();
        let mut sides = Vec::new();
        for side in self.all {
            let (protocol, questions) = match side {
                Side::File(set) => {
                    sides.push(AnsweredSide { set, asked: None });
                    continue;
                }
                Side::Model(protocol, questions) => (protocol, questions),
            };
            generate::warn(&questions);
            let store = session.store();
            let (set, asked) =
                ask_model(protocol, &questions, self.benchmark, store, &mut spend, &watch, &cancelled)?;
            if !common.quiet || asked.summary.missing > 0 {
                let text = generate::summary(&asked.name, &asked.outcome, questions.has_price());
                output::note(&text.trim_end());
            }
            sides.push(AnsweredSide { set, asked: Some(asked) });
        }
        Ok(Answered { protocol: self.protocol, samples_per_task: self.samples_per_task, sides })
    }
}

impl Answered<'_> {
    /// What a report of that candidate, the first of which is 1, says of how models were asked.
    pub(crate) fn asked(&self, candidate: usize) -> Option<(ProtocolSummary, Vec<Warning>)> {
        let side = |place: usize| self.sides.get(place).and_then(|side| side.asked.as_ref());
        protocol_summary(self.protocol?, self.samples_per_task, [side(0), side(candidate)])
    }
}
