//! What a sample prints, capped: the first bytes and the last ones.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};

use crate::engine::CapturedOutput;

const HEAD_BYTES: usize = 32 << 10;
const TAIL_BYTES: usize = 32 << 10;

/// A pipe for what a sample prints: our end, which does not block, and the sample's. That one does: a sample that waits
/// for room in the pipe is an ordinary program.
pub(super) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (pipe, writer) = nix::unistd::pipe2(OFlag::O_CLOEXEC)?;
    do_not_block(&pipe)?;
    Ok((pipe, writer))
}

pub(super) fn do_not_block(descriptor: impl AsFd) -> io::Result<()> {
    fcntl(descriptor, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    Ok(())
}

/// Reads what is there where `seen` bytes have come before, at most up to a little more than `limit` bytes in all. False at
/// the end of the stream.
pub(super) fn drain(
    pipe: &OwnedFd,
    mut seen: u64,
    limit: u64,
    mut add: impl FnMut(&[u8]),
) -> io::Result<bool> {
    let mut buffer = [0u8; 16 << 10];
    while seen <= limit {
        match nix::unistd::read(pipe, &mut buffer) {
            Ok(0) => return Ok(false),
            Ok(count) => {
                seen += count as u64;
                add(&buffer[..count]);
            }
            Err(Errno::EAGAIN) => return Ok(true),
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(true)
}

/// The reading end of a trial's output pipe.
pub(super) struct Capture {
    pipe: OwnedFd,
    output: CapturedOutput,
}

impl Capture {
    /// A capture and the pipe's writing end, for the sample.
    pub(super) fn new() -> io::Result<(Self, OwnedFd)> {
        let (pipe, writer) = pipe()?;
        Ok((Self { pipe, output: CapturedOutput::default() }, writer))
    }

    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }

    /// Bytes seen so far.
    pub(super) fn total(&self) -> u64 {
        self.output.total
    }

    /// Reads what is there, at most up to a little more than `limit` bytes in all. False at the end of the stream.
    pub(super) fn drain(&mut self, limit: u64) -> io::Result<bool> {
        drain(&self.pipe, self.output.total, limit, |bytes| self.output.add(bytes))
    }

    pub(super) fn finish(self) -> CapturedOutput {
        self.output
    }
}

impl CapturedOutput {
    fn add(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let room = HEAD_BYTES.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        self.tail.extend_from_slice(&bytes[room..]);
        if self.tail.len() > TAIL_BYTES {
            self.tail.drain(..self.tail.len() - TAIL_BYTES);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_output_is_all_head() {
        let mut output = CapturedOutput::default();
        output.add(b"hello ");
        output.add(b"world");
        assert_eq!((output.head.as_slice(), output.tail.len(), output.total), (&b"hello world"[..], 0, 11));
    }

    #[test]
    fn long_output_keeps_both_ends_and_forgets_the_middle() {
        let mut output = CapturedOutput::default();
        for number in 0..100_000u32 {
            output.add(format!("{number:06}\n").as_bytes());
        }
        assert_eq!(output.total, 700_000);
        assert!(output.head.starts_with(b"000000\n000001\n"));
        assert!(output.tail.ends_with(b"099998\n099999\n"));
        assert_eq!((output.head.len(), output.tail.len()), (HEAD_BYTES, TAIL_BYTES));
    }
}
