//! Why a statistic is not computed.

/// What is wrong with the input of a statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is nothing to compute from.
    #[error("there are no values; give at least one on each side")]
    Empty,
    /// A value, or what has to be computed from values, is infinite or not a number.
    #[error(
        "a value, or what follows from the values, is infinite or not a number; leave it out or mend its source"
    )]
    NotFinite,
    /// A number that must be a share or a probability is outside 0 to 1.
    #[error("a probability is outside 0 to 1")]
    NotAProbability,
    /// Lists or rows that belong together have different lengths.
    #[error("lists that belong together have different lengths")]
    Uneven,
    /// More of something was counted than there is.
    #[error("more samples are counted as correct than there are")]
    Impossible,
    /// pass@k needs at least k samples of every task.
    #[error(
        "a task has fewer than k samples, so pass@k cannot be estimated without bias; draw more or lower k"
    )]
    TooFewSamples,
    /// Chance alone gives full agreement, so agreement beyond chance has no meaning.
    #[error("all ratings are in one category, so agreement beyond chance is undefined")]
    OneCategory,
    /// A label is none of the classes that there are.
    #[error("a label is none of the classes that there are")]
    UnknownClass,
    /// The exact distribution would cost more than its budget.
    #[error("the exact distribution is over its budget of steps or memory; use the asymptotic one")]
    TooLarge,
}

/// Refuses an empty list and a value that is not finite.
pub(crate) fn finite(values: &[f64]) -> Result<(), Refusal> {
    if values.is_empty() {
        return Err(Refusal::Empty);
    }
    if values.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(Refusal::NotFinite) }
}
