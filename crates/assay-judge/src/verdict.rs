//! A verdict read from an answer, or why there is none. Nothing is guessed: what is not in the form asked for is discarded.

use assay_generate::Answer;
use assay_types::Finish;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::vocabulary::Vocabulary;

/// What begins the line of a verdict.
const MARK: &str = "verdict:";

/// What an answer comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// A label of the question's vocabulary.
    Verdict(&'static str),
    /// No verdict.
    Discarded(Discard),
}

/// Why an answer has no verdict. The list is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Discard {
    /// It holds nothing but white space.
    Empty,
    /// The model declined.
    Refusal,
    /// The provider's filter cut or withheld it.
    ContentFilter,
    /// The question did not fit into the model.
    ContextTooLong,
    /// It was cut at the most tokens before it came to a verdict.
    CutAtMaxTokens,
    /// No line begins with `VERDICT:`.
    NoVerdict,
    /// A line does, and goes on with no label of the vocabulary.
    UnknownLabel,
    /// Several do, and they name different labels.
    Contradictory,
}

/// Reads the verdict of an answer.
///
/// A line is one if it begins, after white space and Markdown's marks (`*`, `_`, `` ` ``, `#`, `>`), with `VERDICT:` in any case. What comes
/// after it must be a label, but for white space, such marks and one full stop. An answer with several such lines has a verdict if
/// they all name the same label. Reasoning that the provider tells apart is not read.
#[must_use]
pub fn read_verdict(vocabulary: &Vocabulary, answer: &Answer) -> Reading {
    let ended = match answer.finish {
        Finish::Refusal => Some(Discard::Refusal),
        Finish::ContentFilter => Some(Discard::ContentFilter),
        Finish::ContextTooLong => Some(Discard::ContextTooLong),
        Finish::Stop | Finish::MaxTokens => None,
    };
    if let Some(discard) = ended {
        return Reading::Discarded(discard);
    }
    let mut found: Option<&'static str> = None;
    for line in answer.text.lines() {
        let Some(said) = said(line) else { continue };
        match (vocabulary.label(said), found) {
            (None, _) => return Reading::Discarded(unknown(answer, said)),
            (Some(label), Some(before)) if label != before => {
                return Reading::Discarded(Discard::Contradictory);
            }
            (Some(label), _) => found = Some(label),
        }
    }
    match found {
        Some(label) => Reading::Verdict(label),
        None if answer.finish == Finish::MaxTokens => Reading::Discarded(Discard::CutAtMaxTokens),
        None if answer.text.trim().is_empty() => Reading::Discarded(Discard::Empty),
        None => Reading::Discarded(Discard::NoVerdict),
    }
}

/// An answer that is cut in its verdict has none; one that is not has a wrong one.
fn unknown(answer: &Answer, said: &str) -> Discard {
    let is_cut = answer.finish == Finish::MaxTokens && answer.text.trim_end().ends_with(said);
    if is_cut { Discard::CutAtMaxTokens } else { Discard::UnknownLabel }
}

/// What a line's verdict says; `None` of a line that is none.
fn said(line: &str) -> Option<&str> {
    let is_mark = |character: char| character.is_whitespace() || "*_`#>".contains(character);
    let line = line.trim_start_matches(is_mark);
    let start = line.get(..MARK.len())?;
    if !start.eq_ignore_ascii_case(MARK) {
        return None;
    }
    let said = line[MARK.len()..].trim_matches(is_mark);
    Some(said.strip_suffix('.').unwrap_or(said).trim_end_matches(is_mark))
}

#[cfg(test)]
mod tests {
    use assay_generate::Usage;
    use proptest::prelude::*;

    use super::*;

    fn answer(text: &str, finish: Finish) -> Answer {
        Answer { text: text.to_owned(), reasoning: None, finish, version: None, usage: Usage::default() }
    }

    fn reading(text: &str) -> Reading {
        read_verdict(&Vocabulary::CORRECTNESS, &answer(text, Finish::Stop))
    }

    #[test]
    fn one_line_is_a_verdict_in_the_forms_that_models_write() {
        for text in [
            "It loops once too often.\n\nVERDICT: incorrect",
            "VERDICT: incorrect\n",
            "**VERDICT: incorrect**",
            "**Verdict:** Incorrect.",
            "> VERDICT: `incorrect`",
            "## VERDICT: __INCORRECT__\r\nThat is all.",
            "VERDICT:incorrect\nAs I said:\nVERDICT: incorrect",
        ] {
            assert_eq!(reading(text), Reading::Verdict("incorrect"), "{text:?}");
        }
    }

    #[test]
    fn what_is_not_in_the_form_is_discarded_by_its_kind_and_never_guessed() {
        for (text, expected) in [
            ("", Discard::Empty),
            (" \n\t", Discard::Empty),
            ("The code is incorrect.", Discard::NoVerdict),
            ("My VERDICT: incorrect", Discard::NoVerdict),
            ("VERDICT incorrect", Discard::NoVerdict),
            ("VERDICT: not correct", Discard::UnknownLabel),
            ("VERDICT: incorrect because it loops", Discard::UnknownLabel),
            ("VERDICT: correct or incorrect", Discard::UnknownLabel),
            ("VERDICT:", Discard::UnknownLabel),
            ("VERDICT: first", Discard::UnknownLabel),
            ("VERDICT: correct\nVERDICT: incorrect", Discard::Contradictory),
        ] {
            assert_eq!(reading(text), Reading::Discarded(expected), "{text:?}");
        }
    }

    #[test]
    fn how_an_answer_ended_counts_before_what_it_says_unless_it_was_only_cut() {
        let read = |finish, text| read_verdict(&Vocabulary::CORRECTNESS, &answer(text, finish));
        let whole = "VERDICT: correct";
        assert_eq!(read(Finish::Refusal, whole), Reading::Discarded(Discard::Refusal));
        assert_eq!(read(Finish::ContentFilter, whole), Reading::Discarded(Discard::ContentFilter));
        assert_eq!(read(Finish::ContextTooLong, ""), Reading::Discarded(Discard::ContextTooLong));
        assert_eq!(read(Finish::MaxTokens, "VERDICT: correct\nfor it"), Reading::Verdict("correct"));
        assert_eq!(read(Finish::MaxTokens, "It loops"), Reading::Discarded(Discard::CutAtMaxTokens));
        assert_eq!(read(Finish::MaxTokens, "VERDICT: incorr"), Reading::Discarded(Discard::CutAtMaxTokens));
        assert_eq!(read(Finish::MaxTokens, ""), Reading::Discarded(Discard::CutAtMaxTokens));
    }

    proptest! {
        #[test]
        fn any_text_has_a_verdict_or_a_kind_and_a_verdict_is_a_line_of_it(text in "(?s).{0,200}") {
            if let Reading::Verdict(label) = reading(&text) {
                prop_assert!(text.to_lowercase().contains("verdict:"));
                prop_assert!(text.to_lowercase().contains(label));
            }
        }

        #[test]
        fn text_around_the_line_changes_nothing(before in "[a-z .\n]{0,80}", after in "[a-z .\n]{0,80}") {
            prop_assert_eq!(reading(&format!("{before}\nVERDICT: correct\n{after}")), Reading::Verdict("correct"));
        }
    }
}
