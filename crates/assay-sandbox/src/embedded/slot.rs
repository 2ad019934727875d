//! One trial at a time: a fresh worker, the task's judge, their socket, the clock, the end.

use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

use assay_types::LimitKind;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};

use super::capture::Capture;
use super::groups::SlotGroups;
use super::judge::{Answer, JudgeBench};
use super::processors::Seat;
use super::record::{Order, ProcessLimits, Report};
use super::zygote::Zygote;
use crate::engine::{EnvironmentRoot, ProcessEnd, SandboxError, Slot, Spans, Trial, TrialReport};
use crate::judgement::{Judgement, Verdict, judgement};
use crate::limits::Limits;

/// Until the sample's first line: forking and isolating, on a machine that may be very busy.
const START_LIMIT: Duration = Duration::from_mins(1);
/// From the order to kill to the report of the end.
const END_LIMIT: Duration = Duration::from_mins(1);

/// How long a worker whose channel has closed may take to end by itself, so that its end is its own.
const PARTING: Duration = Duration::from_millis(200);

/// A worker's zygote and a bench of judges on one environment and one processor.
pub(super) struct EmbeddedSlot {
    worker: Zygote,
    judge: JudgeBench,
    _seat: Seat,
}

impl EmbeddedSlot {
    pub(super) fn open(environment: &EnvironmentRoot) -> Result<Self, SandboxError> {
        let seat = Seat::take();
        let groups = SlotGroups::create(&["memory", "pids", "cpu"]);
        let worker = Zygote::start(environment, "worker", seat.processors(), groups)?;
        let judge = JudgeBench::open(environment, seat.processors())?;
        Ok(Self { worker, judge, _seat: seat })
    }

    fn start(&mut self, trial: &Trial, output: &OwnedFd) -> Result<(), SandboxError> {
        let (worker_end, judge_end) =
            socketpair(AddressFamily::Unix, SockType::Stream, None, SockFlag::SOCK_CLOEXEC)
                .map_err(std::io::Error::from)?;
        let program = program(trial)?;
        let descriptors = [worker_end.as_raw_fd(), output.as_raw_fd(), program.as_raw_fd()];
        self.worker.groups.hold_to(&trial.limits)?;
        let mut limits = ProcessLimits::of(&trial.limits);
        if self.worker.groups.bounds_processes() {
            // The group's limit is the one that is counted; it must be reached first.
            limits.processes = limits.processes.saturating_mul(2);
        }
        self.worker.order(Order::Fork(limits), &descriptors)?;
        self.judge.begin(trial, &judge_end)
    }
}

impl Slot for EmbeddedSlot {
    fn run(&mut self, trial: &Trial) -> Result<TrialReport, SandboxError> {
        let began = Instant::now();
        let (capture, output) = Capture::new()?;
        self.start(trial, &output)?;
        drop(output);
        let mut watch = Watch::new(capture, began + START_LIMIT);
        while watch.worker_end.is_none() {
            watch.step(self, &trial.limits)?;
        }
        // The worker may have ended by itself: its judge then has the last word.
        while watch.verdict.is_none() && !watch.judge_gone && watch.stopped.is_none() {
            watch.step(self, &trial.limits)?;
        }
        watch.capture.drain(trial.limits.output_bytes)?;
        if watch.capture.total() > trial.limits.output_bytes {
            watch.stopped.get_or_insert(LimitKind::Output);
        }
        let refused = self.worker.groups.refused()?;
        if refused.memory {
            watch.stopped.get_or_insert(LimitKind::Memory);
        }
        if refused.processes {
            watch.stopped.get_or_insert(LimitKind::Pids);
        }
        let mut judge_end = ProcessEnd::default();
        if watch.verdict.is_none() {
            judge_end = self.judge.dismiss()?;
        }
        let reusable = watch.verdict.as_ref().is_some_and(|verdict| verdict.reusable);
        let report = watch.report(judge_end, &trial.limits, began.elapsed());
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

/// What a worker is to run, in a memory file: the entry point's name, a nul, the judged module.
///
/// It never passes through the zygote: what a zygote has once held, every later child can find in its own memory, and
/// one sample must not read another.
fn program(trial: &Trial) -> std::io::Result<File> {
    let mut file = File::from(memfd_create(c"program", MFdFlags::MFD_CLOEXEC)?);
    file.write_all(&[trial.entry_point.as_bytes(), b"\0", trial.module.as_bytes()].concat())?;
    Ok(file)
}

/// How far a trial has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The worker is being forked and isolated.
    Starting,
    /// The sample's own code has begun: its clock runs from then.
    Running,
    /// The worker's end has been ordered.
    Ending,
}

/// The state of a running trial.
struct Watch {
    worker_end: Option<ProcessEnd>,
    verdict: Option<Verdict>,
    judge_gone: bool,
    /// The limit for which the engine itself ends the trial.
    stopped: Option<LimitKind>,
    phase: Phase,
    deadline: Instant,
    spans: Spans,
    capture: Capture,
    output_open: bool,
}

impl Watch {
    fn new(capture: Capture, deadline: Instant) -> Self {
        Self {
            worker_end: None,
            verdict: None,
            judge_gone: false,
            stopped: None,
            phase: Phase::Starting,
            deadline,
            spans: Spans::default(),
            capture,
            output_open: true,
        }
    }

    /// Waits for the next thing to happen and deals with it.
    fn step(&mut self, slot: &mut EmbeddedSlot, limits: &Limits) -> Result<(), SandboxError> {
        let (worker_ready, output_ready, judge_ready) = self.wait(slot)?;
        if output_ready {
            self.output_open = self.capture.drain(limits.output_bytes)?;
            if self.capture.total() > limits.output_bytes {
                self.output_open = false;
                self.stopped.get_or_insert(LimitKind::Output);
            }
        }
        if worker_ready {
            if !slot.worker.receive()? {
                return Err(slot.worker.broken("ended"));
            }
            while let Some(report) = slot.worker.next() {
                self.hear_worker(slot, report, limits)?;
            }
        }
        if judge_ready {
            match slot.judge.receive()? {
                Answer::Verdict(verdict) => {
                    if verdict.worker_is_gone() && self.phase == Phase::Running {
                        self.deadline = self.deadline.min(Instant::now() + PARTING);
                    }
                    self.verdict = Some(verdict);
                }
                Answer::Gone => self.judge_gone = true,
                Answer::NotYet => {}
            }
        }
        let late = Instant::now() >= self.deadline;
        let parting = self.verdict.as_ref().is_some_and(Verdict::worker_is_gone);
        if late && self.phase != Phase::Running {
            let problem = if self.phase == Phase::Ending {
                "did not report the end of a trial"
            } else {
                "did not begin a trial"
            };
            return Err(slot.worker.broken(problem));
        }
        if late && !parting {
            self.stopped.get_or_insert(LimitKind::Wall);
        }
        let judged = self.verdict.is_some() && (late || !parting);
        if self.phase != Phase::Ending && (judged || self.judge_gone || self.stopped.is_some()) {
            self.phase = Phase::Ending;
            self.deadline = Instant::now() + END_LIMIT;
            if self.worker_end.is_none() {
                slot.worker.order(Order::Kill, &[])?;
            }
        }
        Ok(())
    }

    fn wait(&self, slot: &EmbeddedSlot) -> Result<(bool, bool, bool), SandboxError> {
        let mut watched = vec![PollFd::new(slot.worker.descriptor(), PollFlags::POLLIN)];
        let output_place = self.output_open.then(|| {
            watched.push(PollFd::new(self.capture.descriptor(), PollFlags::POLLIN));
            watched.len() - 1
        });
        let judge_place = (self.verdict.is_none() && !self.judge_gone).then(|| {
            watched.push(PollFd::new(slot.judge.descriptor(), PollFlags::POLLIN));
            watched.len() - 1
        });
        let left = self.deadline.saturating_duration_since(Instant::now()) + Duration::from_millis(1);
        match poll(&mut watched, PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX)) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(error) => return Err(std::io::Error::from(error).into()),
        }
        let ready = |place: Option<usize>| {
            let events = place.and_then(|place| watched.get(place)).and_then(PollFd::revents);
            events.is_some_and(|events| !events.is_empty())
        };
        Ok((ready(Some(0)), ready(output_place), ready(judge_place)))
    }

    fn hear_worker(
        &mut self,
        slot: &EmbeddedSlot,
        report: Report,
        limits: &Limits,
    ) -> Result<(), SandboxError> {
        match report {
            Report::Failed { step, errno } => return Err(slot.worker.failed(step, errno)),
            Report::Started { fork, namespaces, mounts, privileges } => {
                if self.phase == Phase::Starting {
                    self.phase = Phase::Running;
                    self.deadline = Instant::now() + limits.wall();
                }
                self.spans = Spans { fork, namespaces, mounts, privileges, ..self.spans };
            }
            Report::Ended { reap, .. } => {
                self.spans.reap = reap;
                self.worker_end = Some(ProcessEnd::of(report));
            }
            Report::Ready => {}
        }
        Ok(())
    }

    fn report(mut self, judge_end: ProcessEnd, limits: &Limits, total: Duration) -> TrialReport {
        let worker = self.worker_end.unwrap_or_default();
        if let Some(verdict) = &self.verdict {
            self.spans.judging = verdict.spans.judging;
            self.spans.waiting = verdict.spans.waiting;
            self.spans.sample = verdict.spans.sample;
        }
        self.spans.total = u64::try_from(total.as_nanos()).unwrap_or(u64::MAX);
        TrialReport {
            judgement: judgement(self.verdict, self.stopped, worker, judge_end, limits.cpu_seconds),
            worker,
            output: self.capture.finish(),
            spans: self.spans,
        }
    }
}
