//! The course of one trial: what has happened, what is waited for, when it is over.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use assay_types::LimitKind;
use nix::poll::{PollFd, PollFlags};

use super::capture::Capture;
use super::record::{Order, Report};
use super::wait;
use super::zygote::Zygote;
use crate::engine::{ProcessEnd, SandboxError, Spans, TrialReport};
use crate::judgement::{Verdict, judgement};
use crate::limits::Limits;

/// Until the sample's first line: forking and isolating, on a machine that may be very busy.
pub(super) const START_LIMIT: Duration = Duration::from_mins(1);
/// From the order to kill to the report of the end.
pub(super) const END_LIMIT: Duration = Duration::from_mins(1);

/// How long a worker whose channel has closed may take to end by itself, so that its end is its own.
const PARTING: Duration = Duration::from_millis(200);

/// Where the verdict comes from.
pub(super) trait Jury {
    /// What to wait on for the verdict.
    fn descriptor(&self) -> BorrowedFd<'_>;

    /// Reads what has arrived.
    fn receive(&mut self) -> Result<Answer, SandboxError>;
}

/// What a jury had to say.
pub(super) enum Answer {
    /// The verdict.
    Verdict(Verdict),
    /// Nothing whole yet.
    NotYet,
    /// It has died.
    Gone,
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
pub(super) struct Watch {
    worker_end: Option<ProcessEnd>,
    pub(super) verdict: Option<Verdict>,
    judge_gone: bool,
    /// The limit for which the engine itself ends the trial.
    stopped: Option<LimitKind>,
    phase: Phase,
    began: Instant,
    deadline: Instant,
    spans: Spans,
    capture: Capture,
    output_open: bool,
    /// When the sample's own code began, and how long it then took to the verdict.
    running_since: Option<Instant>,
    ran_for: Option<Duration>,
}

impl Watch {
    /// A trial that begins now.
    pub(super) fn new(capture: Capture) -> Self {
        let began = Instant::now();
        Self {
            worker_end: None,
            verdict: None,
            judge_gone: false,
            stopped: None,
            phase: Phase::Starting,
            began,
            deadline: began + START_LIMIT,
            spans: Spans::default(),
            capture,
            output_open: true,
            running_since: None,
            ran_for: None,
        }
    }

    /// Waits until the worker has ended and the jury has had the last word.
    pub(super) fn follow(
        &mut self,
        worker: &mut Zygote,
        jury: &mut dyn Jury,
        limits: &Limits,
    ) -> Result<(), SandboxError> {
        while self.worker_end.is_none() {
            self.step(worker, jury, limits)?;
        }
        // The worker may have ended by itself.
        while self.verdict.is_none() && !self.judge_gone && self.stopped.is_none() {
            self.step(worker, jury, limits)?;
        }
        self.capture.drain(limits.output_bytes)?;
        if self.capture.total() > limits.output_bytes {
            self.stopped.get_or_insert(LimitKind::Output);
        }
        let refused = worker.groups.refused()?;
        if refused.memory {
            self.stopped.get_or_insert(LimitKind::Memory);
        }
        if refused.processes {
            self.stopped.get_or_insert(LimitKind::Pids);
        }
        Ok(())
    }

    /// Waits for the next thing to happen and deals with it.
    fn step(
        &mut self,
        worker: &mut Zygote,
        jury: &mut dyn Jury,
        limits: &Limits,
    ) -> Result<(), SandboxError> {
        let (worker_ready, output_ready, judge_ready) = self.wait(worker, jury)?;
        if output_ready {
            self.output_open = self.capture.drain(limits.output_bytes)?;
            if self.capture.total() > limits.output_bytes {
                self.output_open = false;
                self.stopped.get_or_insert(LimitKind::Output);
            }
        }
        if worker_ready {
            if !worker.receive()? {
                return Err(worker.broken("ended"));
            }
            while let Some(report) = worker.next() {
                self.hear_worker(worker, report, limits)?;
            }
        }
        if judge_ready {
            match jury.receive()? {
                Answer::Verdict(verdict) => {
                    if verdict.awaits_end() && self.phase == Phase::Running {
                        self.deadline = self.deadline.min(Instant::now() + PARTING);
                    }
                    self.ran_for = self.running_since.map(|since| since.elapsed());
                    self.verdict = Some(verdict);
                }
                Answer::Gone => self.judge_gone = true,
                Answer::NotYet => {}
            }
        }
        let late = Instant::now() >= self.deadline;
        let parting = self.verdict.as_ref().is_some_and(Verdict::awaits_end);
        if late && self.phase != Phase::Running {
            let problem = if self.phase == Phase::Ending {
                "did not report the end of a trial"
            } else {
                "did not begin a trial"
            };
            return Err(worker.broken(problem));
        }
        if late && !parting {
            self.stopped.get_or_insert(LimitKind::Wall);
        }
        let judged = self.verdict.is_some() && (late || !parting);
        if self.phase != Phase::Ending && (judged || self.judge_gone || self.stopped.is_some()) {
            self.phase = Phase::Ending;
            self.deadline = Instant::now() + END_LIMIT;
            if self.worker_end.is_none() {
                worker.order(Order::Kill, &[])?;
            }
        }
        Ok(())
    }

    fn wait(&self, worker: &Zygote, jury: &dyn Jury) -> io::Result<(bool, bool, bool)> {
        let mut watched = vec![PollFd::new(worker.descriptor(), PollFlags::POLLIN)];
        let output_place = self.output_open.then(|| {
            watched.push(PollFd::new(self.capture.descriptor(), PollFlags::POLLIN));
            watched.len() - 1
        });
        let judge_place = (self.verdict.is_none() && !self.judge_gone).then(|| {
            watched.push(PollFd::new(jury.descriptor(), PollFlags::POLLIN));
            watched.len() - 1
        });
        let happened = wait::ready(&mut watched, Some(self.deadline))?;
        let ready = |place: Option<usize>| place.is_some_and(|place| happened[place]);
        Ok((ready(Some(0)), ready(output_place), ready(judge_place)))
    }

    fn hear_worker(&mut self, worker: &Zygote, report: Report, limits: &Limits) -> Result<(), SandboxError> {
        match report {
            Report::Failed { step, errno } => return Err(worker.failed(step, errno)),
            Report::Started { fork, namespaces, mounts, privileges } => {
                if self.phase == Phase::Starting {
                    self.phase = Phase::Running;
                    let now = Instant::now();
                    self.running_since = Some(now);
                    self.deadline = now + limits.wall();
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

    /// How long the sample's process ran, from its own code's beginning to the verdict.
    pub(super) fn ran_for(&self) -> Duration {
        self.ran_for.unwrap_or_default()
    }

    /// The report, with the judge's end where it gave no verdict.
    pub(super) fn report(mut self, judge_end: ProcessEnd, limits: &Limits) -> TrialReport {
        let worker = self.worker_end.unwrap_or_default();
        if let Some(verdict) = &self.verdict {
            self.spans.judging = verdict.spans.judging;
            self.spans.waiting = verdict.spans.waiting;
            self.spans.sample = verdict.spans.sample;
        }
        self.spans.total = u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let measured = self.verdict.as_ref().and_then(|verdict| verdict.measured);
        let measurement = measured.map(|measured| worker.account(measured));
        TrialReport {
            measurement,
            judgement: judgement(self.verdict, self.stopped, worker, judge_end, limits.cpu_seconds),
            worker,
            output: self.capture.finish(),
            spans: self.spans,
        }
    }
}
