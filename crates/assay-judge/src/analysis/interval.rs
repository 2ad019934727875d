//! Intervals of shares over answers that come in tasks.

use std::collections::BTreeMap;

use assay_analyse::tidy;
use assay_stats::{Bootstrap, Interval, RESAMPLES, RandomSource};
use assay_types::TaskId;

/// The 95 % interval of a share over values of 0 and 1, each with its task: `BCa` bootstrap over whole tasks, since answers about
/// the same task are alike. `None` without values.
pub(super) fn interval<'a>(
    values: impl IntoIterator<Item = (&'a TaskId, bool)>,
    seed: u64,
    stream: &str,
) -> Option<[f64; 2]> {
    let mut clusters: BTreeMap<&TaskId, Vec<f64>> = BTreeMap::new();
    for (task, value) in values {
        clusters.entry(task).or_default().push(f64::from(u8::from(value)));
    }
    let clusters: Vec<Vec<f64>> = clusters.into_values().collect();
    let mut source = RandomSource::new(seed, stream);
    let bootstrap = Bootstrap::of_clustered_mean(&clusters, RESAMPLES, &mut source).ok()?;
    let Interval { low, high } = bootstrap.with_support(Interval { low: 0.0, high: 1.0 }).bca(0.95);
    Some([low, high].map(tidy))
}
