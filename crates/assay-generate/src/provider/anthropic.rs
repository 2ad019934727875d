//! Anthropic's messages (<https://docs.anthropic.com/en/api/messages>). There is no seed.

use serde_json::{Map, Value, json};

use super::interface::{Interface, object};
use super::reading::{Unreadable, lacks, number, some_text, text_of};
use crate::{Answer, FaultKind, Finish, Prompt, Request, Turn, Usage};

/// The interface.
#[derive(Debug)]
pub(super) struct Anthropic;

impl Interface for Anthropic {
    fn home(&self) -> &'static str {
        "https://api.anthropic.com/v1"
    }

    fn path(&self, _model: &str) -> String {
        "/messages".into()
    }

    fn headers(&self, key: Option<&str>) -> Vec<(&'static str, String)> {
        let key = key.map(|key| ("x-api-key", key.to_owned()));
        std::iter::once(("anthropic-version", "2023-06-01".to_owned())).chain(key).collect()
    }

    fn body(&self, model: &str, request: &Request) -> Option<Map<String, Value>> {
        let Prompt::Chat { system, turns } = &request.prompt else { return None };
        let sampling = &request.sampling;
        let messages: Value = turns
            .iter()
            .map(|turn| match turn {
                Turn::User(text) => json!({"role": "user", "content": text}),
                Turn::Model(text) => json!({"role": "assistant", "content": text}),
            })
            .collect();
        let mut body = object(json!({"model": model, "max_tokens": sampling.max_tokens}));
        if let Some(system) = system {
            body.insert("system".into(), system.as_str().into());
        }
        body.insert("messages".into(), messages);
        body.insert("temperature".into(), sampling.temperature.into());
        body.insert("top_p".into(), sampling.top_p.into());
        if !sampling.stop.is_empty() {
            body.insert("stop_sequences".into(), json!(sampling.stop));
        }
        Some(body)
    }

    fn answer(&self, json: &Value) -> Result<Answer, Unreadable> {
        let content =
            json.get("content").filter(|content| content.is_array()).ok_or_else(|| lacks("content"))?;
        let finish = match json.get("stop_reason").and_then(Value::as_str) {
            Some("end_turn" | "stop_sequence" | "tool_use") => Finish::Stop,
            // The window is full: cut like an answer at its most tokens.
            Some("max_tokens" | "model_context_window_exceeded") => Finish::MaxTokens,
            Some("refusal") => Finish::Refusal,
            other => {
                return Err((FaultKind::BrokenAnswer, format!("the stop reason {other:?} is not known")));
            }
        };
        let read = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"]
            .iter()
            .filter_map(|field| number(json, &format!("/usage/{field}")))
            .reduce(u64::saturating_add);
        Ok(Answer {
            text: text_of(Some(content), "text", "text"),
            reasoning: some_text(text_of(Some(content), "thinking", "thinking")),
            finish,
            version: json.get("model").and_then(Value::as_str).map(str::to_owned),
            usage: Usage { input: read, output: number(json, "/usage/output_tokens"), reasoning: None },
        })
    }
}
