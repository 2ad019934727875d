//! An engine without a kernel: answers from a script, so that schedulers and checks can be tested quickly.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_types::Measurement;

use crate::command::{Command, CommandReport};
use crate::engine::{
    CapturedOutput, Engine, EnvironmentRoot, ProcessEnd, SandboxError, Slot, Spans, Trial, TrialReport,
};
use crate::judgement::Judgement;
use crate::measuring::Measuring;
use crate::shell::{Console, Shell, ShellEnd, Window};

type Script = dyn Fn(&Trial) -> Result<Judgement, SandboxError> + Send + Sync;

type MeasureScript = dyn Fn(&Trial, Measuring) -> Measurement + Send + Sync;

type ShellScript = dyn Fn(&Shell, &mut dyn Console) -> Result<ShellEnd, SandboxError> + Send + Sync;

type CommandScript = dyn Fn(&Command) -> Result<CommandReport, SandboxError> + Send + Sync;

/// Answers each trial by a function of it.
#[derive(Clone)]
pub struct FakeEngine {
    script: Arc<Script>,
    measure: Option<Arc<MeasureScript>>,
    shell: Option<Arc<ShellScript>>,
    command: Option<Arc<CommandScript>>,
}

impl FakeEngine {
    /// An engine that answers by the given function.
    #[must_use]
    pub fn new(script: impl Fn(&Trial) -> Result<Judgement, SandboxError> + Send + Sync + 'static) -> Self {
        Self { script: Arc::new(script), measure: None, shell: None, command: None }
    }

    /// The same engine, whose measurements are the given function. Without one nothing is measured.
    #[must_use]
    pub fn with_measurements(
        self,
        measure: impl Fn(&Trial, Measuring) -> Measurement + Send + Sync + 'static,
    ) -> Self {
        Self { measure: Some(Arc::new(measure)), ..self }
    }

    /// The same engine, with shells that are the given function. Without one a shell is an error.
    #[must_use]
    pub fn with_shell(
        self,
        shell: impl Fn(&Shell, &mut dyn Console) -> Result<ShellEnd, SandboxError> + Send + Sync + 'static,
    ) -> Self {
        Self { shell: Some(Arc::new(shell)), ..self }
    }

    /// The same engine, with commands that are the given function. Without one a command is an error.
    #[must_use]
    pub fn with_command(
        self,
        command: impl Fn(&Command) -> Result<CommandReport, SandboxError> + Send + Sync + 'static,
    ) -> Self {
        Self { command: Some(Arc::new(command)), ..self }
    }
}

impl Engine for FakeEngine {
    fn open(&self, _environment: &EnvironmentRoot) -> Result<Box<dyn Slot>, SandboxError> {
        Ok(Box::new(self.clone()))
    }

    fn shell(
        &self,
        _environment: &EnvironmentRoot,
        shell: &Shell,
        console: &mut dyn Console,
    ) -> Result<ShellEnd, SandboxError> {
        let missing = || SandboxError::Zygote { role: "shell", problem: "has no script".to_owned() };
        self.shell.as_ref().ok_or_else(missing)?(shell, console)
    }

    fn command(
        &self,
        _environment: &EnvironmentRoot,
        command: &Command,
        _cancelled: &AtomicBool,
    ) -> Result<CommandReport, SandboxError> {
        let missing = || SandboxError::Zygote { role: "command", problem: "has no script".to_owned() };
        self.command.as_ref().ok_or_else(missing)?(command)
    }
}

impl Slot for FakeEngine {
    fn run(&mut self, trial: &Trial) -> Result<TrialReport, SandboxError> {
        Ok(TrialReport {
            judgement: (self.script)(trial)?,
            worker: ProcessEnd { cpu_microseconds: 1_000, ..ProcessEnd::default() },
            output: CapturedOutput::default(),
            spans: Spans::default(),
            measurement: None,
        })
    }

    fn measure(&mut self, trial: &Trial, measuring: Measuring) -> Result<TrialReport, SandboxError> {
        let measurement = self.measure.as_ref().map(|measure| measure(trial, measuring));
        Ok(TrialReport { measurement, ..self.run(trial)? })
    }
}

/// A console without a terminal, whose input is at its end and at which nothing happens.
#[derive(Debug)]
pub struct FakeConsole(UnixStream);

impl FakeConsole {
    /// A console of its own.
    pub fn new() -> io::Result<Self> {
        UnixStream::pair().map(|(ours, _)| Self(ours))
    }
}

impl Console for FakeConsole {
    fn window(&self) -> Option<Window> {
        None
    }

    fn input(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    fn output(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    fn news(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    fn end_is_wanted(&mut self) -> io::Result<bool> {
        Ok(false)
    }
}
