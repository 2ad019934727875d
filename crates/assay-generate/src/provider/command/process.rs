//! One running command: a line in, a line out, its group killed at the end.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use super::{GLANCE, ended};
use crate::Context;

/// The longest line that is read, in bytes.
const LINE_CAP: usize = 16 * 1024 * 1024;
/// How much of the last words on standard error is kept, in bytes.
const LAST_WORDS: usize = 2000;

/// A running command.
pub(super) struct Process {
    child: Child,
    requests: Sender<Vec<u8>>,
    lines: Receiver<Vec<u8>>,
    words: Arc<Mutex<Vec<u8>>>,
}

/// Why there is no line, though the process lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// The deadline is over.
    Deadline,
    /// Nobody wants the answer.
    Cancelled,
    /// The line is longer than the cap.
    TooLong,
}

/// Whether a program can be found, as it is searched for when it starts.
pub(super) fn is_there(program: &str, folder: &Path) -> bool {
    if program.contains('/') {
        return folder.join(program).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

impl Process {
    /// Starts a command as the leader of a group of its own. Threads of its own feed and read it, so that no full pipe holds the caller.
    pub(super) fn start(words: &[String], folder: &Path) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let program = if program.contains('/') { folder.join(program) } else { PathBuf::from(program) };
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let (requests, to_write) = mpsc::channel::<Vec<u8>>();
        let (found, lines) = mpsc::channel();
        let words = Arc::new(Mutex::new(Vec::new()));
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                // A pipe that breaks shows as the end of its output.
                to_write.into_iter().try_for_each(|line| stdin.write_all(&line).and_then(|()| stdin.flush()))
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &found));
        }
        if let Some(stderr) = child.stderr.take() {
            let words = Arc::clone(&words);
            thread::spawn(move || keep_last(stderr, &words));
        }
        Ok(Self { child, requests, lines, words })
    }

    /// Sends a line and waits for one; `None` when the process has closed its output.
    pub(super) fn ask(&mut self, body: &[u8], context: &Context<'_>) -> Result<Option<Vec<u8>>, Ended> {
        let mut line = body.to_vec();
        line.push(b'\n');
        // Fails when the process has gone, which the next lines say.
        let _ = self.requests.send(line);
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) if line.len() > LINE_CAP => return Err(Ended::TooLong),
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => ended(context).map_or(Ok(()), Err)?,
            }
        }
    }

    /// Ends it, and says how it ended (a signal's number is negative) and its last words.
    pub(super) fn end(mut self) -> (i32, Vec<u8>) {
        // It closed its output and is about to exit; its own status says more than a kill's.
        for _ in 0..100 {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.kill();
        let status = self
            .child
            .wait()
            .map_or(-1, |status| status.code().or(status.signal().map(|s| -s)).unwrap_or(-1));
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (status, if words.len() < LAST_WORDS { words } else { from_next_word(&words) })
    }

    fn kill(&self) {
        // What it started may live on after it; the group's number is not given away while any of it lives.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(stdout: impl Read, found: &Sender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(LINE_CAP as u64 + 1).read_until(b'\n', &mut line);
        let is_end = !matches!(read, Ok(length) if length > 0);
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        // A line without its end was cut off by a death, and is none.
        if is_end || (read.is_ok_and(|length| length == line.len()) && line.len() <= LINE_CAP) {
            return;
        }
        if found.send(line).is_err() {
            return;
        }
    }
}

/// Words that may begin within one, without that one: it may be the rest of a secret, which nobody would know for one.
fn from_next_word(words: &[u8]) -> Vec<u8> {
    let next = words.iter().position(u8::is_ascii_whitespace).unwrap_or(words.len());
    words[next..].to_vec()
}

fn keep_last(mut stderr: impl Read, words: &Mutex<Vec<u8>>) {
    let mut part = [0; 4096];
    while let Ok(length @ 1..) = stderr.read(&mut part) {
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        words.extend_from_slice(&part[..length]);
        let surplus = words.len().saturating_sub(LAST_WORDS);
        words.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_cut_within_a_word_begins_with_the_next_one() {
        assert_eq!(from_next_word(b"rest-of-a-key and more"), b" and more");
        assert_eq!(from_next_word(b"rest-of-a-long-key"), b"");
    }
}
