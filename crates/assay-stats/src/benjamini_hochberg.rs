//! Correction of p-values for the share of false findings.

use crate::refusal::Refusal;

/// Returns Benjamini and Hochberg's step-up adjusted p-values, in the order of the input.
///
/// With p(1) ≤ … ≤ p(m): adjusted(i) = min over j ≥ i of min(1, m ÷ j × p(j)). Rejecting all rows whose adjusted value
/// is at most q keeps the expected share of false ones among them at or below q, if the rows are independent or
/// positively dependent. Equal p-values get equal adjusted values; of none there are none.
///
/// Source: Benjamini and Hochberg 1995, J. R. Statist. Soc. B 57(1), 289–300.
/// Twin: statsmodels `multipletests(method="fdr_bh")`.
///
/// # Errors
/// [`Refusal::NotAProbability`] if a value is outside 0 to 1 or not a number.
pub fn benjamini_hochberg(p_values: &[f64]) -> Result<Vec<f64>, Refusal> {
    if p_values.iter().any(|p_value| !(0.0..=1.0).contains(p_value)) {
        return Err(Refusal::NotAProbability);
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|left, right| p_values[*left].total_cmp(&p_values[*right]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least: f64 = 1.0;
    for (rank, index) in order.into_iter().enumerate().rev() {
        least = least.min(p_values[index] * p_values.len() as f64 / (rank + 1) as f64);
        adjusted[index] = least;
    }
    Ok(adjusted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(p_values: &[f64], expected: &[f64]) {
        let found = benjamini_hochberg(p_values).unwrap();
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(left, right)| (left - right).abs() < 1e-15), "{found:?}");
    }

    #[test]
    fn the_textbook_case() {
        assert_close(&[0.01, 0.04, 0.03, 0.005], &[0.02, 0.04, 0.04, 0.02]);
        assert_close(&[0.02, 0.02, 0.02], &[0.02; 3]);
    }

    #[test]
    fn nothing_and_one_need_no_correction_and_no_number_is_refused() {
        assert_close(&[], &[]);
        assert_close(&[0.3], &[0.3]);
        assert_eq!(benjamini_hochberg(&[0.1, f64::NAN]), Err(Refusal::NotAProbability));
        assert_eq!(benjamini_hochberg(&[1.1]), Err(Refusal::NotAProbability));
    }
}
