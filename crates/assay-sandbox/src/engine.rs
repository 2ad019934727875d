//! The plug point: what every engine can do, and what a trial is.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_types::Measurement;
use serde::{Deserialize, Serialize};

use crate::command::{Command, CommandReport};
use crate::judgement::Judgement;
use crate::limits::Limits;
use crate::measuring::Measuring;
use crate::shell::{Console, Shell, ShellEnd};

/// Opens slots in which trials run.
pub trait Engine: Send + Sync {
    /// Opens a slot on an environment. Slots run independently of each other; each is used by one thread, which must
    /// be the one that opened it (the kernel ties a slot's life to that thread).
    fn open(&self, environment: &EnvironmentRoot) -> Result<Box<dyn Slot>, SandboxError>;

    /// Opens a shell in the place of a trial, isolated as a trial is, and stays until it has ended. Nothing of it is left
    /// then.
    ///
    /// An error is ours; what the sample or the user does there is a [`ShellEnd`].
    fn shell(
        &self,
        environment: &EnvironmentRoot,
        shell: &Shell,
        console: &mut dyn Console,
    ) -> Result<ShellEnd, SandboxError>;

    /// Runs a command in the place of a trial, isolated as a trial is, to its end, or until `cancelled` is set. The
    /// environment must be one for commands.
    ///
    /// An error is ours; what the command does is a [`CommandReport`].
    fn command(
        &self,
        environment: &EnvironmentRoot,
        command: &Command,
        cancelled: &AtomicBool,
    ) -> Result<CommandReport, SandboxError>;

    /// Ends every trial of this process at once: their slots return errors. For a run that is given up.
    fn stop(&self) {}
}

/// A place where trials run, one after the other.
pub trait Slot {
    /// Runs one trial to its end. Nothing of it is left when this returns `Ok`.
    ///
    /// An error is always ours, never the sample's, and leaves the slot unusable: drop it and open another.
    fn run(&mut self, trial: &Trial) -> Result<TrialReport, SandboxError>;

    /// Runs one trial as [`Slot::run`] does and measures the sample meanwhile. The same faults are errors.
    fn measure(&mut self, trial: &Trial, measuring: Measuring) -> Result<TrialReport, SandboxError>;
}

/// A folder that becomes the read-only root of a sandbox, made by assay-environment.
#[derive(Debug, Clone)]
pub struct EnvironmentRoot {
    /// The folder on this machine.
    pub path: PathBuf,
    /// The interpreter, as seen from inside, such as `/opt/python/bin/python3.11`.
    pub interpreter: String,
    /// Identifies the folder's content.
    pub digest: String,
    /// Modules that a zygote loads before it forks.
    pub warm: Vec<String>,
    /// What else a trial finds there.
    pub surroundings: Surroundings,
}

/// What a program meets by chance elsewhere and by rule here. Findings from any but the usual ones are no findings on a
/// sample: nothing in a key tells them apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surroundings {
    /// `PYTHONHASHSEED`: the order of sets of texts follows from it.
    pub hash_seed: u32,
    /// Seed of `random` and of numpy's global generator.
    pub random_seed: u32,
    /// `TZ`, as POSIX writes a zone: no zone file is there.
    pub time_zone: String,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self { hash_seed: 0, random_seed: 0, time_zone: "UTC".to_owned() }
    }
}

/// One execution of one sample.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The judged module's source text.
    pub module: Arc<str>,
    /// The function or class that the tests call.
    pub entry_point: Arc<str>,
    /// How the tests meet the sample.
    pub judging: Arc<Judging>,
    /// What the sample may use.
    pub limits: Limits,
}

/// How tests and sample meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judging {
    /// Tests and sample in different processes; only plain data crosses.
    Split {
        /// Identifies preamble and tests, so that the judge compiles them once.
        key: String,
        /// The prompt's own code, run beside the tests because they use its helper functions.
        preamble: Arc<str>,
        /// The tests: `def check(candidate)` or asserts that call the entry point.
        tests: Arc<str>,
    },
    /// Tests and sample in one process, for tests that need the sample in their own interpreter. What a sample can do
    /// about them there is in docs/security.md.
    Shared {
        /// Identifies tests and reference.
        key: String,
        /// The tests: classes of `unittest`, or functions and classes named as pytest finds them.
        tests: Arc<str>,
        /// The reference solution: the tests that run with it are those that must run with a sample.
        reference: Arc<str>,
    },
}

/// What one trial came to.
#[derive(Debug, Clone)]
pub struct TrialReport {
    /// What the judge, the limits and the worker's end say together.
    pub judgement: Judgement,
    /// How the sample's process ended and what it used.
    pub worker: ProcessEnd,
    /// What the sample printed.
    pub output: CapturedOutput,
    /// Where the trial's time went.
    pub spans: Spans,
    /// What was measured, where that was asked for and the tests came to their end.
    pub measurement: Option<Measurement>,
}

/// How a process ended and what it used, by the kernel's account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProcessEnd {
    /// Exit code, or the negative number of the signal that ended it.
    pub exit: i32,
    /// Whether this engine killed it.
    pub killed: bool,
    /// Whether it was ended because it had used its CPU time.
    pub cpu_limit_reached: bool,
    /// CPU time in user and kernel mode, in microseconds.
    pub cpu_microseconds: u64,
    /// Peak resident memory in kibibytes (a high-water mark that starts at the zygote's own size).
    pub peak_kibibytes: u64,
}

impl ProcessEnd {
    /// A measurement with what the kernel says of the whole process.
    pub(crate) fn account(&self, measurement: Measurement) -> Measurement {
        Measurement {
            cpu_microseconds: self.cpu_microseconds,
            peak_kibibytes: self.peak_kibibytes,
            ..measurement
        }
    }
}

/// Standard output and error of a sample, in the order written, capped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CapturedOutput {
    /// The first bytes.
    pub head: Vec<u8>,
    /// The last bytes, where there were more than `head` holds.
    pub tail: Vec<u8>,
    /// Bytes written in all.
    pub total: u64,
}

/// Where a trial's time went, in nanoseconds. Spans of worker and judge overlap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spans {
    /// Forking the worker into its PID namespace.
    pub fork: u64,
    /// New mount, IPC and UTS namespaces.
    pub namespaces: u64,
    /// Fresh `/proc` and `/tmp`.
    pub mounts: u64,
    /// Descriptors, session, user namespace, resource limits, capabilities.
    pub privileges: u64,
    /// The judge's own work: tests, encoding and decoding.
    pub judging: u64,
    /// The judge waiting for the worker (loading and calls).
    pub waiting: u64,
    /// Inside the sample's own function, by the worker's clock.
    pub sample: u64,
    /// From the order to kill to the worker's reap.
    pub reap: u64,
    /// The whole trial, by the engine's clock.
    pub total: u64,
}

/// A fault of ours: the sample is not to blame and its trial may be repeated.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A step of setting up a slot failed.
    #[error("the sandbox could not be set up: {step}: {source}")]
    Setup {
        /// What was being done.
        step: String,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The conversation with a zygote broke.
    #[error("the sandbox's {role} zygote {problem}")]
    Zygote {
        /// `worker` or `judge`.
        role: &'static str,
        /// What went wrong.
        problem: String,
    },
    /// A command was killed by something that is neither it nor one of its limits.
    #[error("something outside the sandbox killed a command: {evidence}")]
    Killed {
        /// What shows it.
        evidence: &'static str,
    },
    /// Reading or writing a descriptor of the trial failed.
    #[error("the sandbox lost contact with a trial: {0}")]
    Contact(#[from] std::io::Error),
}
