//! Running programs that nobody trusts.
//!
//! An [`Engine`] opens [`Slot`]s; a slot runs one [`Trial`] at a time and says what happened in a [`TrialReport`].
//! The [`EmbeddedEngine`] is assay's own: Linux namespaces, a read-only root that holds one Python environment, and
//! two zygotes per slot that fork a fresh worker (the sample) for every trial and a judge (the tests) for every task.
//! A [`Shell`] is an interactive Python in the place of a trial, joined to the user by a [`Console`]; a [`Command`] is a
//! program of the user's in that place.
//! The [`FakeEngine`] answers from a script, so that schedulers can be tested without a kernel.
//!
//! This is the only crate with unsafe code, in `embedded::launch` and in `native/`, the part of a zygote that is
//! compiled apart. The Python half is in `python/`.

mod command;
mod controls;
mod embedded;
mod engine;
mod fake;
mod judgement;
mod limits;
mod measuring;
#[cfg(clippy)]
mod native;
mod python;
mod shell;

pub use command::{Command, CommandEnd, CommandFile, CommandReport};
pub use controls::{Control, ControlState, control_names, probe_controls};
pub use embedded::EmbeddedEngine;
pub use engine::{
    CapturedOutput, Engine, EnvironmentRoot, Judging, ProcessEnd, SandboxError, Slot, Spans, Surroundings,
    Trial, TrialReport,
};
pub use fake::{FakeConsole, FakeEngine};
pub use judgement::{Judgement, SampleFailure};
pub use limits::{LimitRule, Limits};
pub use measuring::Measuring;
pub use python::{COMMAND_SOURCE, NATIVE_LIBRARY, PYTHON_SOURCES, judge_version};
pub use shell::{Console, Shell, ShellEnd, WAY_OUT, Window};
