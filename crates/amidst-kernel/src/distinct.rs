//! Distinct keys of many rows with their counts: by address, by hash, or by sorting, whichever suits.

use std::ops::Range;

use rayon::prelude::*;

use crate::{
    hash_index::HashIndex,
    row_keys::{CHUNK, chunks, pieces},
};

/// Distinct keys in ascending order, and how many rows have each.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Distinct {
    pub keys: Vec<u64>,
    pub counts: Vec<u32>,
}

/// Slots per thread that counting by address may use.
const DIRECT_SLOTS: u64 = 1 << 22;
/// Fewer rows than this are not worth a second thread.
const PARALLEL_ROWS: usize = 1 << 16;
/// Sorting happens in so many parts of the key range.
const PARTITIONS: usize = 256;
/// Rows looked at to guess how many groups there are.
const SAMPLE_CHUNKS: usize = 16;

/// Something that writes the keys of some rows.
pub(crate) trait FillKeys: Sync {
    fn fill(&self, rows: Range<usize>, keys: &mut [u64]);
}

impl<F: Fn(Range<usize>, &mut [u64]) + Sync> FillKeys for F {
    fn fill(&self, rows: Range<usize>, keys: &mut [u64]) {
        self(rows, keys);
    }
}

impl Distinct {
    /// Groups rows by their keys, which are below `bound`; 0 stands for 2^64.
    pub fn of(rows: usize, bound: u64, source: &impl FillKeys) -> Self {
        let threads = if rows < PARALLEL_ROWS { 1 } else { rayon::current_num_threads() };
        let parts = pieces(rows, threads);
        if bound != 0 && bound <= DIRECT_SLOTS.min((rows as u64 / 2).max(1 << 16)) {
            by_address(parts, bound as usize, source)
        } else if few_groups(rows, source) {
            by_hash(parts, source)
        } else {
            by_sorting(parts, bound, source)
        }
    }

    fn from_pairs(mut pairs: Vec<(u64, u32)>) -> Self {
        pairs.par_sort_unstable();
        let mut distinct = Self::default();
        for (key, count) in pairs {
            distinct.add(key, count);
        }
        distinct
    }

    /// Adds a key that is not below any before it.
    fn add(&mut self, key: u64, count: u32) {
        if self.keys.last() == Some(&key) {
            *self.counts.last_mut().expect("counts go with keys") += count;
        } else {
            self.keys.push(key);
            self.counts.push(count);
        }
    }
}

/// Runs `each` over the keys of the rows, a chunk at a time.
fn for_chunks(rows: Range<usize>, source: &impl FillKeys, mut each: impl FnMut(&[u64])) {
    let mut buffer = [0; CHUNK];
    for chunk in chunks(rows) {
        let keys = &mut buffer[..chunk.len()];
        source.fill(chunk, keys);
        each(keys);
    }
}

fn by_address(parts: Vec<Range<usize>>, slots: usize, source: &impl FillKeys) -> Distinct {
    let count = |rows: Range<usize>| {
        let mut counts = vec![0_u32; slots];
        for_chunks(rows, source, |keys| keys.iter().for_each(|&key| counts[key as usize] += 1));
        counts
    };
    let add = |mut a: Vec<u32>, b: Vec<u32>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    let counts = parts.into_par_iter().map(count).reduce_with(add).unwrap_or_default();
    let mut distinct = Distinct::default();
    for (key, count) in counts.into_iter().enumerate().filter(|&(_, count)| count > 0) {
        distinct.add(key as u64, count);
    }
    distinct
}

/// Whether a sample spread over the rows repeats itself enough for a hash table to stay in cache.
fn few_groups(rows: usize, source: &impl FillKeys) -> bool {
    let mut index = HashIndex::with_capacity(CHUNK);
    let mut seen = 0;
    for part in pieces(rows, SAMPLE_CHUNKS) {
        let sample = part.start..part.end.min(part.start + CHUNK);
        seen += sample.len();
        for_chunks(sample, source, |keys| keys.iter().for_each(|&key| _ = index.intern(key)));
    }
    index.keys().len() * 4 < seen
}

fn by_hash(parts: Vec<Range<usize>>, source: &impl FillKeys) -> Distinct {
    let count = |rows: Range<usize>| {
        let mut index = HashIndex::with_capacity(CHUNK);
        let mut counts: Vec<u32> = Vec::new();
        for_chunks(rows, source, |keys| {
            for &key in keys {
                let (number, is_new) = index.intern(key);
                if is_new {
                    counts.push(0);
                }
                counts[number] += 1;
            }
        });
        index.keys().iter().copied().zip(counts).collect::<Vec<_>>()
    };
    let pairs: Vec<Vec<(u64, u32)>> = parts.into_par_iter().map(count).collect();
    Distinct::from_pairs(pairs.concat())
}

/// Splits the key range, so that each part is sorted within the cache and the parts are in order.
fn by_sorting(parts: Vec<Range<usize>>, bound: u64, source: &impl FillKeys) -> Distinct {
    let bits = u64::BITS - bound.wrapping_sub(1).leading_zeros();
    let shift = bits.saturating_sub(PARTITIONS.ilog2());
    let split = |rows: Range<usize>| {
        let room = rows.len().div_ceil(PARTITIONS);
        let mut buckets: Vec<Vec<u64>> = (0..PARTITIONS).map(|_| Vec::with_capacity(room)).collect();
        for_chunks(rows, source, |keys| {
            keys.iter().for_each(|&key| buckets[(key >> shift) as usize].push(key))
        });
        buckets
    };
    let split: Vec<Vec<Vec<u64>>> = parts.into_par_iter().map(split).collect();
    let mut buckets = vec![Vec::new(); PARTITIONS];
    for (partition, keys) in split.into_iter().flat_map(|buckets| buckets.into_iter().enumerate()) {
        buckets[partition].push(keys);
    }
    let parts: Vec<Distinct> = buckets.into_par_iter().map(sort_and_count).collect();
    Distinct {
        keys: parts.iter().flat_map(|part| &part.keys).copied().collect(),
        counts: parts.iter().flat_map(|part| &part.counts).copied().collect(),
    }
}

fn sort_and_count(lists: Vec<Vec<u64>>) -> Distinct {
    let mut keys = lists.concat();
    drop(lists);
    keys.sort_unstable();
    let mut distinct = Distinct::default();
    keys.into_iter().for_each(|key| distinct.add(key, 1));
    distinct
}
