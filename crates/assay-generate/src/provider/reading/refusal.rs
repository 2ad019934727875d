//! What it means that a server does not answer: a fault of the way, or the model's answer that there is none.
//!
//! Codes and words are those of the servers' own documentation and sources: OpenAI, Azure, Anthropic, Gemini, Mistral, vLLM,
//! SGLang, llama.cpp, llama-cpp-python, Ollama, LM Studio. Words count only where a server gives no code.

use serde_json::Value;

use super::filter::{self, is_filtered};
use super::room::{TooLong, too_long};
use super::{fault, not_json, retry_after, without_text};
use crate::{Answer, Fault, FaultKind, Finish, Response};

/// Codes and types that say that the prompt does not fit.
const TOO_LONG_CODES: &[&str] =
    &["context_length_exceeded", "exceed_context_size_error", "string_above_max_length"];
/// Codes and words that say that there is no money or quota left.
const QUOTA: &[&str] = &[
    "insufficient_quota",
    "billing_hard_limit_reached",
    "billing_not_active",
    "billing_error",
    "credit balance is too low",
    "insufficient credits",
];
/// Codes and words that say that there is no such model, whatever the status.
const NO_MODEL: &[&str] = &["model_not_found", "invalid_model", "invalid model:", "no such model"];
/// Codes that say that the key is wrong, whatever the status.
const NO_KEY: &[&str] = &["invalid_api_key", "api_key_invalid", "api key not valid", "authentication_error"];

/// What a server says of an error, in whatever form.
struct Said {
    /// Codes, types and reasons, in lower case.
    codes: Vec<String>,
    /// The message.
    message: String,
    /// A status inside the body, which stands behind a good one of the gateway.
    status: Option<i64>,
    /// Whether a filter declined the question.
    is_filtered: bool,
}

/// Reads a response that is no answer.
pub(super) fn read(at: &str, response: &Response, json: Option<&Value>) -> Result<Answer, Fault> {
    let said = json.map(said);
    let mut status = i64::from(response.status);
    if status < 300 {
        status = said.as_ref().and_then(|said| said.status).unwrap_or(500);
    }
    let is_of_request =
        (400..500).contains(&status) && ![401, 402, 403, 404, 407, 408, 429].contains(&status);
    let too_long = said.as_ref().filter(|_| is_of_request || status >= 500).and_then(Said::too_long);
    if too_long == Some(TooLong::Prompt) {
        return Ok(without_text(Finish::ContextTooLong));
    }
    // A filter's verdict on one question often has the status of a key that may not ask at all.
    if (is_of_request || status == 403) && said.as_ref().is_some_and(|said| said.is_filtered) {
        return Ok(without_text(Finish::ContentFilter));
    }
    let (kind, advice) = kind(status, said.as_ref(), too_long.is_some());
    let words = match &said {
        Some(said) if !said.message.is_empty() => format!("says: {}", said.message),
        _ if (300..400).contains(&status) => response
            .headers
            .get("location")
            .map_or_else(String::new, |location| format!("points to {location}")),
        _ => not_json(response),
    };
    let mut fault = fault(kind, at, &format!("status {status}: {advice}. It {words}"));
    fault.retry_after = retry_after::read(response, json);
    Err(fault)
}

/// The kind of a fault, and what to do about it.
fn kind(status: i64, said: Option<&Said>, asks_for_too_much: bool) -> (FaultKind, &'static str) {
    let has = |words: &[&str]| said.is_some_and(|said| said.has(words));
    match status {
        _ if asks_for_too_much => (
            FaultKind::BadRequest,
            "the prompt fits, but not with so many tokens for the answer: lower max_tokens in the protocol",
        ),
        300..=399 => (
            FaultKind::BadRequest,
            "it sends on to another address, which is not followed; set base_url to the right one",
        ),
        407 => (FaultKind::Proxy, "the proxy does not let the request through"),
        402 => (FaultKind::Quota, "no money is left there"),
        400..=499 if has(QUOTA) => (FaultKind::Quota, "no money or quota is left there"),
        429 => (FaultKind::RateLimited, "too many requests"),
        400..=499 if has(NO_MODEL) => (FaultKind::UnknownModel, "check model"),
        400..=499 if status == 401 || has(NO_KEY) => {
            (FaultKind::Authentication, "check the key that key_env or key_file names")
        }
        403 => (FaultKind::NotAllowed, "check what the key that key_env or key_file names may do"),
        404 | 410 => (FaultKind::UnknownModel, "check model and base_url"),
        408 | 409 | 425 | 499 => (FaultKind::Server, "it did not get to it"),
        400..=499 => (FaultKind::BadRequest, "see extra and omit for fields that it does or does not know"),
        _ => (FaultKind::Server, "it is ill"),
    }
}

fn said(json: &Value) -> Said {
    // Gemini wraps its error into a list where it would have streamed.
    let json = json.get(0).unwrap_or(json);
    let error = json.get("error").filter(|error| error.is_object()).unwrap_or(json);
    let mut codes = Vec::new();
    let mut add = |value: Option<&Value>| match value {
        Some(Value::String(code)) => codes.push(code.to_lowercase()),
        Some(Value::Number(code)) => codes.push(code.to_string()),
        _ => {}
    };
    for field in ["code", "type", "status"] {
        add(error.get(field));
    }
    add(error.pointer("/innererror/code"));
    for detail in error.get("details").and_then(Value::as_array).into_iter().flatten() {
        add(detail.get("reason"));
    }
    let message = ["/message", "/error", "/detail", "/message/detail"]
        .iter()
        .find_map(|path| error.pointer(path))
        .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        .unwrap_or_default();
    let status = ["code", "status"].iter().find_map(|field| error.get(field)?.as_i64());
    let status = status.filter(|status| (400..600).contains(status));
    let is_filtered =
        codes.iter().any(|code| filter::CODES.contains(&code.as_str())) || is_filtered(error, &message);
    Said { codes, message, status, is_filtered }
}

impl Said {
    fn has_code(&self, codes: &[&str]) -> bool {
        self.codes.iter().any(|code| codes.contains(&code.as_str()))
    }

    fn has(&self, words: &[&str]) -> bool {
        let message = self.message.to_lowercase();
        self.has_code(words) || words.iter().any(|word| message.contains(word))
    }

    fn too_long(&self) -> Option<TooLong> {
        too_long(&self.message, self.has_code(TOO_LONG_CODES))
    }
}
