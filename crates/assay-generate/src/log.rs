//! The raw log's records: one for each attempt, as the store keeps it under the answer's key.
//!
//! A record holds what went over the wire by its digests. What an answer says is not in it: that is read from the exchange
//! whenever it is wanted, so that a reading which was wrong is mended without asking again.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::time::Duration;

use assay_store::{Store, StoreError, StoredAttempts, Writer};
use assay_types::{Digest, TaskId};
use serde::{Deserialize, Serialize};

use crate::questions::{AskError, Questions};
use crate::recorded::RECORDED_VERSION;
use crate::{
    Answer, Attempt, Exchange, Identity, Recorded, RecordedAttempt, RecordedBytes, RecordedFault,
    RecordedRequest, RecordedResponse, Response, read_exchange,
};

/// The form of the record below.
const FORMAT: u32 = 1;

/// One attempt at an answer. The bodies that it names are in the store under their digests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoggedAttempt {
    /// The form of the record.
    pub format: u32,
    /// What the protocol calls the model.
    pub model: String,
    /// Which it is.
    pub identity: Identity,
    /// The task; that of the first question, where several have the same text.
    pub task: TaskId,
    /// The answer's place among the model's samples of the task.
    pub repetition: u32,
    /// Digest of the protocol ([`crate::Protocol::digest`]); its text is in the store under it.
    pub protocol: Digest,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// How long it took, in microseconds.
    pub elapsed: u64,
    /// How many attempts of this run at this answer came before.
    pub retries: u32,
    /// Digest of the request's body.
    pub request: Digest,
    /// What came back, as far as it came.
    pub response: Option<LoggedResponse>,
    /// Why that is no answer; none where it is one.
    pub fault: Option<RecordedFault>,
    /// What it cost, where the protocol has a price for the model: of a fault, what may have to be paid for it; none where that is
    /// nothing.
    pub cost: Option<f64>,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedResponse {
    /// See [`Response::status`].
    pub status: i32,
    /// See [`Response::headers`].
    pub headers: BTreeMap<String, String>,
    /// Digest of its body.
    pub body: Digest,
}

/// Whatever holds a raw log.
pub trait RawLog {
    /// The attempt under a key that was answered.
    fn answered(&self, key: Digest) -> Result<Option<LoggedAttempt>, StoreError>;

    /// All attempts under a key, the first one first.
    fn of_key(&self, key: Digest) -> Result<Vec<LoggedAttempt>, StoreError>;

    /// A body by its digest.
    fn body_of(&self, digest: Digest) -> Result<Option<Vec<u8>>, StoreError>;
}

impl RawLog for Store {
    fn answered(&self, key: Digest) -> Result<Option<LoggedAttempt>, StoreError> {
        self.answer(key)
    }

    fn of_key(&self, key: Digest) -> Result<Vec<LoggedAttempt>, StoreError> {
        self.attempts(key)
    }

    fn body_of(&self, digest: Digest) -> Result<Option<Vec<u8>>, StoreError> {
        self.body(digest)
    }
}

impl RawLog for StoredAttempts {
    fn answered(&self, key: Digest) -> Result<Option<LoggedAttempt>, StoreError> {
        self.answer(key)
    }

    fn of_key(&self, key: Digest) -> Result<Vec<LoggedAttempt>, StoreError> {
        StoredAttempts::of_key(self, key)
    }

    fn body_of(&self, digest: Digest) -> Result<Option<Vec<u8>>, StoreError> {
        self.body(digest)
    }
}

/// The answer under a key, read anew from what went over the wire; `None` where nothing answers it, or what did is damaged.
pub(crate) fn answer_of(
    log: &dyn RawLog,
    key: Digest,
) -> Result<Option<(LoggedAttempt, Answer)>, StoreError> {
    let Some(first) = log.answered(key)? else { return Ok(None) };
    if let Some(answer) = read(log, &first)? {
        return Ok(Some((first, answer)));
    }
    // What was damaged, or is read otherwise than it once was, was asked for again: a later attempt has the answer.
    for attempt in log.of_key(key)?.into_iter().filter(|attempt| attempt.fault.is_none()) {
        if let Some(answer) = read(log, &attempt)? {
            return Ok(Some((attempt, answer)));
        }
    }
    Ok(None)
}

fn read(log: &dyn RawLog, attempt: &LoggedAttempt) -> Result<Option<Answer>, StoreError> {
    let exchange = exchange(log, attempt)?;
    Ok(exchange.and_then(|exchange| read_exchange(&attempt.identity, &exchange).ok()))
}

fn exchange(log: &dyn RawLog, attempt: &LoggedAttempt) -> Result<Option<Exchange>, StoreError> {
    let Some(body) = log.body_of(attempt.request)? else { return Ok(None) };
    let response = match &attempt.response {
        None => None,
        Some(LoggedResponse { status, headers, body }) => {
            let Some(body) = log.body_of(*body)? else { return Ok(None) };
            Some(Response { status: *status, headers: headers.clone(), body })
        }
    };
    Ok(Some(Exchange { body, response, elapsed: Duration::from_micros(attempt.elapsed) }))
}

/// What an attempt was made for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose<'a> {
    pub(crate) key: Digest,
    pub(crate) model: &'a str,
    pub(crate) identity: &'a Identity,
    pub(crate) task: &'a TaskId,
    pub(crate) repetition: u32,
    pub(crate) protocol: Digest,
    pub(crate) started: u64,
    pub(crate) retries: u32,
    pub(crate) cost: Option<f64>,
}

/// Appends an attempt to the raw log. It is on disk when this returns.
pub(crate) fn log(writer: &Writer, purpose: &Purpose<'_>, attempt: &Attempt) -> Result<(), StoreError> {
    let Exchange { body, response, .. } = &attempt.exchange;
    let RecordedAttempt { elapsed_us, fault, .. } = RecordedAttempt::of(attempt);
    let record = LoggedAttempt {
        format: FORMAT,
        model: purpose.model.to_owned(),
        identity: purpose.identity.clone(),
        task: purpose.task.clone(),
        repetition: purpose.repetition,
        protocol: purpose.protocol,
        started: purpose.started,
        elapsed: elapsed_us,
        retries: purpose.retries,
        request: Digest::of(body),
        response: response.as_ref().map(|response| LoggedResponse {
            status: response.status,
            headers: response.headers.clone(),
            body: Digest::of(&response.body),
        }),
        fault,
        cost: purpose.cost,
    };
    let bodies = [Some(&body[..]), response.as_ref().map(|response| &response.body[..])];
    let bodies: Vec<&[u8]> = bodies.into_iter().flatten().collect();
    writer.attempt(purpose.key, attempt.outcome.is_ok(), &record, &bodies)
}

/// Writes a model's part of the raw log as a recording, one line for each answer that was asked for, from which a replay answers.
/// Says how many lines it were.
pub fn write_recording(
    questions: &Questions,
    log: &dyn RawLog,
    file: &mut dyn Write,
) -> Result<u64, RecordingError> {
    let (mut seen, mut lines) = (BTreeSet::new(), 0);
    for question in questions.wanted.iter().filter(|question| seen.insert(question.key)) {
        let attempts = log.of_key(question.key).map_err(AskError::from)?;
        if attempts.is_empty() {
            continue;
        }
        let request = questions.request(question);
        let body = questions.provider.body(&request);
        let recorded = up_to_answer(log, question.key, attempts).map_err(AskError::from)?;
        if recorded.is_empty() {
            continue;
        }
        let line = Recorded {
            schema_version: RECORDED_VERSION,
            key: question.key,
            identity: questions.identity().clone(),
            repetition: question.repetition,
            request: RecordedRequest::of(questions.identity(), &request, &body),
            attempts: recorded,
        };
        writeln!(file, "{}", line.line()).map_err(RecordingError::Write)?;
        lines += 1;
    }
    Ok(lines)
}

/// The attempts at an answer that failed, and the one that counts ([`answer_of`]) as the last. What once was an answer and is none any
/// more, being damaged or read otherwise now, is no part of a recording: it would stand in the answer's place.
fn up_to_answer(
    log: &dyn RawLog,
    key: Digest,
    attempts: Vec<LoggedAttempt>,
) -> Result<Vec<RecordedAttempt>, StoreError> {
    let counts = answer_of(log, key)?.map(|(attempt, _)| attempt);
    let mut recorded = Vec::new();
    for attempt in attempts {
        let is_the_one = counts.as_ref() == Some(&attempt);
        if is_the_one || attempt.fault.is_some() {
            recorded.extend(recorded_attempt(log, attempt)?);
        }
        if is_the_one {
            break;
        }
    }
    Ok(recorded)
}

fn recorded_attempt(log: &dyn RawLog, attempt: LoggedAttempt) -> Result<Option<RecordedAttempt>, StoreError> {
    let response = match attempt.response {
        None => None,
        Some(LoggedResponse { status, headers, body }) => {
            let Some(body) = log.body_of(body)? else { return Ok(None) };
            Some(RecordedResponse { status, headers, body: RecordedBytes::of(&body) })
        }
    };
    Ok(Some(RecordedAttempt { elapsed_us: attempt.elapsed, response, fault: attempt.fault }))
}

/// Why a recording is not there.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The raw log cannot be read.
    #[error(transparent)]
    Log(#[from] AskError),
    /// The file cannot be written.
    #[error("the recording cannot be written: {0}")]
    Write(io::Error),
}
