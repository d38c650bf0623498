//! k when a missing cell matches anything.
//!
//! Matching is not transitive, so there are no classes: every row has its own number of matches, and k is the smallest.
//! Tuples are grouped by *pattern*, the set of columns they have. Two rows match if they agree on the columns that both
//! have; so for every pair of patterns the tuples are joined on those columns, through a hash table.
//!
//! With p patterns and d distinct tuples this takes O(p·d) time and O(d) memory, never O(d²). Most of it is usually
//! spared: probes give an upper bound first, and a tuple is followed only as long as it has fewer matches than that.

use std::{
    collections::BTreeMap,
    hash::{BuildHasher, Hasher},
};

use amidst_core::{
    Aborted, Observer,
    observer::{blocks, watched},
};
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use rayon::prelude::*;

use super::packing::Packing;

/// Tuples whose matches are counted one by one, for an upper bound.
const PROBES: usize = 32;

/// Distinct tuples, packed, with counts.
pub(crate) struct Matching {
    /// Words of a tuple.
    words: usize,
    /// The tuples, one after another.
    keys: Vec<u128>,
    counts: Vec<u64>,
    patterns: Vec<Pattern>,
    /// The pattern of each tuple.
    pattern_of: Vec<u32>,
}

/// Tuples that have the same columns.
struct Pattern {
    /// The bits of the columns that they have.
    present: Box<[u128]>,
    tuples: Vec<u32>,
}

/// The bits that two patterns are joined on.
struct Projection<'a> {
    matching: &'a Matching,
    common: Vec<u128>,
    hasher: FixedState,
}

/// Sums of rows by those bits; the first tuple that has them stands for all.
struct Sums<'a> {
    on: Projection<'a>,
    table: HashTable<(u32, u64)>,
}

impl Matching {
    /// Prepares tuples for joining. `unpack` tells the codes of each; `missing` is the code that means missing in each
    /// column, if any.
    pub fn new(
        packing: &Packing,
        missing: &[Option<u32>],
        counts: Vec<u64>,
        unpack: impl Fn(usize, &mut [u32]),
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let words = packing.words();
        let mut keys = Vec::with_capacity(counts.len() * words);
        let mut patterns: Vec<Pattern> = Vec::new();
        let mut pattern_of = Vec::with_capacity(counts.len());
        let mut known: HashMap<Vec<u128>, u32, FixedState> = HashMap::default();
        let (mut codes, mut present) = (vec![0; missing.len()], vec![0; words]);
        for tuple in watched(0..counts.len(), observer) {
            unpack(tuple, &mut codes);
            keys.extend((0..words).map(|word| packing.pack(&codes, word)));
            present.fill(u128::MAX);
            for column in (0..codes.len()).filter(|&column| missing[column] == Some(codes[column])) {
                let (word, mask) = packing.mask(column);
                present[word] &= !mask;
            }
            let pattern = *known.entry_ref(present.as_slice()).or_insert_with(|| {
                patterns.push(Pattern { present: present.clone().into(), tuples: Vec::new() });
                patterns.len() as u32 - 1
            });
            patterns[pattern as usize].tuples.push(tuple as u32);
            pattern_of.push(pattern);
        }
        observer.go_on()?;
        Ok(Self { words, keys, counts, patterns, pattern_of })
    }

    /// The smallest number of rows that any row matches, itself included; 0 without rows.
    pub fn k(&self, observer: &dyn Observer) -> Result<u64, Aborted> {
        let own = self.counts.iter().copied().min().unwrap_or(0);
        if self.patterns.len() < 2 {
            return Ok(own);
        }
        let bound = self.probe(own, observer)?;
        if bound == own {
            return Ok(own);
        }
        let mut by_size: Vec<&Pattern> = self.patterns.iter().collect();
        by_size.sort_by_key(|pattern| std::cmp::Reverse(pattern.tuples.len()));
        let least = by_size.par_iter().map(|pattern| self.least(pattern, &by_size, bound, observer));
        least.try_reduce(|| bound, |a, b| Ok(a.min(b)))
    }

    /// What somebody finds of all rows who guesses among those that each matches: the sum of one over them.
    pub fn found(&self, observer: &dyn Observer) -> Result<f64, Aborted> {
        let of_pattern = |pattern: &Pattern| {
            let mut all = self.own(pattern, observer)?;
            for other in self.patterns.iter().filter(|other| other.present != pattern.present) {
                self.join(pattern, &mut all, other, observer)?;
            }
            let mut rows_of: BTreeMap<u64, u64> = BTreeMap::new();
            watched(all.iter(), observer).for_each(|&(tuple, matches)| {
                *rows_of.entry(matches).or_default() += self.counts[tuple as usize];
            });
            observer.go_on().map(|()| rows_of)
        };
        // Added up by the number of matches: whatever the number of threads, and however tuples are numbered.
        let both = |mut a: BTreeMap<u64, u64>, b: BTreeMap<u64, u64>| {
            b.into_iter().for_each(|(matches, rows)| *a.entry(matches).or_default() += rows);
            Ok(a)
        };
        let rows_of = self.patterns.par_iter().map(of_pattern).try_reduce(BTreeMap::new, both)?;
        Ok(rows_of.into_iter().map(|(matches, rows)| rows as f64 / matches as f64).sum())
    }

    /// The tuples of a pattern, with their own rows.
    fn own(&self, pattern: &Pattern, observer: &dyn Observer) -> Result<Vec<(u32, u64)>, Aborted> {
        let mut own = Vec::with_capacity(pattern.tuples.len());
        for block in blocks(pattern.tuples.len(), observer) {
            own.extend(pattern.tuples[block?].iter().map(|&tuple| (tuple, self.counts[tuple as usize])));
        }
        Ok(own)
    }

    fn key(&self, tuple: u32) -> &[u128] {
        &self.keys[tuple as usize * self.words..][..self.words]
    }

    fn present(&self, tuple: u32) -> &[u128] {
        &self.patterns[self.pattern_of[tuple as usize] as usize].present
    }

    /// The fewest matches among some of the smallest classes, those with the most cells; stops at `own`, below which
    /// nothing can be.
    fn probe(&self, own: u64, observer: &dyn Observer) -> Result<u64, Aborted> {
        let missing =
            |tuple: u32| self.present(tuple).iter().map(|present| present.count_zeros()).sum::<u32>();
        let all = || watched(0..self.counts.len() as u32, observer);
        let smallest = || all().filter(|&tuple| self.counts[tuple as usize] == own);
        let fewest_missing = smallest().map(missing).min().unwrap_or(0);
        let promising: Vec<u32> = smallest().filter(|&tuple| missing(tuple) == fewest_missing).collect();
        // Neighbours in the order of keys are alike; probes far from one another are more likely to differ.
        let probes = promising.iter().step_by(promising.len().div_ceil(PROBES).max(1));
        let mut least = u64::MAX;
        for &probe in probes {
            observer.go_on()?;
            least = least.min(self.matches(probe));
            if least == own {
                break;
            }
        }
        observer.go_on().map(|()| least)
    }

    fn matches(&self, tuple: u32) -> u64 {
        let (key, present) = (self.key(tuple), self.present(tuple));
        let alike = |&other: &u32| {
            let both = present.iter().zip(self.present(other)).map(|(a, b)| a & b);
            key.iter().zip(self.key(other)).zip(both).all(|((a, b), both)| (a ^ b) & both == 0)
        };
        (0..self.counts.len() as u32)
            .into_par_iter()
            .filter(alike)
            .map(|other| self.counts[other as usize])
            .sum()
    }

    /// The fewest matches among the tuples of one pattern, or `bound` if none has fewer.
    fn least(
        &self,
        pattern: &Pattern,
        patterns: &[&Pattern],
        bound: u64,
        observer: &dyn Observer,
    ) -> Result<u64, Aborted> {
        let mut candidates = self.own(pattern, observer)?;
        candidates.retain(|&(_, matches)| matches < bound);
        for other in patterns.iter().filter(|other| other.present != pattern.present) {
            if candidates.is_empty() {
                break;
            }
            self.join(pattern, &mut candidates, other, observer)?;
            candidates.retain(|&(_, matches)| matches < bound);
        }
        Ok(candidates.into_iter().map(|(_, matches)| matches).min().unwrap_or(bound))
    }

    /// Adds to candidates of one pattern their matches among the tuples of another.
    fn join(
        &self,
        pattern: &Pattern,
        candidates: &mut [(u32, u64)],
        other: &Pattern,
        observer: &dyn Observer,
    ) -> Result<(), Aborted> {
        let common = pattern.present.iter().zip(&other.present).map(|(a, b)| a & b).collect();
        let on = Projection { matching: self, common, hasher: FixedState::default() };
        // A table that grows is hashed anew, all at once.
        let table = HashTable::with_capacity(candidates.len().min(other.tuples.len()));
        let mut sums = Sums { on, table };
        let others =
            || watched(other.tuples.iter(), observer).map(|&tuple| (tuple, self.counts[tuple as usize]));
        // The table is made of the smaller side.
        if candidates.len() < other.tuples.len() {
            watched(candidates.iter(), observer).for_each(|&(tuple, _)| sums.add(tuple, 0));
            others().for_each(|(tuple, rows)| sums.add_if_known(tuple, rows));
        } else {
            others().for_each(|(tuple, rows)| sums.add(tuple, rows));
        }
        for (tuple, matches) in watched(candidates.iter_mut(), observer) {
            *matches += sums.of(*tuple);
        }
        observer.go_on()
    }
}

impl Projection<'_> {
    fn hash(&self, tuple: u32) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        self.matching
            .key(tuple)
            .iter()
            .zip(&self.common)
            .for_each(|(key, common)| hasher.write_u128(key & common));
        hasher.finish()
    }

    fn same(&self, a: u32, b: u32) -> bool {
        let keys = self.matching.key(a).iter().zip(self.matching.key(b));
        keys.zip(&self.common).all(|((a, b), common)| (a ^ b) & common == 0)
    }
}

impl Sums<'_> {
    fn add(&mut self, tuple: u32, rows: u64) {
        let Self { on, table } = self;
        let same = |&(known, _): &(u32, u64)| on.same(known, tuple);
        let entry = table.entry(on.hash(tuple), same, |&(known, _)| on.hash(known));
        entry.or_insert((tuple, 0)).get_mut().1 += rows;
    }

    fn of(&self, tuple: u32) -> u64 {
        let same = |&(known, _): &(u32, u64)| self.on.same(known, tuple);
        self.table.find(self.on.hash(tuple), same).map_or(0, |&(_, sum)| sum)
    }

    fn add_if_known(&mut self, tuple: u32, rows: u64) {
        let Self { on, table } = self;
        if let Some((_, sum)) = table.find_mut(on.hash(tuple), |&(known, _)| on.same(known, tuple)) {
            *sum += rows;
        }
    }
}
