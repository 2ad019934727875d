//! A provider that says what a test tells it to.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::line;
use super::reading::{fault, read_exchange};
use crate::{Answer, Attempt, Context, Exchange, Fault, FaultKind, Identity, Provider, Request, Response};

/// What a fake does with a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Play {
    /// It answers.
    Answer(Answer),
    /// It meets a fault.
    Fault(Fault),
    /// It says nothing until the deadline or the cancellation.
    Hang,
}

/// A fake: it decides by the request and by how often it was asked before, and never leaves the process.
pub struct Fake {
    identity: Identity,
    play: Box<Script>,
    asked: AtomicUsize,
}

type Script = dyn Fn(&Request, usize) -> Play + Send + Sync;

impl Fake {
    /// A model of some name that does as a function says of a request and of the number of requests before it.
    pub fn new(model: &str, play: impl Fn(&Request, usize) -> Play + Send + Sync + 'static) -> Self {
        let identity = Identity {
            provider: "fake".into(),
            address: None,
            model: model.into(),
            weights: Vec::new(),
            chat_template: None,
            quantization: None,
        };
        Self { identity, play: Box::new(play), asked: AtomicUsize::new(0) }
    }

    /// How often it was asked.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Provider for Fake {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn body(&self, request: &Request) -> Vec<u8> {
        line::body(&self.identity.model, request)
    }

    fn ask(&self, request: &Request, context: &Context<'_>) -> Attempt {
        let start = Instant::now();
        let before = self.asked.fetch_add(1, Ordering::SeqCst);
        let body = self.body(request);
        let attempt = |body, response, outcome| Attempt {
            exchange: Exchange { body, response, elapsed: start.elapsed() },
            outcome,
        };
        match (self.play)(request, before) {
            Play::Answer(answer) => {
                let line = line::answer(&body, &answer);
                let response = Response { status: 0, headers: std::collections::BTreeMap::new(), body: line };
                let exchange = Exchange { body, response: Some(response), elapsed: start.elapsed() };
                Attempt { outcome: read_exchange(&self.identity, &exchange), exchange }
            }
            Play::Fault(fault) => attempt(body, None, Err(fault)),
            Play::Hang => {
                while Instant::now() < context.deadline && !context.cancelled.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(1));
                }
                let (kind, what) = if context.cancelled.load(Ordering::Relaxed) {
                    (FaultKind::Cancelled, "nobody wants the answer any more")
                } else {
                    (FaultKind::Timeout, "no whole answer until the deadline")
                };
                attempt(body, None, Err(fault(kind, &self.identity.model, what)))
            }
        }
    }
}
