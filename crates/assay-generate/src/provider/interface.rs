//! What tells the hosted interfaces apart: where they are, what carries the key, a body, and the reading of an answer.

use serde_json::{Map, Value, json};

use super::reading::Unreadable;
use super::settings::MaxTokensKey;
use super::{anthropic, gemini, mistral, openai_chat, openai_completion};
use crate::{Answer, Request, Sampling};

/// An interface to hosted models.
pub(super) trait Interface: Send + Sync {
    /// The maker's own address.
    fn home(&self) -> &'static str;

    /// The path behind the address, for a model.
    fn path(&self, model: &str) -> String;

    /// The headers of a request; one carries the key.
    fn headers(&self, key: Option<&str>) -> Vec<(&'static str, String)>;

    /// The body that asks for an answer; `None` where this interface cannot put that kind of prompt.
    fn body(&self, model: &str, request: &Request) -> Option<Map<String, Value>>;

    /// The answer in a response whose status is good.
    fn answer(&self, json: &Value) -> Result<Answer, Unreadable>;
}

/// The interface of a kind of provider, as it is without settings.
pub(super) fn interface(provider: &str) -> Option<Box<dyn Interface>> {
    Some(match provider {
        "openai" => Box::new(openai_chat::OpenAiChat::default()),
        "openai-completion" => Box::new(openai_completion::OpenAiCompletion::default()),
        "anthropic" => Box::new(anthropic::Anthropic),
        "gemini" => Box::new(gemini::Gemini),
        "mistral" => Box::new(mistral::Mistral),
        _ => return None,
    })
}

/// The name of the most tokens in a body.
pub(super) fn max_tokens_name(key: MaxTokensKey) -> &'static str {
    match key {
        MaxTokensKey::MaxTokens => "max_tokens",
        MaxTokensKey::MaxCompletionTokens => "max_completion_tokens",
    }
}

/// A body with how the answer is drawn behind what is asked, as OpenAI's interface and those like it say it. `max_tokens` and `seed`
/// are what this one calls them. The order of the fields is part of answers' keys.
pub(super) fn with_sampling(
    asked: Value,
    sampling: &Sampling,
    max_tokens: &str,
    seed: &str,
) -> Map<String, Value> {
    let mut body = object(asked);
    body.insert("temperature".into(), sampling.temperature.into());
    body.insert("top_p".into(), sampling.top_p.into());
    body.insert(max_tokens.into(), sampling.max_tokens.into());
    if !sampling.stop.is_empty() {
        body.insert("stop".into(), json!(sampling.stop));
    }
    if let Some(number) = sampling.seed {
        body.insert(seed.into(), short_seed(number).into());
    }
    body
}

/// The header of a key that is sent as a token.
pub(super) fn bearer(key: Option<&str>) -> Vec<(&'static str, String)> {
    key.map(|key| ("authorization", format!("Bearer {key}"))).into_iter().collect()
}

/// A seed that every server takes: some read 32 bits with a sign, some take the largest number for "any".
pub(super) fn short_seed(seed: u64) -> u64 {
    seed & 0x7fff_ffff
}

/// The object of a `json!` literal.
pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
