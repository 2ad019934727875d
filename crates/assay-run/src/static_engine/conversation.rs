//! A tool that is given texts and says one line of JSON about each.

use std::io::{self, BufRead as _, BufReader, Read};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use rustix::process::{Pid, Signal, kill_process_group};
use serde::de::DeserializeOwned;

use super::error::ToolError;
use crate::error::RunError;

/// How long a tool may take for one text, in seconds.
pub(super) const SECONDS: u64 = 60;
/// How long it may say nothing: it may have to start first.
const PATIENCE: Duration = Duration::from_secs(2 * SECONDS);
/// How often a stop is looked for.
const LOOK: Duration = Duration::from_millis(100);
/// The longest line that is read, in bytes.
const LONGEST: u64 = 16 << 20;
/// What is kept of a tool's standard error, in bytes.
const KEPT: u64 = 4 << 10;

/// What a tool says of a text, or why it failed on it.
pub(super) type Answer<A> = Result<A, String>;

/// Asks a tool about texts by number, in this order; `start` makes the command for those that are left. A text that ends
/// the tool, or that it falls silent over, has failed, and the tool is started again for the texts after it.
pub(super) fn ask<A: DeserializeOwned>(
    tool: &'static str,
    texts: &[usize],
    start: &dyn Fn(&[usize]) -> Result<Command, ToolError>,
    cancelled: &AtomicBool,
) -> Result<Vec<Answer<A>>, RunError> {
    let mut answers: Vec<Answer<A>> = Vec::with_capacity(texts.len());
    while answers.len() < texts.len() {
        let left = &texts[answers.len()..];
        let mut running = Running::start(tool, start(left)?)?;
        if let Err(problem) = running.line(cancelled)? {
            return Err(running.broken(problem).into());
        }
        for number in left {
            match running.line(cancelled)? {
                Ok(line) => match answer(&line, *number) {
                    Ok(answer) => answers.push(answer),
                    Err(problem) => return Err(running.broken(problem).into()),
                },
                Err(problem) => {
                    answers.push(Err(problem));
                    break;
                }
            }
        }
    }
    Ok(answers)
}

/// Reads the line about a text.
fn answer<A: DeserializeOwned>(line: &[u8], number: usize) -> Result<Answer<A>, String> {
    let wrong = |error: serde_json::Error| format!("its answer cannot be read: {error}");
    let value: serde_json::Value = serde_json::from_slice(line).map_err(wrong)?;
    if value["number"] != number {
        return Err(format!("it answers about another text than number {number}"));
    }
    match value["failed"].as_str() {
        Some(reason) => Ok(Err(reason.to_owned())),
        None => serde_json::from_value(value).map(Ok).map_err(wrong),
    }
}

/// A tool that runs. It ends with this.
struct Running {
    tool: &'static str,
    child: Child,
    lines: Receiver<Vec<u8>>,
    errors: Option<JoinHandle<String>>,
    ended: bool,
}

impl Running {
    fn start(tool: &'static str, mut command: Command) -> Result<Self, ToolError> {
        let broken = |error: io::Error| ToolError::Broken {
            tool,
            problem: format!("it cannot be started: {error}"),
            said: String::new(),
        };
        // A group of its own: it ends with all that it started.
        command.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(broken)?;
        let (send, lines) = bounded(64);
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut reader = BufReader::new(output);
                loop {
                    let mut line = Vec::new();
                    let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line);
                    // A line that does not end is none.
                    if read.is_err() || line.last() != Some(&b'\n') || send.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        let errors = child.stderr.take().map(|mut errors| {
            std::thread::spawn(move || {
                let mut kept = Vec::new();
                let _ = errors.by_ref().take(KEPT).read_to_end(&mut kept);
                let _ = io::copy(&mut errors, &mut io::sink());
                String::from_utf8_lossy(&kept).into_owned()
            })
        });
        Ok(Self { tool, child, lines, errors, ended: false })
    }

    /// The next line, or why there is none.
    fn line(&mut self, cancelled: &AtomicBool) -> Result<Result<Vec<u8>, String>, RunError> {
        let began = Instant::now();
        loop {
            if cancelled.load(Ordering::Relaxed) {
                return Err(RunError::Interrupted);
            }
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return Ok(Ok(line)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(Err("it ended, or said more than fits a line".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) if began.elapsed() > PATIENCE => {
                    return Ok(Err(format!("it said nothing for {} s", PATIENCE.as_secs())));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The error of a tool that is of no use, with what it said last.
    fn broken(mut self, problem: String) -> ToolError {
        self.end();
        let said = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        let said = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("none").to_owned();
        ToolError::Broken { tool: self.tool, problem, said }
    }

    fn end(&mut self) {
        // Once it is reaped its number may be another's.
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Said {
        word: String,
    }

    /// A shell that says a line of itself, and then what the script says for the texts that are left.
    fn asked(texts: &[usize], script: &'static str) -> Result<Vec<Answer<Said>>, RunError> {
        let start = |left: &[usize]| {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", &format!("echo '{{}}'; {script}"), "sh"]);
            command.args(left.iter().map(usize::to_string));
            Ok(command)
        };
        ask("the shell", texts, &start, &AtomicBool::new(false))
    }

    #[test]
    fn a_text_that_ends_the_tool_has_failed_and_the_others_are_judged() {
        let script = r#"for n; do [ $n = 2 ] && exit 1; echo "{\"number\":$n,\"word\":\"w$n\"}"; done"#;
        let found = asked(&[0, 1, 2, 3], script).unwrap();
        let word = |word: &str| Some(Said { word: word.to_owned() });
        let said: Vec<_> = found.iter().map(|answer| answer.as_ref().ok()).collect();
        assert_eq!(said, [word("w0").as_ref(), word("w1").as_ref(), None, word("w3").as_ref()]);
    }

    #[test]
    fn a_tool_says_itself_that_it_failed_on_a_text() {
        let found = asked(&[5], r#"echo '{"number":5,"failed":"too deep"}'"#).unwrap();
        assert_eq!(found, [Err("too deep".to_owned())]);
    }

    #[test]
    fn a_tool_that_says_nothing_of_itself_or_nonsense_is_broken() {
        for (script, problem) in [
            ("echo nonsense; echo 'no such thing' >&2", "cannot be read"),
            (r#"echo '{"number":7,"word":""}'"#, "another text than number 1"),
            (r#"echo '{"number":1}'"#, "cannot be read"),
        ] {
            let error = asked(&[1], script).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
        let start = |_: &[usize]| {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", "echo 'no module named pylint' >&2"]);
            Ok(command)
        };
        let found = ask::<Said>("Pylint", &[1], &start, &AtomicBool::new(false));
        let error = found.unwrap_err().to_string();
        assert!(error.contains("no module named pylint"), "{error}");
    }

    #[test]
    fn a_stop_ends_the_tool() {
        let start = |_: &[usize]| {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", "exec sleep 600"]);
            Ok(command)
        };
        let found = ask::<Said>("the shell", &[1], &start, &AtomicBool::new(true));
        assert!(matches!(found, Err(RunError::Interrupted)));
    }
}
