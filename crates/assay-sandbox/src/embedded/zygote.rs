//! The supervisor's end of a zygote's control socket.

use std::io::{self, IoSlice, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::launch::launch;
use crate::engine::{EnvironmentRoot, SandboxError};

/// A zygote's answers are small; more than this is not from it.
const MESSAGE_LIMIT: usize = 1 << 20;
/// A cold interpreter takes tens of milliseconds; a very busy machine takes its time.
const START_LIMIT: Duration = Duration::from_secs(60);

/// A running zygote. Killed and reaped, with everything in its PID namespace, when dropped.
pub(super) struct Zygote {
    pub(super) role: &'static str,
    process: Pid,
    control: UnixStream,
    buffer: Vec<u8>,
}

#[derive(serde::Deserialize)]
struct Ready {
    #[serde(rename = "ready")]
    _ready: bool,
}

impl Zygote {
    /// Starts one and waits until it is warm.
    pub(super) fn start(environment: &EnvironmentRoot, role: &'static str) -> Result<Self, SandboxError> {
        let launched = launch(environment, role)?;
        let mut zygote = Self { role, process: launched.process, control: launched.control, buffer: Vec::new() };
        zygote.control.set_read_timeout(Some(START_LIMIT))?;
        loop {
            if zygote.next::<Ready>()?.is_some() {
                break;
            }
            zygote.receive().map_err(|error| zygote.broken(&format!("did not become ready: {error}")))?;
        }
        zygote.control.set_nonblocking(false)?;
        zygote.control.set_read_timeout(None)?;
        Ok(zygote)
    }

    /// What to wait on for its next message.
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.control.as_fd()
    }

    /// Sends a message, with descriptors attached to its first byte.
    pub(super) fn send(&mut self, message: &impl Serialize, descriptors: &[RawFd]) -> Result<(), SandboxError> {
        let mut bytes = vec![0; 4];
        serde_json::to_writer(&mut bytes, message).map_err(|error| self.broken(&error.to_string()))?;
        let length = u32::try_from(bytes.len() - 4).map_err(|_| self.broken("got a message over 4 GiB"))?;
        bytes[..4].copy_from_slice(&length.to_be_bytes());
        let rights = [ControlMessage::ScmRights(descriptors)];
        let attached: &[ControlMessage<'_>] = if descriptors.is_empty() { &[] } else { &rights };
        let flags = MsgFlags::MSG_NOSIGNAL;
        let fd = self.control.as_raw_fd();
        let sent = sendmsg::<()>(fd, &[IoSlice::new(&bytes)], attached, flags, None)
            .map_err(|error| self.broken(&format!("cannot be reached: {error}")))?;
        self.control.write_all(&bytes[sent..])?;
        Ok(())
    }

    /// Reads what has arrived; blocks if nothing has.
    pub(super) fn receive(&mut self) -> Result<(), SandboxError> {
        let mut chunk = [0u8; 8 << 10];
        match self.control.read(&mut chunk) {
            Ok(0) => Err(self.broken("ended")),
            Ok(count) => {
                self.buffer.extend_from_slice(&chunk[..count]);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Takes the next whole message out of what has been read.
    pub(super) fn next<Message: DeserializeOwned>(&mut self) -> Result<Option<Message>, SandboxError> {
        let Some(header) = self.buffer.first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_be_bytes(*header) as usize;
        if length > MESSAGE_LIMIT {
            return Err(self.broken("sent a message that is too long"));
        }
        if self.buffer.len() < 4 + length {
            return Ok(None);
        }
        let message = serde_json::from_slice(&self.buffer[4..4 + length])
            .map_err(|error| self.broken(&format!("sent a message that cannot be read: {error}")))?;
        self.buffer.drain(..4 + length);
        Ok(Some(message))
    }

    pub(super) fn broken(&self, problem: &str) -> SandboxError {
        SandboxError::Zygote { role: self.role, problem: problem.to_owned() }
    }
}

impl Drop for Zygote {
    fn drop(&mut self) {
        // It is the first process of its PID namespace: the kernel ends everything else in there with it.
        let _ = kill(self.process, Signal::SIGKILL);
        let _ = waitpid(self.process, None);
    }
}
