//! Seeded chance.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of chance that depends on its seed alone.
pub struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// The stream of a seed, one of many told apart by a number.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&stream.to_le_bytes());
        Self(ChaCha8Rng::from_seed(bytes))
    }

    /// One of `0..bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// A number of about exponential distribution with mean 1: 0 is the likeliest. Plain arithmetic, so that it is the
    /// same on every machine.
    pub fn exponential(&mut self) -> f64 {
        let bits = self.0.next_u32() | 1;
        let halvings = bits.leading_zeros();
        let rest = f64::from(bits << halvings) / f64::from(1_u32 << 31) - 1.0;
        std::f64::consts::LN_2 * (f64::from(halvings) + 1.0 - rest)
    }

    /// Puts items into an order of chance.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}
