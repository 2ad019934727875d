//! Sentences of a repair's message that tell how it was made.
//!
//! The customary message describes the defect and then says, in the imperative, what the commit does: "Compare case-insensitively."
//! That is the solution in words, which no list of names sees. In a feature's message such sentences are what is asked for.

use std::sync::LazyLock;

use regex::Regex;

use crate::message::pattern;

/// Where a sentence of the body begins: at its head, behind an empty line, at an item of a list, behind the end of another.
static BEGINNING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"\A|\n[ \t]*\n|\n[ \t]*[-*•][ \t]+|[.!?][)"'`]*\s+"#));
/// A sentence in the imperative. Words that begin descriptions as often ("set", "map", "cache") are not here.
static INSTRUCTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\A\s*(?:[-*•]\s+)?(?:(?:Also|Now|Then|Instead|So|Therefore|Thus|Simply|Just),?\s+)?(?i:add|adjust|allow|anchor|apply|avoid|call|change|check|collect|compare|compute|convert|create|defer|descend|detect|do not|don't|drop|ensure|extend|extract|fall back|guard|handle|ignore|introduce|iterate|keep|make|match|merge|move|normali[sz]e|pair|pass|preserve|prevent|raise|reject|remove|rename|replace|reset|restrict|return|rewrite|skip|stop|store|strip|switch|treat|use|wrap)\s",
    )
});
/// What makes such a word a noun: "Return values are lost", "Use of a list fails".
static NOUN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\A\W*\w+\s+(?:of|values?|types?|objects?|is|are|was|were|does|do|did|keeps?|raise[sd]?|br(?:eak|oke)s?|fails?|failed|has|have|had|can|cannot)\b|\A\W*(?i:call|change|check|match|return|store|use)\s+(?:to|in|for)\b",
    )
});

/// The text without such sentences behind its first line, and how many there were.
pub(super) fn without_instructions(text: &str) -> (String, usize) {
    let Some((subject, body)) = text.split_once('\n') else { return (text.to_owned(), 0) };
    let beginnings: Vec<_> = BEGINNING.find_iter(body).collect();
    let (mut kept, mut removed, mut is_gone) = (format!("{subject}\n"), 0, false);
    for (place, beginning) in beginnings.iter().enumerate() {
        let end = beginnings.get(place + 1).map_or(body.len(), regex::Match::start);
        // The stop of a sentence that went goes with it; the space behind it stays.
        let between = beginning.as_str();
        kept.push_str(if is_gone {
            between.trim_start_matches(|mark: char| !mark.is_whitespace())
        } else {
            between
        });
        let sentence = &body[beginning.end()..end];
        // Behind "e.g." and in code words are small.
        let begins = sentence.chars().find(|letter| letter.is_alphabetic());
        let may_begin = between.contains(['-', '*', '•']) || begins.is_some_and(char::is_uppercase);
        is_gone = may_begin && INSTRUCTION.is_match(sentence) && !NOUN.is_match(sentence);
        if is_gone {
            removed += 1;
        } else {
            kept.push_str(sentence);
        }
    }
    (kept, removed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_repair_does_goes_and_what_was_wrong_stays() {
        let cases = [
            (
                "Fix names\n\nThe first dot was taken. Anchor on the last\ndot instead. Others stay.",
                "Fix names\n\nThe first dot was taken.  Others stay.",
                1,
            ),
            (
                "Fix it\n\nAll was lost.\n\nAlso match quotes early: in `$$`\nthey overlap.",
                "Fix it\n\nAll was lost.\n\n",
                1,
            ),
            ("Fix it\n\n- Use a set\n- Totals were wrong", "Fix it\n\n- Totals were wrong", 1),
            ("Use a set", "Use a set", 0),
            (
                "Use a set\n\nReturn values are lost. Use of a list fails. Matched pairs stay.",
                "Use a set\n\nReturn values are lost. Use of a list fails. Matched pairs stay.",
                0,
            ),
        ];
        for (text, expected, removed) in cases {
            assert_eq!(without_instructions(text), (expected.to_owned(), removed), "{text}");
        }
    }

    #[test]
    fn descriptions_that_begin_with_such_words_stay() {
        for body in [
            "Call to total() with no items raised ValueError.",
            "Change in numpy 2 broke this.",
            "Check for None was missing.",
            "Store keeps growing.",
            "Fix #12 where cents are lost.",
            "It fails, e.g. call f() twice.",
            "This is lost:\n\n    return x\n",
        ] {
            let text = format!("Fix it\n\n{body}");
            assert_eq!(without_instructions(&text), (text.clone(), 0));
        }
    }

    #[test]
    fn what_is_kept_stands_in_the_text_in_its_order() {
        for text in [
            "",
            "\n",
            "a\n",
            "\n\n. ! ?",
            "x\n…. Use é\u{301}. ",
            "x\n- - Use a\n\n\n",
            "x\n\nUse a set. Then. - Add b? Yes",
        ] {
            let (kept, _) = without_instructions(text);
            let mut rest = text.chars();
            assert!(kept.chars().all(|letter| rest.any(|other| other == letter)), "{text:?} became {kept:?}");
            assert_eq!(kept.lines().next(), text.lines().next(), "{text:?}");
        }
    }
}
