//! Tokens of a model's own vocabulary that its decoder let through.

use std::borrow::Cow;

use super::Step;
use crate::Rule;

/// Tokens that end an answer in the vocabularies of the GPT-2, Llama, Gemma, Phi, Qwen, Mistral, DeepSeek and StarCoder
/// families.
const ENDS: [&str; 17] = [
    "<|endoftext|>",
    "</s>",
    "<|im_end|>",
    "<|eot_id|>",
    "<|end_of_text|>",
    "<end_of_turn>",
    "<eos>",
    "<|end|>",
    "<|user|>",
    "<|im_start|>user",
    "<｜end▁of▁sentence｜>",
    "<|EOT|>",
    "<|endofmask|>",
    "<file_sep>",
    "<|file_separator|>",
    "<fim_pad>",
    "[INST]",
];
/// Tokens that begin one.
const BEGINNINGS: [&str; 9] = [
    "<s>",
    "<|begin_of_text|>",
    "<bos>",
    "<|im_start|>assistant",
    "<|assistant|>",
    "<｜begin▁of▁sentence｜>",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<start_of_turn>model",
    "[/INST]",
];

pub(crate) const STEP: Step = Step {
    rule: Rule {
        name: "special_tokens",
        purpose: "the answer ends at the first token such as `<|endoftext|>`, `</s>` or `<|im_end|>`; tokens that begin an answer are taken off its beginning",
    },
    clean: |text| {
        let mut inner = text;
        while let Some(rest) = BEGINNINGS.iter().find_map(|token| inner.trim_start().strip_prefix(token)) {
            // The line end after `assistant` belongs to the token; an indent does not.
            inner = rest.strip_prefix('\n').unwrap_or(rest);
        }
        let end = ENDS.iter().filter_map(|token| inner.find(token)).min().unwrap_or(inner.len());
        Ok(Cow::Borrowed(&inner[..end]))
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_lies_between_its_tokens() {
        let cases = [
            ("    return 1<|endoftext|>def g(", "    return 1"),
            ("<s>    return 1</s>", "    return 1"),
            ("<|im_start|>assistant\n    return 1\n<|im_end|>\n", "    return 1\n"),
            ("a = 1", "a = 1"),
        ];
        for (text, expected) in cases {
            assert_eq!((STEP.clean)(text).unwrap(), expected, "{text}");
        }
    }
}
