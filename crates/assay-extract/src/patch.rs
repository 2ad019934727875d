//! From a raw answer to the patch in it (docs/maintenance-tasks.md).
//!
//! Nothing is mended here: the patch is the answer's own bytes, of the whole text or of what stands in fences. What is no patch
//! then is said by whoever reads it.

use std::sync::Arc;

use assay_types::{FieldKind, Finish, NoAnswerReason, Sample};

use crate::cleaning;
use crate::{CUT, EMPTY, ENDED};

/// The longest answer that is searched for fences, in bytes; a longer one is taken as it came.
const LONGEST: usize = 16 << 20;

/// The words after a fence that announce a patch.
const LANGUAGES: [&str; 3] = ["diff", "patch", "udiff"];

/// What was made of a raw answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchExtraction {
    /// The rule that found the patch, or that there is none: `patch_field`, `whole_text`, `fenced_diff`, `fenced_patch`; `ended`,
    /// `empty` or `cut_at_max_tokens`.
    pub rule: &'static str,
    /// What was done besides: a step of cleaning, or `open_fence` where the last fence is not closed.
    pub edits: Vec<&'static str>,
    /// The patch as it stands in the answer, or why there is none.
    pub patch: Result<Arc<str>, NoAnswerReason>,
}

/// Finds the patch in an answer. The first that holds:
///
/// 1. The sample's field says that its text is a patch (`patch_field`): it is taken as it is.
/// 2. The text begins as a patch does (`whole_text`): likewise.
/// 3. Reasoning is cut. Then all blocks fenced as `diff`, `patch` or `udiff`, joined in order (`fenced_diff`).
/// 4. All other fenced blocks in which a file's header stands (`fenced_patch`).
/// 5. The whole text (`whole_text`), in which patches are found between prose.
#[must_use]
pub fn extract_patch(sample: &Sample) -> PatchExtraction {
    let none = |rule, reason| PatchExtraction { rule, edits: Vec::new(), patch: Err(reason) };
    if let Some(reason) = sample.finish.and_then(Finish::no_answer) {
        return none(ENDED.name, reason);
    }
    let raw: &str = &sample.raw;
    if raw.trim().is_empty() {
        return if sample.finish == Some(Finish::MaxTokens) {
            none(CUT.name, NoAnswerReason::CutAtMaxTokens)
        } else {
            none(EMPTY.name, NoAnswerReason::Empty)
        };
    }
    let whole = |rule| PatchExtraction { rule, edits: Vec::new(), patch: Ok(sample.raw.clone()) };
    if sample.field == FieldKind::Solution {
        return whole("patch_field");
    }
    if raw.len() > LONGEST || begins_as_patch(raw) {
        return whole("whole_text");
    }
    let (text, mut edits) = match cleaning::without_reasoning(raw) {
        Ok(cleaned) => cleaned,
        Err((rule, reason)) => return none(rule, reason),
    };
    let blocks = blocks(&text);
    let announced = |block: &&Block| LANGUAGES.contains(&block.language.as_str());
    let choices: [(&'static str, Vec<&Block>); 2] = [
        ("fenced_diff", blocks.iter().filter(announced).collect()),
        ("fenced_patch", blocks.iter().filter(|block| has_header(&block.text)).collect()),
    ];
    let chosen = choices.into_iter().find(|(_, blocks)| !blocks.is_empty());
    let (rule, patch) = match chosen {
        None => ("whole_text", text.into_owned()),
        Some((rule, blocks)) => {
            if blocks.iter().any(|block| !block.closed) {
                edits.push("open_fence");
            }
            (rule, blocks.iter().map(|block| block.text.as_str()).collect())
        }
    };
    if sample.finish == Some(Finish::MaxTokens) && !has_header(&patch) {
        return none(CUT.name, NoAnswerReason::CutAtMaxTokens);
    }
    PatchExtraction { rule, edits, patch: Ok(Arc::from(patch)) }
}

/// Whether the first line that is not blank is one of a patch's headers.
fn begins_as_patch(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("diff --git ") || (text.starts_with("--- ") && has_header(text))
}

/// Whether there is a file's header in it.
fn has_header(text: &str) -> bool {
    let mut before = "";
    text.lines().any(|line| {
        let found =
            line.starts_with("diff --git ") || (before.starts_with("--- ") && line.starts_with("+++ "));
        before = line;
        found
    })
}

/// What stands in a fence.
struct Block {
    /// The first word after the opening fence, in small letters.
    language: String,
    text: String,
    closed: bool,
}

/// The fenced blocks of an answer. Unlike Markdown's, a fence is closed only by one that is indented as it is: in a patch the fences
/// of a changed document stand behind a space, a plus or a minus.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<(&str, char, usize)> = None;
    for line in text.split_inclusive('\n') {
        let inner = line.trim_start_matches(' ');
        let indent = &line[..line.len() - inner.len()];
        let mark = inner.chars().next().unwrap_or_default();
        let length = inner.chars().take_while(|character| *character == mark).count();
        let is_fence = matches!(mark, '`' | '~') && length >= 3;
        match open {
            None if is_fence => {
                let language = inner[length..].split_whitespace().next().unwrap_or_default();
                blocks.push(Block { language: language.to_lowercase(), text: String::new(), closed: false });
                open = Some((indent, mark, length));
            }
            None => {}
            Some((outer, opening, least)) => {
                let closes = is_fence
                    && mark == opening
                    && length >= least
                    && indent == outer
                    && inner[length..].trim().is_empty();
                if let Some(block) = blocks.last_mut() {
                    if closes {
                        block.closed = true;
                    } else {
                        block.text.push_str(line.strip_prefix(outer).unwrap_or(line));
                    }
                }
                if closes {
                    open = None;
                }
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use assay_types::TaskId;

    use super::*;

    fn extracted(field: FieldKind, raw: &str) -> (String, Result<String, NoAnswerReason>) {
        ended(field, raw, None)
    }

    fn ended(
        field: FieldKind,
        raw: &str,
        finish: Option<Finish>,
    ) -> (String, Result<String, NoAnswerReason>) {
        let task = TaskId::new("t").unwrap();
        let found =
            extract_patch(&Sample { task, repetition: 0, field, raw: Arc::from(raw), finish, line: 1 });
        let rules = [&[found.rule], found.edits.as_slice()].concat().join(" ");
        (rules, found.patch.map(|patch| patch.to_string()))
    }

    fn answer(raw: &str) -> (String, Result<String, NoAnswerReason>) {
        extracted(FieldKind::Answer, raw)
    }

    const PATCH: &str = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n";

    #[test]
    fn a_field_that_is_a_patch_is_taken_as_it_is() {
        let text = format!("```diff\n{PATCH}```");
        assert_eq!(extracted(FieldKind::Solution, &text), ("patch_field".to_owned(), Ok(text)));
    }

    #[test]
    fn an_answer_that_begins_as_a_patch_is_taken_whole() {
        for text in [PATCH.to_owned(), format!("\ndiff --git a/x b/x\n{PATCH}```\n")] {
            assert_eq!(answer(&text), ("whole_text".to_owned(), Ok(text)));
        }
    }

    #[test]
    fn fenced_patches_are_joined_and_other_blocks_left_out() {
        let text = format!("First\n```diff\n{PATCH}```\nrun\n```sh\nls\n```\n  ~~~Patch\n  y\n  ~~~\n");
        assert_eq!(answer(&text), ("fenced_diff".to_owned(), Ok(format!("{PATCH}y\n"))));
        let text = format!("Here:\n```\n{PATCH}```\n```\nls\n```");
        assert_eq!(answer(&text), ("fenced_patch".to_owned(), Ok(PATCH.to_owned())));
    }

    #[test]
    fn fences_in_a_patch_do_not_end_its_block() {
        let patch = "--- a/README.md\n+++ b/README.md\n@@ -1,3 +1,3 @@\n ```\n-a\n+b\n ```\n";
        assert_eq!(
            answer(&format!("Done:\n```diff\n{patch}```\n")),
            ("fenced_diff".to_owned(), Ok(patch.to_owned()))
        );
    }

    #[test]
    fn a_fence_that_is_left_open_goes_to_the_end() {
        assert_eq!(
            answer(&format!("Done:\n```diff\n{PATCH}")),
            ("fenced_diff open_fence".to_owned(), Ok(PATCH.to_owned()))
        );
    }

    #[test]
    fn reasoning_is_cut_before_fences_are_looked_for() {
        let text = format!("<think>Perhaps\n```diff\nno\n```\n</think>\nSo:\n```diff\n{PATCH}```\n");
        assert_eq!(answer(&text), ("fenced_diff reasoning".to_owned(), Ok(PATCH.to_owned())));
    }

    #[test]
    fn prose_is_taken_whole_for_others_to_say_that_there_is_no_patch() {
        assert_eq!(answer("I cannot."), ("whole_text".to_owned(), Ok("I cannot.".to_owned())));
    }

    #[test]
    fn answers_that_are_none_say_why() {
        let none = |rule: &str, reason| (rule.to_owned(), Err(reason));
        assert_eq!(answer(" \n"), none("empty", NoAnswerReason::Empty));
        let cut = Some(Finish::MaxTokens);
        assert_eq!(
            ended(FieldKind::Answer, "Let me", cut),
            none("cut_at_max_tokens", NoAnswerReason::CutAtMaxTokens)
        );
        assert_eq!(ended(FieldKind::Answer, PATCH, cut).0, "whole_text");
        let refused = Some(Finish::Refusal);
        assert_eq!(ended(FieldKind::Answer, PATCH, refused), none("ended", NoAnswerReason::Refusal));
    }
}
