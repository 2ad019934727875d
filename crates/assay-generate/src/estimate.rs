//! Tokens before anybody has counted them.

use crate::{Prompt, Request, Turn};

/// Tokens of a request, by the usual rule of thumb: its characters ÷ 4, rounded up.
///
/// The rule is OpenAI's for English text (help.openai.com, "What are tokens and how to count them?"). Code and other
/// languages take more: it is for estimates, and never for what a report says.
#[must_use]
pub fn estimated_tokens(request: &Request) -> u64 {
    let characters: usize = match &request.prompt {
        Prompt::Completion { text } => text.chars().count(),
        Prompt::Chat { system, turns } => {
            let texts = turns.iter().map(|turn| match turn {
                Turn::User(text) | Turn::Model(text) => text.as_str(),
            });
            system.as_deref().into_iter().chain(texts).map(|text| text.chars().count()).sum()
        }
    };
    (characters as u64).div_ceil(4)
}

/// As [`estimated_tokens`], of an answer's text.
#[must_use]
pub(crate) fn estimated_tokens_of(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}
