//! The judge of the task at hand: forked when the task changes, replaced after anything out of the ordinary.

use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use nix::sched::CpuSet;

use super::groups::SlotGroups;
use super::link::Link;
use super::messages::{JudgeSample, Judged};
use super::record::{Order, ProcessLimits, Report};
use super::watch::{Answer, Jury};
use super::zygote::Zygote;
use crate::engine::{EnvironmentRoot, Judging, ProcessEnd, SandboxError, Trial};
use crate::measuring::{Measuring, MeterOrder};

/// Samples that one judge serves before a fresh one takes its place.
const SERVES: u32 = 64;

/// Provides each trial with a judge.
pub(super) struct JudgeBench {
    zygote: Zygote,
    sitting: Option<Sitting>,
}

struct Sitting {
    key: String,
    served: u32,
    link: Link,
}

impl JudgeBench {
    /// A bench of judges of a role: `judge`, or `meter` for those that measure, too.
    pub(super) fn open(
        environment: &EnvironmentRoot,
        role: &'static str,
        processor: CpuSet,
    ) -> Result<Self, SandboxError> {
        // A group of its own: a sample with a hundred processes must not keep its judge from the processor.
        let groups = SlotGroups::create(&["cpu"]).map_err(SandboxError::groups)?;
        Ok(Self { zygote: Zygote::start(environment, role, processor, groups)?, sitting: None })
    }

    /// Begins to judge the sample at the other end of `channel`.
    pub(super) fn begin(
        &mut self,
        trial: &Trial,
        measuring: Option<Measuring>,
        channel: &OwnedFd,
    ) -> Result<(), SandboxError> {
        let Judging::Split { key, preamble, tests } = &*trial.judging else {
            return Err(self.zygote.broken("was asked to judge a trial that needs no judge"));
        };
        if self.sitting.as_ref().is_some_and(|sitting| sitting.key != *key || sitting.served >= SERVES) {
            self.dismiss()?;
        }
        if self.sitting.is_none() {
            let (ours, theirs) = UnixStream::pair()?;
            // It sets its own limits, sample by sample.
            self.zygote.order(Order::Fork(ProcessLimits::default()), &[theirs.as_raw_fd()])?;
            let link = Link::new("judge", ours)?;
            self.sitting = Some(Sitting { key: key.clone(), served: 0, link });
        }
        let request = JudgeSample {
            preamble,
            tests,
            entry_point: &trial.entry_point,
            cpu_seconds: trial.limits.judge_cpu_seconds,
            memory_bytes: trial.limits.memory_bytes,
            measuring: measuring.map(MeterOrder::from),
        };
        let sitting = self.sitting.as_mut().ok_or_else(|| self.zygote.broken("has no judge"))?;
        sitting.served += 1;
        sitting.link.send(&request, &[channel.as_raw_fd()])
    }

    /// Ends the judge, with everything that its tests left running, and says how it ended.
    pub(super) fn dismiss(&mut self) -> Result<ProcessEnd, SandboxError> {
        if self.sitting.take().is_none() {
            return Ok(ProcessEnd::default());
        }
        self.zygote.order(Order::Kill, &[])?;
        loop {
            while let Some(report) = self.zygote.next() {
                match report {
                    Report::Ended { .. } => return Ok(ProcessEnd::of(report)),
                    Report::Failed { step, errno } => return Err(self.zygote.failed(step, errno)),
                    Report::Ready | Report::Started { .. } => {}
                }
            }
            if !self.zygote.receive()? {
                return Err(self.zygote.broken("ended"));
            }
        }
    }
}

impl Jury for JudgeBench {
    fn descriptor(&self) -> BorrowedFd<'_> {
        self.sitting.as_ref().map_or(self.zygote.descriptor(), |sitting| sitting.link.descriptor())
    }

    fn receive(&mut self) -> Result<Answer, SandboxError> {
        let Some(sitting) = &mut self.sitting else { return Ok(Answer::Gone) };
        let open = sitting.link.receive()?;
        match sitting.link.next::<Judged>()? {
            Some(message) => Ok(Answer::Verdict(message.judged)),
            None if open => Ok(Answer::NotYet),
            None => Ok(Answer::Gone),
        }
    }
}
