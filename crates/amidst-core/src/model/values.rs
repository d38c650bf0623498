//! A column as models know it: how often each value occurs in the whole table, and what is near what.

use std::sync::Arc;

use crate::Hierarchy;

/// The values of a column, numbered in their order, with what the whole table says about them before anything is
/// suppressed.
///
/// Under `own-value` a missing cell is a value like any other, the last one. Under `wildcard` it is not counted at all: it
/// tells nothing and hides nobody.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// The rows of each value.
    pub counts: Vec<u64>,
    /// Each value as a number, ascending, if all of them are numbers or dates. A missing cell has none, so neither has a
    /// column where it counts as a value.
    pub numbers: Option<Vec<f64>>,
    /// A hierarchy over the values, and the leaf that each is.
    pub hierarchy: Option<(Arc<Hierarchy>, Vec<u32>)>,
    /// The values that (α,k)-anonymity names; empty: every value.
    pub named: Vec<u32>,
    /// Each value as a whole number of rows, if it can be read so: a row's own k.
    pub rows_asked: Option<Vec<u64>>,
}

impl Values {
    /// Values of which nothing but their frequency is known.
    pub fn of_counts(counts: Vec<u64>) -> Self {
        Self { counts, ..Self::default() }
    }

    /// All rows with a value.
    pub fn rows(&self) -> u64 {
        self.counts.iter().sum()
    }
}
