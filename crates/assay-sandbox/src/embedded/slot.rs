//! A place where trials run, one after the other.

use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, OwnedFd};

use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};

use super::capture::Capture;
use super::groups::SlotGroups;
use super::judge::JudgeBench;
use super::processors::Seat;
use super::record::{Order, ProcessLimits};
use super::shared::SharedBench;
use super::watch::Watch;
use super::zygote::Zygote;
use crate::engine::{EnvironmentRoot, Judging, ProcessEnd, SandboxError, Slot, Trial, TrialReport};
use crate::judgement::Judgement;
use crate::limits::Limits;
use crate::measuring::Measuring;

/// The controllers that a worker's groups have.
pub(super) const WORKER_CONTROLLERS: [&str; 3] = ["memory", "pids", "cpu"];

/// A place on one environment and one processor.
pub(super) struct EmbeddedSlot {
    split: SplitBench,
    /// For the first trial that measures.
    measuring: Option<SplitBench>,
    /// For the first task in shared mode.
    shared: Option<SharedBench>,
    environment: EnvironmentRoot,
    seat: Seat,
}

impl EmbeddedSlot {
    pub(super) fn open(environment: &EnvironmentRoot) -> Result<Self, SandboxError> {
        let seat = Seat::take();
        let split = SplitBench::open(environment, ["worker", "judge"], &seat)?;
        Ok(Self { split, measuring: None, shared: None, environment: environment.clone(), seat })
    }

    fn run_shared(
        &mut self,
        trial: &Trial,
        measuring: Option<Measuring>,
    ) -> Result<TrialReport, SandboxError> {
        let shared = match &mut self.shared {
            Some(shared) => shared,
            empty => empty.insert(SharedBench::open(&self.environment, self.seat.processors())?),
        };
        shared.run(trial, measuring)
    }
}

/// A zygote of workers and a bench of judges.
struct SplitBench {
    worker: Zygote,
    judge: JudgeBench,
}

impl SplitBench {
    /// A bench with the given roles of worker and judge.
    fn open(
        environment: &EnvironmentRoot,
        [worker, judge]: [&'static str; 2],
        seat: &Seat,
    ) -> Result<Self, SandboxError> {
        let groups = SlotGroups::create(&WORKER_CONTROLLERS).map_err(SandboxError::groups)?;
        let worker = Zygote::start(environment, worker, seat.processors(), groups)?;
        let judge = JudgeBench::open(environment, judge, seat.processors())?;
        Ok(Self { worker, judge })
    }

    fn run(&mut self, trial: &Trial, measuring: Option<Measuring>) -> Result<TrialReport, SandboxError> {
        let (capture, output) = Capture::new()?;
        let mut watch = Watch::new(capture);
        let (worker_end, judge_end) = channel()?;
        order(&mut self.worker, trial, &[], [&worker_end, &output], None)?;
        self.judge.begin(trial, measuring, &judge_end)?;
        drop((output, worker_end, judge_end));
        watch.follow(&mut self.worker, &mut self.judge, &trial.limits)?;
        let mut judge_end = ProcessEnd::default();
        if watch.verdict.is_none() {
            judge_end = self.judge.dismiss()?;
        }
        let reusable = watch.verdict.as_ref().is_some_and(|verdict| verdict.reusable);
        let report = watch.report(judge_end, &trial.limits);
        let ordinary = matches!(
            report.judgement,
            Judgement::Passed | Judgement::WrongAnswer { .. } | Judgement::SampleRaised { .. }
        );
        if !(ordinary && reusable) {
            self.judge.dismiss()?;
        }
        Ok(report)
    }
}

impl Slot for EmbeddedSlot {
    fn run(&mut self, trial: &Trial) -> Result<TrialReport, SandboxError> {
        match *trial.judging {
            Judging::Split { .. } => self.split.run(trial, None),
            Judging::Shared { .. } => self.run_shared(trial, None),
        }
    }

    fn measure(&mut self, trial: &Trial, measuring: Measuring) -> Result<TrialReport, SandboxError> {
        if let Judging::Shared { .. } = *trial.judging {
            return self.run_shared(trial, Some(measuring));
        }
        let bench = match &mut self.measuring {
            Some(bench) => bench,
            empty => empty.insert(SplitBench::open(&self.environment, ["measured", "meter"], &self.seat)?),
        };
        bench.run(trial, Some(measuring))
    }
}

/// The private channel of a trial: the worker's end and the other one.
pub(super) fn channel() -> std::io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::Unix, SockType::Stream, None, SockFlag::SOCK_CLOEXEC)?)
}

/// Orders a worker for a trial, with its channel and its output. `rest` is what its mode needs beyond the judged module;
/// only a shell has an input.
pub(super) fn order(
    worker: &mut Zygote,
    trial: &Trial,
    rest: &[u8],
    [channel, output]: [&OwnedFd; 2],
    input: Option<&OwnedFd>,
) -> Result<(), SandboxError> {
    order_program(worker, &trial.limits, &program(trial, rest)?, [channel, output], input)
}

/// The same with what is to be run in a file already.
pub(super) fn order_program(
    worker: &mut Zygote,
    limits: &Limits,
    program: &File,
    [channel, output]: [&OwnedFd; 2],
    input: Option<&OwnedFd>,
) -> Result<(), SandboxError> {
    worker.groups.hold_to(limits)?;
    let mut limits = ProcessLimits::of(limits);
    if worker.groups.bounds_processes() {
        // The group's limit is the one that is counted; it must be reached first.
        limits.processes = limits.processes.saturating_mul(2);
    }
    let mut descriptors = vec![channel.as_raw_fd(), output.as_raw_fd(), program.as_raw_fd()];
    descriptors.extend(input.map(AsRawFd::as_raw_fd));
    worker.order(Order::Fork(limits), &descriptors)
}

/// What a worker is to run, in a memory file: the entry point's name, a nul, the judged module's length, a nul, the
/// module, the rest.
///
/// It never passes through the zygote: what a zygote has once held, every later child can find in its own memory, and
/// one sample must not read another.
fn program(trial: &Trial, rest: &[u8]) -> std::io::Result<File> {
    let mut file = File::from(memfd_create(c"program", MFdFlags::MFD_CLOEXEC)?);
    let length = trial.module.len().to_string();
    let parts = [trial.entry_point.as_bytes(), length.as_bytes(), trial.module.as_bytes()];
    file.write_all(&[&parts.join(&b"\0"[..]), rest].concat())?;
    Ok(file)
}
