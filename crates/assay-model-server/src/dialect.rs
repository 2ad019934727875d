//! Answers in the words of each interface, which is told by the request's path.

use serde_json::{Value, json};

use crate::{Asked, Reply};

/// What is to be said.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// The answer.
    pub text: &'a str,
    /// What was thought before, if anything.
    pub reasoning: Option<&'a str>,
    /// Why it ends.
    pub ending: Ending,
}

/// Why an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By itself.
    Stop,
    /// At the most tokens.
    MaxTokens,
    /// The model declines.
    Refusal,
    /// A filter cuts it.
    Filter,
}

enum Dialect {
    Chat,
    Completion,
    Anthropic,
    Gemini,
}

fn dialect(asked: &Asked) -> Dialect {
    match asked.path.as_str() {
        path if path.ends_with("/chat/completions") => Dialect::Chat,
        path if path.ends_with("/completions") => Dialect::Completion,
        path if path.ends_with("/messages") => Dialect::Anthropic,
        _ => Dialect::Gemini,
    }
}

/// An answer to a request: 11 tokens read, 7 written.
#[must_use]
pub fn answer(asked: &Asked, said: Said<'_>) -> Reply {
    let body = match dialect(asked) {
        Dialect::Chat => chat(said),
        Dialect::Completion => json!({
            "id": "cmpl-1", "object": "text_completion", "model": "played-2026-11-30",
            "choices": [{"index": 0, "text": said.text, "finish_reason": finish(said.ending), "logprobs": null}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        }),
        Dialect::Anthropic => anthropic(said),
        Dialect::Gemini => gemini(said),
    };
    Reply::json(200, body.to_string())
}

fn finish(ending: Ending) -> &'static str {
    match ending {
        Ending::Stop | Ending::Refusal => "stop",
        Ending::MaxTokens => "length",
        Ending::Filter => "content_filter",
    }
}

fn chat(said: Said<'_>) -> Value {
    let refusal = (said.ending == Ending::Refusal).then_some(said.text);
    let content = if refusal.is_some() { None } else { Some(said.text) };
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "played-2026-11-30",
        "choices": [{
            "index": 0,
            "message": {"role": "assistant", "content": content, "refusal": refusal, "reasoning_content": said.reasoning},
            "finish_reason": finish(said.ending),
        }],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    })
}

fn anthropic(said: Said<'_>) -> Value {
    let reason = match said.ending {
        Ending::Stop => "end_turn",
        Ending::MaxTokens => "max_tokens",
        Ending::Refusal | Ending::Filter => "refusal",
    };
    let thinking = said.reasoning.map(|text| json!({"type": "thinking", "thinking": text, "signature": "s"}));
    let content: Vec<_> = thinking.into_iter().chain([json!({"type": "text", "text": said.text})]).collect();
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "played-2026-11-30", "content": content,
        "stop_reason": reason, "stop_sequence": null, "usage": {"input_tokens": 11, "output_tokens": 7},
    })
}

fn gemini(said: Said<'_>) -> Value {
    let reason = match said.ending {
        Ending::Stop | Ending::Refusal => "STOP",
        Ending::MaxTokens => "MAX_TOKENS",
        Ending::Filter => "SAFETY",
    };
    let thought = said.reasoning.map(|text| json!({"text": text, "thought": true}));
    let parts: Vec<_> = thought.into_iter().chain([json!({"text": said.text})]).collect();
    json!({
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}],
        "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18},
        "modelVersion": "played-2026-11-30",
    })
}

/// The words of an interface for a prompt that does not fit.
#[must_use]
pub fn too_long(asked: &Asked) -> Reply {
    let body = match dialect(asked) {
        Dialect::Chat | Dialect::Completion => json!({"error": {
            "message": "This model's maximum context length is 16 tokens. However, your messages resulted in 99 tokens.",
            "type": "invalid_request_error", "param": "messages", "code": "context_length_exceeded",
        }}),
        Dialect::Anthropic => json!({"type": "error", "error": {
            "type": "invalid_request_error", "message": "prompt is too long: 99 tokens > 16 maximum",
        }}),
        Dialect::Gemini => json!({"error": {
            "code": 400, "status": "INVALID_ARGUMENT",
            "message": "The input token count (99) exceeds the maximum number of tokens allowed (16).",
        }}),
    };
    Reply::json(400, body.to_string())
}

/// The words of an interface for a prompt that a filter holds back; `None` where the interface has none.
#[must_use]
pub fn filtered(asked: &Asked) -> Option<Reply> {
    let (status, body) = match dialect(asked) {
        Dialect::Chat | Dialect::Completion => (
            400,
            json!({"error": {"message": "The prompt was filtered.", "type": null, "code": "content_filter"}}),
        ),
        Dialect::Anthropic => return None,
        Dialect::Gemini => (200, json!({"promptFeedback": {"blockReason": "SAFETY"}})),
    };
    Some(Reply::json(status, body.to_string()))
}
