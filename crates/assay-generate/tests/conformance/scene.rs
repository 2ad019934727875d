//! Each good and bad day, and what it must become.

use assay_generate::{FaultKind, Finish};

/// What a provider meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scene {
    Answer,
    Reasoning,
    Empty,
    Refusal,
    FilteredAnswer,
    FilteredPrompt,
    TooLong,
    MaxTokens,
    HalfCharacter,
    Chunked,
    RateLimitedSeconds,
    RateLimitedDate,
    Quota,
    Ill500,
    Overloaded503,
    Overloaded529,
    Hang,
    HangWithin,
    Cancelled,
    Cut,
    CutChunk,
    BrokenJson,
    CutJson,
    Html,
    NotHttp,
    UnknownModel,
    ExpiredKey,
    NotAllowed,
    BadRequest,
    Reset,
    Closed,
    NoSuchHost,
    Refused,
    NoTrust,
    ProxyRefuses,
    ProxyGone,
    Redirect,
    Huge,
    Dies,
    WrongId,
    NotRecorded,
}

/// All of them.
pub(crate) const SCENES: &[Scene] = &[
    Scene::Answer,
    Scene::Reasoning,
    Scene::Empty,
    Scene::Refusal,
    Scene::FilteredAnswer,
    Scene::FilteredPrompt,
    Scene::TooLong,
    Scene::MaxTokens,
    Scene::HalfCharacter,
    Scene::Chunked,
    Scene::RateLimitedSeconds,
    Scene::RateLimitedDate,
    Scene::Quota,
    Scene::Ill500,
    Scene::Overloaded503,
    Scene::Overloaded529,
    Scene::Hang,
    Scene::HangWithin,
    Scene::Cancelled,
    Scene::Cut,
    Scene::CutChunk,
    Scene::BrokenJson,
    Scene::CutJson,
    Scene::Html,
    Scene::NotHttp,
    Scene::UnknownModel,
    Scene::ExpiredKey,
    Scene::NotAllowed,
    Scene::BadRequest,
    Scene::Reset,
    Scene::Closed,
    Scene::NoSuchHost,
    Scene::Refused,
    Scene::NoTrust,
    Scene::ProxyRefuses,
    Scene::ProxyGone,
    Scene::Redirect,
    Scene::Huge,
    Scene::Dies,
    Scene::WrongId,
    Scene::NotRecorded,
];

/// The text of an ordinary answer, in every scene that has one.
pub(crate) const TEXT: &str = "```python\ndef f():\n    return '\u{1f642}\u{e9}\\u0000'\n```";
/// What was thought before it.
pub(crate) const REASONING: &str = "Let me think.";
/// How long the other side asks to be left alone, in seconds.
pub(crate) const WAIT: u64 = 7;

impl Scene {
    /// What must come of it.
    pub(crate) fn expected(self) -> Result<(Finish, &'static str), FaultKind> {
        match self {
            Self::Answer | Self::Reasoning | Self::Chunked => Ok((Finish::Stop, TEXT)),
            Self::Empty => Ok((Finish::Stop, "")),
            Self::Refusal => Ok((Finish::Refusal, "No.")),
            Self::FilteredAnswer => Ok((Finish::ContentFilter, "def")),
            Self::FilteredPrompt => Ok((Finish::ContentFilter, "")),
            Self::TooLong => Ok((Finish::ContextTooLong, "")),
            Self::MaxTokens => Ok((Finish::MaxTokens, "def")),
            Self::HalfCharacter => Ok((Finish::Stop, "a\u{fffd}b")),
            Self::RateLimitedSeconds | Self::RateLimitedDate => Err(FaultKind::RateLimited),
            Self::Quota => Err(FaultKind::Quota),
            Self::Ill500 | Self::Overloaded503 | Self::Overloaded529 | Self::Dies => Err(FaultKind::Server),
            Self::Hang | Self::HangWithin => Err(FaultKind::Timeout),
            Self::Cancelled => Err(FaultKind::Cancelled),
            Self::Cut | Self::CutChunk => Err(FaultKind::Cut),
            Self::BrokenJson | Self::CutJson | Self::Html | Self::NotHttp | Self::Huge | Self::WrongId => {
                Err(FaultKind::BrokenAnswer)
            }
            Self::UnknownModel => Err(FaultKind::UnknownModel),
            Self::ExpiredKey => Err(FaultKind::Authentication),
            Self::NotAllowed => Err(FaultKind::NotAllowed),
            Self::BadRequest | Self::Redirect => Err(FaultKind::BadRequest),
            Self::Reset | Self::Closed | Self::Refused | Self::NoTrust => Err(FaultKind::Connection),
            Self::NoSuchHost => Err(FaultKind::NameResolution),
            Self::ProxyRefuses | Self::ProxyGone => Err(FaultKind::Proxy),
            Self::NotRecorded => Err(FaultKind::NotRecorded),
        }
    }

    /// Whether the other side says how long it wants to be left alone.
    pub(crate) fn asks_to_wait(self) -> bool {
        matches!(self, Self::RateLimitedSeconds | Self::RateLimitedDate | Self::Overloaded503)
    }

    /// Whether what it means is in the bytes that came: then they can be read again.
    pub(crate) fn is_in_the_bytes(self) -> bool {
        let on_the_way = [FaultKind::Timeout, FaultKind::Cancelled, FaultKind::Cut, FaultKind::Connection];
        let earlier = [FaultKind::NameResolution, FaultKind::Proxy, FaultKind::NotRecorded];
        !matches!(self, Self::NotHttp | Self::Huge)
            && self
                .expected()
                .err()
                .is_none_or(|kind| !on_the_way.contains(&kind) && !earlier.contains(&kind))
    }
}
