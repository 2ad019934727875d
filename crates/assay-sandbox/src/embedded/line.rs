//! What joins a shell to the supervisor: a terminal made for it, or two pipes.
//!
//! Never the user's own terminal: whoever has a terminal can set its modes, and could type into it.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

use nix::errno::Errno;
use nix::fcntl::OFlag;
use rustix::pty::{OpenptFlags, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{
    InputModes, OptionalActions, Winsize, tcgetattr, tcgetwinsize, tcsetattr, tcsetwinsize,
};

use super::capture::{do_not_block, pipe};
use crate::shell::Window;

/// The supervisor's end. Neither side of it blocks.
pub(super) struct Line {
    /// What the shell prints.
    pub(super) output: OwnedFd,
    /// What is typed; nothing once it has ended.
    pub(super) input: Option<OwnedFd>,
    pub(super) is_terminal: bool,
}

/// The shell's end.
pub(super) struct FarEnd {
    pub(super) output: OwnedFd,
    pub(super) input: OwnedFd,
}

impl Line {
    /// A terminal of that size, or pipes.
    pub(super) fn open(window: Option<Window>) -> io::Result<(Self, FarEnd)> {
        let Some(window) = window else { return Self::pipes() };
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let ours = openpt(flags)?;
        unlockpt(&ours)?;
        let theirs = ioctl_tiocgptpeer(&ours, flags)?;
        let mut modes = tcgetattr(&theirs)?;
        // So that a backspace takes a whole character back.
        modes.input_modes |= InputModes::IUTF8;
        tcsetattr(&theirs, OptionalActions::Now, &modes)?;
        let line = Self { input: Some(ours.try_clone()?), output: ours, is_terminal: true };
        line.resize(window)?;
        do_not_block(&line.output)?;
        Ok((line, FarEnd { output: theirs.try_clone()?, input: theirs }))
    }

    fn pipes() -> io::Result<(Self, FarEnd)> {
        let (output, their_output) = pipe()?;
        let (their_input, input) = nix::unistd::pipe2(OFlag::O_CLOEXEC)?;
        do_not_block(&input)?;
        let far_end = FarEnd { output: their_output, input: their_input };
        Ok((Self { output, input: Some(input), is_terminal: false }, far_end))
    }

    /// Gives the terminal this size; whoever runs in it is told by the kernel where that is another one.
    pub(super) fn resize(&self, window: Window) -> io::Result<()> {
        let size = Winsize { ws_row: window.rows, ws_col: window.columns, ..tcgetwinsize(&self.output)? };
        Ok(tcsetwinsize(&self.output, size)?)
    }

    /// What ends a line on the user's side: a terminal in raw mode needs both.
    pub(super) fn line_end(&self) -> &'static str {
        if self.is_terminal { "\r\n" } else { "\n" }
    }

    /// What has been printed, as much as fits; nothing where there is nothing yet, and no bytes at the end.
    pub(super) fn read(&self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        match nix::unistd::read(&self.output, buffer) {
            Ok(count) => Ok(Some(count)),
            // A terminal that nobody has open any more says so.
            Err(Errno::EIO) => Ok(Some(0)),
            Err(Errno::EAGAIN | Errno::EINTR) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Writes what goes in without waiting, and takes it out of the bytes. False where nobody reads any more.
pub(super) fn write_on(descriptor: BorrowedFd<'_>, bytes: &mut Vec<u8>) -> io::Result<bool> {
    // No more than a pipe takes at once where it takes anything: the user's side may block.
    const PIECE: usize = 4096;
    match nix::unistd::write(descriptor, &bytes[..bytes.len().min(PIECE)]) {
        Ok(count) => drop(bytes.drain(..count)),
        Err(Errno::EAGAIN | Errno::EINTR) => {}
        Err(Errno::EPIPE | Errno::EIO) => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    Ok(true)
}
