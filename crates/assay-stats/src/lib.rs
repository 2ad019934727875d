//! The statistics behind a report's verdicts.
//!
//! Pure functions over the differences between two models, task by task. Nothing here reads a clock, a file or the
//! machine's entropy: whatever is random takes a [`RandomSource`] with an explicit seed. Each procedure names its
//! formula and source where it is defined, and has a twin in `SciPy` or statsmodels that `tests/twins.rs` compares
//! it with.
//!
//! The sign convention of every difference: flagged samples are bad, a difference is baseline minus candidate, so
//! positive means that the candidate improves.

#![forbid(unsafe_code)]

mod bootstrap;
mod components;
mod effect;
mod fraction;
mod holm;
mod normal;
mod power;
mod random;
mod sign_flip;
mod spread;

pub use bootstrap::{Bootstrap, Interval, RESAMPLES};
pub use components::VarianceComponents;
pub use effect::{cohens_h, standardised_mean_difference};
pub use fraction::{Share, TaskDifference};
pub use holm::holm;
pub use normal::{normal_cdf, normal_quantile};
pub use power::{POWER, corrected_alpha, smallest_detectable, standard_error};
pub use random::RandomSource;
pub use sign_flip::{MONTE_CARLO_DRAWS, SignFlip, SignFlipMethod, sign_flip};
