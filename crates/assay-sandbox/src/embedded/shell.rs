//! A shell: a child of a zygote of its own, isolated as a trial is, joined to the user by a supervisor that copies bytes.

use std::io;

use serde::Serialize;

use super::groups::SlotGroups;
use super::line::Line;
use super::processors::Seat;
use super::relay::Relay;
use super::slot::{WORKER_CONTROLLERS, order};
use super::zygote::Zygote;
use crate::engine::{EnvironmentRoot, Judging, SandboxError, Trial};
use crate::limits::Limits;
use crate::shell::{Console, Shell, ShellEnd};

/// What goes to the shell beside entry point and module.
#[derive(Serialize)]
struct ShellOrder<'a> {
    prompt: &'a str,
    tests: &'a str,
    /// Whether the tests are to be in the sample's own namespace, as they are in its trial.
    shared: bool,
}

/// Runs a shell to its end.
pub(super) fn run(
    environment: &EnvironmentRoot,
    shell: &Shell,
    console: &mut dyn Console,
) -> Result<ShellEnd, SandboxError> {
    let seat = Seat::take();
    let groups = SlotGroups::create(&WORKER_CONTROLLERS).map_err(SandboxError::groups)?;
    let mut zygote = Zygote::start(environment, "shell", seat.processors(), groups)?;
    let (line, far_end) = Line::open(console.window())
        .map_err(|source| SandboxError::Setup { step: "make a terminal for the shell".to_owned(), source })?;
    let (tests, shared) = match &*shell.trial.judging {
        Judging::Split { tests, .. } => (tests, false),
        Judging::Shared { tests, .. } => (tests, true),
    };
    let rest = ShellOrder { prompt: &shell.prompt, tests, shared };
    let rest = serde_json::to_vec(&rest).map_err(io::Error::from)?;
    // How long it takes is its user's business.
    let limits = Limits { cpu_seconds: u64::MAX, ..shell.trial.limits };
    let trial = Trial { limits, ..shell.trial.clone() };
    // It has no channel: nothing is asked of it.
    let seats = [&far_end.output, &far_end.output];
    order(&mut zygote, &trial, &rest, seats, Some(&far_end.input))?;
    drop(far_end);
    Relay::new(line, console).follow(&mut zygote)
}
