//! What goes back and forth between a user and a shell.

use std::io;
use std::os::fd::AsFd as _;
use std::time::Instant;

use assay_types::LimitKind;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::line::{Line, write_on};
use super::record::{Order, Report};
use super::wait;
use super::watch::{END_LIMIT, START_LIMIT};
use super::zygote::Zygote;
use crate::engine::{ProcessEnd, SandboxError};
use crate::judgement::SIGKILL;
use crate::shell::output::HarmlessOutput;
use crate::shell::way_out::WayOut;
use crate::shell::{Console, ShellEnd};

/// No more is read of what the shell prints while so much is still to be shown.
const SHOWN_AT_MOST: usize = 64 << 10;
/// No more of what is typed at a terminal waits for the shell to take it: the rest is lost, as on any terminal whose
/// input is full.
const TYPED_AT_MOST: usize = 64 << 10;

/// What is on its way between the user and the shell.
pub(super) struct Relay<'a> {
    console: &'a mut dyn Console,
    line: Line,
    way_out: WayOut,
    harmless: HarmlessOutput,
    /// Typed, and not yet taken by the shell.
    typed: Vec<u8>,
    /// Made harmless, and not yet shown.
    shown: Vec<u8>,
    /// What is shown after all that was printed, once that has ended.
    last: Vec<u8>,
    typing: bool,
    printing: bool,
    /// Why the shell's end was ordered.
    ordered: Option<ShellEnd>,
    ended: Option<ProcessEnd>,
    /// Until when it must have started, or have ended.
    deadline: Option<Instant>,
}

/// What has happened.
#[derive(Clone, Copy)]
enum Event {
    Zygote,
    News,
    Printed,
    RoomForShown,
    Typed,
    RoomForTyped,
}

impl<'a> Relay<'a> {
    pub(super) fn new(line: Line, console: &'a mut dyn Console) -> Self {
        Self {
            console,
            line,
            way_out: WayOut::default(),
            harmless: HarmlessOutput::default(),
            typed: Vec::new(),
            shown: Vec::new(),
            last: Vec::new(),
            typing: true,
            printing: true,
            ordered: None,
            ended: None,
            deadline: Some(Instant::now() + START_LIMIT),
        }
    }

    /// Copies until the shell has ended and all that it printed is shown.
    pub(super) fn follow(mut self, zygote: &mut Zygote) -> Result<ShellEnd, SandboxError> {
        while !self.is_over() {
            if let Err(error) = self.step(zygote) {
                // What is wrong with the sandbox is to be told, not what may be wrong with the console as well.
                let _ = self.show_last();
                return Err(error);
            }
        }
        self.end(zygote)
    }

    /// Whether the shell has ended and all that it printed is shown.
    fn is_over(&self) -> bool {
        self.ended.is_some() && !self.printing && self.shown.is_empty()
    }

    /// Waits for the next things to happen and deals with them.
    fn step(&mut self, zygote: &mut Zygote) -> Result<(), SandboxError> {
        for event in self.wait(zygote)? {
            match event {
                Event::Zygote => self.hear(zygote)?,
                Event::News if self.console.end_is_wanted()? => {
                    self.order_end(zygote, ShellEnd::Stopped)?;
                }
                Event::News => {
                    if let Some(window) = self.console.window().filter(|_| self.line.is_terminal) {
                        self.line.resize(window)?;
                    }
                }
                Event::Printed => self.read_printed()?,
                Event::RoomForShown => self.show(zygote)?,
                Event::Typed => self.read_typed(zygote)?,
                Event::RoomForTyped => self.pass_typed()?,
            }
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(zygote.broken("neither started nor ended a shell in time"));
        }
        Ok(())
    }

    fn wait(&self, zygote: &Zygote) -> io::Result<Vec<Event>> {
        let mut events = Vec::with_capacity(6);
        let mut watched = Vec::with_capacity(6);
        let mut watch = |event, descriptor, flags| {
            events.push(event);
            watched.push(PollFd::new(descriptor, flags));
        };
        if self.ended.is_none() {
            watch(Event::Zygote, zygote.descriptor(), PollFlags::POLLIN);
        }
        watch(Event::News, self.console.news(), PollFlags::POLLIN);
        if self.printing && self.shown.len() < SHOWN_AT_MOST {
            watch(Event::Printed, self.line.output.as_fd(), PollFlags::POLLIN);
        }
        if !self.shown.is_empty() {
            watch(Event::RoomForShown, self.console.output(), PollFlags::POLLOUT);
        }
        // A terminal's keys are read whether or not the shell takes them: among them are those that end it.
        if self.typing && (self.line.is_terminal || self.typed.is_empty()) {
            watch(Event::Typed, self.console.input(), PollFlags::POLLIN);
        }
        if let Some(input) = self.line.input.as_ref().filter(|_| !self.typed.is_empty()) {
            watch(Event::RoomForTyped, input.as_fd(), PollFlags::POLLOUT);
        }
        let happened = events.into_iter().zip(wait::ready(&mut watched, self.deadline)?);
        Ok(happened.filter_map(|(event, happened)| happened.then_some(event)).collect())
    }

    fn hear(&mut self, zygote: &mut Zygote) -> Result<(), SandboxError> {
        if !zygote.receive()? {
            return Err(zygote.broken("ended"));
        }
        while let Some(report) = zygote.next() {
            match report {
                Report::Failed { step, errno } => return Err(zygote.failed(step, errno)),
                Report::Started { .. } if self.ordered.is_none() => self.deadline = None,
                Report::Ended { .. } => {
                    self.ended = Some(ProcessEnd::of(report));
                    self.deadline = None;
                    self.typing = false;
                    self.typed.clear();
                }
                Report::Started { .. } | Report::Ready => {}
            }
        }
        Ok(())
    }

    /// Everything in the shell's namespace ends, whatever it is doing.
    fn order_end(&mut self, zygote: &mut Zygote, end: ShellEnd) -> Result<(), SandboxError> {
        self.typing = false;
        self.typed.clear();
        if self.ordered.is_none() && self.ended.is_none() {
            zygote.order(Order::Kill, &[])?;
            self.ordered = Some(end);
            self.deadline = Some(Instant::now() + END_LIMIT);
        }
        if end == ShellEnd::Stopped {
            self.show_last()?;
        }
        Ok(())
    }

    /// Whoever wants the end does not want to wait for somebody to read what was printed: only colours are put right,
    /// where that can be done at once.
    fn show_last(&mut self) -> io::Result<()> {
        if self.printing {
            self.end_printing();
        } else if self.shown.is_empty() {
            return Ok(());
        }
        self.shown = std::mem::take(&mut self.last);
        let mut watched = [PollFd::new(self.console.output(), PollFlags::POLLOUT)];
        if poll(&mut watched, PollTimeout::ZERO).is_ok_and(|ready| ready > 0) {
            write_on(self.console.output(), &mut self.shown)?;
        }
        self.shown.clear();
        Ok(())
    }

    fn show(&mut self, zygote: &mut Zygote) -> Result<(), SandboxError> {
        if !write_on(self.console.output(), &mut self.shown)? {
            self.printing = false;
            self.shown.clear();
            self.order_end(zygote, ShellEnd::Left)?;
        }
        Ok(())
    }

    fn read_printed(&mut self) -> io::Result<()> {
        let mut buffer = [0; 16 << 10];
        let Some(count) = self.line.read(&mut buffer)? else { return Ok(()) };
        if count == 0 {
            self.end_printing();
            self.shown.extend_from_slice(&self.last);
        } else {
            self.shown.extend_from_slice(self.harmless.pass(&buffer[..count]).as_bytes());
        }
        Ok(())
    }

    fn end_printing(&mut self) {
        self.printing = false;
        self.last = self.harmless.finish(self.line.line_end()).into_bytes();
    }

    fn read_typed(&mut self, zygote: &mut Zygote) -> Result<(), SandboxError> {
        if !self.typing {
            return Ok(());
        }
        let mut buffer = [0; 4 << 10];
        let typed = match nix::unistd::read(self.console.input(), &mut buffer) {
            Ok(count) => &buffer[..count],
            Err(Errno::EAGAIN | Errno::EINTR) => return Ok(()),
            // A terminal that has gone away.
            Err(Errno::EIO) => &[],
            Err(error) => return Err(io::Error::from(error).into()),
        };
        if !self.line.is_terminal {
            self.typed.extend_from_slice(typed);
            if typed.is_empty() {
                self.typing = false;
                self.line.input = None;
            }
            return Ok(());
        }
        match self.way_out.pass(typed).filter(|_| !typed.is_empty()) {
            Some(passed) if self.line.input.is_some() && self.typed.len() < TYPED_AT_MOST => {
                self.typed.extend(passed);
            }
            Some(_) => {}
            None => self.order_end(zygote, ShellEnd::Left)?,
        }
        Ok(())
    }

    fn pass_typed(&mut self) -> io::Result<()> {
        let Some(input) = &self.line.input else { return Ok(()) };
        if !write_on(input.as_fd(), &mut self.typed)? {
            // It reads nothing any more, and may print on; a terminal's user can still leave.
            self.line.input = None;
            self.typing &= self.line.is_terminal;
            self.typed.clear();
        }
        Ok(())
    }

    /// How it ended, by its own doing, by order or by a limit.
    fn end(self, zygote: &mut Zygote) -> Result<ShellEnd, SandboxError> {
        let end = self.ended.unwrap_or_default();
        if let Some(ordered) = self.ordered {
            return Ok(ordered);
        }
        let killed = end.exit == -SIGKILL;
        if killed && zygote.groups.refused()?.memory {
            return Ok(ShellEnd::Limit(LimitKind::Memory));
        }
        Ok(ShellEnd::Exited { exit: end.exit })
    }
}
