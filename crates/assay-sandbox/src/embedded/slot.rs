//! One trial at a time: a fresh worker and a fresh judge, their socket, their clock, their end.

use std::os::fd::{AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

use assay_types::LimitKind;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};
use serde::{Deserialize, Serialize};

use super::capture::Capture;
use super::zygote::Zygote;
use crate::engine::{EnvironmentRoot, Judging, ProcessEnd, SandboxError, Slot, Spans, Trial, TrialReport};
use crate::judgement::{Verdict, judgement};
use crate::limits::Limits;

/// Until the sample's first line: forking and isolating, on a machine that may be very busy.
const START_LIMIT: Duration = Duration::from_secs(60);
/// From the order to kill to the report of the end.
const END_LIMIT: Duration = Duration::from_secs(60);

/// A worker's and a judge's zygote on one environment.
pub(super) struct EmbeddedSlot {
    worker: Zygote,
    judge: Zygote,
}

#[derive(Serialize)]
struct WorkerRequest<'a> {
    module: &'a str,
    entry_point: &'a str,
    limits: &'a Limits,
}

#[derive(Serialize)]
struct JudgeRequest<'a> {
    key: &'a str,
    preamble: &'a str,
    tests: &'a str,
    entry_point: &'a str,
    cpu_seconds: u64,
}

#[derive(Serialize)]
struct Kill {
    kill: bool,
}

/// Any message of a zygote during a trial; exactly one of the first four is set.
#[derive(Deserialize)]
struct Message {
    started: Option<bool>,
    failed: Option<String>,
    judged: Option<Verdict>,
    ended: Option<bool>,
    exit: Option<i32>,
    #[serde(default)]
    killed: bool,
    #[serde(default)]
    user_microseconds: u64,
    #[serde(default)]
    system_microseconds: u64,
    #[serde(default)]
    peak_kibibytes: u64,
    #[serde(default)]
    spans: WorkerSpans,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct WorkerSpans {
    fork: u64,
    namespaces: u64,
    mounts: u64,
    privileges: u64,
    reap: u64,
}

impl EmbeddedSlot {
    pub(super) fn open(environment: &EnvironmentRoot) -> Result<Self, SandboxError> {
        Ok(Self { worker: Zygote::start(environment, "worker")?, judge: Zygote::start(environment, "judge")? })
    }

    fn start(&mut self, trial: &Trial, output: OwnedFd) -> Result<(), SandboxError> {
        let Judging::Split { key, preamble, tests } = &trial.judging;
        let (worker_end, judge_end) =
            socketpair(AddressFamily::Unix, SockType::Stream, None, SockFlag::SOCK_CLOEXEC)
                .map_err(std::io::Error::from)?;
        self.worker.send(
            &WorkerRequest { module: &trial.module, entry_point: &trial.entry_point, limits: &trial.limits },
            &[worker_end.as_raw_fd(), output.as_raw_fd()],
        )?;
        self.judge.send(
            &JudgeRequest {
                key,
                preamble,
                tests,
                entry_point: &trial.entry_point,
                cpu_seconds: trial.limits.cpu_seconds,
            },
            &[judge_end.as_raw_fd()],
        )
    }
}

impl Slot for EmbeddedSlot {
    fn run(&mut self, trial: &Trial) -> Result<TrialReport, SandboxError> {
        let began = Instant::now();
        let (capture, output) = Capture::new()?;
        self.start(trial, output)?;
        let mut watch = Watch {
            worker: Side::default(),
            judge: Side::default(),
            verdict: None,
            stopped: None,
            started: false,
            ending: false,
            deadline: began + START_LIMIT,
            spans: Spans::default(),
            capture,
            output_open: true,
        };
        while watch.worker.end.is_none() || watch.judge.end.is_none() {
            watch.step(self, &trial.limits)?;
        }
        watch.capture.drain(trial.limits.output_bytes)?;
        if watch.stopped.is_none() && watch.capture.total() > trial.limits.output_bytes {
            watch.stopped = Some(LimitKind::Output);
        }
        let (worker, judge) = (watch.worker.end.unwrap_or_default(), watch.judge.end.unwrap_or_default());
        if let Some(verdict) = &watch.verdict {
            watch.spans.judging = verdict.spans.judging;
            watch.spans.waiting = verdict.spans.waiting;
            watch.spans.sample = verdict.spans.sample;
        }
        watch.spans.total = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        Ok(TrialReport {
            judgement: judgement(watch.verdict, watch.stopped, worker, judge, trial.limits.cpu_seconds),
            worker,
            output: watch.capture.finish(),
            spans: watch.spans,
        })
    }
}

/// One process of the trial, as far as it has come.
#[derive(Default)]
struct Side {
    kill_sent: bool,
    end: Option<ProcessEnd>,
}

/// The state of a running trial.
struct Watch {
    worker: Side,
    judge: Side,
    verdict: Option<Verdict>,
    stopped: Option<LimitKind>,
    /// Whether the sample's own code has begun: its clock runs from then.
    started: bool,
    /// Whether only the ends of the two processes are still awaited.
    ending: bool,
    deadline: Instant,
    spans: Spans,
    capture: Capture,
    output_open: bool,
}

impl Watch {
    /// Waits for the next thing to happen and deals with it.
    fn step(&mut self, slot: &mut EmbeddedSlot, limits: &Limits) -> Result<(), SandboxError> {
        let (worker_ready, judge_ready, output_ready) = self.wait(slot)?;
        if output_ready {
            self.output_open = self.capture.drain(limits.output_bytes)?;
            if self.capture.total() > limits.output_bytes {
                self.output_open = false;
                self.stop(slot, LimitKind::Output)?;
            }
        }
        if worker_ready {
            slot.worker.receive()?;
            while let Some(message) = slot.worker.next::<Message>()? {
                self.from_worker(&slot.worker, message, limits)?;
            }
        }
        if judge_ready {
            slot.judge.receive()?;
            while let Some(message) = slot.judge.next::<Message>()? {
                self.from_judge(&slot.judge, message)?;
            }
        }
        if !self.ending && (self.verdict.is_some() || self.judge.end.is_some()) {
            self.worker.kill(&mut slot.worker)?;
            self.ending = true;
            self.deadline = Instant::now() + END_LIMIT;
        }
        if Instant::now() < self.deadline {
            Ok(())
        } else if self.ending {
            Err(slot.worker.broken("did not report the end of a trial"))
        } else if self.started {
            self.stop(slot, LimitKind::Wall)
        } else {
            Err(slot.worker.broken("did not begin a trial"))
        }
    }

    fn wait(&self, slot: &EmbeddedSlot) -> Result<(bool, bool, bool), SandboxError> {
        let mut watched = vec![
            PollFd::new(slot.worker.descriptor(), PollFlags::POLLIN),
            PollFd::new(slot.judge.descriptor(), PollFlags::POLLIN),
        ];
        if self.output_open {
            watched.push(PollFd::new(self.capture.descriptor(), PollFlags::POLLIN));
        }
        let left = self.deadline.saturating_duration_since(Instant::now()) + Duration::from_millis(1);
        let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
        match poll(&mut watched, timeout) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(error) => return Err(std::io::Error::from(error).into()),
        }
        let ready = |place: usize| {
            watched.get(place).and_then(PollFd::revents).is_some_and(|events: PollFlags| !events.is_empty())
        };
        Ok((ready(0), ready(1), ready(2)))
    }

    fn from_worker(&mut self, zygote: &Zygote, message: Message, limits: &Limits) -> Result<(), SandboxError> {
        if let Some(reason) = message.failed {
            return Err(zygote.broken(&format!("could not isolate a trial: {reason}")));
        }
        if message.started == Some(true) {
            self.started = true;
            self.deadline = Instant::now() + limits.wall();
            self.spans.fork = message.spans.fork;
            self.spans.namespaces = message.spans.namespaces;
            self.spans.mounts = message.spans.mounts;
            self.spans.privileges = message.spans.privileges;
        } else if message.ended == Some(true) {
            self.spans.reap = message.spans.reap;
            self.worker.end = Some(message.into_end());
        }
        Ok(())
    }

    fn from_judge(&mut self, zygote: &Zygote, mut message: Message) -> Result<(), SandboxError> {
        if let Some(reason) = message.failed {
            return Err(zygote.broken(&format!("could not judge a trial: {reason}")));
        }
        if let Some(verdict) = message.judged.take() {
            self.verdict = Some(verdict);
        } else if message.ended == Some(true) {
            self.judge.end = Some(message.into_end());
        }
        Ok(())
    }

    /// Ends the trial for a limit that this engine enforces itself.
    fn stop(&mut self, slot: &mut EmbeddedSlot, limit: LimitKind) -> Result<(), SandboxError> {
        self.stopped.get_or_insert(limit);
        self.worker.kill(&mut slot.worker)?;
        self.judge.kill(&mut slot.judge)?;
        self.ending = true;
        self.deadline = Instant::now() + END_LIMIT;
        Ok(())
    }
}

impl Side {
    /// Orders the zygote to kill its child, once, if it has not ended by itself.
    fn kill(&mut self, zygote: &mut Zygote) -> Result<(), SandboxError> {
        if self.kill_sent || self.end.is_some() {
            self.kill_sent = true;
            return Ok(());
        }
        self.kill_sent = true;
        zygote.send(&Kill { kill: true }, &[])
    }
}

impl Message {
    fn into_end(self) -> ProcessEnd {
        ProcessEnd {
            exit: self.exit.unwrap_or_default(),
            killed: self.killed,
            cpu_microseconds: self.user_microseconds + self.system_microseconds,
            peak_kibibytes: self.peak_kibibytes,
        }
    }
}
