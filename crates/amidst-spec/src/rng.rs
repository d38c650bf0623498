//! Seeded draws. Whole numbers only: the same seed gives the same bytes on every machine.

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

    /// Any of the items, all alike.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// One of the items, each as likely as its weight says.
    pub fn weighted<'a, T>(&mut self, items: &'a [T], weight: impl Fn(&T) -> u32) -> &'a T {
        let mut left = self.below(items.iter().map(&weight).sum());
        let chosen = items.iter().find(|item| match left.checked_sub(weight(item)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        chosen.expect("a draw below the sum of weights falls into one of them")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_within_their_bounds_and_reach_them() {
        let mut draw = SeededRng::new(1);
        let seen: Vec<u32> = (0..1000).map(|_| draw.between(3, 6)).collect();
        assert_eq!((seen.iter().min(), seen.iter().max()), (Some(&3), Some(&6)));
    }

    #[test]
    fn an_item_without_weight_is_never_drawn() {
        let mut draw = SeededRng::new(1);
        assert!((0..1000).all(|_| *draw.weighted(&[0, 5, 0, 1], |&weight| weight) > 0));
    }

    #[test]
    fn heavier_items_are_drawn_more_often() {
        let mut draw = SeededRng::new(1);
        let heavy = (0..1000).filter(|_| *draw.weighted(&[90, 10], |&weight| weight) == 90).count();
        assert!((850..950).contains(&heavy), "{heavy}");
    }
}
