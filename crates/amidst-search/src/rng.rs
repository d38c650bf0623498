//! Seeded draws. Whole numbers and plain arithmetic only: the same seed gives the same search on every machine.

use amidst_core::{Lattice, Levels};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of chance that depends on its seed alone.
pub(crate) struct SeededRng(ChaCha8Rng);

impl SeededRng {
    pub fn new(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(bytes))
    }

    /// One of `0..bound`, all alike.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).expect("columns, levels and individuals are few");
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as usize
    }

    /// True or false, both alike.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// A share from 0 up to, but not including, 1.
    pub fn share(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / (f64::from(u32::MAX) + 1.0)
    }

    /// A level of a column.
    pub fn level(&mut self, lattice: &Lattice, column: usize) -> u8 {
        let (low, high) = (lattice.bottom()[column], lattice.top()[column]);
        low + self.below(usize::from(high - low) + 1) as u8
    }

    /// A node, all alike.
    pub fn node(&mut self, lattice: &Lattice) -> Levels {
        (0..lattice.top().len()).map(|column| self.level(lattice, column)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_node_is_drawn_and_nothing_else() {
        let lattice = Lattice::new(vec![1, 0, 2], vec![3, 2, 2]);
        let mut draw = SeededRng::new(1);
        let drawn: BTreeSet<Levels> = (0..200).map(|_| draw.node(&lattice)).collect();
        assert_eq!(drawn, lattice.iter().collect());
    }

    #[test]
    fn shares_lie_below_one_and_spread_evenly() {
        let mut draw = SeededRng::new(2);
        let shares: Vec<f64> = (0..1000).map(|_| draw.share()).collect();
        assert!(shares.iter().all(|share| (0.0..1.0).contains(share)));
        let low = shares.iter().filter(|&&share| share < 0.25).count();
        assert!((200..300).contains(&low), "{low}");
    }

    #[test]
    fn a_seed_gives_the_same_stream_on_every_machine() {
        let stream = |seed| {
            let mut draw = SeededRng::new(seed);
            std::array::from_fn::<_, 4, _>(|_| draw.below(1000))
        };
        assert_eq!([stream(0), stream(1)], [[187, 836, 909, 631], [628, 381, 929, 294]]);
    }
}
