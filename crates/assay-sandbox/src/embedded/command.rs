//! A command: a child of a zygote of its own, isolated as a trial is, that becomes another program.

use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use assay_types::LimitKind;
use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::poll::{PollFd, PollFlags};
use nix::sys::memfd::{MFdFlags, memfd_create};
use serde::Serialize;

use super::capture::{Capture, drain, pipe};
use super::groups::{Refused, SlotGroups};
use super::processors::Seat;
use super::record::{Order, Report};
use super::slot::{WORKER_CONTROLLERS, order_program};
use super::wait;
use super::watch::{END_LIMIT, START_LIMIT};
use super::zygote::Zygote;
use crate::command::{Command, CommandEnd, CommandReport};
use crate::engine::{EnvironmentRoot, ProcessEnd, SandboxError};
use crate::judgement::{SIGKILL, used_up};
use crate::limits::Limits;

/// How often somebody who wants the end is noticed.
const NOTICE: Duration = Duration::from_millis(200);

/// What stands before the contents of the files.
#[derive(Serialize)]
struct Header<'a> {
    arguments: &'a [String],
    /// Path and length of each.
    files: Vec<(&'a str, usize)>,
}

/// Runs a command to its end.
pub(super) fn run(
    environment: &EnvironmentRoot,
    command: &Command,
    cancelled: &AtomicBool,
) -> Result<CommandReport, SandboxError> {
    let seat = Seat::take();
    let groups = SlotGroups::create(&WORKER_CONTROLLERS).map_err(SandboxError::groups)?;
    let mut zygote = Zygote::start(environment, "command", seat.processors(), groups)?;
    let (pipe, output_end) = pipe()?;
    let output = Output { pipe, bytes: Vec::new() };
    let (errors, errors_end) = Capture::new()?;
    let input = input(&command.input)?;
    let seats = [&output_end, &errors_end];
    order_program(&mut zygote, &command.limits, &program(command)?, seats, Some(&input))?;
    drop((output_end, errors_end, input));
    let mut course = Course::new(command, output, errors);
    while course.ended.is_none() {
        course.step(&mut zygote, cancelled)?;
    }
    course.report(&mut zygote)
}

/// The header, a nul, and the contents of the files, one after the other.
fn program(command: &Command) -> io::Result<File> {
    let files = command.files.iter().map(|file| (file.path.as_str(), file.content.len())).collect();
    let header = serde_json::to_vec(&Header { arguments: &command.arguments, files })?;
    let mut file = File::from(memfd_create(c"program", MFdFlags::MFD_CLOEXEC)?);
    file.write_all(&header)?;
    file.write_all(b"\0")?;
    for part in &command.files {
        file.write_all(&part.content)?;
    }
    Ok(file)
}

/// A memory file that nobody can change: what reads from it never waits, and nobody has to wait for what reads.
fn input(bytes: &[u8]) -> io::Result<OwnedFd> {
    let flags = MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING;
    let mut file = File::from(memfd_create(c"input", flags)?);
    file.write_all(bytes)?;
    file.rewind()?;
    let seals =
        SealFlag::F_SEAL_WRITE | SealFlag::F_SEAL_GROW | SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_SEAL;
    fcntl(&file, FcntlArg::F_ADD_SEALS(seals))?;
    Ok(file.into())
}

/// The reading end of a command's standard output, which is wanted whole.
struct Output {
    pipe: OwnedFd,
    bytes: Vec<u8>,
}

impl Output {
    /// Reads what is there, at most up to a little more than `limit` bytes in all. False at the end of the stream.
    fn drain(&mut self, limit: u64) -> io::Result<bool> {
        drain(&self.pipe, self.bytes.len() as u64, limit, |bytes| self.bytes.extend_from_slice(bytes))
    }
}

/// How far a command has come.
struct Course<'a> {
    command: &'a Command,
    output: Output,
    errors: Capture,
    /// Whether each stream, output and errors, may still bring something.
    open: [bool; 2],
    running: bool,
    deadline: Instant,
    /// Why its end was ordered.
    ordered: Option<CommandEnd>,
    ended: Option<ProcessEnd>,
}

impl<'a> Course<'a> {
    fn new(command: &'a Command, output: Output, errors: Capture) -> Self {
        let deadline = Instant::now() + START_LIMIT;
        Self {
            command,
            output,
            errors,
            open: [true; 2],
            running: false,
            deadline,
            ordered: None,
            ended: None,
        }
    }

    /// Waits for the next thing to happen and deals with it.
    fn step(&mut self, zygote: &mut Zygote, cancelled: &AtomicBool) -> Result<(), SandboxError> {
        let [heard, printed, complained] = self.wait(zygote)?;
        let limit = self.command.limits.output_bytes;
        if printed {
            self.open[0] = self.output.drain(limit)?;
        }
        if complained {
            self.open[1] = self.errors.drain(limit)?;
        }
        if self.has_printed_too_much() {
            self.open = [false; 2];
            self.order_end(zygote, CommandEnd::Limit(LimitKind::Output))?;
        }
        if heard {
            self.hear(zygote)?;
        }
        if cancelled.load(Ordering::Relaxed) {
            self.order_end(zygote, CommandEnd::Stopped)?;
        }
        if self.ended.is_none() && Instant::now() >= self.deadline {
            if !self.running || self.ordered.is_some() {
                return Err(zygote.broken("neither started nor ended a command in time"));
            }
            self.order_end(zygote, CommandEnd::Limit(LimitKind::Wall))?;
        }
        Ok(())
    }

    fn has_printed_too_much(&self) -> bool {
        let limit = self.command.limits.output_bytes;
        self.output.bytes.len() as u64 > limit || self.errors.total() > limit
    }

    /// Which has something to say: zygote, output, errors.
    fn wait(&self, zygote: &Zygote) -> io::Result<[bool; 3]> {
        let streams = [self.output.pipe.as_fd(), self.errors.descriptor()];
        let mut watched = vec![PollFd::new(zygote.descriptor(), PollFlags::POLLIN)];
        let mut places = vec![0];
        for (place, stream) in streams.into_iter().enumerate().filter(|(place, _)| self.open[*place]) {
            watched.push(PollFd::new(stream, PollFlags::POLLIN));
            places.push(place + 1);
        }
        let until = self.deadline.min(Instant::now() + NOTICE);
        let mut ready = [false; 3];
        for (place, happened) in places.into_iter().zip(wait::ready(&mut watched, Some(until))?) {
            ready[place] = happened;
        }
        Ok(ready)
    }

    fn hear(&mut self, zygote: &mut Zygote) -> Result<(), SandboxError> {
        if !zygote.receive()? {
            return Err(zygote.broken("ended"));
        }
        while let Some(report) = zygote.next() {
            match report {
                Report::Failed { step, errno } => return Err(zygote.failed(step, errno)),
                Report::Started { .. } if self.ordered.is_none() => {
                    self.running = true;
                    self.deadline = Instant::now() + self.command.limits.wall();
                }
                Report::Ended { .. } => self.ended = Some(ProcessEnd::of(report)),
                Report::Started { .. } | Report::Ready => {}
            }
        }
        Ok(())
    }

    /// Everything in the command's namespace ends, whatever it is doing.
    fn order_end(&mut self, zygote: &mut Zygote, end: CommandEnd) -> Result<(), SandboxError> {
        if self.ordered.is_none() && self.ended.is_none() {
            zygote.order(Order::Kill, &[])?;
            self.ordered = Some(end);
            self.deadline = Instant::now() + END_LIMIT;
        }
        Ok(())
    }

    /// What it came to, with the rest of what it printed.
    fn report(mut self, zygote: &mut Zygote) -> Result<CommandReport, SandboxError> {
        let limit = self.command.limits.output_bytes;
        self.output.drain(limit)?;
        self.errors.drain(limit)?;
        let process = self.ended.unwrap_or_default();
        let refused = zygote.groups.refused()?;
        let reached = [
            (self.has_printed_too_much(), LimitKind::Output),
            (process.cpu_limit_reached, LimitKind::Cpu),
            (refused.memory, LimitKind::Memory),
            (refused.processes, LimitKind::Pids),
        ];
        let reached = reached.into_iter().find(|(is_reached, _)| *is_reached);
        let end = match self.ordered.or(reached.map(|(_, kind)| CommandEnd::Limit(kind))) {
            Some(end) => end,
            None => by_itself(process, refused, &self.command.limits)?,
        };
        Ok(CommandReport { end, output: self.output.bytes, errors: self.errors.finish() })
    }
}

/// The end of a command that no order and no limit of its group ended. A fault of ours if something outside killed it or a part of it.
///
/// The first process of a PID namespace cannot be killed from inside, but for one way that it has to choose itself: a CPU limit of the
/// kernel's that it lowers. That looks as if it came from outside; whoever judges the command runs it again, and does not
/// take a second such end for chance. A process that it started and that the machine killed for anything but lack of
/// memory is not told from one that it killed.
fn by_itself(process: ProcessEnd, refused: Refused, limits: &Limits) -> Result<CommandEnd, SandboxError> {
    if used_up(process, limits.cpu_seconds) {
        return Ok(CommandEnd::Limit(LimitKind::Cpu));
    }
    if refused.for_the_machine {
        return Err(SandboxError::Killed {
            evidence: "the machine ran out of memory before the command had used its own",
        });
    }
    if process.exit == -SIGKILL && !process.killed {
        return Err(SandboxError::Killed {
            evidence: "its first process was sent a signal that nothing inside can send it",
        });
    }
    Ok(CommandEnd::Exited { exit: process.exit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_killed_from_outside_is_told_from_one_at_its_limit_and_from_one_that_ended() {
        let limits = Limits {
            cpu_seconds: 2,
            judge_cpu_seconds: 1,
            wall_milliseconds: 1,
            memory_bytes: 1,
            processes: 1,
            descriptors: 1,
            disk_bytes: 1,
            inodes: 1,
            output_bytes: 1,
        };
        let end = |exit, killed, cpu_microseconds, refused| {
            by_itself(
                ProcessEnd { exit, killed, cpu_microseconds, ..ProcessEnd::default() },
                refused,
                &limits,
            )
        };
        let none = Refused::default();
        let for_the_machine = Refused { for_the_machine: true, ..none };
        assert!(matches!(end(-9, false, 0, none), Err(SandboxError::Killed { .. })));
        // A part of it was killed, and it came to its own end without that.
        assert!(matches!(end(0, false, 0, for_the_machine), Err(SandboxError::Killed { .. })));
        // The kernel's own limit of CPU time stands behind the zygote's.
        assert_eq!(end(-9, false, 2_000_000, none).unwrap(), CommandEnd::Limit(LimitKind::Cpu));
        for exit in [0, 3, -11, -15] {
            assert_eq!(end(exit, false, 0, none).unwrap(), CommandEnd::Exited { exit });
        }
    }
}
