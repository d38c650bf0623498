//! All pairs of original and released tuples that may belong together.

use std::{
    ops::Range,
    sync::atomic::{AtomicU64, Ordering},
};

use rayon::prelude::*;

use super::{Fits, TooMany};
use crate::classes::Tuples;

/// Pairs that are kept, in 4 bytes each.
const MOST: u64 = 200_000_000;

/// Original tuples, each by the lists of its values, sorted column by column.
pub(super) struct Originals {
    /// The columns, those whose labels say most first.
    order: Vec<usize>,
    /// The tuples in order.
    tuples: Vec<u32>,
    /// Their lists, tuple after tuple.
    lists: Vec<u32>,
}

impl Originals {
    pub fn new(values: &Tuples, fits: &[Fits]) -> Self {
        let width = fits.len();
        // How much of what is shown a list allows on average: little says much.
        let allowed = |column: &usize| {
            let fits = &fits[*column];
            let labels = fits.lists.iter().flatten().max().map_or(1, |last| u64::from(*last) + 1);
            let allowed: u64 = fits.lists.iter().map(|list| list.len() as u64).sum();
            allowed * 1_000_000 / (labels * fits.lists.len().max(1) as u64)
        };
        let mut order: Vec<usize> = (0..width).collect();
        order.sort_by_key(allowed);
        let mut unpacked = vec![0; width];
        let mut rows: Vec<(Vec<u32>, u32)> = (0..values.len())
            .map(|tuple| {
                values.unpack(tuple, &mut unpacked);
                (order.iter().map(|&column| unpacked[column]).collect(), tuple as u32)
            })
            .collect();
        rows.par_sort_unstable();
        let tuples = rows.iter().map(|(_, tuple)| *tuple).collect();
        Self { order, tuples, lists: rows.into_iter().flat_map(|(lists, _)| lists).collect() }
    }

    /// Adds the tuples that have, in every column, one of the lists wanted there.
    fn find(&self, depth: usize, range: Range<usize>, wanted: &[&[u32]], found: &mut Vec<u32>) {
        let width = self.order.len();
        if depth == width {
            found.extend(&self.tuples[range]);
            return;
        }
        let list = |at: usize| self.lists[at * width + depth];
        let mut start = range.start;
        for &want in wanted[self.order[depth]] {
            start += leap(start..range.end, |at| list(at) < want);
            if start == range.end {
                return;
            }
            let run = leap(start..range.end, |at| list(at) == want);
            if run > 0 {
                self.find(depth + 1, start..start + run, wanted, found);
                start += run;
            }
        }
    }
}

/// How many at the start of a range are so, when none after the first that is not is: steps that double, then halve.
fn leap(range: Range<usize>, is_so: impl Fn(usize) -> bool) -> usize {
    let mut step = 1;
    while range.start + step <= range.end && is_so(range.start + step - 1) {
        step *= 2;
    }
    let (mut low, mut high) = (range.start + step / 2, (range.start + step - 1).min(range.end));
    while low < high {
        let middle = low + (high - low) / 2;
        if is_so(middle) { low = middle + 1 } else { high = middle }
    }
    low - range.start
}

/// For every released tuple the original ones it may be about.
pub(super) struct Consistent {
    starts: Vec<usize>,
    originals: Vec<u32>,
}

impl Consistent {
    pub fn new(originals: &Originals, labels: &Tuples, fits: &[Fits]) -> Result<Self, TooMany> {
        let lists_of: Vec<Vec<Vec<u32>>> = fits.iter().map(turned).collect();
        let pairs = AtomicU64::new(0);
        let find = |tuple: usize| {
            let mut codes = vec![0; fits.len()];
            labels.unpack(tuple, &mut codes);
            let list = |(lists, &code): (&'_ Vec<Vec<u32>>, &u32)| lists.get(code as usize).cloned();
            let wanted: Vec<Vec<u32>> =
                lists_of.iter().zip(&codes).map(|pair| list(pair).unwrap_or_default()).collect();
            let wanted: Vec<&[u32]> = wanted.iter().map(Vec::as_slice).collect();
            let mut found = Vec::new();
            originals.find(0, 0..originals.tuples.len(), &wanted, &mut found);
            let before = pairs.fetch_add(found.len() as u64, Ordering::Relaxed);
            match before + found.len() as u64 > MOST {
                true => Err(TooMany { most: MOST }),
                false => Ok(found),
            }
        };
        let found: Vec<Vec<u32>> = (0..labels.len()).into_par_iter().map(find).collect::<Result<_, _>>()?;
        Ok(Self::from_lists(&found))
    }

    pub fn from_lists(lists: &[Vec<u32>]) -> Self {
        let mut starts = vec![0];
        lists.iter().for_each(|list| starts.push(starts[starts.len() - 1] + list.len()));
        Self { starts, originals: lists.concat() }
    }

    /// The original tuples that a released one may be about.
    pub fn of(&self, released: usize) -> &[u32] {
        &self.originals[self.starts[released]..self.starts[released + 1]]
    }
}

/// For each label the lists it is in, ascending.
fn turned(fits: &Fits) -> Vec<Vec<u32>> {
    let labels = fits.lists.iter().flatten().max().map_or(0, |last| *last as usize + 1);
    let mut lists_of = vec![Vec::new(); labels];
    for (list, number) in fits.lists.iter().zip(0..) {
        list.iter().for_each(|&label| lists_of[label as usize].push(number));
    }
    lists_of
}
