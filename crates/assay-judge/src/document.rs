//! `judge.json`: what a judge was asked, and how far it is right. It holds no clock, and only what the stored answers say: asked
//! at once or in several runs, it is the same.

use std::collections::{BTreeMap, BTreeSet};

use assay_analyse::tidy;
use assay_generate::Identity;
use assay_report::BenchmarkSummary;
use assay_types::Digest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::{
    Agreement, Analysis, AnswerCounts, Figures, JudgedComparison, Orders, Stability, analyse,
};
use crate::error::JudgeError;
use crate::items::{Facts, LeftOut, Selection};
use crate::prepared::{Answered, JudgeSettings, PreparedQuestion};
use crate::question::Question;

/// This assay's version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of the document's form. Raised whenever a reader of the former one would misread it.
pub const JUDGE_SCHEMA_VERSION: u32 = 1;

/// What a judge was asked about a run, and how far it is right.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JudgeDocument {
    /// [`JUDGE_SCHEMA_VERSION`] of the assay that wrote it.
    pub schema_version: u32,
    /// The version of assay that wrote it.
    pub assay_version: String,
    /// The version of assay that made the run, where it is another: what was asked about is what this one makes of its answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_assay_version: Option<String>,
    /// The run's benchmark.
    pub benchmark: BenchmarkSummary,
    /// The run's baseline.
    pub baseline: String,
    /// The run's candidate.
    pub candidate: String,
    /// Who judged.
    pub judge: JudgeModel,
    /// Answers to each question.
    pub repeats: u32,
    /// Which of the run's samples were asked about.
    pub selection: Selection,
    /// Seed of the intervals.
    pub seed: u64,
    /// What was asked, and what came of it.
    pub questions: Vec<QuestionResult>,
    /// What all answers took.
    pub cost: Cost,
}

/// The model that judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JudgeModel {
    /// What the protocol calls it.
    pub name: String,
    /// The kind of provider.
    pub provider: String,
    /// Where it is; not of what ran in this process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The model's name there.
    pub model: String,
    /// The versions that answered, in the provider's words, and how many answers each gave.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, u64>,
    /// The files that are the model, and the digest of each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub weights: BTreeMap<String, Digest>,
}

/// What answers took. Questions with the same text share theirs, which is counted once.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cost {
    /// Answers.
    pub answers: u64,
    /// Tokens read: as the provider counts them, else estimated from their characters.
    pub input_tokens: u64,
    /// Tokens written, likewise.
    pub output_tokens: u64,
    /// What they cost, in the currency of the protocol's prices, or the least of it where answers have no price; null where the
    /// protocol has none for the judge.
    pub cost: Option<f64>,
    /// Answers that were asked for while the protocol had no price: what they cost is unknown, and not in `cost`.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub answers_without_price: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's form")]
fn is_none_of_them(count: &u64) -> bool {
    *count == 0
}

/// What came of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionResult {
    /// The question.
    pub question: Question,
    /// The labels of its verdicts.
    pub labels: [String; 2],
    /// What figures are about; of pairs the side that was named, whatever its place.
    pub classes: [String; 2],
    /// The class that precision, recall and F1 are about.
    pub positive_class: String,
    /// What it means.
    pub positive_means: String,
    /// Digest of all that can change an answer, but for the model: template, system prompt, sampling.
    #[schemars(with = "String")]
    pub protocol_sha256: Digest,
    /// What was asked about: samples, or pairs × orders.
    pub items: u64,
    /// The tasks that they belong to.
    pub tasks: u64,
    /// Different prompts among them: equal ones share their answers.
    pub distinct_prompts: u64,
    /// What was left out, in samples or pairs, and why.
    pub left_out: BTreeMap<LeftOut, u64>,
    /// What became of the answers.
    pub answers: AnswerCounts,
    /// The judge's agreement with the truth; null without any verdict.
    pub judge: Option<Agreement>,
    /// The class that is true most often among the verdicts.
    pub majority_class: Option<String>,
    /// What one who always names that class would come to.
    pub always_majority: Option<Figures>,
    /// The judge's accuracy if every discarded answer were a wrong one.
    pub accuracy_if_discarded_were_wrong: Option<f64>,
    /// Whether it says the same again; null with one repeat.
    pub stability: Option<Stability>,
    /// Whether it goes by what is shown first; null but of pairs.
    pub orders: Option<Orders>,
    /// What it would have said of the comparison; null but of `correctness`.
    pub comparison: Option<JudgedComparison>,
    /// What the answers took.
    pub cost: Cost,
}

/// Says how far a judge is right, by what was answered to each of its questions.
pub fn document(
    facts: &Facts<'_>,
    settings: &JudgeSettings,
    asked: &[(PreparedQuestion, Answered)],
) -> Result<JudgeDocument, JudgeError> {
    let questions = asked
        .iter()
        .map(|(prepared, answered)| result(prepared, answered, settings))
        .collect::<Result<Vec<QuestionResult>, JudgeError>>()?;
    let mut versions: BTreeMap<String, u64> = BTreeMap::new();
    for (version, count) in asked.iter().flat_map(|(_, answered)| &answered.versions) {
        *versions.entry(version.clone()).or_default() += count;
    }
    Ok(JudgeDocument {
        schema_version: JUDGE_SCHEMA_VERSION,
        assay_version: VERSION.to_owned(),
        run_assay_version: Some(facts.report.assay_version.clone()).filter(|version| version != VERSION),
        benchmark: facts.report.benchmark.clone(),
        baseline: facts.report.baseline.name.clone(),
        candidate: facts.report.candidate.name.clone(),
        judge: model(
            &settings.model,
            asked.first().map(|(prepared, _)| prepared.questions.identity()),
            versions,
        ),
        repeats: settings.repeats,
        selection: settings.selection,
        seed: settings.seed,
        cost: total(&questions),
        questions,
    })
}

fn model(name: &str, identity: Option<&Identity>, versions: BTreeMap<String, u64>) -> JudgeModel {
    let weights = identity.map(|identity| &identity.weights[..]).unwrap_or_default();
    JudgeModel {
        name: name.to_owned(),
        provider: identity.map_or_else(String::new, |identity| identity.provider.clone()),
        address: identity.and_then(|identity| identity.address.clone()),
        model: identity.map_or_else(String::new, |identity| identity.model.clone()),
        versions,
        weights: weights.iter().map(|file| (file.name.clone(), file.digest)).collect(),
    }
}

fn total(questions: &[QuestionResult]) -> Cost {
    let costs = questions.iter().map(|result| &result.cost);
    let priced: Vec<f64> = costs.clone().filter_map(|cost| cost.cost).collect();
    Cost {
        answers: costs.clone().map(|cost| cost.answers).sum(),
        input_tokens: costs.clone().map(|cost| cost.input_tokens).sum(),
        output_tokens: costs.clone().map(|cost| cost.output_tokens).sum(),
        answers_without_price: costs.map(|cost| cost.answers_without_price).sum(),
        cost: (priced.len() == questions.len() && !priced.is_empty()).then(|| tidy(priced.iter().sum())),
    }
}

fn result(
    prepared: &PreparedQuestion,
    answered: &Answered,
    settings: &JudgeSettings,
) -> Result<QuestionResult, JudgeError> {
    let question = prepared.question;
    let analysis = analyse(question, &answered.judgements, settings.repeats, settings.seed)?;
    let Analysis { answers, judge, always_majority, majority_class, stability, orders, comparison, .. } =
        analysis;
    let tasks: BTreeSet<_> = prepared.items.iter().map(|item| &item.task).collect();
    Ok(QuestionResult {
        question,
        labels: question.vocabulary().labels.map(str::to_owned),
        classes: question.classes().map(str::to_owned),
        positive_class: question.positive_class().to_owned(),
        positive_means: question.positive_means().to_owned(),
        protocol_sha256: prepared.questions.protocol(),
        items: prepared.items.len() as u64,
        tasks: tasks.len() as u64,
        distinct_prompts: prepared.distinct_prompts,
        left_out: prepared.left_out.clone(),
        answers,
        judge,
        majority_class: majority_class.map(str::to_owned),
        always_majority,
        accuracy_if_discarded_were_wrong: analysis.accuracy_if_discarded_were_wrong,
        stability,
        orders,
        comparison,
        cost: answered.cost.clone(),
    })
}
