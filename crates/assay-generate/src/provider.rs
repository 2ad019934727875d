//! Who is asked.

mod address;
mod anthropic;
mod command;
pub(crate) mod embedded;
pub(crate) mod exposed;
pub(crate) mod fake;
mod files;
mod gemini;
mod hosted;
mod http;
mod interface;
pub(crate) mod kinds;
pub(crate) mod line;
mod mistral;
mod openai_chat;
mod openai_completion;
pub(crate) mod reading;
mod replay;
pub(crate) mod settings;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use assay_types::Finish;
use serde::{Deserialize, Serialize};

use crate::{Identity, Request};

/// Somebody who answers requests. Asked by many threads at once.
pub trait Provider: Send + Sync {
    /// Which model it is. Cheap, and the same each time.
    fn identity(&self) -> &Identity;

    /// The body that a request becomes on the wire, byte for byte; it holds no secret. It is shown by a dry run, stored in
    /// the log, and part of the answer's key.
    fn body(&self, request: &Request) -> Vec<u8>;

    /// Asks once. Returns at the deadline or soon after the cancellation, whatever the other side does.
    fn ask(&self, request: &Request, context: &Context<'_>) -> Attempt;

    /// The most requests that it can work on at once; `None` where only the protocol says so.
    fn most_at_once(&self) -> Option<usize> {
        None
    }
}

/// What bounds one attempt.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The latest end.
    pub deadline: Instant,
    /// Set when nobody wants the answer any more.
    pub cancelled: &'a AtomicBool,
}

/// One request and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Attempt {
    /// What went over the wire, as it is logged.
    pub exchange: Exchange,
    /// What that means.
    pub outcome: Result<Answer, Fault>,
}

/// What went over the wire. Holds no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The request's body.
    pub body: Vec<u8>,
    /// What came back, as far as it came.
    pub response: Option<Response>,
    /// From the first byte sent to the last one read.
    pub elapsed: Duration,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// HTTP's status, or the exit code of a command; 0 where there is neither.
    pub status: i32,
    /// The headers that say something about the answer: version, request id, limits, date. Names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body, cut at the provider's cap.
    pub body: Vec<u8>,
}

/// What a model said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The answer. Untrusted.
    pub text: String,
    /// What it thought before, where the provider tells that apart. Untrusted.
    pub reasoning: Option<String>,
    /// Why it ended.
    pub finish: Finish,
    /// The dated version that answered, in the provider's words.
    pub version: Option<String>,
    /// Tokens, as the provider counts them.
    pub usage: Usage,
}

/// Tokens of one answer; `None` where the provider does not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Read.
    #[serde(default)]
    pub input: Option<u64>,
    /// Written, reasoning included.
    #[serde(default)]
    pub output: Option<u64>,
    /// Written as reasoning.
    #[serde(default)]
    pub reasoning: Option<u64>,
}

/// Why there is no answer: never the model's fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What happened, at which address, and what to do about it. Holds no secret; what the other side said is cut and made harmless.
    pub message: String,
    /// The time the other side asks to be left alone.
    pub retry_after: Option<Duration>,
}

/// Kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Too many requests (429).
    RateLimited,
    /// The other side is ill (5xx, overloaded).
    Server,
    /// No whole answer until the deadline.
    Timeout,
    /// The answer ended before its end.
    Cut,
    /// An answer that is not what the interface promises.
    BrokenAnswer,
    /// The name cannot be resolved.
    NameResolution,
    /// Refused, reset, unreachable, or no trust in its certificate.
    Connection,
    /// The proxy does not let it through.
    Proxy,
    /// The key is missing, wrong or expired.
    Authentication,
    /// This is not allowed (403): to the key at all, or with this request; only what comes of others tells which.
    NotAllowed,
    /// There is no such model there.
    UnknownModel,
    /// The request is not understood; asking again is no use.
    BadRequest,
    /// No money or quota is left.
    Quota,
    /// The answer to exactly this request is not in the recorded log.
    NotRecorded,
    /// What is in the recorded log is no answer, but the fault that was met in its place.
    RecordedFault,
    /// Nobody wants the answer any more.
    Cancelled,
}

impl FaultKind {
    /// Whether the same request may succeed later.
    #[must_use]
    pub fn may_pass(self) -> bool {
        matches!(
            self,
            Self::RateLimited
                | Self::Server
                | Self::Timeout
                | Self::Cut
                | Self::BrokenAnswer
                | Self::NameResolution
                | Self::Connection
                | Self::Proxy
        )
    }

    /// What is said of such faults.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::RateLimited => "too many requests",
            Self::Server => "the other side is ill",
            Self::Timeout => "no whole answer in time",
            Self::Cut => "the answer was cut",
            Self::BrokenAnswer => "the answer is broken",
            Self::NameResolution => "the name cannot be resolved",
            Self::Connection => "no connection",
            Self::Proxy => "the proxy",
            Self::Authentication => "the key",
            Self::NotAllowed => "it is not allowed",
            Self::UnknownModel => "no such model",
            Self::BadRequest => "the request is not understood",
            Self::Quota => "no quota is left",
            Self::NotRecorded => "not in the recording",
            Self::RecordedFault => "lost when it was recorded",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether every other request to this provider will meet the same fault. Of [`FaultKind::NotAllowed`] that is not known.
    #[must_use]
    pub fn is_for_all(self) -> bool {
        matches!(self, Self::Authentication | Self::UnknownModel | Self::Quota)
    }

    /// Whether it says nothing of any other request: a recording is asked for each answer by itself.
    pub(crate) fn is_of_a_recording(self) -> bool {
        matches!(self, Self::NotRecorded | Self::RecordedFault)
    }
}
