//! A shell: an interactive Python in the very place of a trial, for somebody who wants to know why a sample failed.

pub(crate) mod output;
pub(crate) mod way_out;

use std::io;
use std::os::fd::BorrowedFd;
use std::sync::Arc;

use assay_types::LimitKind;

use crate::engine::Trial;

/// What a shell is opened on.
///
/// Its process holds the tests, which a worker never does: nothing is scored there, and nothing of it is kept.
#[derive(Debug, Clone)]
pub struct Shell {
    /// The trial in whose place it stands. Of its limits those on memory, processes, descriptors and files hold; the
    /// clock, CPU time and the amount of output are its user's.
    pub trial: Trial,
    /// The task's prompt.
    pub prompt: Arc<str>,
}

/// The user's side of a shell. The engine copies bytes between this and the shell's own terminal or pipes; what is
/// written to it has been made harmless.
pub trait Console {
    /// The size of its window, where it is a terminal; the shell then gets a terminal, too, and else pipes.
    ///
    /// A terminal must be in raw mode: what is typed is meant for the one inside.
    fn window(&self) -> Option<Window>;

    /// Where what the user types comes from.
    fn input(&self) -> BorrowedFd<'_>;

    /// Where what the shell prints goes to.
    fn output(&self) -> BorrowedFd<'_>;

    /// What becomes readable when the window's size has changed or when the shell is to end.
    fn news(&self) -> BorrowedFd<'_>;

    /// Takes what made [`news`](Self::news) readable. Whether the shell is to end.
    fn end_is_wanted(&mut self) -> io::Result<bool>;
}

/// A terminal's size, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Lines.
    pub rows: u16,
    /// Characters in a line.
    pub columns: u16,
}

/// How a shell ended. Nothing of it is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShellEnd {
    /// Its process ended by itself.
    Exited {
        /// Exit code (0 where the user has left by `exit` or the end of input), or the negative number of the signal
        /// that ended it.
        exit: i32,
    },
    /// It reached this limit.
    Limit(LimitKind),
    /// The user has left without asking it: by [`WAY_OUT`], by closing the terminal or what reads the output.
    Left,
    /// The [`Console`] wanted its end.
    Stopped,
}

/// What a user types to end a shell that does not listen any more: this byte (Ctrl and `]`) so many times in a row.
pub const WAY_OUT: (u8, usize) = (0x1d, 3);
