//! How long to leave a provider alone after a fault.

use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_mins(1);

/// Doubling waits, each between half of it and all of it, so that requests which failed together do not come back together.
#[derive(Debug)]
pub(super) struct BackOff {
    random: ChaCha8Rng,
}

impl BackOff {
    pub(super) fn new(seed: u64) -> Self {
        Self { random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// The wait after so many attempts (from 1); never shorter than what the other side asks for.
    pub(super) fn after(&mut self, attempts: u32, asked: Option<Duration>) -> Duration {
        let doubled = FIRST.saturating_mul(1 << attempts.saturating_sub(1).min(16)).min(LONGEST);
        // 53 bits make a fraction in [0, 1).
        let fraction = (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let wait = doubled.mul_f64(0.5 + fraction / 2.0);
        asked.map_or(wait, |asked| asked.max(wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_between_half_and_all_of_it_and_are_the_same_by_the_same_seed() {
        let waits = |seed| {
            let mut back_off = BackOff::new(seed);
            (1..=9).map(|attempts| back_off.after(attempts, None)).collect::<Vec<_>>()
        };
        assert_eq!(waits(1), waits(1));
        assert_ne!(waits(1), waits(2));
        for (wait, most) in waits(7).into_iter().zip([1, 2, 4, 8, 16, 32, 60, 60, 60]) {
            let most = Duration::from_secs(most);
            assert!(wait >= most / 2 && wait <= most, "{wait:?} of {most:?}");
        }
    }

    #[test]
    fn nobody_comes_back_before_the_other_side_asked() {
        let mut back_off = BackOff::new(0);
        assert_eq!(back_off.after(1, Some(Duration::from_secs(30))), Duration::from_secs(30));
        assert!(back_off.after(9, Some(Duration::from_secs(1))) >= Duration::from_secs(30));
    }
}
