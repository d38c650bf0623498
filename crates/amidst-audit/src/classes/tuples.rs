//! Distinct tuples and how many rows hold each: pack, sort, count runs.

use std::{hash::BuildHasher, ops::Range};

use amidst_core::{Aborted, Coded, Observer, observer::blocks};
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use rayon::prelude::*;

use super::{
    fields,
    packing::{Field, Packing, Word},
    weights,
    wildcard::Matching,
};

/// Rows packed by one task.
const CHUNK: usize = 1 << 16;

/// The distinct tuples of some columns, in the order of their keys.
pub(crate) struct Tuples {
    packing: Packing,
    /// For every word but the last: its distinct keys, whose places are the ranks in the next word.
    folded: Vec<Keys>,
    last: Vec<u128>,
    counts: Vec<u64>,
}

/// Sorted distinct keys that can be looked up.
struct Keys {
    keys: Vec<u128>,
    index: Index,
}

/// Where each key of a sorted list is.
pub(crate) struct Index {
    table: HashTable<u32>,
    hasher: FixedState,
}

impl Tuples {
    /// Groups `rows` rows. Without columns all rows are alike.
    pub fn of(fields: &[Field], rows: usize) -> Self {
        Self::observed(fields, rows, &()).expect("nobody aborts")
    }

    /// [`Tuples::of`], and an observer is asked whether to go on.
    pub fn observed(fields: &[Field], rows: usize, observer: &dyn Observer) -> Result<Self, Aborted> {
        let packing = Packing::new(fields.iter().map(|field| field.width));
        let mut tuples = Self { packing, folded: Vec::new(), last: Vec::new(), counts: Vec::new() };
        if tuples.packing.is_narrow() {
            (tuples.last, tuples.counts) = runs(tuples.keys::<u64>(fields, rows, observer)?, observer)?;
            return Ok(tuples);
        }
        while tuples.folded.len() + 1 < tuples.packing.words() {
            let (keys, _) = runs(tuples.keys::<u128>(fields, rows, observer)?, observer)?;
            tuples.folded.push(Keys { index: Index::of(&keys, observer)?, keys });
        }
        (tuples.last, tuples.counts) = runs(tuples.keys::<u128>(fields, rows, observer)?, observer)?;
        Ok(tuples)
    }

    /// The same, where each row stands for so many.
    pub fn weighted(fields: &[Field], weights: &[u64], observer: &dyn Observer) -> Result<Self, Aborted> {
        let mut tuples = Self::observed(fields, weights.len(), observer)?;
        let index = tuples.index(observer)?;
        let mut counts = vec![0; tuples.len()];
        for rows in blocks(weights.len(), observer) {
            let rows = rows?;
            let places = tuples.locate(&index, fields, rows.clone());
            places.into_iter().zip(&weights[rows]).for_each(|(place, rows)| counts[place as usize] += rows);
        }
        tuples.counts = counts;
        Ok(tuples)
    }

    /// The tuples of some columns; rows of a summary stand for several each.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn of_columns(rows: usize, columns: &[&Coded], observer: &dyn Observer) -> Result<Self, Aborted> {
        let fields = fields(rows, columns);
        match weights(columns) {
            None => Self::observed(&fields, rows, observer),
            Some(weights) => Self::weighted(&fields, &weights, observer),
        }
    }

    /// The number of distinct tuples.
    pub fn len(&self) -> usize {
        self.last.len()
    }

    /// How many rows hold each tuple.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The codes of a tuple, into `codes`.
    pub fn unpack(&self, tuple: usize, codes: &mut [u32]) {
        let mut key = self.last[tuple];
        self.packing.unpack(key, self.folded.len(), codes);
        for (word, folded) in self.folded.iter().enumerate().rev() {
            key = folded.keys[Packing::rank(key) as usize];
            self.packing.unpack(key, word, codes);
        }
    }

    /// k when a missing cell matches anything, for those tuples and so many rows of each. `missing` is the code that
    /// means missing in each column, if any.
    pub fn k_wildcard(
        &self,
        places: &[u32],
        counts: &[u64],
        missing: &[Option<u32>],
        observer: &dyn Observer,
    ) -> Result<u64, Aborted> {
        match self.matching(places, counts, missing, observer)? {
            None => Ok(counts.iter().copied().min().unwrap_or(0)),
            Some(matching) => matching.k(observer),
        }
    }

    /// What somebody finds of those rows who guesses among all that match when a missing cell matches anything: the sum of
    /// one over them.
    pub fn found_wildcard(
        &self,
        places: &[u32],
        counts: &[u64],
        missing: &[Option<u32>],
        observer: &dyn Observer,
    ) -> Result<f64, Aborted> {
        match self.matching(places, counts, missing, observer)? {
            None => Ok(counts.len() as f64),
            Some(matching) => matching.found(observer),
        }
    }

    /// Tuples that can be matched, if a cell may be missing.
    fn matching(
        &self,
        places: &[u32],
        counts: &[u64],
        missing: &[Option<u32>],
        observer: &dyn Observer,
    ) -> Result<Option<Matching>, Aborted> {
        if missing.iter().all(Option::is_none) {
            return Ok(None);
        }
        let unpack = |at: usize, codes: &mut [u32]| self.unpack(places[at] as usize, codes);
        Matching::new(&self.packing, missing, counts.to_vec(), unpack, observer).map(Some)
    }

    /// A lookup for [`Tuples::find`] and [`Tuples::locate`].
    pub fn index(&self, observer: &dyn Observer) -> Result<Index, Aborted> {
        Index::of(&self.last, observer)
    }

    /// The tuple of these codes, if it occurs.
    pub fn find(&self, index: &Index, codes: &[u32]) -> Option<u32> {
        let mut key = self.packing.pack(codes, 0);
        for (word, folded) in self.folded.iter().enumerate() {
            let rank = folded.index.find(&folded.keys, key)?;
            key = self.packing.pack(codes, word + 1) | u128::from(rank);
        }
        index.find(&self.last, key)
    }

    /// The tuple of each of some rows of the columns this was made of.
    pub fn locate(&self, index: &Index, fields: &[Field], rows: Range<usize>) -> Vec<u32> {
        let mut keys = vec![0_u128; rows.len()];
        self.pack_chunk(fields, rows, &mut keys);
        let place = |key| index.find(&self.last, key).expect("every row's tuple was counted");
        keys.into_iter().map(place).collect()
    }

    /// How many rows of other columns hold each of these tuples. The last code of each of them holds none.
    pub fn counted(&self, index: &Index, fields: &[Field], rows: usize) -> Vec<f64> {
        let others = Self::of(fields, rows);
        let mut counts = vec![0.0; self.len()];
        let mut codes = vec![0; fields.len()];
        for tuple in 0..others.len() {
            others.unpack(tuple, &mut codes);
            let is_strange = fields.iter().zip(&codes).any(|(field, &code)| code as usize + 1 == field.width);
            if let Some(place) = (!is_strange).then(|| self.find(index, &codes)).flatten() {
                counts[place as usize] += others.counts[tuple] as f64;
            }
        }
        counts
    }

    /// The keys of all rows in the word that is to be grouped next.
    fn keys<W: Word>(
        &self,
        fields: &[Field],
        rows: usize,
        observer: &dyn Observer,
    ) -> Result<Vec<W>, Aborted> {
        let mut keys = vec![W::default(); rows];
        keys.par_chunks_mut(CHUNK).enumerate().try_for_each(|(chunk, keys)| {
            observer.go_on()?;
            let start = chunk * CHUNK;
            self.pack_chunk(fields, start..start + keys.len(), keys);
            Ok(())
        })?;
        Ok(keys)
    }

    fn pack_chunk<W: Word>(&self, fields: &[Field], rows: Range<usize>, keys: &mut [W]) {
        self.packing.pack_rows(fields, 0, rows.clone(), keys);
        for (word, folded) in self.folded.iter().enumerate() {
            for key in keys.iter_mut() {
                let rank = folded.index.find(&folded.keys, (*key).into());
                *key = W::placed(rank.expect("every row's key was folded"), 0);
            }
            self.packing.pack_rows(fields, word + 1, rows.clone(), keys);
        }
    }
}

impl Index {
    fn of(keys: &[u128], observer: &dyn Observer) -> Result<Self, Aborted> {
        let hasher = FixedState::default();
        let mut table = HashTable::with_capacity(keys.len());
        for places in blocks(keys.len(), observer) {
            for place in places? {
                let (hash, place) = (hasher.hash_one(keys[place]), u32::try_from(place));
                let place = place.expect("a table has fewer than 2^32 rows");
                table.insert_unique(hash, place, |&place| hasher.hash_one(keys[place as usize]));
            }
        }
        Ok(Self { table, hasher })
    }

    fn find(&self, keys: &[u128], key: u128) -> Option<u32> {
        self.table.find(self.hasher.hash_one(key), |&place| keys[place as usize] == key).copied()
    }
}

/// The distinct keys in order, and how often each occurs: sorted and counted in chunks, which are then merged.
fn runs<W: Word>(mut keys: Vec<W>, observer: &dyn Observer) -> Result<(Vec<u128>, Vec<u64>), Aborted> {
    let counted = |keys: &mut [W]| {
        observer.go_on()?;
        keys.sort_unstable();
        Ok(keys.chunk_by(PartialEq::eq).map(|run| (run[0], run.len() as u64)).collect::<Vec<_>>())
    };
    let mut chunks: Vec<Vec<(W, u64)>> = keys.par_chunks_mut(CHUNK).map(counted).collect::<Result<_, _>>()?;
    drop(keys);
    while chunks.len() > 1 {
        let pair = |pair: &mut [Vec<(W, u64)>]| match pair {
            [a, b] => merged(&std::mem::take(a), &std::mem::take(b), observer),
            last => Ok(std::mem::take(&mut last[0])),
        };
        chunks = chunks.par_chunks_mut(2).map(pair).collect::<Result<_, _>>()?;
    }
    Ok(chunks.pop().unwrap_or_default().into_iter().map(|(key, rows)| (key.into(), rows)).unzip())
}

/// Two ascending lists as one; what is in both is added up.
fn merged<W: Word>(
    mut a: &[(W, u64)],
    mut b: &[(W, u64)],
    observer: &dyn Observer,
) -> Result<Vec<(W, u64)>, Aborted> {
    let mut all = Vec::with_capacity(a.len().max(b.len()));
    while let (Some(first), Some(other)) = (a.first(), b.first()) {
        if all.len() % CHUNK == 0 {
            observer.go_on()?;
        }
        let own = u64::from(first.0 <= other.0) * first.1;
        let others = u64::from(other.0 <= first.0) * other.1;
        all.push((first.0.min(other.0), own + others));
        a = &a[usize::from(own > 0)..];
        b = &b[usize::from(others > 0)..];
    }
    all.extend_from_slice(a);
    all.extend_from_slice(b);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use amidst_core::Codes;

    use super::*;

    #[test]
    fn tuples_wider_than_one_word_are_told_apart() {
        let rows = 200;
        let columns: Vec<Codes> =
            (0..9_u32).map(|c| Codes::U32((0..rows).map(|r| (r / (c + 1)) % 7).collect())).collect();
        let fields: Vec<Field> =
            columns.iter().map(|codes| Field { codes, image: None, width: 1 << 30 }).collect();
        let tuples = Tuples::of(&fields, rows as usize);
        let row = |at: usize| columns.iter().map(|codes| codes.at(at)).collect::<Vec<u32>>();
        let mut expected = std::collections::BTreeMap::<Vec<u32>, u64>::new();
        (0..rows as usize).for_each(|at| *expected.entry(row(at)).or_default() += 1);
        assert_eq!(tuples.len(), expected.len());
        let index = tuples.index(&()).unwrap();
        for (at, place) in tuples.locate(&index, &fields, 0..rows as usize).into_iter().enumerate() {
            let mut codes = vec![0; 9];
            tuples.unpack(place as usize, &mut codes);
            assert_eq!(codes, row(at));
            assert_eq!(tuples.find(&index, &codes), Some(place));
            assert_eq!(tuples.counts()[place as usize], expected[&codes]);
        }
        assert_eq!(tuples.find(&index, &[6, 6, 6, 6, 6, 6, 6, 6, 5]), None);
    }
}
