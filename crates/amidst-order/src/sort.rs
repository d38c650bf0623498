//! Sorting many rows in parts that are small enough to ask an observer in between.
//!
//! Splitters among the rows say which part of the order each row belongs to. Rows are dealt to the parts block by block, then
//! every part is sorted by itself; the parts follow one another.

use std::cmp::Ordering;

use amidst_core::{Aborted, Observer};
use rayon::prelude::*;

/// Rows dealt at a time, and about as many are sorted at a time.
const BLOCK: usize = 1 << 15;

/// More parts than this do not fit into the cache.
const MOST_PARTS: usize = 1 << 10;

/// Rows looked at for every splitter, so that parts are about equally long.
const LOOKED_AT: usize = 16;

/// A row with what it is compared by first.
pub type Keyed<K> = (K, u32);

/// Some rows, dealt to the parts.
struct Dealt<K> {
    /// The rows, part after part.
    keyed: Vec<Keyed<K>>,
    /// Where each part ends.
    ends: Vec<u32>,
}

impl<K> Dealt<K> {
    fn part(&self, part: usize) -> &[Keyed<K>] {
        let start = part.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.keyed[start..self.ends[part] as usize]
    }
}

/// The rows in order; those that tie come in any order. `key` is what rows are compared by first, and held beside them.
///
/// # Errors
/// If the observer aborts.
pub fn sorted_by<K: Copy + Send + Sync>(
    rows: &[u32],
    key: impl Fn(u32) -> K + Sync,
    compare: impl Fn(&Keyed<K>, &Keyed<K>) -> Ordering + Sync,
    observer: &dyn Observer,
) -> Result<Vec<u32>, Aborted> {
    observer.go_on()?;
    let keyed = |row: &u32| (key(*row), *row);
    let splitters = splitters(rows, keyed, &compare);
    let deal = |rows: &[u32]| {
        observer.go_on()?;
        Ok(dealt(rows.iter().map(&keyed).collect(), &splitters, &compare))
    };
    let dealt: Vec<Dealt<K>> = rows.par_chunks(BLOCK).map(deal).collect::<Result<_, _>>()?;
    let mut order = vec![0; rows.len()];
    let mut rest = &mut order[..];
    let mut parts = Vec::with_capacity(splitters.len() + 1);
    for part in 0..=splitters.len() {
        let length = dealt.iter().map(|dealt| dealt.part(part).len()).sum();
        let (own, others) = rest.split_at_mut(length);
        parts.push(own);
        rest = others;
    }
    parts.into_par_iter().enumerate().try_for_each(|(part, order)| {
        let mut keyed = Vec::with_capacity(order.len());
        // A part may be long where rows are alike.
        let mut unasked = BLOCK;
        for own in dealt.iter().map(|dealt| dealt.part(part)) {
            if unasked >= BLOCK {
                observer.go_on()?;
                unasked = 0;
            }
            unasked += own.len();
            keyed.extend_from_slice(own);
        }
        keyed.sort_unstable_by(&compare);
        order.iter_mut().zip(keyed).for_each(|(row, (_, next))| *row = next);
        Ok(())
    })?;
    Ok(order)
}

/// Rows that divide all rows into about equal parts, ascending; none if they are few.
fn splitters<K: Copy>(
    rows: &[u32],
    keyed: impl Fn(&u32) -> Keyed<K>,
    compare: impl Fn(&Keyed<K>, &Keyed<K>) -> Ordering,
) -> Vec<Keyed<K>> {
    let parts = rows.len().div_ceil(BLOCK).min(MOST_PARTS);
    let model_columns = if parts > 1 { parts * LOOKED_AT } else { 0 };
    let mut model_columns: Vec<Keyed<K>> =
        (0..model_columns).map(|at| keyed(&rows[scattered(at, rows.len())])).collect();
    model_columns.sort_unstable_by(compare);
    model_columns.into_iter().skip(LOOKED_AT / 2).step_by(LOOKED_AT).take(parts.saturating_sub(1)).collect()
}

/// Places below `length` that spread evenly and without a period: rows at equal distances may have something in common.
fn scattered(at: usize, length: usize) -> usize {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    ((u128::from((at as u64).wrapping_mul(GOLDEN)) * length as u128) >> 64) as usize
}

/// Deals rows to the parts between splitters.
fn dealt<K: Copy>(
    keyed: Vec<Keyed<K>>,
    splitters: &[Keyed<K>],
    compare: impl Fn(&Keyed<K>, &Keyed<K>) -> Ordering,
) -> Dealt<K> {
    let part = |row: &Keyed<K>| splitters.partition_point(|splitter| compare(splitter, row).is_le()) as u16;
    let parts: Vec<u16> = keyed.iter().map(part).collect();
    let mut ends = vec![0; splitters.len() + 1];
    parts.iter().for_each(|&part| ends[usize::from(part)] += 1);
    let mut end = 0;
    let mut next: Vec<u32> = Vec::with_capacity(ends.len());
    for length in &mut ends {
        next.push(end);
        end += *length;
        *length = end;
    }
    let mut sorted = keyed.clone();
    for (row, part) in keyed.into_iter().zip(parts) {
        let place = &mut next[usize::from(part)];
        sorted[*place as usize] = row;
        *place += 1;
    }
    Dealt { keyed: sorted, ends }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rows: u32, key: impl Fn(u32) -> u64 + Sync) {
        let all: Vec<u32> = (0..rows).collect();
        let order = sorted_by(&all, &key, |a, b| a.0.cmp(&b.0), &()).expect("nobody aborts");
        assert!(order.is_sorted_by_key(|&row| key(row)), "{rows} rows");
        let mut back = order;
        back.sort_unstable();
        assert!(back == all, "{rows} rows");
    }

    #[test]
    fn rows_are_sorted_however_many_and_however_alike_they_are() {
        let block = BLOCK as u32;
        for rows in [0, 1, 2, block - 1, block, block + 1, 5 * block + 7] {
            check(rows, |row| u64::from(row).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            check(rows, |row| u64::from(rows - row));
            check(rows, |row| u64::from(row % 3 == 1));
            check(rows, |_| 7);
        }
    }
}
