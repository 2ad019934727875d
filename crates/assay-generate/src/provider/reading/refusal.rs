//! What it means that a server does not answer: a fault of the way, or the model's answer that there is none.
//!
//! Codes and words are those of the servers' own documentation and sources: OpenAI, Azure, Anthropic, Gemini, Mistral, vLLM,
//! SGLang, llama.cpp, llama-cpp-python, Ollama, LM Studio. Words count only where a server gives no code.

use serde_json::Value;

use super::{fault, not_json, retry_after, without_text};
use crate::{Answer, Fault, FaultKind, Finish, Response};

/// Codes and types that say that the prompt does not fit.
const TOO_LONG_CODES: &[&str] =
    &["context_length_exceeded", "exceed_context_size_error", "string_above_max_length"];
/// Words that say so where there is no code.
const TOO_LONG_WORDS: &[&str] = &[
    "maximum context length",
    "prompt is too long",
    "exceed context limit",
    "exceeds the maximum number of tokens allowed",
    "exceeds the available context size",
    "exceeds the model's context length",
    "exceed context window",
    "longer than the model's context length",
    "longer than the maximum model length",
    "greater than the context length",
    "context length exceeded",
    "exceeds the context window",
];
/// Codes of a filter that stands before the model.
const FILTER_CODES: &[&str] = &["content_filter", "content_policy_violation", "responsibleaipolicyviolation"];
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
}

/// Reads a response that is no answer.
pub(super) fn read(at: &str, response: &Response, json: Option<&Value>) -> Result<Answer, Fault> {
    let said = json.map(said);
    let has = |words: &[&str]| said.as_ref().is_some_and(|said| said.has(words));
    let mut status = i64::from(response.status);
    if status < 300 {
        status = said.as_ref().and_then(|said| said.status).unwrap_or(500);
    }
    let is_of_request =
        (400..500).contains(&status) && ![401, 402, 403, 404, 407, 408, 429].contains(&status);
    if (is_of_request || status >= 500) && said.as_ref().is_some_and(Said::is_too_long) {
        return Ok(without_text(Finish::ContextTooLong));
    }
    if is_of_request && said.as_ref().is_some_and(|said| said.has_code(FILTER_CODES)) {
        return Ok(without_text(Finish::ContentFilter));
    }
    let (kind, advice) = match status {
        300..=399 => (
            FaultKind::BadRequest,
            "it sends on to another address, which is not followed; set base_url to the right one",
        ),
        407 => (FaultKind::Proxy, "the proxy does not let the request through"),
        402 => (FaultKind::Quota, "no money is left there"),
        400..=499 if has(QUOTA) => (FaultKind::Quota, "no money or quota is left there"),
        429 => (FaultKind::RateLimited, "too many requests"),
        400..=499 if has(NO_MODEL) => (FaultKind::UnknownModel, "check model"),
        401 | 403 => {
            (FaultKind::Authentication, "check the key that key_env or key_file names, and what it may do")
        }
        400..=499 if has(NO_KEY) => {
            (FaultKind::Authentication, "check the key that key_env or key_file names")
        }
        404 | 410 => (FaultKind::UnknownModel, "check model and base_url"),
        408 | 409 | 425 | 499 => (FaultKind::Server, "it did not get to it"),
        400..=499 => (FaultKind::BadRequest, "see extra and omit for fields that it does or does not know"),
        _ => (FaultKind::Server, "it is ill"),
    };
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
    Said { codes, message, status: status.filter(|status| (400..600).contains(status)) }
}

impl Said {
    fn has_code(&self, codes: &[&str]) -> bool {
        self.codes.iter().any(|code| codes.contains(&code.as_str()))
    }

    fn has(&self, words: &[&str]) -> bool {
        let message = self.message.to_lowercase();
        self.has_code(words) || words.iter().any(|word| message.contains(word))
    }

    fn is_too_long(&self) -> bool {
        let message = self.message.to_lowercase();
        self.has_code(TOO_LONG_CODES)
            || TOO_LONG_WORDS.iter().any(|words| message.contains(words))
            // vLLM and SGLang put a number between.
            || (message.contains("tokens") && message.contains("longer than") && message.contains("context"))
    }
}
