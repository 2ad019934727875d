//! Asking models: a protocol says what is asked and how, a provider asks, the raw log keeps what went over the wire.
//!
//! One answer is one [`Request`] to one [`Provider`], which makes one [`Attempt`] of it. A provider never tries twice and never
//! waits for its turn: how often, how many at once and how long is decided in one place for all of them.
//!
//! A [`Protocol`] is read from a file; [`Questions`] are what one of its models is to be asked about tasks; [`ask`] asks for
//! what the store does not have; [`answers`] makes a samples file of what it has then. Texts that are no tasks are asked with by
//! [`Questions::of_texts`] and read by [`given_answers`].
#![forbid(unsafe_code)]

mod bounded;
mod confidentiality;
mod cost;
mod estimate;
mod generator;
mod given;
mod identity;
mod key;
mod log;
mod prompt;
mod protocol;
mod provider;
mod questions;
mod recorded;
mod request;
mod samples;
mod secret;
mod weights;

pub use confidentiality::Confidential;
pub use cost::KnownCost;
pub use estimate::estimated_tokens;
pub use generator::{Lost, Outcome, Spend, Stop, Tally, Unwatched, Watch, ask};
pub use given::{Given, given_answers};
pub use identity::{Identity, WeightFile};
pub use key::answer_key;
pub use log::{LoggedAttempt, LoggedResponse, RawLog, RecordingError, write_recording};
pub use prompt::{PromptError, Template};
pub use protocol::difference::{AskedAs, Described, Difference, Side as DifferenceSide};
pub use protocol::{
    AskingLimits, Interface, Model, Price, Protocol, ProtocolError, SamplingRule, protocol_schema,
};
#[cfg(feature = "embedded")]
pub use provider::embedded::{Embedded, LoadError};
pub use provider::fake::{Fake, Play};
pub use provider::kinds::{Connected, KINDS, Kind, Prompts, SettingsError, connect, connect_with_digests};
pub use provider::reading::read_exchange;
pub use provider::settings::{
    CommandSettings, EmbeddedSettings, HostedSettings, MaxTokensKey, OpenAiSettings, ProviderSettings,
    ReplaySettings,
};
pub use provider::{Answer, Attempt, Context, Exchange, Fault, FaultKind, Finish, Provider, Response, Usage};
pub use questions::{AskError, Asked, AskedTexts, Estimate, Questions, connect_model};
pub use recorded::{
    RECORDED_VERSION, Recorded, RecordedAttempt, RecordedBytes, RecordedError, RecordedFault,
    RecordedRequest, RecordedResponse,
};
pub use request::{Prompt, Request, Sampling, Turn};
pub use samples::{Answers, all_too_long, all_wanted_answers, answers};
pub use weights::{Digests, Header, HeaderError, Weights, WeightsError, read_header};
