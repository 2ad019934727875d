//! Mistral's chat completions (<https://docs.mistral.ai/api>): OpenAI's, but for the name of the seed, the finish reason
//! `model_length`, and reasoning as parts of the content.

use serde_json::{Map, Value, json};

use super::interface::{Interface, bearer, with_sampling};
use super::openai_chat::{answer, messages};
use super::reading::Unreadable;
use crate::{Answer, Request};

/// The interface.
#[derive(Debug)]
pub(super) struct Mistral;

impl Interface for Mistral {
    fn home(&self) -> &'static str {
        "https://api.mistral.ai/v1"
    }

    fn path(&self, _model: &str) -> String {
        "/chat/completions".into()
    }

    fn headers(&self, key: Option<&str>) -> Vec<(&'static str, String)> {
        bearer(key)
    }

    fn body(&self, model: &str, request: &Request) -> Option<Map<String, Value>> {
        let asked = json!({"model": model, "messages": messages(&request.prompt)?});
        Some(with_sampling(asked, &request.sampling, "max_tokens", "random_seed"))
    }

    fn answer(&self, json: &Value) -> Result<Answer, Unreadable> {
        answer(json)
    }
}
