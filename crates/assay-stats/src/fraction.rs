//! What one task contributes: the share of flagged samples on each side, and their exact difference.

/// The share of one model's judged samples of one task that a check flagged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    flagged: u32,
    judged: u32,
}

impl Share {
    /// Makes a share; `None` if nothing was judged or more was flagged than judged.
    #[must_use]
    pub fn new(flagged: u32, judged: u32) -> Option<Self> {
        (judged > 0 && flagged <= judged).then_some(Self { flagged, judged })
    }

    /// Returns how many samples the check flagged.
    #[must_use]
    pub fn flagged(self) -> u32 {
        self.flagged
    }

    /// Returns how many samples the check judged; never zero.
    #[must_use]
    pub fn judged(self) -> u32 {
        self.judged
    }

    /// Returns flagged ÷ judged, between 0 and 1.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.flagged) / f64::from(self.judged)
    }
}

/// One task seen by both models. Its value is baseline share − candidate share: positive means that the candidate
/// improves, because a flagged sample is a bad one.
///
/// It holds counts only, so the order of a task's repetitions cannot matter to anything computed from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskDifference {
    /// The baseline's share.
    pub baseline: Share,
    /// The candidate's share.
    pub candidate: Share,
}

impl TaskDifference {
    /// Returns the exact numerator over [`denominator`](Self::denominator), not reduced.
    ///
    /// Wider than 64 bits because the cross products of two `u32` pairs span ±(2^32 − 1)^2.
    #[must_use]
    pub fn numerator(self) -> i128 {
        let baseline = i128::from(self.baseline.flagged) * i128::from(self.candidate.judged);
        let candidate = i128::from(self.candidate.flagged) * i128::from(self.baseline.judged);
        baseline - candidate
    }

    /// Returns the product of the judged counts; never zero.
    #[must_use]
    pub fn denominator(self) -> u64 {
        u64::from(self.baseline.judged) * u64::from(self.candidate.judged)
    }

    /// Returns the difference as a float, from −1 to 1: the exact fraction rounded, so equal fractions with judged
    /// counts below 2^26 give the same float.
    #[must_use]
    pub fn value(self) -> f64 {
        self.numerator() as f64 / self.denominator() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_needs_a_judged_sample_and_no_more_flags_than_samples() {
        assert_eq!(Share::new(0, 0), None);
        assert_eq!(Share::new(3, 2), None);
        assert!((Share::new(1, 4).unwrap().value() - 0.25).abs() < f64::EPSILON);
    }

    #[test]
    fn positive_means_that_the_candidate_improves() {
        let difference =
            TaskDifference { baseline: Share::new(2, 3).unwrap(), candidate: Share::new(1, 5).unwrap() };
        assert_eq!((difference.numerator(), difference.denominator()), (7, 15));
        assert!((difference.value() - 7.0 / 15.0).abs() < f64::EPSILON);
    }

    #[test]
    fn the_largest_counts_do_not_overflow() {
        let most = TaskDifference {
            baseline: Share::new(u32::MAX, u32::MAX).unwrap(),
            candidate: Share::new(0, u32::MAX).unwrap(),
        };
        assert_eq!(most.numerator(), i128::from(most.denominator()));
        assert!((most.value() - 1.0).abs() < f64::EPSILON);
    }
}
