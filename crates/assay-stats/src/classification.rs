//! How well answers from a closed list of classes agree with the truth: accuracy, and of each class precision, recall and F1.
//!
//! Source: van Rijsbergen 1979, "Information Retrieval", chapter 7; averages over classes: Sokolova and Lapalme 2009, Information
//! Processing and Management 45(4), 427–437 ("macro").
//! Twin: scikit-learn `accuracy_score`, `precision_recall_fscore_support` with all classes named and `zero_division=0`,
//! `cohen_kappa_score`, and `DummyClassifier(strategy="most_frequent")`.
//!
//! Degenerate: a figure whose denominator is empty (the precision of a class that was never answered, the recall of one
//! that is never true) is `None`, and counts as 0 in averages over classes, as scikit-learn has it. Every class counts in an
//! average, whether it occurs or not.

use crate::kappa::cohens_kappa;
use crate::refusal::Refusal;

/// How often each class was answered where each class was true. Classes are numbers from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confusion {
    /// A row for each true class, a column for each answered one.
    counts: Vec<Vec<u64>>,
}

/// A class's figures, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassFigures {
    /// Share of the answers that name the class in which it is true.
    pub precision: Option<f64>,
    /// Share of the cases in which the class is true whose answer names it.
    pub recall: Option<f64>,
    /// Harmonic mean of both: 2 TP ÷ (2 TP + FP + FN).
    pub f1: Option<f64>,
}

/// Means over all classes, each weighing the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MacroAverage {
    /// Of the precisions.
    pub precision: f64,
    /// Of the recalls: the balanced accuracy, where every class occurs.
    pub recall: f64,
    /// Of the F1 values, not the F1 of the two means before.
    pub f1: f64,
}

impl Confusion {
    /// Counts pairs of true and answered class.
    ///
    /// # Errors
    /// [`Refusal::UnknownClass`] if a number is not below `classes`.
    pub fn of(classes: usize, pairs: &[(usize, usize)]) -> Result<Self, Refusal> {
        let mut counts = vec![vec![0; classes]; classes];
        for (truth, answer) in pairs {
            let row = counts.get_mut(*truth).ok_or(Refusal::UnknownClass)?;
            *row.get_mut(*answer).ok_or(Refusal::UnknownClass)? += 1;
        }
        Ok(Self { counts })
    }

    /// How often one class was answered where another, or the same, was true; 0 for a class that there is not.
    #[must_use]
    pub fn count(&self, truth: usize, answer: usize) -> u64 {
        self.counts.get(truth).and_then(|row| row.get(answer)).copied().unwrap_or(0)
    }

    /// How often a class was true.
    #[must_use]
    pub fn true_count(&self, class: usize) -> u64 {
        self.counts.get(class).map_or(0, |row| row.iter().sum())
    }

    /// How often a class was answered.
    #[must_use]
    pub fn answered_count(&self, class: usize) -> u64 {
        self.counts.iter().filter_map(|row| row.get(class)).sum()
    }

    /// All pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Share of right answers; `None` without any.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        let right = (0..self.counts.len()).map(|class| self.count(class, class)).sum();
        share(right, self.total())
    }

    /// A class's figures.
    #[must_use]
    pub fn class(&self, class: usize) -> ClassFigures {
        let right = self.count(class, class);
        let (of_truth, of_answers) = (self.true_count(class), self.answered_count(class));
        ClassFigures {
            precision: share(right, of_answers),
            recall: share(right, of_truth),
            f1: share(2 * right, of_truth + of_answers),
        }
    }

    /// Means over all classes; `None` without any answer.
    #[must_use]
    pub fn macro_average(&self) -> Option<MacroAverage> {
        let classes: Vec<ClassFigures> = (0..self.counts.len()).map(|class| self.class(class)).collect();
        let mean = |of: fn(&ClassFigures) -> Option<f64>| {
            classes.iter().map(|class| of(class).unwrap_or(0.0)).sum::<f64>() / classes.len() as f64
        };
        (self.total() > 0).then(|| MacroAverage {
            precision: mean(|class| class.precision),
            recall: mean(|class| class.recall),
            f1: mean(|class| class.f1),
        })
    }

    /// Cohen's kappa of truth and answers.
    ///
    /// # Errors
    /// [`Refusal::Empty`], [`Refusal::OneCategory`].
    pub fn kappa(&self) -> Result<f64, Refusal> {
        let (mut truths, mut answers) = (Vec::new(), Vec::new());
        for (truth, row) in (0_u32..).zip(&self.counts) {
            for (answer, count) in (0_u32..).zip(row) {
                truths.extend((0..*count).map(|_| truth));
                answers.extend((0..*count).map(|_| answer));
            }
        }
        cohens_kappa(&truths, &answers)
    }

    /// The class that is true most often, the first of equals; `None` without any.
    #[must_use]
    pub fn majority(&self) -> Option<usize> {
        let most = (0..self.counts.len()).map(|class| self.true_count(class)).max()?;
        (0..self.counts.len()).find(|class| most > 0 && self.true_count(*class) == most)
    }

    /// What one who always answers with that class would have come to in the same cases.
    ///
    /// # Errors
    /// [`Refusal::UnknownClass`].
    pub fn always(&self, class: usize) -> Result<Self, Refusal> {
        if class >= self.counts.len() {
            return Err(Refusal::UnknownClass);
        }
        let row = |truth| {
            let of = |answer| if answer == class { self.true_count(truth) } else { 0 };
            (0..self.counts.len()).map(of).collect()
        };
        Ok(Self { counts: (0..self.counts.len()).map(row).collect() })
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-15)
    }

    /// Class 1 is true 4 times and answered 3 times, 2 of them rightly; class 0 is true 6 times.
    fn by_hand() -> Confusion {
        let pairs: Vec<(usize, usize)> = [((0, 0), 5), ((0, 1), 1), ((1, 0), 2), ((1, 1), 2)]
            .into_iter()
            .flat_map(|(pair, count)| vec![pair; count])
            .collect();
        Confusion::of(2, &pairs).unwrap()
    }

    #[test]
    fn a_table_of_ten_answers_by_hand() {
        let table = by_hand();
        assert!(close(table.accuracy(), 0.7));
        let positive = table.class(1);
        assert!(close(positive.precision, 2.0 / 3.0) && close(positive.recall, 0.5));
        assert!(close(positive.f1, 4.0 / 7.0));
        let average = table.macro_average().unwrap();
        assert!(close(Some(average.recall), f64::midpoint(5.0 / 6.0, 0.5)));
        assert!(close(Some(average.f1), f64::midpoint(10.0 / 13.0, 4.0 / 7.0)));
        // Observed 0.7; expected 0.6 × 0.7 + 0.4 × 0.3 = 0.54.
        assert!((table.kappa().unwrap() - 0.16 / 0.46).abs() < 1e-12);
    }

    #[test]
    fn who_always_says_the_same_is_right_as_often_as_that_is_true_and_agrees_by_chance_alone() {
        let table = by_hand();
        let always = table.always(table.majority().unwrap()).unwrap();
        assert!(close(always.accuracy(), 0.6));
        assert_eq!(always.class(1), ClassFigures { precision: None, recall: Some(0.0), f1: Some(0.0) });
        assert!(close(Some(always.macro_average().unwrap().recall), 0.5));
        assert!(always.kappa().unwrap().abs() < 1e-15);
    }

    #[test]
    fn what_has_no_figure_has_none() {
        let nothing = Confusion::of(2, &[]).unwrap();
        assert_eq!((nothing.accuracy(), nothing.macro_average(), nothing.majority()), (None, None, None));
        assert_eq!(nothing.kappa(), Err(Refusal::Empty));
        let one = Confusion::of(2, &[(0, 0)]).unwrap();
        assert_eq!(one.kappa(), Err(Refusal::OneCategory));
        assert_eq!(one.class(1), ClassFigures { precision: None, recall: None, f1: None });
        assert!(close(Some(one.macro_average().unwrap().f1), 0.5));
    }

    #[test]
    fn a_class_that_is_not_one_is_refused_and_ties_go_to_the_first() {
        assert_eq!(Confusion::of(2, &[(0, 2)]), Err(Refusal::UnknownClass));
        assert_eq!(Confusion::of(2, &[(2, 0)]), Err(Refusal::UnknownClass));
        let tied = Confusion::of(3, &[(2, 0), (1, 0)]).unwrap();
        assert_eq!((tied.majority(), tied.always(3)), (Some(1), Err(Refusal::UnknownClass)));
    }
}
