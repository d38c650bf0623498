//! What is counted beside the tuples: for each of them the rows of each combination of values of auxiliary columns.

use std::fmt;

use super::NamedValues;
use crate::{ClassHistograms, packed::Packed};

/// For each tuple of a summary, how many of its rows have each combination of values of one or several columns.
///
/// One column: a sensitive one, say, or the person behind each row. Several: a sensitive one within others, or the
/// person with each sensitive value.
#[derive(Clone, PartialEq, Eq)]
pub struct JointHistogram {
    pub(super) columns: Vec<NamedValues>,
    /// The combinations that occur, in order.
    pub(super) combinations: Packed,
    /// For each tuple the rows of each combination, by its place.
    pub(super) tally: ClassHistograms,
}

impl JointHistogram {
    /// The columns that are counted jointly, each with the values that occur.
    pub fn columns(&self) -> &[NamedValues] {
        &self.columns
    }

    /// The number of combinations that occur.
    pub fn combinations(&self) -> usize {
        self.combinations.len()
    }

    /// The code of a combination in a column: a place among the column's values. Combinations are in the order of their
    /// codes.
    pub fn code(&self, combination: usize, column: usize) -> u32 {
        self.combinations.number(combination, column)
    }

    /// The combinations that occur in a tuple, ascending, and the rows of each.
    pub fn tuple(&self, tuple: usize) -> (&[u32], &[u32]) {
        self.tally.class(tuple)
    }
}

impl fmt::Debug for JointHistogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} combinations of {:?}", self.combinations(), self.columns)
    }
}
