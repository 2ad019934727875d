//! Models that are asked for their samples, so that a comparison can begin with nothing.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use assay_benchmark::{Benchmark, read_samples_of, without_prompts};
use assay_generate::{
    Answers, Asked, Digests, Identity, Model, Outcome, Protocol, Questions, RawLog, Spend, Stop, Watch,
    all_wanted_answers, ask,
};
use assay_report::{ModelSummary, ProtocolSummary, Warning};
use assay_store::Store;
use assay_types::{SampleSet, Task, TaskId};

use crate::error::RunError;

/// Which of a benchmark's tasks models are asked about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum AskedTasks {
    /// All of them.
    #[default]
    All,
    /// These, by their names.
    Named(Vec<String>),
    /// So many, the first of the benchmark.
    First(usize),
}

impl AskedTasks {
    /// The tasks, in the benchmark's order.
    pub fn of<'a>(&self, benchmark: &'a Benchmark) -> Result<Vec<&'a Task>, RunError> {
        match self {
            Self::All => Ok(benchmark.tasks.iter().collect()),
            Self::First(count) => Ok(benchmark.tasks.iter().take(*count).collect()),
            Self::Named(names) => {
                let known = |name: &&String| benchmark.tasks.iter().any(|task| task.id.as_str() == **name);
                if let Some(unknown) = names.iter().find(|name| !known(name)) {
                    let example = benchmark.tasks.first().map_or("", |task| task.id.as_str());
                    return Err(RunError::NoTask {
                        benchmark: benchmark.name.clone(),
                        task: unknown.clone(),
                        example: example.to_owned(),
                    });
                }
                let asked = |task: &&Task| names.iter().any(|name| name == task.id.as_str());
                Ok(benchmark.tasks.iter().filter(asked).collect())
            }
        }
    }
}

/// A model's answers as a samples file that holds none of the benchmark's prompts.
pub fn samples_without_prompts(
    model: &str,
    answers: Answers,
    benchmark: &Benchmark,
) -> Result<Vec<u8>, RunError> {
    let set = read_samples_of(model, answers.lines, benchmark)?;
    Ok(without_prompts(&set, benchmark))
}

/// A model's questions about tasks of a benchmark. Nothing is asked yet; a model that must not see the tasks is refused.
pub fn questions(
    protocol: &Protocol,
    model: &str,
    benchmark: &Benchmark,
    tasks: &AskedTasks,
    samples_per_task: u32,
    digests: &mut Digests,
) -> Result<Questions, RunError> {
    let tasks = tasks.of(benchmark)?;
    let asked = Asked {
        benchmark: &benchmark.name,
        confidentiality: &benchmark.confidentiality,
        tasks: &tasks,
        samples_per_task,
    };
    Ok(Questions::of(protocol, model, &asked, digests)?)
}

/// A model that was asked.
#[derive(Debug, Clone)]
pub struct AskedModel {
    /// What the protocol calls it.
    pub name: String,
    /// What a report says of it.
    pub summary: ModelSummary,
    /// What a reader should know of it.
    pub warnings: Vec<Warning>,
    /// What became of its questions.
    pub outcome: Outcome,
}

/// Asks a model for what is missing, and reads all its answers as a samples file. What is missing however that ended counts as
/// infrastructure, and makes rows inconclusive as any loss does. An error where there is not one answer, or the user stopped it.
pub fn ask_model(
    protocol: &Protocol,
    questions: &Questions,
    benchmark: &Benchmark,
    store: &Store,
    spend: &mut Spend,
    watch: &dyn Watch,
    cancelled: &AtomicBool,
) -> Result<(SampleSet, AskedModel), RunError> {
    let outcome = ask(questions, &protocol.limits, store, spend, watch, cancelled)?;
    if outcome.stop == Some(Stop::Cancelled) {
        return Err(RunError::Interrupted);
    }
    let answers = all_wanted_answers(questions, store as &dyn RawLog)?;
    if answers.count == 0 {
        let lost = || outcome.lost.values().next().map_or_else(String::new, |lost| lost.example.clone());
        let why = outcome.stop.as_ref().map_or_else(lost, Stop::to_string);
        return Err(RunError::ModelStopped { model: questions.model.clone(), why });
    }
    let asked = protocol.models.get(&questions.model);
    let (summary, warnings) = described(questions, asked, &answers, outcome.stop.as_ref());
    let set = read_samples_of(&questions.model, answers.lines, benchmark)?;
    Ok((set, AskedModel { name: questions.model.clone(), summary, warnings, outcome }))
}

/// What a report says of how two sides were asked; nothing where neither was.
#[must_use]
pub fn protocol_summary(
    protocol: &Protocol,
    samples_per_task: u32,
    [baseline, candidate]: [Option<&AskedModel>; 2],
) -> Option<(ProtocolSummary, Vec<Warning>)> {
    if baseline.is_none() && candidate.is_none() {
        return None;
    }
    let mut warnings: Vec<Warning> =
        [baseline, candidate].into_iter().flatten().flat_map(|side| side.warnings.clone()).collect();
    if let (Some(one), Some(other)) = (baseline, candidate)
        && same_model(&one.summary, &other.summary)
    {
        warnings.push(Warning {
            code: "same_model".to_owned(),
            message: format!(
                "{} and {} are the same model at the same address: whatever they were asked in the same words, they share the answer",
                one.name, other.name
            ),
        });
    }
    let summary = ProtocolSummary {
        sha256: protocol.digest(),
        samples_per_task,
        baseline: baseline.map(|side| side.summary.clone()),
        candidate: candidate.map(|side| side.summary.clone()),
    };
    Some((summary, warnings))
}

fn same_model(one: &ModelSummary, other: &ModelSummary) -> bool {
    let identity = |model: &ModelSummary| {
        (model.provider.clone(), model.address.clone(), model.model.clone(), model.weights.clone())
    };
    identity(one) == identity(other)
}

fn described(
    questions: &Questions,
    asked: Option<&Model>,
    answers: &Answers,
    stop: Option<&Stop>,
) -> (ModelSummary, Vec<Warning>) {
    let Identity { provider, address, model, weights, chat_template, quantization } =
        answers.identity.clone();
    let has_price = questions.has_price();
    let [first_asked, last_asked] = match answers.dates {
        Some(dates) => dates.map(|date| Some(time(date))),
        None => [None, None],
    };
    let summary = ModelSummary {
        provider,
        address,
        model,
        interface: asked.map(|asked| asked.interface.name().to_owned()),
        settings: asked.map(|asked| asked.settings.of_requests()).unwrap_or_default(),
        versions: answers.versions.clone(),
        weights: weights.into_iter().map(|file| (file.name, file.digest)).collect::<BTreeMap<_, _>>(),
        quantization,
        chat_template,
        first_asked,
        last_asked,
        answers: answers.count,
        missing: answers.missing,
        cost: has_price.then_some(answers.cost.known),
        answers_without_price: if has_price { answers.cost.without_price } else { 0 },
    };
    let warnings = warnings(&questions.model, &summary, stop);
    (summary, warnings)
}

/// A time in UTC.
fn time(milliseconds: u64) -> String {
    let milliseconds = i64::try_from(milliseconds).unwrap_or(i64::MAX);
    let time = jiff::Timestamp::from_second(milliseconds / 1000);
    time.map_or_else(|_| String::new(), |time| time.to_string())
}

fn warnings(name: &str, model: &ModelSummary, stop: Option<&Stop>) -> Vec<Warning> {
    let warning = |code: &str, message: String| Warning { code: code.to_owned(), message };
    let mut warnings = Vec::new();
    let versions: Vec<&str> = model.versions.keys().map(String::as_str).collect();
    let is_latest = model.model.to_lowercase().contains("latest");
    if is_latest || versions.iter().any(|version| *version != model.model) {
        let what = if versions.is_empty() { "it does not say which".to_owned() } else { versions.join(", ") };
        warnings.push(warning(
            "model_alias",
            format!(
                "{name} was asked for as {}, a name that may mean another model tomorrow; what answered: {what}",
                model.model
            ),
        ));
    }
    if versions.len() > 1 {
        warnings.push(warning(
            "model_versions",
            format!("the answers of {name} come from {} versions: {}", versions.len(), versions.join(", ")),
        ));
    }
    if model.missing > 0 {
        let why = stop.map_or_else(
            || "lost to faults that are not its own".to_owned(),
            |stop| format!("it was asked no more ({stop})"),
        );
        warnings.push(warning(
            "answers_missing",
            format!(
                "{} of the {} answers of {name} are missing: {why}; the same command asks for them again",
                model.missing,
                model.missing + model.answers
            ),
        ));
    }
    warnings
}

/// The tasks of a comparison in which a model was asked about some tasks alone: what a samples file says of others is no part
/// of it.
#[must_use]
pub fn only_tasks(set: SampleSet, tasks: &[&Task]) -> SampleSet {
    let asked: std::collections::HashSet<&TaskId> = tasks.iter().map(|task| &task.id).collect();
    let mut set = set;
    set.samples.retain(|sample| asked.contains(&sample.task));
    set.refused.retain(|sample| asked.contains(&sample.task));
    set.lost.retain(|sample| asked.contains(&sample.task));
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(name: &str, versions: &[(&str, u64)]) -> ModelSummary {
        ModelSummary {
            provider: "openai".to_owned(),
            address: None,
            model: name.to_owned(),
            interface: None,
            settings: serde_json::Map::new(),
            versions: versions.iter().map(|(version, count)| ((*version).to_owned(), *count)).collect(),
            weights: BTreeMap::new(),
            quantization: None,
            chat_template: None,
            first_asked: None,
            last_asked: None,
            answers: 3,
            missing: 0,
            cost: None,
            answers_without_price: 0,
        }
    }

    fn codes(model: &ModelSummary) -> Vec<String> {
        warnings("m", model, None).into_iter().map(|warning| warning.code).collect()
    }

    #[test]
    fn a_name_that_another_version_answers_to_is_an_alias() {
        assert_eq!(codes(&model("gpt-4o-2024-08-06", &[("gpt-4o-2024-08-06", 3)])), Vec::<String>::new());
        assert_eq!(codes(&model("gpt-4o", &[("gpt-4o-2024-08-06", 3)])), ["model_alias"]);
        assert_eq!(codes(&model("mistral-large-latest", &[])), ["model_alias"]);
        let moved = model("gpt-4o", &[("gpt-4o-2024-08-06", 2), ("gpt-4o-2024-11-20", 1)]);
        assert_eq!(codes(&moved), ["model_alias", "model_versions"]);
        assert_eq!(codes(&ModelSummary { missing: 1, ..model("m", &[]) }), ["answers_missing"]);
    }

    #[test]
    fn a_warning_of_missing_answers_says_how_many_and_why_the_model_was_asked_no_more() {
        let some = ModelSummary { missing: 2, ..model("m", &[]) };
        let said = |stop: Option<&Stop>| warnings("one", &some, stop).remove(0).message;
        assert!(
            said(None).starts_with("2 of the 5 answers of one are missing: lost to faults"),
            "{}",
            said(None)
        );
        let stopped = said(Some(&Stop::SpendLimit));
        assert!(
            stopped.contains(
                "missing: it was asked no more (the next answer might cost more than spend_limit leaves);"
            ),
            "{stopped}"
        );
    }

    #[test]
    fn times_are_utc() {
        assert_eq!(time(1_764_514_800_123), "2025-11-30T15:00:00Z");
    }

    #[test]
    fn tasks_are_named_or_counted_and_stay_in_the_benchmarks_order() {
        let benchmark = assay_benchmark::load("starter", std::path::Path::new("/nowhere")).unwrap();
        let ids = |asked: &AskedTasks| -> Vec<String> {
            asked.of(&benchmark).unwrap().iter().map(|task| task.id.to_string()).collect()
        };
        let first = ids(&AskedTasks::First(2));
        let named = AskedTasks::Named(vec![first[1].clone(), first[0].clone()]);
        assert_eq!(ids(&named), first);
        assert_eq!(ids(&AskedTasks::All).len(), benchmark.tasks.len());
        let unknown = AskedTasks::Named(vec!["HumanEval/0".to_owned()]).of(&benchmark).unwrap_err();
        assert!(unknown.to_string().contains("starter has no task HumanEval/0"), "{unknown}");
    }
}
