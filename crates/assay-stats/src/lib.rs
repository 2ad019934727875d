//! The statistics behind a report's verdicts.
//!
//! Pure functions over the differences between two models, task by task. Nothing here reads a clock, a file or the
//! machine's entropy: whatever is random takes a [`RandomSource`] with an explicit seed. Each procedure names its
//! formula and source where it is defined, and has a twin, mostly in `SciPy` or statsmodels, that `tests/twins*.rs`
//! compare it with; `docs/statistics.md` lists them.
//!
//! The sign convention of every difference: flagged samples are bad, a difference is baseline minus candidate, so
//! positive means that the candidate improves. Statistics of two samples of any kind speak of the first and the second
//! instead: positive means that the first is larger.

#![forbid(unsafe_code)]

mod benjamini_hochberg;
mod binomial;
mod bootstrap;
mod classification;
mod components;
mod effect;
mod fraction;
mod holm;
mod kappa;
mod krippendorff;
mod location;
mod mann_whitney;
mod mcnemar;
mod normal;
mod pass_at_k;
mod power;
mod quantile;
mod random;
mod rank_effect;
mod ranks;
mod refusal;
mod sign_flip;
mod signed_rank;
mod spread;
mod student;

pub use benjamini_hochberg::benjamini_hochberg;
pub use binomial::binomial_bound;
pub use bootstrap::{Bootstrap, Interval, RESAMPLES};
pub use classification::{ClassFigures, Confusion, MacroAverage};
pub use components::VarianceComponents;
pub use effect::{cohens_h, standardised_mean_difference};
pub use fraction::{Share, TaskDifference};
pub use holm::holm;
pub use kappa::{cohens_kappa, fleiss_kappa};
pub use krippendorff::{Metric, krippendorff_alpha};
pub use location::{difference_of_medians, median, median_of_differences, pseudomedian};
pub use mann_whitney::{MannWhitney, mann_whitney};
pub use mcnemar::{McNemar, mcnemar};
pub use normal::{normal_cdf, normal_quantile};
pub use pass_at_k::{TaskSamples, pass_at_k, pass_at_k_over_tasks};
pub use power::{POWER, corrected_alpha, smallest_detectable, standard_error};
pub use quantile::FiveNumbers;
pub use random::RandomSource;
pub use rank_effect::{cliffs_delta, vargha_delaney};
pub use ranks::{Alternative, RankMethod};
pub use refusal::Refusal;
pub use sign_flip::{MONTE_CARLO_DRAWS, SignFlip, SignFlipMethod, sign_flip};
pub use signed_rank::{SignedRank, ZeroMethod, signed_rank};
pub use student::student_quantile;
