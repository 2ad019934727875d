//! Text completions as OpenAI defined them (<https://platform.openai.com/docs/api-reference/completions>), for base models on
//! the servers that still serve them: vLLM, llama.cpp, Ollama, LM Studio, SGLang.

use serde_json::{Map, Value, json};

use super::interface::{Interface, bearer, max_tokens_name, with_sampling};
use super::openai_chat::{finish, usage};
use super::reading::{Unreadable, lacks};
use super::settings::MaxTokensKey;
use crate::{Answer, Prompt, Request};

/// The interface.
#[derive(Debug, Default)]
pub(super) struct OpenAiCompletion {
    /// What the body calls the most tokens.
    pub(super) max_tokens_key: MaxTokensKey,
}

impl Interface for OpenAiCompletion {
    fn home(&self) -> &'static str {
        "https://api.openai.com/v1"
    }

    fn path(&self, _model: &str) -> String {
        "/completions".into()
    }

    fn headers(&self, key: Option<&str>) -> Vec<(&'static str, String)> {
        bearer(key)
    }

    fn body(&self, model: &str, request: &Request) -> Option<Map<String, Value>> {
        let Prompt::Completion { text } = &request.prompt else { return None };
        let asked = json!({"model": model, "prompt": text});
        Some(with_sampling(asked, &request.sampling, max_tokens_name(self.max_tokens_key), "seed"))
    }

    fn answer(&self, json: &Value) -> Result<Answer, Unreadable> {
        let choice = json.pointer("/choices/0").ok_or_else(|| lacks("choice"))?;
        let text = choice.get("text").and_then(Value::as_str).ok_or_else(|| lacks("text"))?;
        Ok(Answer {
            text: text.to_owned(),
            reasoning: None,
            finish: finish(choice.get("finish_reason"))?,
            version: json.get("model").and_then(Value::as_str).map(str::to_owned),
            usage: usage(json),
        })
    }
}
