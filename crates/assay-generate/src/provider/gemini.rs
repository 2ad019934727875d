//! Gemini's `generateContent` (<https://ai.google.dev/api/generate-content>).

use serde_json::{Map, Value, json};

use super::interface::{Interface, object, short_seed};
use super::reading::{Unreadable, lacks, number, some_text, without_text};
use crate::{Answer, FaultKind, Finish, Prompt, Request, Turn, Usage};

/// The interface.
#[derive(Debug)]
pub(super) struct Gemini;

impl Interface for Gemini {
    fn home(&self) -> &'static str {
        "https://generativelanguage.googleapis.com/v1beta"
    }

    fn path(&self, model: &str) -> String {
        if model.contains('/') {
            format!("/{model}:generateContent")
        } else {
            format!("/models/{model}:generateContent")
        }
    }

    fn headers(&self, key: Option<&str>) -> Vec<(&'static str, String)> {
        key.map(|key| ("x-goog-api-key", key.to_owned())).into_iter().collect()
    }

    fn body(&self, _model: &str, request: &Request) -> Option<Map<String, Value>> {
        let Prompt::Chat { system, turns } = &request.prompt else { return None };
        let sampling = &request.sampling;
        let contents: Value = turns
            .iter()
            .map(|turn| match turn {
                Turn::User(text) => json!({"role": "user", "parts": [{"text": text}]}),
                Turn::Model(text) => json!({"role": "model", "parts": [{"text": text}]}),
            })
            .collect();
        let mut generation = object(json!({
            "temperature": sampling.temperature,
            "topP": sampling.top_p,
            "maxOutputTokens": sampling.max_tokens,
        }));
        if !sampling.stop.is_empty() {
            generation.insert("stopSequences".into(), json!(sampling.stop));
        }
        if let Some(seed) = sampling.seed {
            generation.insert("seed".into(), short_seed(seed).into());
        }
        let mut body = Map::new();
        if let Some(system) = system {
            body.insert("systemInstruction".into(), json!({"parts": [{"text": system}]}));
        }
        body.insert("contents".into(), contents);
        body.insert("generationConfig".into(), generation.into());
        Some(body)
    }

    fn answer(&self, json: &Value) -> Result<Answer, Unreadable> {
        let version = json.get("modelVersion").and_then(Value::as_str).map(str::to_owned);
        let thought = number(json, "/usageMetadata/thoughtsTokenCount");
        let said = number(json, "/usageMetadata/candidatesTokenCount");
        let usage = Usage {
            input: number(json, "/usageMetadata/promptTokenCount"),
            output: [said, thought].into_iter().flatten().reduce(u64::saturating_add),
            reasoning: thought,
        };
        let Some(candidate) = json.pointer("/candidates/0") else {
            // The prompt itself met the filter.
            json.pointer("/promptFeedback/blockReason").ok_or_else(|| lacks("candidate"))?;
            return Ok(Answer { version, usage, ..without_text(Finish::ContentFilter) });
        };
        let finish = match candidate.get("finishReason").and_then(Value::as_str) {
            Some("STOP") => Finish::Stop,
            Some("MAX_TOKENS") => Finish::MaxTokens,
            Some("SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE") => {
                Finish::ContentFilter
            }
            other => {
                return Err((FaultKind::BrokenAnswer, format!("the finish reason {other:?} is not known")));
            }
        };
        Ok(Answer {
            text: parts(candidate, false),
            reasoning: some_text(parts(candidate, true)),
            finish,
            version,
            usage,
        })
    }
}

/// The texts of a candidate that are thoughts, or those that are not.
fn parts(candidate: &Value, thoughts: bool) -> String {
    let parts = candidate.pointer("/content/parts").and_then(Value::as_array);
    parts
        .into_iter()
        .flatten()
        .filter(|part| part.get("thought").and_then(Value::as_bool).unwrap_or(false) == thoughts)
        .filter_map(|part| part.get("text").and_then(Value::as_str))
        .collect()
}
