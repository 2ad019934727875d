//! What a model thinks before it answers.

use std::borrow::Cow;

use assay_types::NoAnswerReason;

use super::Step;
use crate::marks;
use crate::rule::{Example, Rule};

/// What opens and closes reasoning.
struct Tag {
    open: &'static str,
    close: &'static str,
    /// Whether an end without a beginning is one, too: the prompt may have opened it.
    opened_by_prompt: bool,
}

/// The tags that reasoning models are trained with, and others that models are told to use.
const TAGS: [Tag; 10] = [
    tag("<think>", "</think>"),
    tag("<thinking>", "</thinking>"),
    tag("<thought>", "</thought>"),
    tag("<reasoning>", "</reasoning>"),
    tag("[THINK]", "[/THINK]"),
    tag("<|begin_of_thought|>", "<|end_of_thought|>"),
    tag("<|START_THINKING|>", "<|END_THINKING|>"),
    tag("<seed:think>", "</seed:think>"),
    tag("◁think▷", "◁/think▷"),
    // Its end is also the end of an answer.
    Tag { open: "<|channel|>analysis<|message|>", close: "<|end|>", opened_by_prompt: false },
];

const fn tag(open: &'static str, close: &'static str) -> Tag {
    Tag { open, close, opened_by_prompt: true }
}

pub(crate) const STEP: Step = Step {
    rule: Rule {
        name: "reasoning",
        purpose: "`<think>…</think>` and its like are cut, unless they stand in quotes; where nothing opens it, up to the last end (the prompt may have opened it); where nothing closes it, there is no answer",
        examples: &[
            Example::answer(
                "<think>2x or x²?</think>\ndef double(x):\n    return 2 * x\n",
                "\ndef double(x):\n    return 2 * x\n",
            ),
            Example::answer(
                "Easy.\n[/THINK]\ndef double(x):\n    return 2 * x\n",
                "\ndef double(x):\n    return 2 * x\n",
            ),
            Example::none(
                "<think>\nPerhaps\n```python\ndef double(x):\n    return 2 * x\n```\nBut",
                NoAnswerReason::CutAtMaxTokens,
            ),
        ],
    },
    clean: cut,
};

fn cut(text: &str) -> Result<Cow<'_, str>, NoAnswerReason> {
    let mut text = Cow::Borrowed(text);
    for tag in &TAGS {
        if marks::find(&text, tag.open, 0).is_some()
            || (tag.opened_by_prompt && marks::find(&text, tag.close, 0).is_some())
        {
            text = Cow::Owned(without(&text, tag)?);
        }
    }
    Ok(text)
}

/// The text outside of thoughts. A thought may hold thoughts of its own, or mention the tag that begins one.
fn without(text: &str, tag: &Tag) -> Result<String, NoAnswerReason> {
    let mut kept = String::new();
    // Where the part that is kept begins.
    let mut start = 0;
    let mut depth = 0_usize;
    // The last end within a thought.
    let mut ended = None;
    let mut opening = marks::find(text, tag.open, 0);
    let mut closing = marks::find(text, tag.close, 0);
    loop {
        let opens = opening.filter(|open| closing.is_none_or(|close| *open < close));
        if let Some(open) = opens {
            if depth == 0 {
                kept.push_str(&text[start..open]);
                ended = None;
            }
            depth += 1;
            opening = marks::find(text, tag.open, open + tag.open.len());
        } else if let Some(close) = closing {
            let end = close + tag.close.len();
            if depth == 0 && tag.opened_by_prompt {
                kept.clear();
                start = end;
            } else if depth > 0 {
                depth -= 1;
                ended = Some(end);
                start = end;
            }
            closing = marks::find(text, tag.close, end);
        } else {
            break;
        }
    }
    if depth > 0 {
        start = ended.ok_or(NoAnswerReason::CutAtMaxTokens)?;
    }
    kept.push_str(&text[start..]);
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_is_cut_and_what_never_ends_leaves_no_answer() {
        let cases = [
            ("<think>a</think>b", Ok("b")),
            ("x<think>a</think>b<think>c</think>d", Ok("xbd")),
            ("a</think>b", Ok("b")),
            ("a</think>b</think>c", Ok("c")),
            ("[THINK]a[/THINK]b", Ok("b")),
            ("<think>a <think>b</think> c</think>d", Ok("d")),
            ("<think>a <think> b</think>c", Ok("c")),
            ("<think>a", Err(NoAnswerReason::CutAtMaxTokens)),
            ("a</think><think>b", Err(NoAnswerReason::CutAtMaxTokens)),
            ("'<think>' in text", Ok("'<think>' in text")),
            ("answer<|end|>", Ok("answer<|end|>")),
            ("<|channel|>analysis<|message|>a<|end|>b<|end|>", Ok("b<|end|>")),
            ("nothing", Ok("nothing")),
        ];
        for (text, expected) in cases {
            assert_eq!(cut(text).as_deref(), expected.as_ref().map(|kept| *kept), "{text}");
        }
    }
}
