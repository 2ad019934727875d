//! assay's own engine: namespaces, a read-only root, and two zygotes per slot.

mod capture;
mod command;
mod groups;
mod judge;
mod launch;
mod line;
mod link;
mod messages;
mod processors;
#[allow(dead_code, reason = "each side writes one kind of record and reads the other")]
#[path = "../../native/record.rs"]
pub(crate) mod record;
mod relay;
mod shared;
mod shell;
mod slot;
mod users;
mod wait;
mod watch;
mod zygote;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use self::record::{ProcessLimits, Report};
use crate::command::{Command, CommandReport};
use crate::engine::{Engine, EnvironmentRoot, ProcessEnd, SandboxError, Slot};
use crate::limits::Limits;
use crate::shell::{Console, Shell, ShellEnd};

/// The longest that a read or a write may block: a zygote that is stuck must not hold its slot for ever. A cold
/// interpreter takes tens of milliseconds to start; a very busy machine takes its time.
const PATIENCE: Duration = Duration::from_mins(1);

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
    fn stop(&self) {
        zygote::stop_all();
    }

    fn open(&self, environment: &EnvironmentRoot) -> Result<Box<dyn Slot>, SandboxError> {
        Ok(Box::new(slot::EmbeddedSlot::open(environment)?))
    }

    fn shell(
        &self,
        environment: &EnvironmentRoot,
        shell: &Shell,
        console: &mut dyn Console,
    ) -> Result<ShellEnd, SandboxError> {
        shell::run(environment, shell, console)
    }

    fn command(
        &self,
        environment: &EnvironmentRoot,
        command: &Command,
        cancelled: &AtomicBool,
    ) -> Result<CommandReport, SandboxError> {
        command::run(environment, command, cancelled)
    }
}

impl ProcessLimits {
    /// The kernel's share of a trial's limits; the rest is the engine's own to enforce.
    fn of(limits: &Limits) -> Self {
        Self {
            cpu_seconds: limits.cpu_seconds,
            memory_bytes: limits.memory_bytes,
            processes: limits.processes,
            descriptors: limits.descriptors,
            disk_bytes: limits.disk_bytes,
            inodes: limits.inodes,
        }
    }
}

impl ProcessEnd {
    /// From a zygote's report of an end; nothing is known of one from another report.
    fn of(report: Report) -> Self {
        let Report::Ended { exit, killed, cpu_limit_reached, cpu_microseconds, peak_kibibytes, .. } = report
        else {
            return Self::default();
        };
        let exit = i32::try_from(exit).unwrap_or_default();
        Self { exit, killed, cpu_limit_reached, cpu_microseconds, peak_kibibytes }
    }
}

impl SandboxError {
    fn groups(source: std::io::Error) -> Self {
        Self::Setup { step: "make its control groups".to_owned(), source }
    }
}
