//! What a judge can be asked.

use assay_analyse::Measure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::items::Order;
use crate::vocabulary::Vocabulary;

/// A question about a run's samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether a sample is correct, given its tests.
    Correctness,
    /// Which of two correct samples takes less time.
    Faster,
    /// Which of two correct samples needs less memory.
    Leaner,
}

impl Question {
    /// Every question, in the order in which they are asked.
    pub const ALL: [Self; 3] = [Self::Correctness, Self::Faster, Self::Leaner];

    /// Its word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Correctness => "correctness",
            Self::Faster => "faster",
            Self::Leaner => "leaner",
        }
    }

    /// The question of that word.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|question| question.name() == name)
    }

    /// What is asked, for people.
    #[must_use]
    pub fn asks(self) -> &'static str {
        match self {
            Self::Correctness => "is the code correct, given its tests?",
            Self::Faster => "which of two correct solutions takes less time?",
            Self::Leaner => "which of two correct solutions needs less memory?",
        }
    }

    /// The words of its verdicts.
    #[must_use]
    pub fn vocabulary(self) -> Vocabulary {
        match self {
            Self::Correctness => Vocabulary::CORRECTNESS,
            Self::Faster | Self::Leaner => Vocabulary::PLACES,
        }
    }

    /// What figures are about: of a pair not the place that was named but the side that stood there, since each pair is
    /// shown in both orders.
    #[must_use]
    pub fn classes(self) -> [&'static str; 2] {
        match self {
            Self::Correctness => Vocabulary::CORRECTNESS.labels,
            Self::Faster | Self::Leaner => ["baseline", "candidate"],
        }
    }

    /// The positive class: what a gate looks for, code that fails and a candidate that is worse than the baseline.
    #[must_use]
    pub fn positive_class(self) -> &'static str {
        self.classes()[self.positive()]
    }

    /// The same as a place among the classes.
    pub(crate) fn positive(self) -> usize {
        match self {
            Self::Correctness => 1,
            Self::Faster | Self::Leaner => 0,
        }
    }

    /// What the positive class means.
    #[must_use]
    pub fn positive_means(self) -> &'static str {
        match self {
            Self::Correctness => "the sample fails its tests",
            Self::Faster => "the baseline takes less time: the candidate is slower",
            Self::Leaner => "the baseline needs less memory: the candidate needs more",
        }
    }

    /// What was measured of pairs.
    pub(crate) fn measure(self) -> Option<Measure> {
        match self {
            Self::Correctness => None,
            Self::Faster => Some(Measure::ExecutionTime),
            Self::Leaner => Some(Measure::MemoryUsage),
        }
    }

    /// The class that a label stands for; of a pair that depends on which side was shown first.
    pub(crate) fn class(self, label: &str, order: Option<Order>) -> Option<usize> {
        let place = self.vocabulary().labels.into_iter().position(|known| known == label)?;
        Some(if order == Some(Order::CandidateFirst) { 1 - place } else { place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_the_side_that_stood_there() {
        let class = |label, order| {
            Question::Faster.class(label, Some(order)).map(|class| Question::Faster.classes()[class])
        };
        assert_eq!(class("first", Order::BaselineFirst), Some("baseline"));
        assert_eq!(class("first", Order::CandidateFirst), Some("candidate"));
        assert_eq!(class("second", Order::CandidateFirst), Some("baseline"));
        assert_eq!(Question::Correctness.class("incorrect", None), Some(Question::Correctness.positive()));
        assert_eq!(Question::Correctness.class("first", None), None);
    }

    #[test]
    fn every_question_is_known_by_its_word_and_names_its_positive_class() {
        for question in Question::ALL {
            assert_eq!(Question::by_name(question.name()), Some(question));
            assert!(question.classes().contains(&question.positive_class()));
        }
        assert_eq!(Question::Correctness.positive_class(), "incorrect");
    }
}
