//! Questions made of a run, ready to be asked; and what the answers to them say.

use std::collections::{BTreeMap, BTreeSet};

use assay_analyse::tidy;
use assay_generate::{
    AskedTexts, Connected, Digests, Given, KnownCost, Protocol, Questions, RawLog, Template, connect_model,
    given_answers,
};
use assay_types::{Digest, TaskId};

use crate::document::Cost;
use crate::error::JudgeError;
use crate::items::{Facts, Found, Item, LeftOut, Order, Selection, Subject, find};
use crate::judgement::Judgement;
use crate::prompts::{render, template};
use crate::question::Question;
use crate::verdict::{Reading, read_verdict};

/// What a judge is asked, and how often.
#[derive(Debug, Clone)]
pub struct JudgeSettings {
    /// The model of the protocol that judges.
    pub model: String,
    /// The questions.
    pub questions: Vec<Question>,
    /// Answers to each of them.
    pub repeats: u32,
    /// Which samples.
    pub selection: Selection,
    /// Seed of the intervals.
    pub seed: u64,
    /// A template instead of the built-in one of each question.
    pub template: Option<Template>,
}

/// Who judges: the model that is named, else the protocol's only one.
pub fn model_of(protocol: &Protocol, named: Option<&str>) -> Result<String, JudgeError> {
    let mut models = protocol.models.keys();
    match (named, models.next(), models.next()) {
        (Some(named), ..) => Ok(named.to_owned()),
        (None, Some(only), None) => Ok(only.clone()),
        (None, ..) => Err(JudgeError::WhichModel {
            protocol: protocol.path.display().to_string(),
            count: protocol.models.len(),
            names: protocol.models.keys().map(String::as_str).collect::<Vec<_>>().join(", "),
        }),
    }
}

/// A question about all of a run's samples or pairs, ready to be asked.
pub struct PreparedQuestion {
    /// The question.
    pub question: Question,
    /// What is asked of the model; the n-th text is about the n-th item.
    pub questions: Questions,
    /// What is asked about.
    pub items: Vec<Item>,
    /// What is left out, in samples or pairs.
    pub left_out: BTreeMap<LeftOut, u64>,
    /// Different texts among those of the items: equal ones share their answers.
    pub distinct_prompts: u64,
}

/// Makes a run's questions. Nothing is asked, and a model that must not see the benchmark is refused. `digests` are
/// those of files of weights. All questions share one provider: a model in this process is loaded once.
pub fn prepare(
    protocol: &Protocol,
    facts: &Facts<'_>,
    settings: &JudgeSettings,
    digests: &mut Digests,
) -> Result<Vec<PreparedQuestion>, JudgeError> {
    prepare_with(protocol, facts, settings, &connect_model(protocol, &settings.model, digests)?)
}

/// As [`prepare`], with a provider that is there.
pub(crate) fn prepare_with(
    protocol: &Protocol,
    facts: &Facts<'_>,
    settings: &JudgeSettings,
    connected: &Connected,
) -> Result<Vec<PreparedQuestion>, JudgeError> {
    let of = |question: &Question| prepared(*question, protocol, facts, settings, connected);
    settings.questions.iter().map(of).collect()
}

fn prepared(
    question: Question,
    protocol: &Protocol,
    facts: &Facts<'_>,
    settings: &JudgeSettings,
    connected: &Connected,
) -> Result<PreparedQuestion, JudgeError> {
    let template = match &settings.template {
        Some(template) => template.clone(),
        None => template(question).map_err(JudgeError::Template)?,
    };
    let Found { items: found, mut left_out } = find(facts, question, &settings.selection);
    let tasks: BTreeMap<&TaskId, _> = facts.tasks.iter().map(|task| (&task.id, task)).collect();
    let (mut items, mut texts) = (Vec::new(), Vec::new());
    for (item, shown) in found {
        let Some(task) = tasks.get(&item.task) else { continue };
        match render(&template, task, &shown) {
            Ok(text) => {
                texts.push((item.task.clone(), text));
                items.push(item);
            }
            Err(error) if error.is_too_long() => {
                // Both orders of a pair are as long, and it is one pair.
                if item.subject != Subject::Pair(Order::CandidateFirst) {
                    *left_out.entry(LeftOut::TooLong).or_default() += 1;
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
    let asked = AskedTexts {
        benchmark: &facts.report.benchmark.name,
        confidentiality: facts.confidentiality,
        texts: &texts,
        repetitions: settings.repeats,
        template: &template,
    };
    let distinct: BTreeSet<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    Ok(PreparedQuestion {
        question,
        questions: Questions::of_texts(protocol, &settings.model, connected, &asked)?,
        items,
        left_out,
        distinct_prompts: distinct.len() as u64,
    })
}

/// What the answers to a question say.
#[derive(Debug, Clone, Default)]
pub struct Answered {
    /// One for each item and repeat, in their order.
    pub judgements: Vec<Judgement>,
    /// What the answers took, each counted once.
    pub(crate) cost: Cost,
    /// The versions that answered, in the provider's words, and how many answers each gave.
    pub(crate) versions: BTreeMap<String, u64>,
}

impl PreparedQuestion {
    /// Reads a verdict from each answer that is stored.
    pub fn answered(&self, log: &dyn RawLog) -> Result<Answered, JudgeError> {
        let given = given_answers(&self.questions, log)?;
        let mut answered = Answered::default();
        let mut counted: BTreeSet<Digest> = BTreeSet::new();
        let mut cost = KnownCost::default();
        if given.len() != self.items.len() {
            return Err(JudgeError::NotOneEach { items: self.items.len(), texts: given.len() });
        }
        for (item, answers) in self.items.iter().zip(&given) {
            for (repeat, answer) in (0_u32..).zip(answers) {
                let missing = Judgement::missing(self.question, item, repeat);
                let Some(given) = answer else {
                    answered.judgements.push(missing);
                    continue;
                };
                answered.judgements.push(self.judged(given, missing));
                if counted.insert(given.key) {
                    answered.count(given);
                    cost.add(given.cost);
                }
            }
        }
        if self.questions.has_price() {
            answered.cost.cost = Some(tidy(cost.known));
            answered.cost.answers_without_price = cost.without_price;
        }
        Ok(answered)
    }

    fn judged(&self, given: &Given, missing: Judgement) -> Judgement {
        let (verdict, discarded) = match read_verdict(&self.question.vocabulary(), &given.answer) {
            Reading::Verdict(label) => (Some(label.to_owned()), None),
            Reading::Discarded(why) => (None, Some(why)),
        };
        Judgement { verdict, discarded, answer: Some(given.answer.text.clone()), ..missing }
    }
}

impl Answered {
    fn count(&mut self, given: &Given) {
        self.cost.answers += 1;
        self.cost.input_tokens += given.input_tokens;
        self.cost.output_tokens += given.output_tokens;
        if let Some(version) = &given.answer.version {
            *self.versions.entry(version.clone()).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests;
