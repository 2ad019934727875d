//! pass@k: the chance that at least one of k samples of a task is correct.
//!
//! Source: Chen et al. 2021, "Evaluating Large Language Models Trained on Code", arXiv 2107.03374, formula 1.
//! Twins: the formula over exact fractions; its interval is that of [`Bootstrap`].
//!
//! Degenerate: no tasks, k = 0, more correct samples than samples and fewer than k samples are refused; with all tasks
//! alike the interval is the one [`Bootstrap`] states for values without spread.

use crate::bootstrap::{Bootstrap, Interval};
use crate::random::RandomSource;
use crate::refusal::Refusal;

/// One task's samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskSamples {
    /// How many were judged.
    pub samples: u32,
    /// How many of them are correct.
    pub correct: u32,
}

/// Returns 1 − C(n − c, k) ÷ C(n, k), without bias for n ≥ k samples of which c are correct.
///
/// # Errors
/// [`Refusal::Empty`] if k is 0, [`Refusal::Impossible`] if c > n, [`Refusal::TooFewSamples`] if n < k.
pub fn pass_at_k(task: TaskSamples, k: u32) -> Result<f64, Refusal> {
    let TaskSamples { samples, correct } = task;
    if k == 0 {
        return Err(Refusal::Empty);
    }
    if correct > samples {
        return Err(Refusal::Impossible);
    }
    if samples < k {
        return Err(Refusal::TooFewSamples);
    }
    if correct == 0 {
        return Ok(0.0);
    }
    if correct > samples - k {
        return Ok(1.0);
    }
    // ln of Π over the last c values i of n of (1 − k ÷ i); its complement by expm1 keeps the digits of small chances.
    let logarithm: f64 =
        (samples - correct + 1..=samples).map(|i| (-f64::from(k) / f64::from(i)).ln_1p()).sum();
    Ok(-logarithm.exp_m1())
}

/// Returns the bootstrap over tasks of the mean pass@k: its observed value and its intervals.
///
/// # Errors
/// [`Refusal::Empty`] without tasks or resamples, and those of [`pass_at_k`] for any task.
pub fn pass_at_k_over_tasks(
    tasks: &[TaskSamples],
    k: u32,
    resamples: usize,
    source: &mut RandomSource,
) -> Result<Bootstrap, Refusal> {
    let values = tasks.iter().map(|task| pass_at_k(*task, k)).collect::<Result<Vec<f64>, Refusal>>()?;
    let bootstrap = Bootstrap::of_mean(&values, resamples, source).ok_or(Refusal::Empty)?;
    Ok(bootstrap.with_support(Interval { low: 0.0, high: 1.0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(samples: u32, correct: u32) -> TaskSamples {
        TaskSamples { samples, correct }
    }

    #[test]
    fn every_choice_of_k_samples_counted() {
        for samples in 1_u32..10 {
            for (correct, k) in (0..=samples).flat_map(|correct| (1..=samples).map(move |k| (correct, k))) {
                let choices = (0_u32..1 << samples).filter(|choice| choice.count_ones() == k);
                let (all, passing) = choices.fold((0, 0), |(all, passing), choice| {
                    (all + 1, passing + u32::from(choice & ((1 << correct) - 1) != 0))
                });
                let found = pass_at_k(task(samples, correct), k).unwrap();
                assert!((found - f64::from(passing) / f64::from(all)).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn what_cannot_be_estimated_is_refused() {
        assert_eq!(pass_at_k(task(4, 1), 5), Err(Refusal::TooFewSamples));
        assert_eq!(pass_at_k(task(4, 5), 1), Err(Refusal::Impossible));
        assert_eq!(pass_at_k(task(4, 1), 0), Err(Refusal::Empty));
        assert_eq!(pass_at_k(task(0, 0), 1), Err(Refusal::TooFewSamples));
        let mut source = RandomSource::new(1, "pass@k");
        let mut over = |tasks: &[TaskSamples]| pass_at_k_over_tasks(tasks, 2, 50, &mut source).map(|_| ());
        assert_eq!(over(&[]), Err(Refusal::Empty));
        assert_eq!(over(&[task(9, 3), task(1, 1)]), Err(Refusal::TooFewSamples));
    }

    #[test]
    fn the_interval_stays_within_0_and_1_and_has_width() {
        let mut source = RandomSource::new(1, "pass@k");
        let none = pass_at_k_over_tasks(&[task(10, 0); 20], 5, 100, &mut source).unwrap().bca(0.95);
        assert!(none.low.abs() < 1e-15 && none.high > 0.1);
        let mixed = [task(10, 0), task(10, 3), task(10, 10), task(8, 4)];
        let found = pass_at_k_over_tasks(&mixed, 1, 500, &mut source).unwrap();
        assert!((found.observed() - 0.45).abs() < 1e-15);
        assert!(found.bca(0.95).low >= 0.0 && found.bca(0.95).high <= 1.0);
    }
}
