//! The in-tree fake.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_generate::{Answer, Fake, Fault, FaultKind, Identity, Play, Provider, Usage};

use crate::scene::{REASONING, Scene, WAIT};
use crate::subject::{Stage, Subject};

pub(crate) struct FakeSubject;

/// A fake that is counted from outside.
struct Shared(Arc<Fake>);

impl Provider for Shared {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }

    fn body(&self, request: &assay_generate::Request) -> Vec<u8> {
        self.0.body(request)
    }

    fn ask(
        &self,
        request: &assay_generate::Request,
        context: &assay_generate::Context<'_>,
    ) -> assay_generate::Attempt {
        self.0.ask(request, context)
    }
}

impl Subject for FakeSubject {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn stage(&self, scene: Scene) -> Option<Stage> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        let fake = Arc::new(Fake::new("m-1", move |_, _| play(scene, &flag)));
        let counted = Arc::clone(&fake);
        Some(Stage {
            provider: Arc::new(Shared(fake)),
            asked: Box::new(move || Some(counted.asked())),
            cancelled,
            _kept: Vec::new(),
        })
    }
}

fn play(scene: Scene, cancelled: &AtomicBool) -> Play {
    match scene.expected() {
        Ok((finish, text)) => Play::Answer(Answer {
            text: text.into(),
            reasoning: (scene == Scene::Reasoning).then(|| REASONING.into()),
            finish,
            version: Some("played-2026-11-30".into()),
            usage: Usage { input: Some(11), output: Some(7), reasoning: None },
        }),
        Err(FaultKind::Timeout) => Play::Hang,
        Err(FaultKind::Cancelled) => {
            cancelled.store(true, Ordering::SeqCst);
            Play::Hang
        }
        Err(kind) => Play::Fault(Fault {
            kind,
            message: "played".into(),
            retry_after: scene.asks_to_wait().then(|| std::time::Duration::from_secs(WAIT)),
        }),
    }
}
