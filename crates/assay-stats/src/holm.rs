//! Correction of p-values for the number of rows in a report.

/// Returns Holm's step-down adjusted p-values, in the order of the input.
///
/// With p(1) ≤ … ≤ p(m): adjusted(i) = max over j ≤ i of min(1, (m − j + 1) × p(j)). A row is significant at α after
/// correction exactly if its adjusted p-value is below α. Equal p-values get equal adjusted values. The input must
/// hold no NaN.
///
/// Source: Holm 1979, "A Simple Sequentially Rejective Multiple Test Procedure", Scand. J. Statist. 6(2), 65–70.
/// Twin: statsmodels `multipletests(method="holm")`.
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|left, right| p_values[*left].total_cmp(&p_values[*right]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        let hypotheses_left = (p_values.len() - rank) as f64;
        largest = largest.max(hypotheses_left * p_values[index]).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(left, right)| (left - right).abs() < 1e-15), "{found:?}");
    }

    #[test]
    fn the_textbook_case() {
        assert_close(&holm(&[0.01, 0.04, 0.03, 0.005]), &[0.03, 0.06, 0.06, 0.02]);
    }

    #[test]
    fn ties_share_a_value_and_one_is_the_cap() {
        assert_close(&holm(&[0.02, 0.02, 0.02]), &[0.06, 0.06, 0.06]);
        assert_close(&holm(&[0.6, 0.9, 0.0]), &[1.0, 1.0, 0.0]);
    }

    #[test]
    fn nothing_and_one_need_no_correction() {
        assert_close(&holm(&[]), &[]);
        assert_close(&holm(&[0.04]), &[0.04]);
    }
}
