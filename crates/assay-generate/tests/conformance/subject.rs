//! Who is tested. A provider joins the suite as one more [`Subject`] in [`subjects`].

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_generate::Provider;

use crate::command::CommandSubject;
use crate::fake::FakeSubject;
use crate::hosted::HostedSubject;
use crate::replay::ReplaySubject;
use crate::scene::Scene;

/// A kind of provider, which can be brought into the scenes that it can meet.
pub(crate) trait Subject {
    /// Its kind.
    fn name(&self) -> &'static str;

    /// A provider that meets a scene when it is asked; `None` where it never can.
    fn stage(&self, scene: Scene) -> Option<Stage>;
}

/// A provider in a scene.
pub(crate) struct Stage {
    /// It.
    pub(crate) provider: Arc<dyn Provider>,
    /// How often the other side was asked; `None` where nobody can tell.
    pub(crate) asked: Box<dyn Fn() -> Option<usize>>,
    /// Set by the other side, in the scene of a cancellation, once it was asked.
    pub(crate) cancelled: Arc<AtomicBool>,
    /// What must live as long.
    pub(crate) _kept: Vec<Box<dyn Any>>,
}

/// Every provider.
pub(crate) fn subjects() -> Vec<Box<dyn Subject>> {
    vec![
        Box::new(FakeSubject),
        Box::new(HostedSubject("openai")),
        Box::new(HostedSubject("openai-completion")),
        Box::new(HostedSubject("anthropic")),
        Box::new(HostedSubject("gemini")),
        Box::new(HostedSubject("mistral")),
        Box::new(CommandSubject),
        #[cfg(feature = "embedded")]
        Box::new(crate::embedded::EmbeddedSubject),
        Box::new(ReplaySubject("openai")),
        Box::new(ReplaySubject("openai-completion")),
        Box::new(ReplaySubject("command")),
    ]
}
