//! The words in which verdicts are given: a closed list for each question, the same for the truth and for the answers.

/// The two labels of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vocabulary {
    /// The labels, in a fixed order.
    pub labels: [&'static str; 2],
}

/// A label that is not of the question's vocabulary: the truth and the answers cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {whose} say {label:?} where the question knows {known} alone; nothing was computed", known = .known.join(" and "))]
pub struct VocabularyMismatch {
    whose: &'static str,
    label: String,
    known: [&'static str; 2],
}

impl Vocabulary {
    /// Of whether code is correct.
    pub const CORRECTNESS: Self = Self { labels: ["correct", "incorrect"] };
    /// Of which of two solutions it is, by its place in the prompt.
    pub const PLACES: Self = Self { labels: ["first", "second"] };

    /// The label of that spelling, whatever the case of its letters.
    #[must_use]
    pub fn label(&self, word: &str) -> Option<&'static str> {
        self.labels.into_iter().find(|label| label.eq_ignore_ascii_case(word))
    }

    /// Refuses labels that are not of this vocabulary, byte for byte. `whose` they are is for the error.
    pub fn require<'a>(
        &self,
        whose: &'static str,
        labels: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), VocabularyMismatch> {
        match labels.into_iter().find(|label| !self.labels.contains(label)) {
            Some(label) => {
                let label = label.chars().take(80).collect();
                Err(VocabularyMismatch { whose, label, known: self.labels })
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_another_vocabulary_is_refused_with_whose_it_is() {
        let said = Vocabulary::CORRECTNESS.require("truths", ["correct", "pass"]).unwrap_err().to_string();
        assert!(
            said.starts_with("the truths say \"pass\" where the question knows correct and incorrect"),
            "{said}"
        );
        assert_eq!(Vocabulary::PLACES.require("answers", ["first", "second"]), Ok(()));
        assert!(Vocabulary::PLACES.require("answers", ["First"]).is_err());
    }

    #[test]
    fn a_label_is_read_whatever_its_case_and_nothing_near_it_is() {
        assert_eq!(Vocabulary::CORRECTNESS.label("INCORRECT"), Some("incorrect"));
        assert_eq!(Vocabulary::CORRECTNESS.label("not correct"), None);
        assert_eq!(Vocabulary::PLACES.label("1"), None);
    }
}
