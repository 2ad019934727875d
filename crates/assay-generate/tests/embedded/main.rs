//! The embedded provider, asked for real: llama.cpp evaluates tiny models that are written here.
#![cfg(feature = "embedded")]

mod answers;
mod limits;
mod repeatability;
mod tiny_model;

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assay_generate::{
    Attempt, Context, Digests, Embedded, EmbeddedSettings, Prompt, Provider, Request, Sampling, Turn,
};
use tiny_model::TinyModel;

fn settings(weights: &Path) -> EmbeddedSettings {
    EmbeddedSettings {
        model: "tiny".into(),
        weights: weights.into(),
        threads: NonZeroU32::MIN,
        context: None,
    }
}

/// A tiny model as a provider.
fn loaded(model: &TinyModel) -> Embedded {
    loaded_with(model, |_| {})
}

fn loaded_with(model: &TinyModel, change: impl Fn(&mut EmbeddedSettings)) -> Embedded {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(&model.write(folder.path()));
    change(&mut settings);
    Embedded::load(&settings, Path::new("/"), &mut Digests::without_cache()).expect("a model")
}

/// The likeliest continuation of a text, of at most 16 tokens.
fn completion(text: &str) -> Request {
    Request {
        prompt: Prompt::Completion { text: text.into() },
        sampling: Sampling { temperature: 0.0, top_p: 1.0, max_tokens: 16, stop: Vec::new(), seed: None },
        repetition: 0,
    }
}

fn chat(system: Option<&str>, text: &str) -> Request {
    let prompt = Prompt::Chat { system: system.map(str::to_owned), turns: vec![Turn::User(text.into())] };
    Request { prompt, ..completion("") }
}

/// Asks without a limit that a test could meet.
fn asked(provider: &Embedded, request: &Request) -> Attempt {
    let cancelled = AtomicBool::new(false);
    let deadline = Instant::now() + Duration::from_hours(1);
    provider.ask(request, &Context { deadline, cancelled: &cancelled })
}
