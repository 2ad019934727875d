//! A command in the place of a trial: a program of the user's that nobody has to trust for what it reads.

use std::sync::Arc;

use assay_types::LimitKind;

use crate::engine::CapturedOutput;
use crate::limits::Limits;

/// A program to run once, isolated as a trial is.
#[derive(Debug, Clone)]
pub struct Command {
    /// The program, looked up in the environment's `/usr/bin` and `/bin`, or a path; then its arguments.
    pub arguments: Vec<String>,
    /// What is brought into its work folder, `/tmp`, before it starts.
    pub files: Vec<CommandFile>,
    /// All that it can read from its standard input.
    pub input: Arc<[u8]>,
    /// What it may use. The clock runs from its start; what counts as output is either of its streams.
    pub limits: Limits,
}

/// A file that a command finds in its work folder, with the right to run it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandFile {
    /// Its path below the work folder, of plain names joined by `/`.
    pub path: String,
    /// What it holds.
    pub content: Arc<[u8]>,
}

/// What became of a command. Nothing of it is left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandReport {
    /// How it ended.
    pub end: CommandEnd,
    /// What it printed on its standard output, up to the limit. Untrusted.
    pub output: Vec<u8>,
    /// What it printed on standard error, cut in the middle. Untrusted.
    pub errors: CapturedOutput,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandEnd {
    /// By itself.
    Exited {
        /// Exit code (127 where it could not be started), or the negative number of the signal that ended it.
        exit: i32,
    },
    /// It reached this limit.
    Limit(LimitKind),
    /// Whoever ordered it wanted its end.
    Stopped,
}
