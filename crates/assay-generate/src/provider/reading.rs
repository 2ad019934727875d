//! What a stored exchange means. Pure: the same exchange is read the same way while it is asked and from a log years later.
//!
//! Statuses and the ways in which servers word an error are read in one place for all interfaces, since servers imitate each
//! other's; an interface reads its own answers alone.

mod filter;
mod refusal;
mod retry_after;
mod room;

use assay_benchmark::surrogates::{REPLACEMENT, replaced};
use assay_types::acts_or_hides;
use serde_json::Value;

use super::interface::interface;
use super::{embedded, line};
use crate::{Answer, Exchange, Fault, FaultKind, Finish, Identity, Response, Usage};

/// The most characters of what the other side said that a message shows.
const SHOWN: usize = 300;

/// What a stored exchange means.
///
/// The exchange's response must have come whole. What went wrong on the way (a timeout, a cut, no connection) is not in its
/// bytes; it is logged as the fault that it was.
pub fn read_exchange(identity: &Identity, exchange: &Exchange) -> Result<Answer, Fault> {
    let at = identity.address.as_deref().unwrap_or(&identity.model);
    let Some(response) = &exchange.response else {
        return Err(fault(FaultKind::Cut, at, "nothing came back"));
    };
    match identity.provider.as_str() {
        "command" | "fake" => line::read(at, exchange, response),
        "embedded" => embedded::wire::read(at, response),
        provider => match interface(provider) {
            Some(interface) => read_http(at, response, |json| interface.answer(json)),
            None => Err(fault(
                FaultKind::BrokenAnswer,
                at,
                &format!("no reading is known for provider {provider:?}"),
            )),
        },
    }
}

/// An answer that an interface cannot make sense of: what is wrong, and the kind of fault.
pub(super) type Unreadable = (FaultKind, String);

/// What an interface's answer lacks.
pub(super) fn lacks(what: &str) -> Unreadable {
    (FaultKind::BrokenAnswer, format!("the answer has no {what}"))
}

fn read_http(
    at: &str,
    response: &Response,
    answer: impl Fn(&Value) -> Result<Answer, Unreadable>,
) -> Result<Answer, Fault> {
    let json = json(&response.body);
    let is_good = (200..300).contains(&response.status);
    match json {
        // Some gateways say with a good status that something went wrong behind them.
        Some(json) if is_good && json.get("error").is_none_or(Value::is_null) => {
            answer(&json).map_err(|(kind, what)| fault(kind, at, &what))
        }
        None if is_good => Err(fault(FaultKind::BrokenAnswer, at, &not_json(response))),
        json => refusal::read(at, response, json.as_ref()),
    }
}

/// The JSON of some bytes. Half characters and bytes that are no UTF-8 become U+FFFD: a model may write them.
pub(super) fn json(body: &[u8]) -> Option<Value> {
    let text = String::from_utf8_lossy(body);
    serde_json::from_str(&text)
        .or_else(|_| serde_json::from_slice(&replaced(text.as_bytes(), REPLACEMENT)))
        .ok()
}

fn not_json(response: &Response) -> String {
    let kind = response.headers.get("content-type").map_or("no content type", String::as_str);
    let begin = String::from_utf8_lossy(&response.body[..response.body.len().min(4 * SHOWN)]);
    if response.body.is_empty() {
        return format!("an empty body with status {}; check base_url", response.status);
    }
    format!("the answer is not JSON ({kind}); check base_url. It begins: {begin}")
}

/// A fault at an address, with what the other side said cut and made harmless.
pub(super) fn fault(kind: FaultKind, at: &str, what: &str) -> Fault {
    Fault { kind, message: format!("{}: {}", harmless(at), harmless(what)), retry_after: None }
}

/// Foreign text for a message: one line, nothing that acts on a terminal or hides, and not long.
pub(super) fn harmless(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .map(|character| if acts_or_hides(character) { ' ' } else { character })
        .take(2 * SHOWN)
        .collect();
    shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = shown.char_indices().nth(SHOWN) {
        shown.truncate(end);
        shown.push('…');
    }
    shown
}

/// The text of a value that is a text, or a list of parts of which those of a kind are text.
pub(super) fn text_of(value: Option<&Value>, kind: &str, field: &str) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => parts
            .iter()
            .filter(|part| part.get("type").and_then(Value::as_str) == Some(kind))
            .map(|part| text_of(part.get(field), "text", "text"))
            .collect(),
        _ => String::new(),
    }
}

/// A text that is there and not empty.
pub(super) fn some_text(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// A number below a path such as `/usage/total`.
pub(super) fn number(json: &Value, path: &str) -> Option<u64> {
    json.pointer(path).and_then(Value::as_u64)
}

/// An answer without text, where the provider says only why there is none.
pub(super) fn without_text(finish: Finish) -> Answer {
    Answer { text: String::new(), reasoning: None, finish, version: None, usage: Usage::default() }
}

#[cfg(test)]
mod tests;
