//! assay's own engine: namespaces, a read-only root, and two zygotes per slot.

mod capture;
mod judge;
mod launch;
mod link;
mod messages;
mod slot;
mod zygote;

use crate::engine::{Engine, EnvironmentRoot, SandboxError, Slot};

/// The embedded engine. Needs Linux with user namespaces; works as root and as an ordinary user.
#[derive(Debug, Default)]
pub struct EmbeddedEngine;

impl EmbeddedEngine {
    /// The engine; nothing is started before the first slot is opened.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl Engine for EmbeddedEngine {
    fn open(&self, environment: &EnvironmentRoot) -> Result<Box<dyn Slot>, SandboxError> {
        Ok(Box::new(slot::EmbeddedSlot::open(environment)?))
    }
}
