//! What formats for people say of cyclomatic complexity and maintainability index: the same lines in each.

use assay_analyse::{CodeMetric, Complexity, MetricComparison, SignedRankMethod};

use crate::words::{grouped, p_relation};

/// The heading, which says what the block is not.
pub(crate) const HEADING: &str = "The paper’s other baseline: not part of the verdict";

/// The columns of [`lines`].
pub(crate) const COLUMNS: [&str; 2] = ["cyclomatic complexity", "maintainability index"];

/// A line's words, and its cell of each column.
pub(crate) type Line = (&'static str, [String; 2]);

/// Everything that is compared, line by line. Nothing where no pair has a value.
pub(crate) fn lines(complexity: &Complexity) -> Vec<Line> {
    if complexity.metrics.is_empty() {
        return Vec::new();
    }
    let line = |words, cell: &dyn Fn(&MetricComparison) -> String| {
        let of = |metric| complexity.metrics.iter().find(|compared| compared.metric == metric);
        (words, CodeMetric::ALL.map(|metric| of(metric).map_or_else(|| "–".to_owned(), cell)))
    };
    let or_none = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| signed(value, 2));
    vec![
        line("pairs compared", &|compared| grouped(compared.pairs)),
        line("pairs without a difference", &|compared| grouped(compared.zeros)),
        line("median of the baseline", &|compared| decimals(compared.baseline_median)),
        line("median of the candidate", &|compared| decimals(compared.candidate_median)),
        line("difference of medians", &difference_of_medians),
        line("median of differences", &|compared| signed(compared.median_of_differences, 2)),
        line("Wilcoxon signed-rank test: Z", &|compared| signed(compared.z, 2)),
        line("Wilcoxon signed-rank test: p", &p),
        line("r = Z ÷ √n, n all pairs (the paper’s)", &|compared| signed(compared.r_over_all_pairs, 2)),
        line("r = Z ÷ √n, n pairs that differ", &|compared| or_none(compared.r_over_differing_pairs)),
        line("matched-pairs rank-biserial correlation", &|compared| or_none(compared.rank_biserial)),
    ]
}

/// What was paired, and how to read it.
pub(crate) fn note(complexity: &Complexity) -> String {
    let mut left_out = Vec::new();
    if complexity.pairs_not_parsed > 0 {
        let pairs = grouped(complexity.pairs_not_parsed);
        left_out.push(format!("{pairs} are left out because one of the two does not parse"));
    }
    if complexity.unpaired > 0 {
        left_out.push(format!("{} samples have no partner", grouped(complexity.unpaired)));
    }
    let left_out = if left_out.is_empty() { String::new() } else { format!("; {}", left_out.join("; ")) };
    format!(
        "Samples are paired by task and repetition: {} pairs{left_out}. Differences are candidate less baseline; lower \
         complexity is better, and a higher index. Pairs without a difference are dropped before ranking. The test takes all pairs \
         for independent, as the paper does; samples of one task are not, so p is smaller than it should be.",
        grouped(complexity.pairs),
    )
}

fn difference_of_medians(compared: &MetricComparison) -> String {
    let difference = signed(compared.difference_of_medians, 2);
    match compared.difference_of_medians_percent {
        Some(percent) => format!("{difference} ({} %)", signed(percent, 1)),
        None => difference,
    }
}

fn p(compared: &MetricComparison) -> String {
    let p = p_relation(compared.p_value);
    let p = p.trim_start_matches("= ");
    match compared.p_method {
        SignedRankMethod::Exact => format!("{p}, exact"),
        SignedRankMethod::Asymptotic => p.to_owned(),
    }
}

/// A whole number as it is, another with two decimals.
fn decimals(value: f64) -> String {
    if value.fract().abs() < 1e-9 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// With its sign, a true minus.
fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let is_zero = text.chars().all(|digit| matches!(digit, '0' | '.'));
    match () {
        () if is_zero => text,
        () if value < 0.0 => format!("−{text}"),
        () => format!("+{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn a_measure_that_no_pair_has_is_a_dash_and_without_any_there_is_no_line() {
        let mut complexity = fixtures::complexity().complexity.unwrap();
        complexity.metrics.remove(1);
        assert_eq!(lines(&complexity)[0].1, ["1,619".to_owned(), "–".to_owned()]);
        complexity.metrics.clear();
        assert_eq!(lines(&complexity), []);
    }

    #[test]
    fn signs_are_of_numbers_that_are_not_nothing() {
        assert_eq!([signed(-0.001, 2), signed(-1.0, 2), signed(0.5, 1)], ["0.00", "−1.00", "+0.5"]);
    }
}
