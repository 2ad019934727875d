//! The bodies of an exchange with a model in this process. They are logged like any other provider's, and read without it.

use serde::{Deserialize, Serialize};

#[cfg(feature = "embedded")]
use crate::Sampling;
use crate::provider::reading::fault;
use crate::{Answer, Fault, FaultKind, Finish, Response, Usage};

/// What is asked: all that an answer hangs on, besides the weights and the processor.
#[cfg(feature = "embedded")]
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Question {
    /// What evaluates the model, with its version.
    pub engine: String,
    /// The model's name.
    pub model: String,
    /// The text that becomes tokens; `None` where the model's template makes none of the conversation.
    pub prompt: Option<String>,
    /// The conversation of which it makes none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conversation: Vec<Spoken>,
    /// The most tokens to write.
    pub max_tokens: u32,
    /// 0 takes the likeliest token each time.
    pub temperature: f64,
    /// The share of probability that is drawn from.
    pub top_p: f64,
    /// Texts that end the answer.
    pub stop: Vec<String>,
    /// The seed of what is drawn.
    pub seed: u64,
    /// The most tokens of prompt and answer together.
    pub context: u32,
    /// Threads of one evaluation.
    pub threads: u32,
    /// Tokens of a prompt that are evaluated at once.
    pub batch: u32,
}

/// What somebody said.
#[cfg(feature = "embedded")]
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Spoken {
    /// `system`, `user` or `assistant`, as templates call them.
    pub role: &'static str,
    /// The text.
    pub content: String,
}

#[cfg(feature = "embedded")]
impl Question {
    /// How the answer is drawn.
    pub(super) fn sampling(&self) -> Sampling {
        Sampling {
            temperature: self.temperature,
            top_p: self.top_p,
            max_tokens: self.max_tokens,
            stop: self.stop.clone(),
            seed: Some(self.seed),
        }
    }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Reply {
    /// An answer.
    Answer(Said),
    /// The model cannot be asked this; in the template's words, untrusted.
    Refused(String),
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Said {
    /// What the model wrote.
    pub text: String,
    /// Why it ended.
    pub finish: Ending,
    /// Tokens.
    pub usage: Counted,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ending {
    /// A token that ends a text or a turn, or a stop text.
    Stop,
    /// As many tokens as were asked for, or as the context holds.
    MaxTokens,
    /// The prompt leaves no room for an answer.
    ContextTooLong,
}

/// Tokens of an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counted {
    /// Of the prompt, with what the tokenizer puts before it; none of one that is too long whatever its tokens are.
    pub input: Option<u64>,
    /// Drawn, the one that ended the answer included.
    pub output: u64,
}

/// The JSON of a body.
#[cfg(feature = "embedded")]
pub(super) fn written(body: &impl Serialize) -> Vec<u8> {
    // Texts and numbers alone; numbers that JSON has no word for become null.
    serde_json::to_vec(body).unwrap_or_default()
}

/// What a logged response says.
///
/// # Errors
/// Where the model could not be asked this, and where it is no response that a model in this process gives.
pub(in crate::provider) fn read(at: &str, response: &Response) -> Result<Answer, Fault> {
    let said = match serde_json::from_slice(&response.body) {
        Ok(Reply::Answer(said)) => said,
        Ok(Reply::Refused(problem)) => return Err(fault(FaultKind::BadRequest, at, &problem)),
        Err(error) => {
            let problem = format!("the response is not what a model in this process gives: {error}");
            return Err(fault(FaultKind::BrokenAnswer, at, &problem));
        }
    };
    let finish = match said.finish {
        Ending::Stop => Finish::Stop,
        Ending::MaxTokens => Finish::MaxTokens,
        Ending::ContextTooLong => Finish::ContextTooLong,
    };
    Ok(Answer {
        text: said.text,
        reasoning: None,
        finish,
        version: None,
        usage: Usage { input: said.usage.input, output: Some(said.usage.output), reasoning: None },
    })
}
