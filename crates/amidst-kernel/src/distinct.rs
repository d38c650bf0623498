//! Distinct keys of many rows with their counts: by address, by hash, or by sorting, whichever suits.

use std::ops::Range;

use amidst_core::{Aborted, Observer, observer::BLOCK_ROWS};
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
const PARTITIONS: usize = 1 << PARTITION_BITS;
const PARTITION_BITS: u32 = 8;
/// Parts of more keys than this are split further.
const MOST_SORTED: usize = 4 * BLOCK_ROWS;
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
    pub fn of(
        rows: usize,
        bound: u64,
        source: &impl FillKeys,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let threads = if rows < PARALLEL_ROWS { 1 } else { rayon::current_num_threads() };
        let parts = pieces(rows, threads);
        if bound != 0 && bound <= DIRECT_SLOTS.min((rows as u64 / 2).max(1 << 16)) {
            by_address(parts, bound as usize, source, observer)
        } else if few_groups(rows, source)? {
            by_hash(parts, bound, source, observer)
        } else {
            by_sorting(parts, bound, source, observer)
        }
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

    /// Puts keys of ascending ranges behind one another.
    fn concatenate(parts: &[Self]) -> Self {
        Self {
            keys: parts.iter().flat_map(|part| &part.keys).copied().collect(),
            counts: parts.iter().flat_map(|part| &part.counts).copied().collect(),
        }
    }
}

/// Runs `each` over the keys of the rows, a chunk at a time.
fn for_chunks(
    rows: Range<usize>,
    source: &impl FillKeys,
    observer: &dyn Observer,
    mut each: impl FnMut(&[u64]),
) -> Result<(), Aborted> {
    let mut buffer = [0; CHUNK];
    for (at, chunk) in chunks(rows).enumerate() {
        if at.is_multiple_of(BLOCK_ROWS / CHUNK) {
            observer.go_on()?;
        }
        let keys = &mut buffer[..chunk.len()];
        source.fill(chunk, keys);
        each(keys);
    }
    Ok(())
}

fn by_address(
    parts: Vec<Range<usize>>,
    slots: usize,
    source: &impl FillKeys,
    observer: &dyn Observer,
) -> Result<Distinct, Aborted> {
    let count = |rows: Range<usize>| {
        let mut counts = vec![0_u32; slots];
        for_chunks(rows, source, observer, |keys| keys.iter().for_each(|&key| counts[key as usize] += 1))?;
        Ok(counts)
    };
    let add = |mut a: Vec<u32>, b: Vec<u32>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        Ok(a)
    };
    let counts = parts.into_par_iter().map(count).try_reduce_with(add).transpose()?.unwrap_or_default();
    let mut distinct = Distinct::default();
    for (key, count) in counts.into_iter().enumerate().filter(|&(_, count)| count > 0) {
        distinct.add(key as u64, count);
    }
    Ok(distinct)
}

/// Whether a sample spread over the rows repeats itself enough for a hash table to stay in cache.
fn few_groups(rows: usize, source: &impl FillKeys) -> Result<bool, Aborted> {
    let mut index = HashIndex::with_capacity(CHUNK);
    let mut seen = 0;
    for part in pieces(rows, SAMPLE_CHUNKS) {
        let sample = part.start..part.end.min(part.start + CHUNK);
        seen += sample.len();
        for_chunks(sample, source, &(), |keys| keys.iter().for_each(|&key| _ = index.intern(key)))?;
    }
    Ok(index.keys().len() * 4 < seen)
}

fn by_hash(
    parts: Vec<Range<usize>>,
    bound: u64,
    source: &impl FillKeys,
    observer: &dyn Observer,
) -> Result<Distinct, Aborted> {
    let count = |rows: Range<usize>| {
        let mut index = HashIndex::with_capacity(CHUNK);
        let mut counts: Vec<u32> = Vec::new();
        for_chunks(rows, source, observer, |keys| {
            for &key in keys {
                let (number, is_new) = index.intern(key);
                if is_new {
                    counts.push(0);
                }
                counts[number] += 1;
            }
        })?;
        Ok(index.keys().iter().copied().zip(counts).collect::<Vec<_>>())
    };
    let pairs: Vec<Vec<(u64, u32)>> = parts.into_par_iter().map(count).collect::<Result<_, _>>()?;
    counted(vec![pairs], bits(bound), |&(key, _)| key, |&(_, count)| count, observer)
}

/// Splits the key range, so that each part is sorted within the cache and the parts are in order.
fn by_sorting(
    parts: Vec<Range<usize>>,
    bound: u64,
    source: &impl FillKeys,
    observer: &dyn Observer,
) -> Result<Distinct, Aborted> {
    let left = bits(bound).saturating_sub(PARTITION_BITS);
    let split = |rows: Range<usize>| {
        let room = rows.len().div_ceil(PARTITIONS);
        let mut buckets: Vec<Vec<u64>> = (0..PARTITIONS).map(|_| Vec::with_capacity(room)).collect();
        for_chunks(rows, source, observer, |keys| {
            keys.iter().for_each(|&key| buckets[(key >> left) as usize].push(key))
        })?;
        Ok(buckets)
    };
    let split: Vec<Vec<Vec<u64>>> = parts.into_par_iter().map(split).collect::<Result<_, _>>()?;
    let mut buckets = vec![Vec::new(); PARTITIONS];
    for (partition, keys) in split.into_iter().flat_map(|buckets| buckets.into_iter().enumerate()) {
        buckets[partition].push(keys);
    }
    counted(buckets, left, |&key| key, |_| 1, observer)
}

/// Distinct keys in ascending order.
pub(crate) fn distinct_keys(keys: &[u64], observer: &dyn Observer) -> Result<Vec<u64>, Aborted> {
    let most = keys.iter().max().copied().unwrap_or(0);
    let bits = u64::BITS - most.leading_zeros();
    Ok(counted(vec![vec![keys.to_vec()]], bits, |&key| key, |_| 1, observer)?.keys)
}

/// The bits of keys below a bound; 0 stands for 2^64.
fn bits(bound: u64) -> u32 {
    u64::BITS - bound.wrapping_sub(1).leading_zeros()
}

/// Adds up lists of keys, bucket by bucket: those of one bucket differ in so many bits at most.
fn counted<T: Copy + Ord + Send + Sync>(
    buckets: Vec<Vec<Vec<T>>>,
    bits: u32,
    key: impl Fn(&T) -> u64 + Copy + Sync,
    count: impl Fn(&T) -> u32 + Copy + Sync,
    observer: &dyn Observer,
) -> Result<Distinct, Aborted> {
    let parts = buckets.into_par_iter().map(|lists| {
        observer.go_on()?;
        let mut items = lists.concat();
        drop(lists);
        if items.len() > MOST_SORTED && bits > 0 {
            let left = bits.saturating_sub(PARTITION_BITS);
            let mut buckets = vec![vec![Vec::new()]; PARTITIONS];
            for items in items.chunks(BLOCK_ROWS) {
                observer.go_on()?;
                items.iter().for_each(|it| buckets[(key(it) >> left) as usize % PARTITIONS][0].push(*it));
            }
            drop(items);
            return counted(buckets, left, key, count, observer);
        }
        items.sort_unstable();
        let mut distinct = Distinct::default();
        items.iter().for_each(|it| distinct.add(key(it), count(it)));
        Ok(distinct)
    });
    Ok(Distinct::concatenate(&parts.collect::<Result<Vec<_>, _>>()?))
}
