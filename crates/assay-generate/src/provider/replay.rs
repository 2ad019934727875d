//! Answers that were recorded before, byte for byte; nobody is asked.
//!
//! A replay has the identity of the recorded model and makes the same bodies, so its answers have the same keys.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::time::Duration;

use assay_types::Digest;

use super::hosted::not_taken;
use super::kinds::{SettingsError, connect};
use super::reading::fault;
use super::settings::{ProviderSettings, ReplaySettings};
use super::{command, line};
use crate::recorded::{Recorded, RecordedAttempt};
use crate::{Attempt, Context, Exchange, FaultKind, Identity, Provider, Request, answer_key};

/// Recorded answers of one model.
pub(super) struct Replay {
    identity: Identity,
    body: Body,
    answers: HashMap<Digest, RecordedAttempt>,
}

/// How the recorded model's bodies were made.
enum Body {
    /// By a provider, which makes them again and is never asked.
    By(Box<dyn Provider>),
    /// In the line format of commands; the program need not be there.
    Line,
}

impl Replay {
    /// Reads the recording.
    pub(super) fn new(settings: &ReplaySettings, folder: &Path) -> Result<Self, SettingsError> {
        let path = folder.join(&settings.recording);
        let recorded = read(&path)?;
        let (identity, body) = if let Some(of) = settings.of.as_deref() {
            who_and_how(of, folder)?
        } else {
            let identity = chosen(&recorded, settings.model.as_deref())?;
            let body = plain_body(&identity, folder)?;
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
fn plain_body(identity: &Identity, folder: &Path) -> Result<Body, SettingsError> {
    if matches!(identity.provider.as_str(), "command" | "fake") {
        return Ok(Body::Line);
    }
    let settings = serde_json::json!({
        "provider": identity.provider, "model": identity.model, "base_url": identity.address, "plain_http": true,
    });
    let settings: ProviderSettings = serde_json::from_value(settings).map_err(|_| SettingsError::Value {
        key: "of",
        problem: format!("is needed: the settings of the provider {:?} that was recorded", identity.provider),
    })?;
    Ok(who_and_how(&settings, folder)?.1)
}

fn who_and_how(of: &ProviderSettings, folder: &Path) -> Result<(Identity, Body), SettingsError> {
    match of {
        ProviderSettings::Command(settings) => Ok((command::identity(settings), Body::Line)),
        ProviderSettings::Replay(_) => Err(SettingsError::Value {
            key: "of",
            problem: "is itself a replay. Name the provider that was recorded".into(),
        }),
        of => {
            let provider = connect(&of.without_key(), folder)?.provider;
            Ok((provider.identity().clone(), Body::By(provider)))
        }
    }
}

impl Provider for Replay {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn body(&self, request: &Request) -> Vec<u8> {
        match &self.body {
            Body::By(provider) => provider.body(request),
            Body::Line => line::body(&self.identity.model, request),
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
            Ok(exchange) => Attempt { outcome: recorded.outcome(&self.identity, &exchange), exchange },
            Err(error) => {
                lost(body, &format!("the recorded answer with the key {key} cannot be read: {error}"))
            }
        }
    }
}
