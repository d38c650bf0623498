//! Seeded chance in whole numbers, so that what is drawn depends on nothing but the seed.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of chance that depends on its seed alone.
pub struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(bytes))
    }

    /// One of `0..bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// One of `low..=high`, all alike.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    /// One of `low..=high`, the lower the likelier.
    pub fn low_between(&mut self, low: u32, high: u32) -> u32 {
        self.between(low, high).min(self.between(low, high))
    }

    /// True in `percent` of 100 cases.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// An index into `weights`, each as likely as its weight says.
    ///
    /// # Panics
    /// If all weights are zero.
    pub fn index(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let mut left = self.below(weights.clone().sum());
        weights
            .take_while(|&weight| match left.checked_sub(weight) {
                Some(rest) => {
                    left = rest;
                    true
                }
                None => false,
            })
            .count()
    }

    /// One of the values, each as likely as its weight says.
    pub fn weighted(&mut self, values: &[(&'static str, u32)]) -> &'static str {
        values[self.index(values.iter().map(|&(_, weight)| weight))].0
    }

    /// Puts the items into an order of chance.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_follow_their_weights() {
        let mut draw = SeededRng::new(1);
        let mut counts = [0; 4];
        (0..1000).for_each(|_| counts[draw.index([0, 900, 0, 100].into_iter())] += 1);
        assert_eq!((counts[0], counts[2]), (0, 0));
        assert!((850..950).contains(&counts[1]), "{counts:?}");
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<u32> = (0..50).collect();
        SeededRng::new(2).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
