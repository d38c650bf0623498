//! From a key back to its number: by address where keys are small, by hash elsewhere.

use crate::hash_index::HashIndex;

/// The number of a key that is not known. There are always fewer known ones.
pub(crate) const UNKNOWN: u64 = u32::MAX as u64;

/// Numbers of known keys.
pub(crate) enum Ranks {
    /// `numbers[key]`, or [`UNKNOWN`].
    Direct(Vec<u32>),
    Hashed(HashIndex),
}

/// Keys used as addresses may always be so large, and so many times as large as there are keys.
const DIRECT_ALWAYS: u64 = 1 << 20;
const DIRECT_SPARSENESS: u64 = 32;

impl Ranks {
    /// Numbers distinct keys by their position.
    pub fn of(keys: &[u64]) -> Self {
        let bound = keys.iter().max().map_or(0, |&key| key.saturating_add(1));
        if bound <= (keys.len() as u64).saturating_mul(DIRECT_SPARSENESS).max(DIRECT_ALWAYS) {
            let mut numbers = vec![UNKNOWN as u32; bound as usize];
            for (number, &key) in keys.iter().enumerate() {
                numbers[key as usize] = number as u32;
            }
            return Self::Direct(numbers);
        }
        let mut index = HashIndex::with_capacity(keys.len());
        for &key in keys {
            index.intern(key);
        }
        Self::Hashed(index)
    }

    /// Replaces keys by their numbers, or by [`UNKNOWN`].
    pub fn replace(&self, keys: &mut [u64]) {
        match self {
            Self::Direct(numbers) => {
                let number = |key: u64| usize::try_from(key).ok().and_then(|key| numbers.get(key));
                keys.iter_mut()
                    .for_each(|key| *key = number(*key).map_or(UNKNOWN, |&number| u64::from(number)));
            }
            Self::Hashed(index) => {
                keys.iter_mut().for_each(|key| *key = index.number(*key).map_or(UNKNOWN, u64::from));
            }
        }
    }
}

/// From the place of each item to the item at each place.
pub(crate) fn invert(places: &[u64]) -> Vec<u32> {
    let mut items = vec![0; places.len()];
    places.iter().enumerate().for_each(|(item, &place)| items[place as usize] = item as u32);
    items
}
