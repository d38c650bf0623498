//! From a key back to its number: by address where keys are small, by hash elsewhere.

use amidst_core::{
    Aborted, Observer,
    observer::{BLOCK_ROWS, blocks},
};
use rayon::prelude::*;

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
    pub fn of(keys: &[u64], observer: &dyn Observer) -> Result<Self, Aborted> {
        let bound = keys.iter().max().map_or(0, |&key| key.saturating_add(1));
        if bound <= (keys.len() as u64).saturating_mul(DIRECT_SPARSENESS).max(DIRECT_ALWAYS) {
            let mut numbers = Vec::with_capacity(bound as usize);
            for block in blocks(bound as usize, observer) {
                numbers.resize(block?.end, UNKNOWN as u32);
            }
            for block in blocks(keys.len(), observer) {
                let block = block?;
                let (keys, first) = (&keys[block.clone()], block.start as u32);
                keys.iter().zip(first..).for_each(|(&key, number)| numbers[key as usize] = number);
            }
            return Ok(Self::Direct(numbers));
        }
        let mut index = HashIndex::with_capacity(keys.len());
        for block in blocks(keys.len(), observer) {
            keys[block?].iter().for_each(|&key| _ = index.intern(key));
        }
        Ok(Self::Hashed(index))
    }

    /// [`Ranks::replace`] of many keys, on all threads.
    pub fn replace_all(&self, keys: &mut [u64], observer: &dyn Observer) -> Result<(), Aborted> {
        keys.par_chunks_mut(BLOCK_ROWS).try_for_each(|keys| {
            observer.go_on()?;
            self.replace(keys);
            Ok(())
        })
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
