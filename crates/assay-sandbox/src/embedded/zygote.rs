//! A running zygote: started, waited for, ordered about, and ended with everything in its PID namespace.

use std::collections::VecDeque;
use std::io::{self, IoSlice, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, PoisonError};

use nix::sched::CpuSet;
use nix::sys::signal::{Signal, kill};
use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;

use super::PATIENCE;
use super::groups::SlotGroups;
use super::launch::launch;
use super::record::{BYTES, Order, Report, STEPS, Step};
use crate::engine::{EnvironmentRoot, SandboxError};

/// The zygotes of this process that have not been reaped.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Kills every zygote of this process, and with it what it runs. Each is reaped by the slot that it belongs to.
pub(super) fn stop_all() {
    for process in RUNNING.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        let _ = kill(*process, Signal::SIGKILL);
    }
}

/// A zygote. Killed and reaped, with everything in its PID namespace, when dropped.
pub(super) struct Zygote {
    process: Pid,
    role: &'static str,
    control: UnixStream,
    buffer: Vec<u8>,
    reports: VecDeque<Report>,
    /// Last, so that it is dropped when the process is no more.
    pub(super) groups: SlotGroups,
}

impl Zygote {
    /// Starts one and waits until it is warm.
    pub(super) fn start(
        environment: &EnvironmentRoot,
        role: &'static str,
        processor: CpuSet,
        groups: SlotGroups,
    ) -> Result<Self, SandboxError> {
        let launched = launch(environment, role, processor)?;
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).push(launched.process);
        let mut zygote = Self {
            process: launched.process,
            role,
            control: launched.control,
            buffer: Vec::new(),
            reports: VecDeque::new(),
            groups,
        };
        let joined = zygote.groups.join(zygote.process);
        joined.map_err(|source| SandboxError::Setup { step: "join its control groups".into(), source })?;
        zygote.control.set_read_timeout(Some(PATIENCE))?;
        zygote.control.set_write_timeout(Some(PATIENCE))?;
        loop {
            let open = zygote.receive();
            match zygote.next() {
                Some(Report::Ready) => return Ok(zygote),
                Some(Report::Failed { step, errno }) if step == Step::Warm as u64 => {
                    let place = usize::try_from(errno).unwrap_or(usize::MAX);
                    let module = environment.warm.get(place).map_or("a module", String::as_str);
                    return Err(zygote.broken(&format!(
                        "cannot import {module}, which the benchmark wants loaded beforehand"
                    )));
                }
                Some(Report::Failed { step, errno }) => return Err(zygote.failed(step, errno)),
                _ if matches!(open, Ok(true)) => {}
                _ => return Err(zygote.broken("did not become ready")),
            }
        }
    }

    /// What to wait on for the next report.
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.control.as_fd()
    }

    /// Sends an order, with descriptors attached.
    pub(super) fn order(&mut self, order: Order, descriptors: &[RawFd]) -> Result<(), SandboxError> {
        let bytes = order.to_bytes();
        let rights = [ControlMessage::ScmRights(descriptors)];
        let attached: &[ControlMessage<'_>] = if descriptors.is_empty() { &[] } else { &rights };
        let control = self.control.as_raw_fd();
        let sent = sendmsg::<()>(control, &[IoSlice::new(&bytes)], attached, MsgFlags::MSG_NOSIGNAL, None)
            .map_err(|error| self.broken(&format!("cannot be reached: {error}")))?;
        self.control.write_all(&bytes[sent..])?;
        Ok(())
    }

    /// Reads what has arrived; blocks if nothing has. False when the zygote has ended.
    pub(super) fn receive(&mut self) -> Result<bool, SandboxError> {
        let mut chunk = [0u8; 16 * BYTES];
        let count = match self.control.read(&mut chunk) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(true),
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        self.buffer.extend_from_slice(&chunk[..count]);
        let (whole, rest) = self.buffer.as_chunks::<BYTES>();
        for record in whole {
            let Some(report) = Report::from_bytes(record) else {
                return Err(self.broken("sent a report that cannot be read"));
            };
            self.reports.push_back(report);
        }
        let taken = self.buffer.len() - rest.len();
        self.buffer.drain(..taken);
        Ok(count > 0)
    }

    /// The next report that has been read.
    pub(super) fn next(&mut self) -> Option<Report> {
        self.reports.pop_front()
    }

    /// The error for a child that could not be put in its place.
    pub(super) fn failed(&self, step: u64, errno: u64) -> SandboxError {
        let step = usize::try_from(step).ok().and_then(|step| STEPS.get(step)).unwrap_or(&"an unknown step");
        let errno = io::Error::from_raw_os_error(i32::try_from(errno).unwrap_or_default());
        self.broken(&format!("could not isolate a trial: {step}: {errno}"))
    }

    pub(super) fn broken(&self, problem: &str) -> SandboxError {
        SandboxError::Zygote { role: self.role, problem: problem.to_owned() }
    }
}

impl Drop for Zygote {
    fn drop(&mut self) {
        // It is the first process of its PID namespace: the kernel ends everything else in there with it.
        let _ = kill(self.process, Signal::SIGKILL);
        // Off the list before it is reaped: from then on its number may be another's.
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).retain(|process| *process != self.process);
        let _ = waitpid(self.process, None);
    }
}
