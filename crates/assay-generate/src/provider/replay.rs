//! Answers that were recorded before, byte for byte; nobody is asked.
//!
//! A replay has the identity of the recorded model and makes the same bodies, so its answers have the same keys. The bodies of a model
//! in this process are made by its files, which a replay does without: it finds them in the recording, by the request.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use assay_types::Digest;

use super::hosted::not_taken;
use super::kinds::{SettingsError, connect};
use super::reading::fault;
use super::settings::{ProviderSettings, ReplaySettings};
use super::{command, line};
use crate::recorded::{Recorded, RecordedAttempt};
use crate::secret::Redactor;
use crate::{Attempt, Context, Exchange, Fault, FaultKind, Identity, Provider, Request, answer_key};

/// Recorded answers of one model.
pub(super) struct Replay {
    identity: Identity,
    body: Body,
    answers: HashMap<Digest, RecordedAttempt>,
}

/// How the recorded model's bodies were made.
enum Body {
    /// By a provider, which makes them again and is never asked.
    By(Arc<dyn Provider>),
    /// In the line format of commands; the program need not be there.
    Line,
    /// By the model's files, which need not be there: the recorded bodies by the digest of the request's line.
    Recorded(HashMap<Digest, Vec<u8>>),
}

impl Replay {
    /// Reads the recording.
    pub(super) fn new(settings: &ReplaySettings, folder: &Path) -> Result<Self, SettingsError> {
        let path = folder.join(&settings.recording);
        let recorded = read(&path)?;
        let (identity, body) = if let Some(of) = settings.of.as_deref() {
            who_and_how(of, folder, &recorded)?
        } else {
            let identity = chosen(&recorded, settings.model.as_deref())?;
            let body = plain_body(&identity, folder, &recorded)?;
            (identity, body)
        };
        let mut answers = HashMap::new();
        for recorded in recorded.into_iter().filter(|recorded| recorded.identity == identity) {
            let Some(last) = recorded.attempts.into_iter().next_back() else { continue };
            match answers.get(&recorded.key) {
                None => {
                    answers.insert(recorded.key, last);
                }
                Some(RecordedAttempt { fault: Some(_), .. }) if last.fault.is_none() => {
                    answers.insert(recorded.key, last);
                }
                Some(first)
                    if first.fault.is_none() && last.fault.is_none() && first.response != last.response =>
                {
                    return Err(wrong(format!(
                        "{} has two answers with the key {}",
                        path.display(),
                        recorded.key
                    )));
                }
                Some(_) => {}
            }
        }
        if answers.is_empty() {
            return Err(wrong(format!(
                "{} has nothing of {} at {}",
                path.display(),
                identity.model,
                identity.address.as_deref().unwrap_or("this machine")
            )));
        }
        Ok(Self { identity, body, answers })
    }
}

fn wrong(problem: String) -> SettingsError {
    SettingsError::Value { key: "recording", problem }
}

fn read(path: &Path) -> Result<Vec<Recorded>, SettingsError> {
    let shown = path.display();
    let file = File::open(path).map_err(|error| wrong(format!("{shown}: {error}")))?;
    let mut recorded = Vec::new();
    for (number, line) in BufReader::new(file).split(b'\n').enumerate() {
        let line = line.map_err(|error| wrong(format!("{shown}: {error}")))?;
        if !line.trim_ascii().is_empty() {
            let read = Recorded::read(&line)
                .map_err(|error| wrong(format!("{shown}, line {}: {error}", number + 1)))?;
            recorded.push(read);
        }
    }
    Ok(recorded)
}

/// The one identity in a recording, or the one that is named.
fn chosen(recorded: &[Recorded], model: Option<&str>) -> Result<Identity, SettingsError> {
    let mut found: Vec<&Identity> = Vec::new();
    for one in recorded {
        if model.is_none_or(|model| model == one.identity.model) && !found.contains(&&one.identity) {
            found.push(&one.identity);
        }
    }
    match found[..] {
        [one] => Ok(one.clone()),
        [] => Err(wrong("has no such model".into())),
        _ => {
            let names: Vec<_> = found.iter().map(|identity| identity.model.as_str()).collect();
            Err(wrong(format!("has several models ({}); name one by model, or give of", names.join(", "))))
        }
    }
}

/// How bodies are made where no settings say so: as by settings that say nothing but where and which model.
fn plain_body(identity: &Identity, folder: &Path, recorded: &[Recorded]) -> Result<Body, SettingsError> {
    if matches!(identity.provider.as_str(), "command" | "fake") {
        return Ok(Body::Line);
    }
    if let Some(body) = recorded_bodies(identity, recorded)? {
        return Ok(body);
    }
    let settings = serde_json::json!({
        "provider": identity.provider, "model": identity.model, "base_url": identity.address, "plain_http": true,
    });
    let settings: ProviderSettings = serde_json::from_value(settings).map_err(|_| SettingsError::Value {
        key: "of",
        problem: format!("is needed: the settings of the provider {:?} that was recorded", identity.provider),
    })?;
    Ok(who_and_how(&settings, folder, recorded)?.1)
}

/// The bodies that a recording has of a model whose files make them; `None` where it does not say of which requests they are.
fn recorded_bodies(identity: &Identity, recorded: &[Recorded]) -> Result<Option<Body>, SettingsError> {
    let mut bodies = HashMap::new();
    for recorded in recorded.iter().filter(|recorded| recorded.identity == *identity) {
        let (Some(line), Some(body)) = (recorded.request.line, &recorded.request.body) else { continue };
        let body = body.bytes().map_err(|error| wrong(error.to_string()))?;
        if bodies.insert(line, body.clone()).is_some_and(|other| other != body) {
            return Err(wrong(format!(
                "has the same request to {} under different settings. Keep the answers of each in a file of its own",
                identity.model
            )));
        }
    }
    Ok(if bodies.is_empty() { None } else { Some(Body::Recorded(bodies)) })
}

/// A model in this process that a recording is enough of.
fn embedded(model: &str, recorded: &[Recorded]) -> Result<Option<(Identity, Body)>, SettingsError> {
    let is_it = |one: &&Recorded| one.identity.provider == "embedded" && one.identity.model == model;
    let of_it: Vec<Recorded> = recorded.iter().filter(is_it).cloned().collect();
    if of_it.is_empty() {
        return Ok(None);
    }
    let identity = chosen(&of_it, None)?;
    Ok(recorded_bodies(&identity, &of_it)?.map(|body| (identity, body)))
}

/// A recorded model by its address and name, with the files that it had then: they need not be there any more.
fn as_recorded(named: Identity, recorded: &[Recorded]) -> Result<Identity, SettingsError> {
    let is_it = |one: &Identity| {
        (&one.provider, &one.address, &one.model) == (&named.provider, &named.address, &named.model)
    };
    let mut found = recorded.iter().map(|one| &one.identity).filter(|one| is_it(one));
    let Some(first) = found.next() else { return Ok(named) };
    if found.any(|one| one != first) {
        return Err(wrong(format!(
            "has answers of several models that are called {}, told apart by their files. Keep the answers of each in a file of its own",
            named.model
        )));
    }
    Ok(first.clone())
}

fn who_and_how(
    of: &ProviderSettings,
    folder: &Path,
    recorded: &[Recorded],
) -> Result<(Identity, Body), SettingsError> {
    if let ProviderSettings::Embedded(settings) = of
        && let Some(found) = embedded(&settings.model, recorded)?
    {
        return Ok(found);
    }
    match of {
        ProviderSettings::Command(settings) => {
            let redactor = Redactor::of_environment(std::env::vars_os());
            Ok((as_recorded(command::identity(settings, &redactor), recorded)?, Body::Line))
        }
        ProviderSettings::Replay(_) => Err(SettingsError::Value {
            key: "of",
            problem: "is itself a replay. Name the provider that was recorded".into(),
        }),
        of => {
            let provider = connect(&of.without_files(), folder)?.provider;
            Ok((as_recorded(provider.identity().clone(), recorded)?, Body::By(provider)))
        }
    }
}

/// A fault that was met when the answer was recorded. Asking the recording again, later or less often is no use, so it is a kind of its
/// own and names no time to wait.
fn recorded_fault(then: Fault) -> Fault {
    // A recording of a replay has it as it is.
    let message = match then.kind {
        FaultKind::RecordedFault => then.message,
        kind => {
            format!("the recording has a fault in the answer's place ({}): {}", kind.words(), then.message)
        }
    };
    Fault { kind: FaultKind::RecordedFault, message, retry_after: None }
}

impl Provider for Replay {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn body(&self, request: &Request) -> Vec<u8> {
        match &self.body {
            Body::By(provider) => provider.body(request),
            Body::Line => line::body(&self.identity.model, request),
            // What is not recorded has a body that nothing answers, and another for each request.
            Body::Recorded(bodies) => {
                let line = line::body(&self.identity.model, request);
                bodies.get(&Digest::of(&line)).cloned().unwrap_or(line)
            }
        }
    }

    fn ask(&self, request: &Request, _context: &Context<'_>) -> Attempt {
        let body = self.body(request);
        if body.is_empty() {
            return not_taken(&self.identity.provider, &self.identity.model);
        }
        let key = answer_key(&self.identity, &body, request.repetition);
        let lost = |body, what: &str| Attempt {
            exchange: Exchange { body, response: None, elapsed: Duration::ZERO },
            outcome: Err(fault(FaultKind::NotRecorded, &self.identity.model, what)),
        };
        let Some(recorded) = self.answers.get(&key) else {
            return lost(body, &format!("the recording has no answer with the key {key}"));
        };
        match recorded.exchange(body.clone()) {
            Ok(exchange) => {
                let outcome = recorded.outcome(&self.identity, &exchange);
                Attempt { outcome: outcome.map_err(recorded_fault), exchange }
            }
            Err(error) => {
                lost(body, &format!("the recorded answer with the key {key} cannot be read: {error}"))
            }
        }
    }
}
