//! Checks that are no part of assay: a command of the user's gets samples as JSON Lines and answers with what it flags.
//!
//! docs/plug-ins.md is the contract. A command runs in the sandbox like a sample, because it reads what a model wrote; what it
//! prints is read within limits, and a sample that it leaves out is an error, never "clean".

mod answers;
mod configuration;
mod error;
mod questions;
mod run;

use std::sync::Arc;

use assay_report::{PluginFile, PluginSummary};
use assay_types::{Aspect, Digest};

pub(crate) use configuration::{PluginTable, plugin};
pub use error::PluginError;
pub(crate) use run::judge_by_plugins;

/// A check that a command of the user's makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Plugin {
    /// Its name, as in reports.
    pub name: String,
    /// What it is about: anything but logic.
    pub aspect: Aspect,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The longest that one run of the command may take, by the clock.
    pub seconds: u64,
    /// What it finds in its work folder, by path, in order.
    pub files: Vec<(String, Arc<[u8]>)>,
}

impl Plugin {
    /// As a report says it, with the digest of the environment that it ran in.
    pub(crate) fn summary(&self, environment: &str) -> PluginSummary {
        let files = self
            .files
            .iter()
            .map(|(path, content)| PluginFile { path: path.clone(), sha256: Digest::of(content) });
        PluginSummary {
            name: self.name.clone(),
            aspect: self.aspect,
            command: self.command.clone(),
            seconds: self.seconds,
            files: files.collect(),
            environment: environment.to_owned(),
        }
    }
}
