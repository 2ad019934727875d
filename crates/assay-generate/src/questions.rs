//! What a model is to be asked for a benchmark's tasks, and what of it is answered already.

use std::collections::HashSet;
use std::sync::Arc;

use assay_store::StoreError;
use assay_types::{Confidentiality, Digest, Task, TaskId};

use crate::bounded::unbounded;
use crate::confidentiality::{Confidential, require_allowed};
use crate::log::{RawLog, answer_of};
use crate::prompt::{PromptError, Template};
use crate::protocol::{Interface, SamplingRule};
use crate::{
    Connected, Digests, Identity, KnownCost, Model, Price, Prompt, Protocol, Provider, ProviderSettings,
    Request, SettingsError, Turn, answer_key, connect_with_digests, estimated_tokens,
};

/// Why a model cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The protocol has no such model.
    #[error("the protocol {protocol} has no model {name:?}; {meant}")]
    UnknownModel {
        /// The protocol's file.
        protocol: String,
        /// The name.
        name: String,
        /// What may have been meant.
        meant: String,
    },
    /// Its settings make no provider.
    #[error("models.{name}: {source}")]
    Settings {
        /// The model.
        name: String,
        /// What is wrong.
        source: SettingsError,
    },
    /// The benchmark is not for it.
    #[error(transparent)]
    Confidential(#[from] Confidential),
    /// A prompt cannot be made.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// A limit cannot be kept without knowing what answers cost.
    #[error(
        "protocol.spend_limit needs what {name} costs: give models.{name}.price (0 and 0 for a model of your own)"
    )]
    NoPrice {
        /// The model.
        name: String,
    },
    /// A limit cannot be kept where nothing bounds an answer.
    #[error(
        "{problem}: nothing then bounds what an answer costs, and protocol.spend_limit cannot be kept\n  let it be sent, at most as \
         protocol.max_tokens says, or leave protocol.spend_limit out; nothing was asked"
    )]
    Unbounded {
        /// What keeps the bound from being sent.
        problem: String,
    },
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is asked about which tasks.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The benchmark's name.
    pub benchmark: &'a str,
    /// Who may see its tasks.
    pub confidentiality: &'a Confidentiality,
    /// The tasks.
    pub tasks: &'a [&'a Task],
    /// Answers to each of them.
    pub samples_per_task: u32,
}

/// Texts that a model is asked with, where they are not a benchmark's tasks in the protocol's template.
#[derive(Debug, Clone, Copy)]
pub struct AskedTexts<'a> {
    /// The benchmark out of which they are made.
    pub benchmark: &'a str,
    /// Who may see it.
    pub confidentiality: &'a Confidentiality,
    /// The texts, each with the task that it is about.
    pub texts: &'a [(TaskId, String)],
    /// Answers to each of them.
    pub repetitions: u32,
    /// What the texts were made by: it is in what is stored of the protocol.
    pub template: &'a Template,
}

/// A model, ready to be asked: its questions in the order of tasks and, in each, of repetitions.
pub struct Questions {
    /// What the protocol calls the model.
    pub model: String,
    /// What the user should know before it is asked.
    pub warnings: Vec<String>,
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) interface: Interface,
    pub(crate) price: Option<Price>,
    pub(crate) protocol: Digest,
    pub(crate) document: Vec<u8>,
    pub(crate) sampling: SamplingRule,
    pub(crate) wanted: Vec<Question>,
    prompts: Vec<(TaskId, Prompt)>,
}

/// One answer that is wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question {
    /// The place of its prompt.
    pub(crate) task: usize,
    pub(crate) repetition: u32,
    pub(crate) key: Digest,
}

impl Questions {
    /// Makes a model of the protocol ready and writes out its questions. Nothing is asked, and a model that must not see the
    /// tasks is refused. `digests` are those of files of weights.
    pub fn of(
        protocol: &Protocol,
        model: &str,
        asked: &Asked<'_>,
        digests: &mut Digests,
    ) -> Result<Self, AskError> {
        let connected = connect_model(protocol, model, digests)?;
        let mut questions = Self::with_provider(protocol, model, connected.provider, asked)?;
        questions.warnings = connected.warnings;
        Ok(questions)
    }

    /// As [`Questions::of`], with a provider of one's own for that model.
    pub fn with_provider(
        protocol: &Protocol,
        model: &str,
        provider: Arc<dyn Provider>,
        asked: &Asked<'_>,
    ) -> Result<Self, AskError> {
        let mut made = Self::unasked(protocol, model, provider, asked.benchmark, asked.confidentiality)?;
        let template = protocol.template(made.interface);
        for task in asked.tasks {
            let text = template.render(task)?;
            made.add(task.id.clone(), text, protocol.system.as_deref());
        }
        made.want(asked.samples_per_task);
        Ok(made)
    }

    /// Makes a model ready to be asked with texts. They are as confidential as the benchmark that they are made of. The provider
    /// is [`connect_model`]'s, which several such questions share.
    pub fn of_texts(
        protocol: &Protocol,
        model: &str,
        connected: &Connected,
        asked: &AskedTexts<'_>,
    ) -> Result<Self, AskError> {
        let provider = connected.provider.clone();
        let mut made = Self::unasked(protocol, model, provider, asked.benchmark, asked.confidentiality)?;
        made.warnings.clone_from(&connected.warnings);
        made.document = protocol.document_with(asked.template);
        made.protocol = Digest::of(&made.document);
        for (task, text) in asked.texts {
            made.add(task.clone(), text.clone(), protocol.system.as_deref());
        }
        made.want(asked.repetitions);
        Ok(made)
    }

    /// A model that may see the benchmark, without questions yet.
    fn unasked(
        protocol: &Protocol,
        model: &str,
        provider: Arc<dyn Provider>,
        benchmark: &str,
        confidentiality: &Confidentiality,
    ) -> Result<Self, AskError> {
        let Some(settings) = protocol.models.get(model) else {
            return Err(unknown(protocol, model));
        };
        require_allowed(confidentiality, benchmark, model, provider.identity(), &settings.settings)?;
        if protocol.limits.spend_limit.is_some() {
            require_limit(protocol, model, settings, &*provider)?;
        }
        Ok(Self {
            model: model.to_owned(),
            warnings: Vec::new(),
            interface: settings.interface,
            price: settings.price,
            protocol: protocol.digest(),
            document: protocol.document(),
            sampling: protocol.sampling.clone(),
            wanted: Vec::new(),
            prompts: Vec::new(),
            provider,
        })
    }

    /// Adds a text to ask with.
    fn add(&mut self, task: TaskId, text: String, system: Option<&str>) {
        let prompt = match self.interface {
            Interface::Completion => Prompt::Completion { text },
            Interface::Chat => {
                Prompt::Chat { system: system.map(str::to_owned), turns: vec![Turn::User(text)] }
            }
        };
        self.prompts.push((task, prompt));
    }

    /// Wants so many answers to each text.
    fn want(&mut self, repetitions: u32) {
        for task in 0..self.prompts.len() {
            for repetition in 0..repetitions {
                let request = self.request_of(task, repetition);
                let key = answer_key(self.provider.identity(), &self.provider.body(&request), repetition);
                self.wanted.push(Question { task, repetition, key });
            }
        }
    }

    /// Which model it is.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        self.provider.identity()
    }

    /// How many answers are wanted.
    #[must_use]
    pub fn wanted(&self) -> usize {
        self.wanted.len()
    }

    /// How many texts or tasks it is asked about.
    pub(crate) fn texts(&self) -> usize {
        self.prompts.len()
    }

    /// How many different answers are wanted: questions with the same text share theirs.
    pub(crate) fn distinct(&self) -> usize {
        self.wanted.iter().map(|question| question.key).collect::<HashSet<_>>().len()
    }

    /// Whether the protocol says what it costs.
    #[must_use]
    pub fn has_price(&self) -> bool {
        self.price.is_some()
    }

    /// Digest of all that can change an answer, but for the model; its text is stored with the answers.
    #[must_use]
    pub fn protocol(&self) -> Digest {
        self.protocol
    }

    /// The request of a question.
    pub(crate) fn request(&self, question: &Question) -> Request {
        self.request_of(question.task, question.repetition)
    }

    fn request_of(&self, task: usize, repetition: u32) -> Request {
        let sampling = self.sampling.of_repetition(repetition);
        Request { prompt: self.prompts[task].1.clone(), sampling, repetition }
    }

    /// The task of a question.
    pub(crate) fn task(&self, question: &Question) -> &TaskId {
        &self.prompts[question.task].0
    }

    /// The questions that nothing answers yet, each text and repetition once; and what the others cost.
    pub(crate) fn missing(&self, log: &dyn RawLog) -> Result<(Vec<Question>, KnownCost), AskError> {
        let mut seen = HashSet::new();
        let (mut missing, mut spent) = (Vec::new(), KnownCost::default());
        for question in self.wanted.iter().filter(|question| seen.insert(question.key)) {
            match answer_of(log, question.key)? {
                Some((attempt, _)) => spent.add(attempt.cost),
                None => missing.push(*question),
            }
        }
        Ok((missing, spent))
    }

    /// What asking would take, by what is known already. Changes nothing.
    pub fn estimate(&self, log: &dyn RawLog) -> Result<Estimate, AskError> {
        let (missing, spent) = self.missing(log)?;
        let input: u64 = missing.iter().map(|question| estimated_tokens(&self.request(question))).sum();
        let most_output = missing.len() as u64 * u64::from(self.sampling.max_tokens);
        Ok(Estimate {
            wanted: self.distinct() as u64,
            missing: missing.len() as u64,
            input_tokens: input,
            most_output_tokens: most_output,
            most_cost: self.price.map(|price| price.of(input, most_output)),
            spent,
            first_body: missing.first().map(|question| self.provider.body(&self.request(question))),
        })
    }
}

/// What asking would take.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Answers that are wanted, one that several questions share counted once.
    pub wanted: u64,
    /// Requests to make: those that nothing answers yet.
    pub missing: u64,
    /// Tokens to read, as [`estimated_tokens`] has them.
    pub input_tokens: u64,
    /// Tokens to write, if every answer is as long as it may be.
    pub most_output_tokens: u64,
    /// What all that costs, where the protocol has a price.
    pub most_cost: Option<f64>,
    /// What the answers that are there cost.
    pub spent: KnownCost,
    /// The body of the first request.
    pub first_body: Option<Vec<u8>>,
}

/// Makes the provider of a protocol's model, as [`connect_with_digests`] does: an embedded model's weights are loaded by it. Nothing is
/// asked yet. An error where the protocol has no such model, or its settings make no provider.
pub fn connect_model(protocol: &Protocol, model: &str, digests: &mut Digests) -> Result<Connected, AskError> {
    let Some(settings) = protocol.models.get(model) else {
        return Err(unknown(protocol, model));
    };
    connect_with_digests(&settings.settings, protocol.folder(), digests)
        .map_err(|source| AskError::Settings { name: model.to_owned(), source })
}

/// Refuses a model whose answers could cost what no spend limit knows of. A recording costs nothing.
fn require_limit(
    protocol: &Protocol,
    name: &str,
    settings: &Model,
    provider: &dyn Provider,
) -> Result<(), AskError> {
    let Some(price) = settings.price else { return Err(AskError::NoPrice { name: name.to_owned() }) };
    let is_free = price.output <= 0.0 || matches!(settings.settings, ProviderSettings::Replay(_));
    if is_free {
        return Ok(());
    }
    let problem = unbounded(name, provider, settings.interface, &protocol.sampling);
    problem.map_or(Ok(()), |problem| Err(AskError::Unbounded { problem }))
}

fn unknown(protocol: &Protocol, name: &str) -> AskError {
    let known: Vec<&str> = protocol.models.keys().map(String::as_str).collect();
    let meant = if known.is_empty() {
        "it has none: name one as [models.NAME]".to_owned()
    } else {
        crate::protocol::meant(name, &known)
    };
    AskError::UnknownModel { protocol: protocol.path.display().to_string(), name: name.to_owned(), meant }
}
