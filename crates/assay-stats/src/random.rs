//! The only source of randomness of this crate: explicit seeds, and a stream of numbers that stays the same when
//! the `rand` crates change how they sample.

use std::num::NonZeroU64;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A seeded stream of random numbers.
///
/// The generator is `ChaCha8` (Bernstein 2008), of which only the raw 64-bit output is used. Bounded integers and
/// signs are made from it here, so that a stored seed reproduces a report whatever `rand` does later.
#[derive(Clone, Debug)]
pub struct RandomSource {
    generator: ChaCha8Rng,
}

impl RandomSource {
    /// Opens the stream that belongs to this seed and name.
    ///
    /// The name says what the numbers are for ("bootstrap of `incorrect_code`"). Two uses with different names get
    /// unrelated streams from one seed, so adding a row to a report leaves the other rows' numbers alone. The key is
    /// seed ‖ FNV-1a(name) ‖ length of name ‖ 0, little endian.
    #[must_use]
    pub fn new(seed: u64, stream: &str) -> Self {
        let mut key = [0_u8; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&fnv_1a(stream.as_bytes()).to_le_bytes());
        key[16..24].copy_from_slice(&(stream.len() as u64).to_le_bytes());
        Self { generator: ChaCha8Rng::from_seed(key) }
    }

    /// Draws 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Draws a whole number from 0 to `bound` − 1, each equally likely.
    ///
    /// Multiply and shift with rejection: Lemire 2019, "Fast Random Integer Generation in an Interval", ACM TOMACS
    /// 29(1), algorithm 5.
    pub fn below(&mut self, bound: NonZeroU64) -> u64 {
        let bound = bound.get();
        let (mut high, mut low) = wide_product(self.bits(), bound);
        if low < bound {
            // 2^64 mod bound: products whose low half is smaller would favour some results.
            let threshold = bound.wrapping_neg() % bound;
            while low < threshold {
                (high, low) = wide_product(self.bits(), bound);
            }
        }
        high
    }

    /// Puts the items in a random order, each order equally likely (Fisher and Yates; Knuth 1997, vol. 2, 3.4.2).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Draws an index into something of the given length; 0 if it is empty.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        let drawn = NonZeroU64::new(length as u64).map_or(0, |bound| self.below(bound));
        usize::try_from(drawn).unwrap_or_default()
    }
}

/// Multiplies into 128 bits and returns the high and the low half.
#[expect(clippy::cast_possible_truncation, reason = "the two halves are what is asked for")]
fn wide_product(left: u64, right: u64) -> (u64, u64) {
    let product = u128::from(left) * u128::from(right);
    ((product >> 64) as u64, product as u64)
}

/// Hashes bytes with 64-bit FNV-1a (Fowler, Noll and Vo).
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(seed: u64, stream: &str) -> [u64; 4] {
        let mut source = RandomSource::new(seed, stream);
        std::array::from_fn(|_| source.bits())
    }

    #[test]
    fn a_seed_and_a_name_choose_the_stream() {
        assert_eq!(first(7, "bootstrap"), first(7, "bootstrap"));
        assert_ne!(first(7, "bootstrap"), first(8, "bootstrap"));
        assert_ne!(first(7, "bootstrap"), first(7, "sign flip"));
    }

    #[test]
    fn the_name_is_hashed_with_fnv_1a() {
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn bounded_draws_are_even() {
        let mut source = RandomSource::new(1, "even");
        let bound = NonZeroU64::new(6).unwrap();
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[usize::try_from(source.below(bound)).unwrap()] += 1;
        }
        // Standard deviation of a count: 91.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
    }

    #[test]
    fn a_bound_that_needs_rejection_is_kept() {
        let mut source = RandomSource::new(1, "rejection");
        let bound = NonZeroU64::new((1 << 63) + 1).unwrap();
        assert!((0..1000).all(|_| source.below(bound) < bound.get()));
        assert_eq!(source.below(NonZeroU64::MIN), 0);
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<u32> = (0..50).collect();
        RandomSource::new(3, "shuffle").shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
