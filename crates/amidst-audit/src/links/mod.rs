//! Whom each released row may be about, judged without being told: (1,k), (k,1), (k,k) and global (1,k) anonymity.
//!
//! Original and released rows are *consistent* if every label may stand for the value. Which row became which is not
//! assumed: some way to give every released row an original of its own has to exist, and an original *matches* the released
//! rows that are its own in some such way. Rows of the original that were left out of the release match nothing.

mod consistent;
mod cycles;
mod matching;
#[cfg(test)]
mod tests;

use amidst_core::{Coded, model::Links as Kind};

use crate::classes::{Field, Tuples};
use consistent::{Consistent, Originals};
use matching::Matching;

/// Which labels each value of a column may stand behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fits {
    /// For each code of the original its list.
    pub list_of: Vec<u32>,
    /// Codes of the release, ascending.
    pub lists: Vec<Vec<u32>>,
}

/// More consistent pairs of different rows than fit in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "more than {most} pairs of different rows might belong together, too many to judge; look at fewer columns"
)]
pub struct TooMany {
    /// The most that are judged.
    pub most: u64,
}

/// How many rows may belong together, at the least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Links {
    is_matched: bool,
    left_out: u64,
    one_k: u64,
    k_one: u64,
    matches: u64,
}

impl Links {
    /// Judges a release by its original: the same columns of both, and which labels each value may stand behind.
    ///
    /// # Errors
    /// If there are too many consistent pairs.
    ///
    /// # Panics
    /// If numbers of columns, rows or codes do not agree.
    pub fn new(original: &[&Coded], released: &[&Coded], fits: &[Fits]) -> Result<Self, TooMany> {
        assert!(original.len() == released.len() && released.len() == fits.len(), "columns come in pairs");
        let rows = |columns: &[&Coded]| columns.first().map_or(0, |column| column.codes.len());
        let of_original = |(column, fits): (&&Coded, &'_ Fits)| {
            assert_eq!(column.dictionary.len(), fits.list_of.len(), "every value has its list");
        };
        original.iter().zip(fits).for_each(of_original);
        let values: Vec<Field<'_>> = original
            .iter()
            .zip(fits)
            .map(|(column, fits)| Field {
                codes: &column.codes,
                image: Some(&fits.list_of),
                width: fits.lists.len(),
            })
            .collect();
        let labels: Vec<Field<'_>> = released
            .iter()
            .map(|column| Field { codes: &column.codes, image: None, width: column.dictionary.len() })
            .collect();
        let values = Tuples::of(&values, rows(original));
        let labels = Tuples::of(&labels, rows(released));
        let consistent = Consistent::new(&Originals::new(&values, fits), &labels, fits)?;
        Ok(Self::of(&consistent, values.counts(), labels.counts()))
    }

    /// From the consistent pairs, and how many rows there are of each original and each released tuple.
    fn of(consistent: &Consistent, originals: &[u64], released: &[u64]) -> Self {
        let (all, shown) = (originals.iter().sum::<u64>(), released.iter().sum::<u64>());
        let Some(matching) = Matching::find(consistent, originals, released) else {
            return Self { left_out: all.saturating_sub(shown), ..Self::default() };
        };
        let of_released =
            |tuple: usize| consistent.of(tuple).iter().map(|&own| originals[own as usize]).sum();
        let is_match = matching.components(consistent);
        let (mut rows, mut matches) = (vec![0; originals.len()], vec![0; originals.len()]);
        for (tuple, &count) in released.iter().enumerate() {
            for &own in consistent.of(tuple) {
                rows[own as usize] += count;
                matches[own as usize] += if is_match(tuple, own as usize) { count } else { 0 };
            }
        }
        // Who was left out and fits nothing that is shown is in nobody's reach.
        let least = |counts: &[u64]| counts.iter().copied().filter(|count| *count > 0).min().unwrap_or(0);
        Self {
            is_matched: true,
            left_out: all - shown,
            one_k: least(&rows),
            k_one: (0..released.len()).map(of_released).min().unwrap_or(0),
            matches: least(&matches),
        }
    }

    /// Whether every released row can be given an original of its own. If not, nothing is reached.
    pub fn is_matched(&self) -> bool {
        self.is_matched
    }

    /// How many rows of the original are not in the release.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The largest k for which it holds.
    pub fn reached(&self, kind: Kind) -> u64 {
        match kind {
            Kind::OneK => self.one_k,
            Kind::KOne => self.k_one,
            Kind::KK => self.one_k.min(self.k_one),
            Kind::GlobalOneK => self.matches,
        }
    }
}
