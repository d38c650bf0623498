//! Every combination of quasi columns up to a size: how well it tells people apart, and whom it singles out that none of
//! its parts does.
//!
//! Who is alone over some columns is alone over more of them. So sizes are taken in turn, those already alone need not be
//! counted again, and who is newly alone has the combination as a *minimal unique set*.

use std::collections::BTreeMap;

use amidst_core::{Aborted, Observer, Stage};
use amidst_spec::combinations::{MOST, binomial, subsets};
use rayon::prelude::*;

use super::{
    bits::{Bits, WORD},
    count::{ClassCounts, Scratch, count},
    items::Items,
};

/// Combinations counted before their sets are added up and dropped.
const BATCH: usize = 64;
/// At most so many bits are kept of those who are alone over the combinations of one size: 1 GiB.
const MOST_BITS: u128 = 1 << 33;
/// Words of items whose scores are added up by one task.
const SCORED: usize = 64;

/// One combination of columns.
#[derive(Clone, Debug)]
pub struct Combination {
    /// The places of its columns, ascending.
    pub columns: Vec<usize>,
    /// Its classes.
    pub tally: ClassCounts,
    /// Items whose minimal unique set it is.
    pub minimal: u64,
}

/// All combinations up to a size.
pub struct Combinations {
    /// How many columns there are.
    pub columns: usize,
    /// The largest size that was counted.
    pub max_size: usize,
    /// Every combination, smaller ones first.
    pub all: Vec<Combination>,
    /// For each size from 1 on, the items whose smallest minimal unique set has it.
    pub items_by_size: Vec<u64>,
    /// For each item the SUDA score.
    pub scores: Vec<u64>,
}

impl Combinations {
    /// Counts all combinations of at most `wanted` columns; of fewer, if those were too many.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn of(items: &Items, wanted: usize, observer: &dyn Observer) -> Result<Self, Aborted> {
        let columns = items.columns.len();
        let max_size = affordable(columns, items.len(), wanted);
        let mut found = Self {
            columns,
            max_size,
            all: Vec::new(),
            items_by_size: Vec::new(),
            scores: vec![0; items.len()],
        };
        let mut alone = Bits::default();
        let mut below = BTreeMap::from([(Vec::new(), Bits::default())]);
        for size in 1..=max_size {
            let before = alone.len();
            let mut here = BTreeMap::new();
            for batch in subsets(columns, size).chunks(BATCH) {
                let counted: Vec<Counted> = batch
                    .par_iter()
                    .map_init(Scratch::default, |scratch, places| {
                        Counted::new(items, places, &below, scratch, observer)
                    })
                    .collect::<Result<_, _>>()?;
                observer.progress(Stage::Judging, (found.all.len() + counted.len()) as u64, None);
                found.add_scores(&counted, size);
                for one in counted {
                    alone.add(&one.alone);
                    found.all.push(one.combination);
                    if size < max_size {
                        here.insert(found.all[found.all.len() - 1].columns.clone(), one.alone);
                    }
                }
            }
            found.items_by_size.push(alone.len() - before);
            below = here;
        }
        Ok(found)
    }

    /// What one minimal unique set of a size adds to the score of an item: the product of d − i for i from that size to
    /// the largest (Elliot, Manning and Ford 2002), where the largest is taken below d, or all products would be 0.
    pub fn weight(&self, size: usize) -> u64 {
        (size..=self.max_size.min(self.columns - 1)).map(|i| (self.columns - i) as u64).product()
    }

    /// All minimal unique sets of all items.
    pub fn minimal(&self) -> u64 {
        self.all.iter().map(|one| one.minimal).sum()
    }

    /// The scores of all items together.
    pub fn score(&self) -> u128 {
        self.all.iter().map(|one| self.score_of(one)).sum()
    }

    /// What a combination adds to the scores of all items.
    pub fn score_of(&self, one: &Combination) -> u128 {
        u128::from(one.minimal) * u128::from(self.weight(one.columns.len()))
    }

    fn add_scores(&mut self, counted: &[Counted], size: usize) {
        let weight = self.weight(size);
        let add = |(part, scores): (usize, &mut [u64])| {
            let words = part * SCORED..(part + 1) * SCORED;
            for item in counted.iter().flat_map(|one| one.minimal.items(words.clone())) {
                scores[item - part * SCORED * WORD] += weight;
            }
        };
        self.scores.par_chunks_mut(SCORED * WORD).enumerate().for_each(add);
    }
}

/// A combination, and who is alone in it.
struct Counted {
    combination: Combination,
    /// Not alone over fewer of the columns.
    minimal: Bits,
    /// All of them.
    alone: Bits,
}

impl Counted {
    fn new(
        items: &Items,
        places: &[usize],
        below: &BTreeMap<Vec<usize>, Bits>,
        scratch: &mut Scratch,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let mut alone = Bits::default();
        for left_out in places {
            let fewer: Vec<usize> = places.iter().copied().filter(|at| at != left_out).collect();
            alone.add(&below[&fewer]);
        }
        let (tally, minimal) = count(items, places, &alone, scratch, observer)?;
        alone.add(&minimal);
        let combination = Combination { columns: places.to_vec(), tally, minimal: minimal.len() };
        Ok(Self { combination, minimal, alone })
    }
}

/// How many columns the combinations that are counted have at most.
fn affordable(columns: usize, items: usize, wanted: usize) -> usize {
    let counted =
        |size: usize| (1..=size).fold(0_u128, |all, size| all.saturating_add(binomial(columns, size)));
    let bits = |size: usize| binomial(columns, size - 1).saturating_mul(items as u128);
    let fits = |size: &usize| counted(*size) <= MOST as u128 && bits(*size) <= MOST_BITS;
    (1..=wanted.min(columns)).rev().find(fits).unwrap_or(1)
}

#[cfg(test)]
mod tests;
