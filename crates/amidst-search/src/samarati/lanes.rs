//! Level vectors packed into words, so that comparing two of them takes a few instructions.

use amidst_core::Levels;

/// Where the level of each column lies: in a lane just wide enough for its height, with a guard bit on top.
pub(super) struct Lanes {
    /// For each column its word, and how far its lane is from the word's end.
    places: Vec<(usize, u32)>,
    /// For each word its guard bits.
    guards: Vec<u32>,
}

impl Lanes {
    /// Lanes for hierarchies of these heights.
    pub fn new(heights: impl Iterator<Item = u8>) -> Self {
        let (mut places, mut guards, mut used) = (Vec::new(), vec![0], 0);
        for height in heights {
            let bits = u8::BITS - height.leading_zeros() + 1;
            if used + bits > u32::BITS {
                guards.push(0);
                used = 0;
            }
            let word = guards.len() - 1;
            places.push((word, used));
            used += bits;
            guards[word] |= 1 << (used - 1);
        }
        Self { places, guards }
    }

    /// Words of a vector.
    pub fn words(&self) -> usize {
        self.guards.len()
    }

    /// The word of a column, and how far its lane is from the word's end.
    pub fn place(&self, column: usize) -> (usize, u32) {
        self.places[column]
    }

    /// The words of a vector that others are compared with.
    pub fn ceiling(&self, levels: &[u8]) -> Vec<Ceiling> {
        let mut words: Vec<Ceiling> =
            self.guards.iter().map(|&guard| Ceiling { guarded: guard, guard }).collect();
        for (&(word, shift), &level) in self.places.iter().zip(levels) {
            words[word].guarded |= u32::from(level) << shift;
        }
        words
    }

    /// The vector of some words.
    pub fn unpack(&self, word: impl Fn(usize) -> u32) -> Levels {
        let level = |&(at, shift): &(usize, u32)| {
            let lane = word(at) >> shift;
            let guard = self.guards[at] >> shift;
            // Below the lane's guard bit lies the level, above it come other columns.
            (lane & ((guard & guard.wrapping_neg()) - 1)) as u8
        };
        self.places.iter().map(level).collect()
    }
}

/// A word of a vector with its guard bits set: subtracting a lane that is larger takes the guard bit of that lane.
#[derive(Clone, Copy)]
pub(super) struct Ceiling {
    guarded: u32,
    guard: u32,
}

impl Ceiling {
    /// Whether no level of the word of another vector is larger.
    pub fn holds(self, word: u32) -> bool {
        (self.guarded - word) & self.guard == self.guard
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::{Lattice, lattice::at_or_below};

    use super::*;

    fn words(lanes: &Lanes, levels: &[u8]) -> Vec<u32> {
        let mut words = vec![0; lanes.words()];
        for (column, &level) in levels.iter().enumerate() {
            let (word, shift) = lanes.place(column);
            words[word] |= u32::from(level) << shift;
        }
        words
    }

    #[test]
    fn packed_vectors_compare_like_vectors() {
        let lattice = Lattice::new(vec![0; 5], vec![3, 0, 1, 4, 2]);
        let lanes = Lanes::new(lattice.top().iter().copied());
        for a in lattice.iter() {
            let packed = words(&lanes, &a);
            assert_eq!(lanes.unpack(|word| packed[word]), a);
            for b in lattice.iter() {
                let mut pairs = lanes.ceiling(&b).into_iter().zip(&packed);
                assert_eq!(pairs.all(|(ceiling, &word)| ceiling.holds(word)), at_or_below(&a, &b));
            }
        }
    }

    #[test]
    fn many_columns_take_several_words_and_none_takes_one() {
        let lanes = Lanes::new([255, 7, 127, 1, 255, 255, 255, 0].into_iter());
        assert_eq!((lanes.words(), Lanes::new([].into_iter()).words()), (2, 1));
        let levels = vec![255, 0, 127, 1, 0, 255, 254, 0];
        let packed = words(&lanes, &levels);
        assert_eq!(lanes.unpack(|word| packed[word]), levels);
        for at in 0..levels.len() {
            let mut lower = levels.clone();
            lower[at] = lower[at].saturating_sub(1);
            let holds = lanes.ceiling(&lower).iter().zip(&packed).all(|(it, &word)| it.holds(word));
            assert_eq!(holds, lower == levels);
        }
    }
}
