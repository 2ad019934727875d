//! Chat completions as OpenAI defines them (<https://platform.openai.com/docs/api-reference/chat>) and many servers follow:
//! vLLM, llama.cpp, Ollama, LM Studio, SGLang.

use serde_json::{Map, Value, json};

use super::interface::{Interface, bearer, max_tokens_name, with_sampling};
use super::reading::{Unreadable, lacks, number, some_text, text_of};
use super::settings::MaxTokensKey;
use crate::{Answer, FaultKind, Finish, Prompt, Request, Turn, Usage};

/// The interface.
#[derive(Debug, Default)]
pub(super) struct OpenAiChat {
    /// What the body calls the most tokens.
    pub(super) max_tokens_key: MaxTokensKey,
}

impl Interface for OpenAiChat {
    fn home(&self) -> &'static str {
        "https://api.openai.com/v1"
    }

    fn path(&self, _model: &str) -> String {
        "/chat/completions".into()
    }

    fn headers(&self, key: Option<&str>) -> Vec<(&'static str, String)> {
        bearer(key)
    }

    fn body(&self, model: &str, request: &Request) -> Option<Map<String, Value>> {
        let asked = json!({"model": model, "messages": messages(&request.prompt)?});
        Some(with_sampling(asked, &request.sampling, max_tokens_name(self.max_tokens_key), "seed"))
    }

    fn answer(&self, json: &Value) -> Result<Answer, Unreadable> {
        answer(json)
    }
}

/// The conversation as a list of messages; `None` for a text to be continued.
pub(super) fn messages(prompt: &Prompt) -> Option<Value> {
    let Prompt::Chat { system, turns } = prompt else { return None };
    let system = system.iter().map(|text| ("system", text));
    let turns = turns.iter().map(|turn| match turn {
        Turn::User(text) => ("user", text),
        Turn::Model(text) => ("assistant", text),
    });
    Some(system.chain(turns).map(|(role, text)| json!({"role": role, "content": text})).collect())
}

/// The first choice of an answer. Mistral's are the same but for its finish reasons and parts of kind `thinking`.
pub(super) fn answer(json: &Value) -> Result<Answer, Unreadable> {
    let choice = json.pointer("/choices/0").ok_or_else(|| lacks("choice"))?;
    let message = choice.get("message").ok_or_else(|| lacks("message"))?;
    let content = message.get("content");
    let refusal = message.get("refusal").and_then(Value::as_str).filter(|text| !text.is_empty());
    let reasoning = ["reasoning_content", "reasoning"].iter().find_map(|field| {
        message.get(field).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
    });
    let text = text_of(content, "text", "text");
    let mut finish = finish(choice.get("finish_reason"))?;
    if refusal.is_some() && finish == Finish::Stop {
        finish = Finish::Refusal;
    }
    Ok(Answer {
        text: if text.is_empty() { refusal.unwrap_or_default().to_owned() } else { text },
        reasoning: reasoning.or_else(|| some_text(text_parts_of_thinking(content))),
        finish,
        version: json.get("model").and_then(Value::as_str).map(str::to_owned),
        usage: usage(json),
    })
}

fn text_parts_of_thinking(content: Option<&Value>) -> String {
    text_of(content.filter(|content| content.is_array()), "thinking", "thinking")
}

/// What the finish reasons of OpenAI, its imitators and Mistral mean. Older servers leave it out at an ordinary end.
pub(super) fn finish(reason: Option<&Value>) -> Result<Finish, Unreadable> {
    match reason.and_then(Value::as_str) {
        None | Some("stop" | "eos" | "tool_calls" | "function_call") => Ok(Finish::Stop),
        Some("length" | "model_length") => Ok(Finish::MaxTokens),
        Some("content_filter") => Ok(Finish::ContentFilter),
        Some("abort") => Err((FaultKind::Cut, "the server broke the answer off".into())),
        Some("error") => Err((FaultKind::Server, "the server says that the answer failed".into())),
        Some(other) => Err((FaultKind::BrokenAnswer, format!("the finish reason {other:?} is not known"))),
    }
}

/// The tokens of an answer.
pub(super) fn usage(json: &Value) -> Usage {
    Usage {
        input: number(json, "/usage/prompt_tokens"),
        output: number(json, "/usage/completion_tokens"),
        reasoning: number(json, "/usage/completion_tokens_details/reasoning_tokens"),
    }
}
