//! The classes of a table as it stands: how many rows share all their quasi values, and what that says about risk.
//!
//! Needs no hierarchy. Codes are packed into numbers and sorted, and the runs counted: on purpose not the way the search
//! counts, which is by direct addressing and roll-up.

mod packing;
mod subsets;
mod tuples;
mod wildcard;

use amidst_core::{Aborted, Coded, Observer, observer::watched};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use serde::Serialize;

pub(crate) use packing::Field;
pub use subsets::Subsets;
pub(crate) use tuples::{Index, Tuples};

/// The classes of a table, summed up.
///
/// A table without rows has no class: `k` and `k_wildcard` are 0, both risks are 0, and [`Classes::holds`] is true for
/// any k, because nobody is in it. A table without quasi columns is one class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Classes {
    /// Rows.
    pub rows: u64,
    /// Classes.
    pub classes: u64,
    /// The size of the smallest class; a missing cell is a value like any other.
    pub k: u64,
    /// The fewest rows that any row matches, itself included, when a missing cell matches anything. Never below `k`.
    pub k_wildcard: u64,
    /// Rows that are alone in their class.
    pub uniques: u64,
    /// Every size that occurs, ascending, with the number of classes that have it.
    pub sizes: Vec<(u64, u64)>,
}

/// Classes of a range of sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Classes.
    pub classes: u64,
    /// Rows in them.
    pub rows: u64,
}

impl Classes {
    /// Groups the rows of these columns; in all of them, `None` in the dictionary is missing.
    ///
    /// Takes O(n log n) time and 8 or 16 bytes a row; when cells are missing, besides, at worst time in proportion to
    /// the distinct tuples times the patterns in which columns are missing.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn of(rows: usize, columns: &[&Coded]) -> Self {
        Self::observed(rows, columns, &()).expect("nobody aborts")
    }

    /// [`Classes::of`], and an observer is asked whether to go on.
    ///
    /// # Errors
    /// If the observer aborts.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn observed(rows: usize, columns: &[&Coded], observer: &dyn Observer) -> Result<Self, Aborted> {
        let missing: Vec<Option<u32>> = columns.iter().map(|column| column.dictionary.missing()).collect();
        Self::of_tuples(&Tuples::of_columns(rows, columns, observer)?, &missing, observer)
    }

    /// [`Classes::of`], and the average prosecutor risk of the rows when a missing cell matches anything: the mean of one over the
    /// rows that each matches. Rows may stand for several each. An observer is asked whether to go on.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn with_wildcard_risk(
        rows: usize,
        columns: &[&Coded],
        observer: &dyn Observer,
    ) -> Result<(Self, f64), Aborted> {
        let missing: Vec<Option<u32>> = columns.iter().map(|column| column.dictionary.missing()).collect();
        let tuples = Tuples::of_columns(rows, columns, observer)?;
        let rows: u64 = tuples.counts().iter().sum();
        let places: Vec<u32> = (0..tuples.len() as u32).collect();
        let found = tuples.found_wildcard(&places, tuples.counts(), &missing, observer)?;
        let risk = if rows == 0 { 0.0 } else { found / rows as f64 };
        Ok((Self::of_tuples(&tuples, &missing, observer)?, risk))
    }

    /// Sums up tuples; `missing` is the code that means missing in each column, if any.
    pub(crate) fn of_tuples(
        tuples: &Tuples,
        missing: &[Option<u32>],
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let places: Vec<u32> = (0..tuples.len() as u32).collect();
        let k_wildcard = tuples.k_wildcard(&places, tuples.counts(), missing, observer)?;
        Self::summed_up(tuples.counts(), k_wildcard, observer)
    }

    /// Sums up the sizes of classes.
    pub(crate) fn summed_up(
        counts: &[u64],
        k_wildcard: u64,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let mut classes_of: HashMap<u64, u64, FixedState> = HashMap::default();
        watched(counts.iter(), observer).for_each(|&size| *classes_of.entry(size).or_default() += 1);
        observer.go_on()?;
        let (rows, classes) = (counts.iter().sum(), counts.len() as u64);
        let mut sizes: Vec<(u64, u64)> = classes_of.into_iter().collect();
        sizes.sort_unstable();
        let k = sizes.first().map_or(0, |(size, _)| *size);
        let uniques = sizes.first().filter(|(size, _)| *size == 1).map_or(0, |(_, classes)| *classes);
        Ok(Self { rows, classes, k, k_wildcard, uniques, sizes })
    }

    /// Whether no class has fewer than `k` rows.
    pub fn holds(&self, k: u64) -> bool {
        self.below(k).classes == 0
    }

    /// The classes with fewer than `k` rows.
    pub fn below(&self, k: u64) -> Share {
        self.between(0, k)
    }

    /// The classes of each range of sizes: the first below `starts[0]` (left out if empty by nature, as when
    /// `starts[0]` is 1), then from each start to the next, the last without end. `starts` ascend.
    pub fn histogram(&self, starts: &[u64]) -> Vec<Share> {
        let before = starts.first().filter(|&&start| start > 1).map(|&start| (0, start));
        let ends = starts.iter().skip(1).copied().chain([u64::MAX]);
        let ranges = before.into_iter().chain(starts.iter().copied().zip(ends));
        ranges.map(|(from, to)| self.between(from, to)).collect()
    }

    /// The highest prosecutor risk of any row: 1 / the smallest class.
    pub fn highest_risk(&self) -> f64 {
        if self.k == 0 { 0.0 } else { 1.0 / self.k as f64 }
    }

    /// The average prosecutor risk of the rows: classes / rows.
    pub fn average_risk(&self) -> f64 {
        if self.rows == 0 { 0.0 } else { self.classes as f64 / self.rows as f64 }
    }

    fn between(&self, from: u64, to: u64) -> Share {
        let sizes = self.sizes.iter().filter(|(size, _)| (from..to).contains(size));
        sizes.fold(Share::default(), |share, (size, classes)| Share {
            classes: share.classes + classes,
            rows: share.rows + size * classes,
        })
    }
}

/// How many rows each row of some columns stands for, if they are of a summary.
pub(crate) fn weights(columns: &[&Coded]) -> Option<Vec<u64>> {
    let counts = columns.first()?.counts()?;
    Some(counts.iter().map(|&rows| u64::from(rows)).collect())
}

/// Coded columns as they are.
pub(crate) fn fields<'a>(rows: usize, columns: &[&'a Coded]) -> Vec<Field<'a>> {
    assert!(columns.iter().all(|column| column.codes.len() == rows), "columns of one table are equally long");
    columns
        .iter()
        .map(|column| Field { codes: &column.codes, image: None, width: column.dictionary.len() })
        .collect()
}

#[cfg(test)]
mod tests;
