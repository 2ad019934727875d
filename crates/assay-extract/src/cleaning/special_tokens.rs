//! Tokens of a model's own vocabulary that its decoder let through.

use std::borrow::Cow;

use super::Step;
use crate::marks;
use crate::rule::{Example, Rule};

/// Tokens that end an answer in the vocabularies of the GPT-2, GPT-OSS, Llama, Gemma, Phi, Qwen, Mistral, DeepSeek and
/// StarCoder families.
const ENDS: [&str; 23] = [
    "<|endoftext|>",
    "</s>",
    "<|im_end|>",
    "<|eot_id|>",
    "<|end_of_text|>",
    "<|start_header_id|>",
    "<end_of_turn>",
    "<eos>",
    "<|end|>",
    "<|return|>",
    "<|user|>",
    "<|im_start|>",
    "<｜end▁of▁sentence｜>",
    "<｜User｜>",
    "<|EOT|>",
    "<|endofmask|>",
    "<file_sep>",
    "<|file_sep|>",
    "<|file_separator|>",
    "<|repo_name|>",
    "<|fim_pad|>",
    "<fim_pad>",
    "[INST]",
];
/// Tokens that begin an answer.
const BEGINNINGS: [&str; 12] = [
    "<s>",
    "<|begin_of_text|>",
    "<bos>",
    "<｜begin▁of▁sentence｜>",
    "<|im_start|>assistant",
    "<|assistant|>",
    "<｜Assistant｜>",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<start_of_turn>model",
    "<|start|>assistant",
    "<|channel|>final<|message|>",
    "[/INST]",
];
/// Tokens that begin the prompt, where all of the conversation is given back, and what begins the answer to it.
const PROMPTS: [(&str, &str); 9] = [
    ("[INST]", "[/INST]"),
    ("<|im_start|>system", "<|im_start|>assistant"),
    ("<|im_start|>user", "<|im_start|>assistant"),
    ("<|system|>", "<|assistant|>"),
    ("<|user|>", "<|assistant|>"),
    ("<|start_header_id|>system", "<|start_header_id|>assistant<|end_header_id|>"),
    ("<|start_header_id|>user", "<|start_header_id|>assistant<|end_header_id|>"),
    ("<start_of_turn>user", "<start_of_turn>model"),
    ("<｜User｜>", "<｜Assistant｜>"),
];

pub(crate) const STEP: Step = Step {
    rule: Rule {
        name: "special_tokens",
        purpose: "the answer ends at the first token such as `<|endoftext|>`, `</s>` or `<|im_end|>` that stands in no quotes; tokens that begin an answer are taken off its beginning, with the prompt where it comes along",
        examples: &[
            Example::answer(
                "<s>[INST] Write double. [/INST]\ndef double(x):\n    return 2 * x\n</s>",
                "def double(x):\n    return 2 * x\n",
            ),
            Example::answer(
                "def double(x):\n    return 2 * x\n<|im_end|>\n<|im_start|>user\nThanks!",
                "def double(x):\n    return 2 * x\n",
            ),
        ],
    },
    clean: |text| {
        let inner = beginning(text);
        let end = ENDS.iter().filter_map(|token| end(inner, token)).min().unwrap_or(inner.len());
        Ok(Cow::Borrowed(&inner[..end]))
    },
};

/// The text from where the answer begins.
fn beginning(text: &str) -> &str {
    let mut inner = text;
    loop {
        let trimmed = inner.trim_start();
        let prompt = PROMPTS.iter().find(|(prompt, _)| trimmed.starts_with(prompt));
        let rest = if let Some(rest) = BEGINNINGS.iter().find_map(|token| trimmed.strip_prefix(token)) {
            Some(rest)
        } else {
            prompt.and_then(|(_, answer)| trimmed.split_once(answer)).map(|(_, rest)| rest)
        };
        // The line end after `assistant` belongs to the token; an indent does not.
        match rest {
            Some(rest) => inner = rest.strip_prefix('\n').unwrap_or(rest),
            None => return inner,
        }
    }
}

/// Where a token ends the text. HTML has `<s>…</s>`, too.
fn end(text: &str, token: &str) -> Option<usize> {
    let mut place = 0;
    loop {
        let found = marks::find(text, token, place)?;
        if token != "</s>" || !marks::before(text, found).contains("<s>") {
            return Some(found);
        }
        place = found + token.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_lies_between_its_tokens() {
        let cases = [
            ("    return 1<|endoftext|>def g(", "    return 1"),
            ("<s>    return 1</s>", "    return 1"),
            ("<|im_start|>assistant\n    return 1\n<|im_end|>\n", "    return 1\n"),
            (
                "<|im_start|>user\nf?<|im_end|>\n<|im_start|>assistant\n    return 1\n<|im_end|>\n",
                "    return 1\n",
            ),
            ("x.split('</s>')", "x.split('</s>')"),
            ("x = <s>y</s>", "x = <s>y</s>"),
            ("a = 1", "a = 1"),
        ];
        for (text, expected) in cases {
            assert_eq!((STEP.clean)(text).unwrap(), expected, "{text}");
        }
    }
}
