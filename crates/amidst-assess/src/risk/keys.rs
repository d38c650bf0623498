//! The codes of several columns in one number.
//!
//! Codes are multiplied up column by column. Where the product would leave 64 bits the numbers so far are ranked first,
//! so that nothing is hashed away: equal keys always mean equal codes, and keys keep the order of the first columns.

use amidst_core::{Aborted, Codes, Observer, with_codes};
use rayon::prelude::*;

/// Numbers made by one task.
const CHUNK: usize = 1 << 14;
/// Pairs that are sorted without a question.
const PART: usize = 1 << 15;

/// A column and how many codes it has.
pub type Coding<'a> = (&'a Codes, usize);

/// A key for each of `ids`, which are places in the columns; sorted, with the ids, ascending where keys are equal.
pub fn sorted(columns: &[Coding], ids: &[u32], observer: &dyn Observer) -> Result<Vec<(u64, u32)>, Aborted> {
    let mut pairs = folded(columns, ids, observer)?;
    sort(&mut pairs, observer)?;
    Ok(pairs)
}

/// Sorts pairs in parts that follow one another, so that an observer can be asked in between.
fn sort(pairs: &mut [(u64, u32)], observer: &dyn Observer) -> Result<(), Aborted> {
    observer.go_on()?;
    if pairs.len() <= PART {
        pairs.sort_unstable();
        return Ok(());
    }
    let middle = pairs.len() / 2;
    let (low, _, high) = pairs.select_nth_unstable(middle);
    let (low, high) = rayon::join(|| sort(low, observer), || sort(high, observer));
    low.and(high)
}

/// The places of all of so many rows.
pub fn all(rows: usize) -> Vec<u32> {
    (0..u32::try_from(rows).expect("a table has fewer than 2^32 rows")).collect()
}

fn folded(columns: &[Coding], ids: &[u32], observer: &dyn Observer) -> Result<Vec<(u64, u32)>, Aborted> {
    let mut pairs: Vec<(u64, u32)> = ids.iter().map(|&id| (0, id)).collect();
    let mut bound = 1_u64;
    for &(codes, width) in columns {
        let width = width.max(1) as u64;
        if bound.checked_mul(width).is_none() {
            bound = rank(&mut pairs, observer)?;
        }
        bound = bound.checked_mul(width).expect("ranks and codes are below 2^32");
        pairs.par_chunks_mut(CHUNK).try_for_each(|pairs| {
            observer.go_on()?;
            with_codes!(codes, codes => pairs.iter_mut().for_each(|(key, id)| {
                *key = *key * width + u64::from(codes[*id as usize]);
            }));
            Ok(())
        })?;
    }
    Ok(pairs)
}

/// Replaces keys by their ranks; says how many there are. The order of the pairs changes.
fn rank(pairs: &mut [(u64, u32)], observer: &dyn Observer) -> Result<u64, Aborted> {
    sort(pairs, observer)?;
    let mut rank = 0;
    let mut last = pairs.first().map_or(0, |&(key, _)| key);
    for (key, _) in pairs.iter_mut() {
        if *key != last {
            (last, rank) = (*key, rank + 1);
        }
        *key = rank;
    }
    Ok(rank + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_equal_where_all_codes_are() {
        let rows = 300_u32;
        let columns: Vec<Codes> =
            (0..9).map(|c| Codes::U32((0..rows).map(|r| (r / (c + 1)) % 7).collect())).collect();
        for width in [7, 1 << 20, 1 << 31] {
            let codings: Vec<Coding> = columns.iter().map(|codes| (codes, width)).collect();
            let pairs = sorted(&codings, &all(rows as usize), &()).expect("nobody aborts");
            let tuple = |id: u32| columns.iter().map(|codes| codes.at(id as usize)).collect::<Vec<_>>();
            for pair in pairs.windows(2) {
                let (a, b) = (tuple(pair[0].1), tuple(pair[1].1));
                assert_eq!(pair[0].0 == pair[1].0, a == b);
                assert!(a < b || (a == b && pair[0].1 < pair[1].1));
            }
        }
    }
}
