//! A program of the user's that answers: it lives as long as it likes, speaks a line for a line, and is started again when it dies.
//!
//! It is not a sample: it runs outside the sandbox, with the user's rights, environment and network.

mod process;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use self::process::{Ended, Process};
use super::files::Files;
use super::kinds::SettingsError;
use super::line;
use super::reading::{fault, read_exchange};
use super::settings::CommandSettings;
use crate::secret::Redactor;
use crate::{Attempt, Context, Exchange, Fault, FaultKind, Identity, Provider, Request, Response};

/// How often a request that waits for a process looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(25);
const MOST_PROCESSES: usize = 1024;

/// A program that answers.
pub(super) struct Command {
    identity: Identity,
    words: Vec<String>,
    folder: PathBuf,
    most: usize,
    redactor: Redactor,
    processes: Mutex<Processes>,
    freed: Condvar,
}

#[derive(Default)]
struct Processes {
    idle: Vec<Process>,
    busy: usize,
}

impl Command {
    /// Nothing is started yet.
    pub(super) fn new(settings: &CommandSettings, folder: &Path) -> Result<Self, SettingsError> {
        let wrong = |key, problem: String| Err(SettingsError::Value { key, problem });
        let redactor = Redactor::of_environment(std::env::vars_os());
        let Some(program) = settings.command.first().filter(|program| !program.is_empty()) else {
            return wrong("command", "names no program".into());
        };
        if !process::is_there(program, folder) {
            let shown = redactor.text(program);
            return wrong(
                "command",
                format!("there is no program {shown:?}, neither below the protocol's folder nor on PATH"),
            );
        }
        if settings.processes == 0 || settings.processes > MOST_PROCESSES {
            return wrong("processes", format!("must be 1 to {MOST_PROCESSES}"));
        }
        if settings.model.is_empty() {
            return wrong("model", "is empty; it names the answers in keys and reports".into());
        }
        Ok(Self {
            identity: identity(settings, &redactor),
            words: settings.command.clone(),
            folder: folder.to_owned(),
            most: settings.processes,
            redactor,
            processes: Mutex::default(),
            freed: Condvar::new(),
        })
    }

    /// The same model, known by its files, too.
    pub(super) fn with_files(self, files: Files) -> Self {
        Self { identity: files.identify(self.identity), ..self }
    }

    fn lock(&self) -> MutexGuard<'_, Processes> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A process of its own for one request, once there is one.
    fn take(&self, context: &Context<'_>) -> Result<Process, Fault> {
        let mut processes = self.lock();
        loop {
            if let Some(ended) = ended(context) {
                return Err(self.fault(ended));
            }
            if processes.idle.len() + processes.busy < self.most || !processes.idle.is_empty() {
                break;
            }
            processes = self.freed.wait_timeout(processes, GLANCE).unwrap_or_else(PoisonError::into_inner).0;
        }
        processes.busy += 1;
        if let Some(idle) = processes.idle.pop() {
            return Ok(idle);
        }
        drop(processes);
        Process::start(&self.words, &self.folder).map_err(|error| {
            self.give_back(None);
            let at = self.identity.address.as_deref().unwrap_or_default();
            fault(FaultKind::UnknownModel, at, &format!("cannot be started: {error}"))
        })
    }

    fn give_back(&self, process: Option<Process>) {
        let mut processes = self.lock();
        processes.busy -= 1;
        processes.idle.extend(process);
        drop(processes);
        self.freed.notify_one();
    }

    fn fault(&self, ended: Ended) -> Fault {
        let at = self.identity.address.as_deref().unwrap_or_default();
        match ended {
            Ended::Deadline => {
                fault(FaultKind::Timeout, at, "no answer until the deadline; its process was ended")
            }
            Ended::Cancelled => fault(FaultKind::Cancelled, at, "nobody wants the answer any more"),
            Ended::TooLong => {
                fault(FaultKind::BrokenAnswer, at, "the line is longer than 16 MiB; its process was ended")
            }
        }
    }
}

/// Why waiting is over.
fn ended(context: &Context<'_>) -> Option<Ended> {
    if context.cancelled.load(Ordering::Relaxed) {
        Some(Ended::Cancelled)
    } else {
        (Instant::now() >= context.deadline).then_some(Ended::Deadline)
    }
}

/// Who a command is, but for its files: its words are its address, so two commands never share an answer. A secret of the environment
/// that stands in them is left out, and the answers stay the same when it is changed.
pub(super) fn identity(settings: &CommandSettings, redactor: &Redactor) -> Identity {
    let words: Vec<String> = settings.command.iter().map(|word| redactor.text(word)).collect();
    Identity {
        provider: "command".into(),
        address: Some(format!("command {words:?}")),
        model: settings.model.clone(),
        weights: Vec::new(),
        chat_template: None,
        quantization: None,
    }
}

impl Provider for Command {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn body(&self, request: &Request) -> Vec<u8> {
        line::body(&self.identity.model, request)
    }

    fn ask(&self, request: &Request, context: &Context<'_>) -> Attempt {
        let start = Instant::now();
        let body = self.body(request);
        let attempt = |body, response, outcome| Attempt {
            exchange: Exchange { body, response, elapsed: start.elapsed() },
            outcome,
        };
        let mut process = match self.take(context) {
            Ok(process) => process,
            Err(fault) => return attempt(body, None, Err(fault)),
        };
        let said = process.ask(&body, context);
        let exchange =
            |response| Exchange { body: body.clone(), response: Some(response), elapsed: start.elapsed() };
        match said {
            Ok(Some(line)) => {
                let exchange =
                    exchange(Response { status: 0, headers: std::collections::BTreeMap::new(), body: line });
                let outcome = read_exchange(&self.identity, &exchange);
                // What is out of step once would answer the next request with this one's line.
                let is_in_step = !matches!(&outcome, Err(fault) if fault.kind == FaultKind::BrokenAnswer);
                self.give_back(is_in_step.then_some(process));
                Attempt { exchange, outcome }
            }
            Ok(None) => {
                let (status, words) = process.end();
                self.give_back(None);
                let words = self.redactor.bytes(&words).into_owned();
                let exchange =
                    exchange(Response { status, headers: std::collections::BTreeMap::new(), body: words });
                Attempt { outcome: read_exchange(&self.identity, &exchange), exchange }
            }
            Err(ended) => {
                drop(process);
                self.give_back(None);
                attempt(body, None, Err(self.fault(ended)))
            }
        }
    }

    fn most_at_once(&self) -> Option<usize> {
        Some(self.most)
    }
}
