//! Asking models: a protocol says what is asked and how, a provider asks, the raw log keeps what went over the wire.
//!
//! One answer is one [`Request`] to one [`Provider`], which makes one [`Attempt`] of it. A provider never tries twice and never
//! waits for its turn: how often, how many at once and how long is decided in one place for all of them.
#![forbid(unsafe_code)]

mod identity;
mod key;
mod provider;
mod recorded;
mod request;
mod secret;

pub use identity::{Identity, WeightFile};
pub use key::answer_key;
pub use provider::fake::{Fake, Play};
pub use provider::kinds::{Connected, KINDS, Kind, Prompts, SettingsError, connect};
pub use provider::reading::read_exchange;
pub use provider::settings::{
    CommandSettings, HostedSettings, MaxTokensKey, OpenAiSettings, ProviderSettings, ReplaySettings,
};
pub use provider::{Answer, Attempt, Context, Exchange, Fault, FaultKind, Finish, Provider, Response, Usage};
pub use recorded::{
    RECORDED_VERSION, Recorded, RecordedAttempt, RecordedBytes, RecordedError, RecordedFault,
    RecordedRequest, RecordedResponse,
};
pub use request::{Prompt, Request, Sampling, Turn};
