//! The bootstrap of a mean over values that come in clusters, such as the tasks of one repository.
//!
//! Source: Field and Welsh 2007, "Bootstrapping Clustered Data", J. R. Statist. Soc. B 69(3), 369–390 (the randomised
//! cluster bootstrap: whole clusters are drawn).
//! Twin: `scipy.stats.bootstrap` over the clusters' numbers, for the same resample means, percentile and `BCa`.

use super::{Bootstrap, Interval, acceleration, mean};
use crate::random::RandomSource;
use crate::refusal::{Refusal, finite};
use crate::spread::{all_equal, tolerance};

/// A cluster's sum and number of values.
type Total = (f64, f64);

impl Bootstrap {
    /// Resamples whole clusters with replacement, and keeps each resample's mean over all values drawn, so that large
    /// clusters weigh more. With one value per cluster it is [`of_mean`](Self::of_mean).
    ///
    /// The acceleration is the jackknife's over clusters. If leaving out any cluster leaves the mean as it is (all
    /// values equal, or one cluster), the interval is the one for values without spread, T the number of clusters.
    ///
    /// # Errors
    /// [`Refusal::Empty`] without clusters or resamples or if a cluster has no values, [`Refusal::NotFinite`].
    pub fn of_clustered_mean(
        clusters: &[Vec<f64>],
        resamples: usize,
        source: &mut RandomSource,
    ) -> Result<Self, Refusal> {
        if clusters.is_empty() || resamples == 0 {
            return Err(Refusal::Empty);
        }
        clusters.iter().try_for_each(|cluster| finite(cluster))?;
        let mut totals: Vec<Total> = clusters
            .iter()
            .map(|cluster| {
                let mut sorted = cluster.clone();
                sorted.sort_by(f64::total_cmp);
                (sorted.iter().sum(), sorted.len() as f64)
            })
            .collect();
        totals.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1)));
        let observed = ratio(totals.iter().copied());
        let allowed = tolerance(&clusters.concat());
        let draw = |source: &mut RandomSource| {
            let mean = ratio((0..totals.len()).map(|_| totals[source.index(totals.len())]));
            if (mean - observed).abs() <= allowed { observed } else { mean }
        };
        let mut resample_means: Vec<f64> = (0..resamples).map(|_| draw(source)).collect();
        resample_means.sort_by(f64::total_cmp);
        let support = Interval { low: -1.0, high: 1.0 };
        let acceleration = jackknife(&totals);
        Ok(Self { observed, resample_means, acceleration, tasks: totals.len(), support })
    }
}

/// The mean over all values of these clusters.
fn ratio(totals: impl Iterator<Item = Total>) -> f64 {
    let (sum, count) = totals.fold((0.0, 0.0), |all: Total, one| (all.0 + one.0, all.1 + one.1));
    sum / count
}

/// The acceleration over the means with one cluster left out; `None` if they are all equal.
fn jackknife(totals: &[Total]) -> Option<f64> {
    let left_out = |index: usize| {
        ratio(totals.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, total)| *total))
    };
    let means: Vec<f64> = (0..totals.len()).map(left_out).collect();
    // A mean left out low is a cluster that pulls up: the signs turn around.
    (totals.len() > 1 && !all_equal(&means)).then(|| -acceleration(&means, mean(&means)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> RandomSource {
        RandomSource::new(4, "clustered")
    }

    #[test]
    fn one_value_per_cluster_is_the_bootstrap_of_the_mean() {
        let values = [0.1, -0.4, 0.3, 0.0, 0.9];
        let clusters: Vec<Vec<f64>> = values.iter().map(|value| vec![*value]).collect();
        let clustered = Bootstrap::of_clustered_mean(&clusters, 300, &mut source()).unwrap();
        let plain = Bootstrap::of_mean(&values, 300, &mut source()).unwrap();
        for (found, expected) in
            [(clustered.bca(0.95), plain.bca(0.95)), (clustered.percentile(0.9), plain.percentile(0.9))]
        {
            assert!((found.low - expected.low).abs() < 1e-12 && (found.high - expected.high).abs() < 1e-12);
        }
    }

    #[test]
    fn values_alike_within_clusters_give_a_wider_interval_than_if_they_were_independent() {
        let clusters: Vec<Vec<f64>> = (0..8).map(|index| vec![f64::from(index % 2); 10]).collect();
        let clustered =
            Bootstrap::of_clustered_mean(&clusters, 2000, &mut source()).unwrap().percentile(0.95);
        let plain = Bootstrap::of_mean(&clusters.concat(), 2000, &mut source()).unwrap().percentile(0.95);
        assert!(clustered.high - clustered.low > 2.0 * (plain.high - plain.low));
    }

    #[test]
    fn a_single_cluster_and_equal_values_show_no_spread() {
        let one = Bootstrap::of_clustered_mean(&[vec![0.0, 0.5]], 20, &mut source()).unwrap();
        // r = 1 − 0.025 for one cluster: from 0.25 − r × 1.25 to 0.25 + r × 0.75.
        assert!((one.bca(0.95).low - (0.25 - 0.975 * 1.25)).abs() < 1e-12);
        assert_eq!(one.bca(0.95), one.percentile(0.95));
        let equal = Bootstrap::of_clustered_mean(&[vec![0.5], vec![0.5; 3]], 20, &mut source()).unwrap();
        assert!(equal.percentile(0.95).low < 0.5 && equal.percentile(0.95).high > 0.5);
    }

    #[test]
    fn nothing_and_what_is_no_number_are_refused() {
        let of = |clusters: &[Vec<f64>]| {
            Bootstrap::of_clustered_mean(clusters, 10, &mut source()).map(|_| ()).unwrap_err()
        };
        assert_eq!(of(&[]), Refusal::Empty);
        assert_eq!(of(&[vec![1.0], vec![]]), Refusal::Empty);
        assert_eq!(of(&[vec![f64::NAN]]), Refusal::NotFinite);
    }
}
