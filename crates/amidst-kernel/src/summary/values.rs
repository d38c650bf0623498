//! A column by its name and the values that occur in it.

use std::fmt;

use amidst_core::{Coded, Dictionary, Error, Observer, Result};
use rayon::prelude::*;

use crate::{
    packed::{Numbered, rows_of_codes},
    row_keys::ABSENT,
};

/// A column's name and the values that occur in it, each once, missing first and then in the order of their bytes. The
/// code of a value is its place.
#[derive(Clone, PartialEq, Eq)]
pub struct NamedValues {
    name: String,
    values: Vec<Option<Box<str>>>,
}

impl NamedValues {
    /// The header.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of values, missing included.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values by code; `None` is missing.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        self.values.iter().map(Option::as_deref)
    }

    /// The same values in a dictionary of the same codes: what hierarchies are built from and laid over.
    pub fn dictionary(&self) -> Dictionary {
        self.iter().collect()
    }

    /// From values that are in order; `None` if they are not.
    pub(super) fn new(name: String, values: Vec<Option<Box<str>>>) -> Option<Self> {
        values.is_sorted_by(|a, b| a < b).then_some(Self { name, values })
    }

    /// The values that occur in a coded column, and its rows by their codes here.
    pub(super) fn occurring<'a>(
        name: &str,
        coded: &'a Coded,
        observer: &dyn Observer,
    ) -> Result<(Self, Numbered<'a>)> {
        let rows = rows_of_codes(&coded.codes, coded.dictionary.len(), observer)?;
        let mut values: Vec<(Option<&str>, usize)> =
            coded.dictionary.iter().zip(0..).filter(|&(_, code)| rows[code] > 0).collect();
        values.par_sort_unstable();
        let mut number_of = vec![ABSENT; rows.len()];
        values.iter().zip(0..).for_each(|(&(_, code), number)| number_of[code] = number);
        let texts = values.iter().map(|(value, _)| value.map(Box::from)).collect();
        let named = Self::new(name.into(), texts)
            .ok_or_else(|| Error::Internal("a dictionary holds a value twice".into()))?;
        let numbered = Numbered { codes: &coded.codes, number_of, width: named.len() };
        Ok((named, numbered))
    }

    /// The values of both, and for each of the two the code there of each of its own.
    pub(super) fn union(self, other: Self) -> (Self, [Vec<u32>; 2]) {
        let mut codes = [Vec::with_capacity(self.len()), Vec::with_capacity(other.len())];
        let mut values = Vec::with_capacity(self.len().max(other.len()));
        let [mut ours, mut theirs] = [self.values, other.values].map(|values| values.into_iter().peekable());
        loop {
            let first = match (ours.peek(), theirs.peek()) {
                (None, None) => break,
                (Some(a), Some(b)) => a.cmp(b),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
            };
            let code = values.len() as u32;
            if first.is_le() {
                codes[0].push(code);
            }
            if first.is_ge() {
                codes[1].push(code);
            }
            let own = if first.is_le() { ours.next() } else { None };
            let other = if first.is_ge() { theirs.next() } else { None };
            values.extend(own.or(other));
        }
        (Self { name: self.name, values }, codes)
    }
}

/// Cell values stay out of logs.
impl fmt::Debug for NamedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {} values", self.name, self.values.len())
    }
}
