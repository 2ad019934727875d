//! Which token comes next.
//!
//! Temperature is applied first and top-p to what comes of it (Holtzman et al., *The Curious Case of Neural Text Degeneration*,
//! ICLR 2020), as hosted models and Hugging Face's libraries do it. It is done here and not by llama.cpp's samplers because those
//! have seeds of 32 bits and the distributions of the C++ library, of which no standard says which numbers they give.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::Sampling;

/// Tokens whose probability is less than e⁻⁴¹ (2⁻⁵⁹) of the likeliest one's are never drawn: the draw has 53 bits.
const SMALLEST: f64 = -41.0;

/// Draws the tokens of one answer.
pub(super) struct Sampler {
    temperature: f64,
    top_p: f64,
    random: ChaCha8Rng,
    /// Weight and token; kept for its memory.
    candidates: Vec<(f64, usize)>,
}

impl Sampler {
    /// A sampler that draws the same from the same numbers.
    pub(super) fn new(sampling: &Sampling) -> Self {
        Self {
            temperature: sampling.temperature,
            top_p: sampling.top_p,
            random: ChaCha8Rng::seed_from_u64(sampling.seed.unwrap_or_default()),
            candidates: Vec::new(),
        }
    }

    /// The next token by the model's logits, one for each token; of equal ones the first is the likeliest. `None` where the logits are
    /// no numbers, as damaged weights give.
    pub(super) fn draw(&mut self, logits: &[f32]) -> Option<usize> {
        let (likeliest, highest) = highest(logits)?;
        if self.temperature <= 0.0 {
            return Some(likeliest);
        }
        let exponent = |logit: f32| (f64::from(logit) - f64::from(highest)) / self.temperature;
        self.candidates.clear();
        for (token, logit) in logits.iter().enumerate() {
            let exponent = exponent(*logit);
            if exponent >= SMALLEST {
                self.candidates.push((exponent.exp(), token));
            }
        }
        if self.top_p < 1.0 {
            self.keep_top();
        }
        let mass: f64 = self.candidates.iter().map(|(weight, _)| weight).sum();
        let drawn = self.uniform() * mass;
        let mut sum = 0.0;
        for (weight, token) in &self.candidates {
            sum += weight;
            if sum > drawn {
                return Some(*token);
            }
        }
        self.candidates.last().map(|(_, token)| *token)
    }

    /// Keeps the likeliest tokens that together have `top_p` of the probability, and one at least; the likeliest first.
    fn keep_top(&mut self) {
        let wanted = self.top_p * self.candidates.iter().map(|(weight, _)| weight).sum::<f64>();
        // Sorting a vocabulary takes longer than evaluating a small model; the few that matter are mostly near the top.
        for near in [-3.0_f64, -8.0, -16.0] {
            let few: Vec<_> =
                self.candidates.iter().copied().filter(|(weight, _)| *weight >= near.exp()).collect();
            if few.iter().map(|(weight, _)| weight).sum::<f64>() >= wanted {
                self.candidates = few;
                break;
            }
        }
        self.candidates
            .sort_by(|(weight, token), (other, second)| other.total_cmp(weight).then(token.cmp(second)));
        let mut sum = 0.0;
        let kept = self.candidates.iter().take_while(|(weight, _)| {
            let enough = sum >= wanted;
            sum += weight;
            !enough
        });
        let kept = kept.count().max(1);
        self.candidates.truncate(kept);
    }

    /// A number from 0 up to, not with, 1: the upper 53 bits of the generator's next 64.
    fn uniform(&mut self) -> f64 {
        (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The first token with the highest logit, and that. `None` where one is NaN or infinite, or none is finite.
fn highest(logits: &[f32]) -> Option<(usize, f32)> {
    let mut highest: Option<(usize, f32)> = None;
    for (token, logit) in logits.iter().enumerate() {
        // Minus infinity is how a model forbids a token.
        if logit.is_nan() || *logit == f32::INFINITY {
            return None;
        }
        if highest.is_none_or(|(_, most)| *logit > most) {
            highest = Some((token, *logit));
        }
    }
    highest.filter(|(_, logit)| logit.is_finite())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sampler(temperature: f64, top_p: f64, seed: u64) -> Sampler {
        Sampler::new(&Sampling { temperature, top_p, max_tokens: 1, stop: Vec::new(), seed: Some(seed) })
    }

    fn shares(temperature: f64, top_p: f64, logits: &[f32]) -> Vec<f64> {
        let mut sampler = sampler(temperature, top_p, 1);
        let mut counts = vec![0_u32; logits.len()];
        for _ in 0..40_000 {
            counts[sampler.draw(logits).unwrap()] += 1;
        }
        counts.into_iter().map(|count| f64::from(count) / 40_000.0).collect()
    }

    #[test]
    fn temperature_0_takes_the_first_of_the_likeliest() {
        assert_eq!(sampler(0.0, 0.5, 1).draw(&[0.0, 2.0, 2.0, 1.0]), Some(1));
    }

    #[test]
    fn tokens_are_drawn_as_often_as_the_temperature_says() {
        // By hand: weights 1, e^-1/2 and e^-1 at temperature 2 for logits 2, 1 and 0.
        let weights = [1.0, (-0.5_f64).exp(), (-1.0_f64).exp()];
        let mass: f64 = weights.iter().sum();
        for (share, weight) in shares(2.0, 1.0, &[2.0, 1.0, 0.0]).iter().zip(weights) {
            // Five standard errors of a share over 40,000 draws.
            assert!((share - weight / mass).abs() < 0.0125, "{share} for {}", weight / mass);
        }
    }

    #[test]
    fn top_p_keeps_the_fewest_tokens_that_have_so_much_together() {
        let logits = [0.5_f32.ln(), 0.3_f32.ln(), 0.2_f32.ln()];
        let found = shares(1.0, 0.6, &logits);
        assert!((found[0] - 0.625).abs() < 0.0125 && found[2] == 0.0, "{found:?}");
        assert_eq!(shares(1.0, 0.4, &logits), [1.0, 0.0, 0.0]);
        assert_eq!(shares(1.0, 0.0, &logits), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn logits_that_are_no_numbers_give_no_token() {
        for logits in [&[][..], &[f32::NAN, 1.0], &[1.0, f32::INFINITY], &[f32::NEG_INFINITY]] {
            assert_eq!(sampler(1.0, 1.0, 1).draw(logits), None, "{logits:?}");
        }
        assert_eq!(sampler(1.0, 1.0, 1).draw(&[f32::NEG_INFINITY, 0.0]), Some(1));
    }

    proptest! {
        #[test]
        fn the_same_seed_draws_the_same_and_only_what_top_p_keeps(
            logits in proptest::collection::vec(-30.0_f32..30.0, 1..200),
            temperature in 0.01_f64..3.0,
            top_p in 0.0_f64..1.0,
            seed in any::<u64>(),
        ) {
            let draw = |seed| {
                let mut sampler = sampler(temperature, top_p, seed);
                (0..20).map(|_| sampler.draw(&logits).unwrap()).collect::<Vec<_>>()
            };
            prop_assert_eq!(draw(seed), draw(seed));
            let most = logits.iter().copied().fold(f32::MIN, f32::max);
            let weight = |logit: f32| ((f64::from(logit) - f64::from(most)) / temperature).exp();
            let mass: f64 = logits.iter().map(|logit| weight(*logit)).sum();
            for token in draw(seed) {
                let above: f64 = logits.iter().filter(|logit| **logit > logits[token]).map(|logit| weight(*logit)).sum();
                prop_assert!(above <= top_p * mass + 1e-9, "what is likelier already has enough");
            }
        }
    }
}
