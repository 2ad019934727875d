//! Recordings: what a log says of an answer, as one line of JSON. docs/providers.md is the contract.
//!
//! A line is enough to read the answer again, and to check that it belongs to its key. A body that must not be passed on, such
//! as a benchmark's prompt, may be left out: its digest stays.

use std::collections::BTreeMap;
use std::time::Duration;

use assay_types::Digest;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use crate::provider::line;
use crate::{
    Answer, Attempt, Exchange, Fault, FaultKind, Identity, Request, Response, answer_key, read_exchange,
};

/// The version of the form.
pub const RECORDED_VERSION: u32 = 1;

/// One request, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// [`RECORDED_VERSION`].
    pub schema_version: u32,
    /// [`answer_key`] of the three that follow.
    pub key: Digest,
    /// Who was asked.
    pub identity: Identity,
    /// Which repetition.
    pub repetition: u32,
    /// What was asked.
    pub request: RecordedRequest,
    /// Every attempt, in order; only the last can have an answer.
    pub attempts: Vec<RecordedAttempt>,
}

/// What was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedRequest {
    /// Digest of the body.
    pub sha256: Digest,
    /// The body; `None` where it must not be passed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<RecordedBytes>,
    /// Digest of the request in the line format of commands, where nothing but the model's files makes its body: the body is found by
    /// it where they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Digest>,
}

/// One attempt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedAttempt {
    /// From the first byte sent to the last one read, in microseconds.
    pub elapsed_us: u64,
    /// What came back, as far as it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<RecordedResponse>,
    /// Why there is no answer. An attempt without this has one, which is read from the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<RecordedFault>,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedResponse {
    /// HTTP's status, a command's exit code, or 0.
    pub status: i32,
    /// The headers that are kept.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: RecordedBytes,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedFault {
    /// What kind.
    pub kind: FaultKind,
    /// What happened.
    pub message: String,
    /// The time the other side asked to be left alone, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

/// Bytes: as text where they are UTF-8, else in Base64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordedBytes {
    /// UTF-8.
    Text(String),
    /// Anything else.
    Base64(String),
}

/// A line that is no recorded answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordedError {
    /// Not of this form.
    #[error("it is not as docs/providers.md says: {0}")]
    Form(String),
    /// Of a later form.
    #[error("it has schema_version {0}; this assay reads {RECORDED_VERSION}")]
    Version(u32),
    /// Its key or digest is not that of what it holds.
    #[error("its key or digest is not that of what it holds: it was changed")]
    Changed,
}

impl Recorded {
    /// Records what came of a request, the attempts in order.
    #[must_use]
    pub fn of(identity: &Identity, request: &Request, body: &[u8], attempts: &[Attempt]) -> Self {
        Self {
            schema_version: RECORDED_VERSION,
            key: answer_key(identity, body, request.repetition),
            identity: identity.clone(),
            repetition: request.repetition,
            request: RecordedRequest::of(identity, request, body),
            attempts: attempts.iter().map(RecordedAttempt::of).collect(),
        }
    }

    /// Reads a line, and checks it against its key as far as it holds what the key is made of.
    pub fn read(line: &[u8]) -> Result<Self, RecordedError> {
        #[derive(Deserialize)]
        struct Version {
            schema_version: u32,
        }
        let form = |error: serde_json::Error| RecordedError::Form(error.to_string());
        let Version { schema_version } = serde_json::from_slice(line).map_err(form)?;
        if schema_version != RECORDED_VERSION {
            return Err(RecordedError::Version(schema_version));
        }
        let recorded: Self = serde_json::from_slice(line).map_err(form)?;
        if let Some(body) = &recorded.request.body {
            let body = body.bytes()?;
            let key = answer_key(&recorded.identity, &body, recorded.repetition);
            if (Digest::of(&body), key) != (recorded.request.sha256, recorded.key) {
                return Err(RecordedError::Changed);
            }
        }
        Ok(recorded)
    }

    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        // Nothing of it can fail to be JSON: maps with text keys, texts and whole numbers.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl RecordedRequest {
    /// What was asked of a model, and the body that it became.
    #[must_use]
    pub fn of(identity: &Identity, request: &Request, body: &[u8]) -> Self {
        // By its kind and not by its weights: a server's may be known, too, but its bodies are made by settings.
        let is_by_files = identity.provider == "embedded";
        Self {
            sha256: Digest::of(body),
            body: Some(RecordedBytes::of(body)),
            line: is_by_files.then(|| line::digest(&identity.model, request)),
        }
    }
}

impl RecordedAttempt {
    /// Records one attempt.
    #[must_use]
    pub fn of(attempt: &Attempt) -> Self {
        let milliseconds = |wait: Duration| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        let response = attempt.exchange.response.as_ref().map(|response| RecordedResponse {
            status: response.status,
            headers: response.headers.clone(),
            body: RecordedBytes::of(&response.body),
        });
        let fault = attempt.outcome.as_ref().err().map(|fault| RecordedFault {
            kind: fault.kind,
            message: fault.message.clone(),
            retry_after_ms: fault.retry_after.map(milliseconds),
        });
        let elapsed_us = u64::try_from(attempt.exchange.elapsed.as_micros()).unwrap_or(u64::MAX);
        Self { elapsed_us, response, fault }
    }

    /// The exchange that it was, for a request's body.
    pub fn exchange(&self, body: Vec<u8>) -> Result<Exchange, RecordedError> {
        let response = self.response.as_ref().map(|response| {
            let body = response.body.bytes()?;
            Ok(Response { status: response.status, headers: response.headers.clone(), body })
        });
        Ok(Exchange {
            body,
            response: response.transpose()?,
            elapsed: Duration::from_micros(self.elapsed_us),
        })
    }

    /// What it means: an answer is read anew from the exchange, a fault stays what it was.
    pub fn outcome(&self, identity: &Identity, exchange: &Exchange) -> Result<Answer, Fault> {
        match &self.fault {
            Some(fault) => Err(Fault {
                kind: fault.kind,
                message: fault.message.clone(),
                retry_after: fault.retry_after_ms.map(Duration::from_millis),
            }),
            None => read_exchange(identity, exchange),
        }
    }
}

impl RecordedBytes {
    /// Some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Base64(BASE64_STANDARD.encode(bytes)),
        }
    }

    /// The bytes again.
    pub fn bytes(&self) -> Result<Vec<u8>, RecordedError> {
        match self {
            Self::Text(text) => Ok(text.clone().into_bytes()),
            Self::Base64(text) => {
                BASE64_STANDARD.decode(text).map_err(|error| RecordedError::Form(error.to_string()))
            }
        }
    }
}

#[cfg(test)]
mod tests;
