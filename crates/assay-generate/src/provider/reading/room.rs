//! What it is that has no room in a model's context: the prompt, or the most tokens that this program asked for behind it.
//!
//! The first is the model's limit and counts against it. The second is the protocol's: with a lower `max_tokens` the model would have
//! answered. Servers say both in nearly the same words, and some under the same code; their numbers tell them apart.

/// Words that say that something does not fit.
const TOO_LONG: &[&str] = &[
    "maximum context length",
    "prompt is too long",
    "exceed context limit",
    "exceeds the maximum number of tokens allowed",
    "exceeds the available context size",
    "exceeds the model's context length",
    "exceed context window",
    "longer than the model's context length",
    "longer than the maximum model length",
    "greater than the context length",
    "context length exceeded",
    "exceeds the context window",
    "model's context length is only",
];
/// What servers call the most tokens of an answer.
const MOST_TOKENS: &[&str] = &["max_tokens", "max_completion_tokens", "max_output_tokens", "maxoutputtokens"];
/// Words that say of it, with its name, that it is what does not fit.
const TOO_LARGE: &[&str] = &[
    "is too large",
    "cannot be greater than",
    "maximum allowed number of output tokens",
    "but the supported range is",
];
/// Words before the most tokens of a context.
const CONTEXT: &[&str] =
    &["maximum context length is ", "maximum context length of ", "context length is only "];
/// Words behind the prompt's tokens.
const PROMPT: &[&str] = &[
    " in the messages",
    " in your prompt",
    " in the prompt",
    " input tokens",
    " tokens from the input messages",
    " of text input",
];

/// What does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TooLong {
    /// The prompt alone, as far as the message says.
    Prompt,
    /// The prompt with the most tokens of an answer: the prompt alone would.
    Asked,
}

/// Reads a message; `None` where it speaks of something else. `has_code` says that the server's code is one for what does not fit.
///
/// A server that stops counting once the prompt is over what `max_tokens` leaves (vLLM since 2026) says no more than that: the protocol
/// is at fault until `max_tokens` leaves room.
pub(super) fn too_long(message: &str, has_code: bool) -> Option<TooLong> {
    let message = message.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|words| message.contains(words));
    let is_too_large = says(MOST_TOKENS) && says(TOO_LARGE);
    // vLLM and SGLang put a number between.
    let is_longer =
        message.contains("tokens") && message.contains("longer than") && message.contains("context");
    if !(has_code || is_too_large || is_longer || says(TOO_LONG)) {
        return None;
    }
    let prompt_fits = sizes(&message).map_or(is_too_large, |(prompt, most)| prompt < most);
    Some(if prompt_fits { TooLong::Asked } else { TooLong::Prompt })
}

/// The tokens of the prompt and the most of the context, where a message says both.
fn sizes(message: &str) -> Option<(u64, u64)> {
    // Anthropic: "exceed context limit: 178959 + 64000 > 200000".
    let sum = message.split_once("context limit: ").and_then(|(_, rest)| {
        let (prompt, rest) = rest.split_once(" + ")?;
        Some((prompt.trim().parse().ok()?, leading_number(rest.split_once("> ")?.1)?))
    });
    sum.or_else(|| {
        let most = CONTEXT.iter().find_map(|words| leading_number(message.split_once(words)?.1))?;
        let prompt = PROMPT.iter().find_map(|words| trailing_number(message.split_once(words)?.0))?;
        Some((prompt, most))
    })
}

/// The number with which a text begins.
fn leading_number(text: &str) -> Option<u64> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The number with which a text ends.
fn trailing_number(text: &str) -> Option<u64> {
    let start = text.trim_end_matches(|character: char| character.is_ascii_digit()).len();
    text[start..].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_max_tokens_leaves_no_room_for_is_told_apart_from_a_prompt_that_has_none() {
        for (message, wanted) in [
            // vLLM, from the newest form to the oldest.
            (
                "max_tokens=140000 cannot be greater than max_model_len=max_total_tokens=131072.",
                TooLong::Asked,
            ),
            (
                "You passed 31745 input tokens and requested 1024 output tokens. However, the model's context length is only 32768 tokens, resulting in a maximum input length of 31744 tokens. Please reduce the length of the input prompt. (parameter=input_tokens, value=31745)",
                TooLong::Asked,
            ),
            (
                "You passed 2049 input tokens and requested 0 output tokens. However, the model's context length is only 2048 tokens, resulting in a maximum input length of 2048 tokens.",
                TooLong::Prompt,
            ),
            (
                "This model's maximum context length is 51200 tokens. However, you requested 12054 output tokens and your prompt contains at least 40000 input tokens, for a total of at least 52054 tokens.",
                TooLong::Asked,
            ),
            (
                "'max_tokens' or 'max_completion_tokens' is too large: 2048. This model's maximum context length is 2048 tokens and your request has 132 input tokens (2048 > 2048 - 132).",
                TooLong::Asked,
            ),
            (
                "This model's maximum context length is 2048 tokens. However, your request has 4000 input tokens. Please reduce the length of the input messages.",
                TooLong::Prompt,
            ),
            (
                "This model's maximum context length is 2048 tokens. However, you requested 2180 tokens (132 in the messages, 2048 in the completion). Please reduce the length of the messages or completion.",
                TooLong::Asked,
            ),
            // OpenAI.
            (
                "This model's maximum context length is 4097 tokens, however you requested 4500 tokens (500 in your prompt; 4000 for the completion). Please reduce your prompt; or completion length.",
                TooLong::Asked,
            ),
            (
                "This model's maximum context length is 4097 tokens. However, you requested 9000 tokens (5000 in the messages, 4000 in the completion).",
                TooLong::Prompt,
            ),
            (
                "This model's maximum context length is 4097 tokens. However, your messages resulted in 5000 tokens. Please reduce the length of the messages.",
                TooLong::Prompt,
            ),
            (
                "max_tokens is too large: 200000. This model supports at most 16384 completion tokens, whereas you provided 200000.",
                TooLong::Asked,
            ),
            // SGLang and OpenRouter.
            (
                "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 4200 tokens: 152 tokens from the input messages and 4048 tokens for the completion.",
                TooLong::Asked,
            ),
            (
                "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens (1000 of text input, 39000 in the output).",
                TooLong::Asked,
            ),
            // llama.cpp counts the prompt alone; it cuts the answer where the context ends.
            (
                "request (4000 tokens) exceeds the available context size (2048 tokens), try increasing it",
                TooLong::Prompt,
            ),
            // Anthropic.
            ("prompt is too long: 208310 tokens > 199999 maximum", TooLong::Prompt),
            (
                "input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again",
                TooLong::Asked,
            ),
            (
                "input length and `max_tokens` exceed context limit: 201000 + 1 > 200000, decrease input length or `max_tokens` and try again",
                TooLong::Prompt,
            ),
            (
                "max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens for claude-x",
                TooLong::Asked,
            ),
        ] {
            assert_eq!(too_long(message, false), Some(wanted), "{message}");
        }
    }

    #[test]
    fn other_words_about_most_tokens_are_nothing_of_the_kind() {
        let message = "Unsupported parameter: 'max_tokens' is not supported with this model.";
        assert_eq!(too_long(message, false), None);
        assert_eq!(too_long("", true), Some(TooLong::Prompt));
    }
}
