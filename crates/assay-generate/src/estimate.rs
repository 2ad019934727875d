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

/// The most tokens that a request's body can be to a model: one for every two bytes of it.
///
/// A bound, where [`estimated_tokens`] is a guess: tokenizers make three to four characters of code one token, and other scripts have
/// more bytes to a character. The body holds more than the prompt alone, which covers what a model's own template adds.
/// It is what is held back of a spend limit, and what is charged where nobody says what was read.
#[must_use]
pub(crate) fn most_tokens(body: &[u8]) -> u64 {
    (body.len() as u64).div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sampling;

    #[test]
    fn what_is_held_back_of_a_limit_is_twice_the_estimate_and_more_for_other_scripts() {
        let sampling = Sampling { temperature: 0.0, top_p: 1.0, max_tokens: 1, stop: Vec::new(), seed: None };
        let tokens = |text: &str| {
            let prompt = Prompt::Completion { text: text.to_owned() };
            let request = Request { prompt, sampling: sampling.clone(), repetition: 0 };
            (estimated_tokens(&request), most_tokens(text.as_bytes()))
        };
        assert_eq!(tokens("def f(x):"), (3, 5));
        assert_eq!(tokens("\u{6c42}\u{548c}\u{51fd}\u{6570}"), (1, 6));
    }
}
