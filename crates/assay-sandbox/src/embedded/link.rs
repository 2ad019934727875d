//! Framed JSON messages over a Unix socket, descriptors attached: the supervisor's end (`channel.py` is the other).

use std::io::{self, IoSlice, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::os::unix::net::UnixStream;

use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::PATIENCE;
use crate::engine::SandboxError;

/// Answers are small; more than this is not from our own other side.
const MESSAGE_LIMIT: usize = 1 << 20;

/// The supervisor's end of a conversation with a judge, or with a process that is its own.
pub(super) struct Link {
    role: &'static str,
    socket: UnixStream,
    buffer: Vec<u8>,
}

impl Link {
    pub(super) fn new(role: &'static str, socket: UnixStream) -> io::Result<Self> {
        socket.set_read_timeout(Some(PATIENCE))?;
        socket.set_write_timeout(Some(PATIENCE))?;
        Ok(Self { role, socket, buffer: Vec::new() })
    }

    /// What to wait on for the next message.
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Sends a message, with descriptors attached to its first byte.
    pub(super) fn send(
        &mut self,
        message: &impl Serialize,
        descriptors: &[RawFd],
    ) -> Result<(), SandboxError> {
        let mut bytes = vec![0; 4];
        serde_json::to_writer(&mut bytes, message).map_err(|error| self.broken(&error.to_string()))?;
        let length = u32::try_from(bytes.len() - 4).map_err(|_| self.broken("got a message over 4 GiB"))?;
        bytes[..4].copy_from_slice(&length.to_be_bytes());
        let rights = [ControlMessage::ScmRights(descriptors)];
        let attached: &[ControlMessage<'_>] = if descriptors.is_empty() { &[] } else { &rights };
        let socket = self.socket.as_raw_fd();
        let sent = sendmsg::<()>(socket, &[IoSlice::new(&bytes)], attached, MsgFlags::MSG_NOSIGNAL, None)
            .map_err(|error| self.broken(&format!("cannot be reached: {error}")))?;
        self.socket.write_all(&bytes[sent..])?;
        Ok(())
    }

    /// Reads what has arrived; blocks if nothing has. False when the other side has hung up.
    pub(super) fn receive(&mut self) -> Result<bool, SandboxError> {
        let mut chunk = [0u8; 8 << 10];
        match self.socket.read(&mut chunk) {
            Ok(count) => {
                self.buffer.extend_from_slice(&chunk[..count]);
                Ok(count > 0)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => Ok(false),
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
