//! The provider of models in this process.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Instant;

use super::generation;
use super::model::{BATCH, LoadError, Model};
use super::template::{ChatTemplate, prompt_text};
use super::wire::{self, Question, Reply, Spoken};
use crate::provider::settings::EmbeddedSettings;
use crate::weights::read_header;
use crate::{
    Attempt, Context, Digests, Exchange, Identity, Prompt, Provider, Request, Response, Turn, Weights,
};

/// What evaluates the model, by the versions in Cargo.lock; llama.cpp itself comes with the second.
const ENGINE: &str = "llama-cpp-2 0.1.160, llama-cpp-sys-2 0.1.161";

/// A model in this process.
pub struct Embedded {
    identity: Identity,
    model: Model,
    template: Option<Result<ChatTemplate, String>>,
    context: u32,
    threads: NonZeroU32,
}

impl Embedded {
    /// Loads the model and identifies it. Relative paths start in `folder`.
    ///
    /// # Errors
    /// Where the weights are not there, are damaged, or are none that llama.cpp knows.
    pub fn load(
        settings: &EmbeddedSettings,
        folder: &Path,
        digests: &mut Digests,
    ) -> Result<Self, LoadError> {
        let path = folder.join(&settings.weights);
        let weights = Weights::identify(&path, digests)?;
        let architecture =
            std::fs::File::open(&path).ok().and_then(|file| read_header(file).ok()?.architecture);
        let model = Model::load(&path, architecture)?;
        let (begin, end) = model.marks();
        let template = weights
            .chat_template
            .as_ref()
            .map(|source| ChatTemplate::new(source, begin.clone(), end.clone()));
        let trained = model.trained_context();
        Ok(Self {
            identity: Identity {
                provider: "embedded".into(),
                address: None,
                model: settings.model.clone(),
                chat_template: weights.chat_template_digest(),
                quantization: weights.quantization,
                weights: weights.files,
            },
            model,
            template,
            context: settings.context.map_or(trained, |context| context.get().min(trained)),
            threads: settings.threads,
        })
    }

    /// What is asked, and why it cannot be where the template makes no text of it.
    fn question(&self, request: &Request) -> (Question, Option<String>) {
        let (prompt, refused) = match prompt_text(&request.prompt, self.template.as_ref()) {
            Ok(text) => (Some(text), None),
            Err(problem) => (None, Some(problem)),
        };
        let sampling = &request.sampling;
        let question = Question {
            engine: ENGINE.into(),
            model: self.identity.model.clone(),
            conversation: if prompt.is_none() { conversation(&request.prompt) } else { Vec::new() },
            prompt,
            max_tokens: sampling.max_tokens,
            temperature: sampling.temperature,
            top_p: sampling.top_p,
            stop: sampling.stop.clone(),
            // A protocol without a seed still has another for each repetition, and the same the next time.
            seed: sampling.seed.unwrap_or_else(|| request.repetition.into()),
            context: self.context,
            threads: self.threads.get(),
            batch: BATCH,
        };
        (question, refused)
    }
}

/// A conversation as templates are given it.
fn conversation(prompt: &Prompt) -> Vec<Spoken> {
    let Prompt::Chat { system, turns } = prompt else { return Vec::new() };
    let system = system.iter().map(|content| Spoken { role: "system", content: content.clone() });
    let turns = turns.iter().map(|turn| match turn {
        Turn::User(content) => Spoken { role: "user", content: content.clone() },
        Turn::Model(content) => Spoken { role: "assistant", content: content.clone() },
    });
    system.chain(turns).collect()
}

impl Provider for Embedded {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn body(&self, request: &Request) -> Vec<u8> {
        wire::written(&self.question(request).0)
    }

    fn ask(&self, request: &Request, context: &Context<'_>) -> Attempt {
        let start = Instant::now();
        let (question, refused) = self.question(request);
        let reply = match refused {
            Some(problem) => Ok(Reply::Refused(problem)),
            None => generation::answer(&self.model, &question, context),
        };
        // What is answered is read from what is logged, so the two cannot differ.
        let response = |body| Response { status: 0, headers: BTreeMap::new(), body };
        let (response, outcome) = match reply.map(|reply| response(wire::written(&reply))) {
            Ok(response) => {
                let outcome = wire::read(&self.identity.model, &response);
                (Some(response), outcome)
            }
            Err(fault) => (None, Err(fault)),
        };
        let body = wire::written(&question);
        Attempt { exchange: Exchange { body, response, elapsed: start.elapsed() }, outcome }
    }

    fn most_at_once(&self) -> Option<usize> {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = usize::try_from(self.threads.get()).unwrap_or(usize::MAX);
        Some((processors / threads).max(1))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_engine_is_named_by_its_locked_versions() {
        let lock = include_str!("../../../../../Cargo.lock");
        for part in super::ENGINE.split(", ") {
            let (name, version) = part.split_once(' ').unwrap();
            assert!(lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n")), "{part}");
        }
    }
}
