//! What a model thinks before it answers.

use std::borrow::Cow;

use assay_types::NoAnswerReason;

use super::Step;
use crate::Rule;

/// What opens and closes reasoning: the tags that reasoning models are trained with, and others that models are told to use.
const TAGS: [(&str, &str); 6] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("[THINK]", "[/THINK]"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
];

pub(crate) const STEP: Step = Step {
    rule: Rule {
        name: "reasoning",
        purpose: "`<think>…</think>` and its like are cut; where nothing opens it, up to the last end (the prompt may have opened it); where nothing closes it, there is no answer",
    },
    clean: cut,
};

fn cut(text: &str) -> Result<Cow<'_, str>, NoAnswerReason> {
    let mut text = Cow::Borrowed(text);
    for (open, close) in TAGS {
        if text.contains(open) || text.contains(close) {
            text = Cow::Owned(cut_one(&text, open, close)?);
        }
    }
    Ok(text)
}

fn cut_one(text: &str, open: &str, close: &str) -> Result<String, NoAnswerReason> {
    let mut rest = text;
    let mut kept = String::new();
    // An end that nothing opened.
    if let Some(end) = rest.find(close)
        && rest.find(open).is_none_or(|start| end < start)
    {
        rest = &rest[end + close.len()..];
    }
    while let Some(start) = rest.find(open) {
        kept.push_str(&rest[..start]);
        let thought = &rest[start + open.len()..];
        let end = end_of(thought, open, close).ok_or(NoAnswerReason::CutAtMaxTokens)?;
        rest = &thought[end..];
    }
    kept.push_str(rest);
    Ok(kept)
}

/// Where a thought ends. It may hold thoughts of its own, or mention the tag that begins one.
fn end_of(thought: &str, open: &str, close: &str) -> Option<usize> {
    let mut place = 0;
    let mut depth = 1;
    while depth > 0 {
        let Some(end) = thought[place..].find(close) else {
            return thought.rfind(close).map(|last| last + close.len());
        };
        depth += thought[place..place + end].matches(open).count();
        depth -= 1;
        place += end + close.len();
    }
    Some(place)
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
            ("[THINK]a[/THINK]b", Ok("b")),
            ("<think>a <think>b</think> c</think>d", Ok("d")),
            ("<think>a <think> b</think>c", Ok("c")),
            ("<think>a", Err(NoAnswerReason::CutAtMaxTokens)),
            ("a</think><think>b", Err(NoAnswerReason::CutAtMaxTokens)),
            ("nothing", Ok("nothing")),
        ];
        for (text, expected) in cases {
            assert_eq!(cut(text).as_deref(), expected.as_ref().map(|kept| *kept), "{text}");
        }
    }
}
