//! What a table amounts to before hierarchies come in: distinct tuples of cell values with counts.
//!
//! A summary is a value: parts of a table are collapsed wherever they lie, written, sent, read and merged, and
//! `collapse(a ++ b) == merge(collapse(a), collapse(b))`. Values, tuples and what is counted beside them are in an order of
//! their own, so equal summaries are equal structures and nothing of the order of rows is left. It holds no row number and
//! no hierarchy; [`TupleSummary::counted_rows`] are rows again, those that are alike as one.
//!
//! **People.** Rows of one person may lie in several parts, so a number of people per tuple could not be merged. A
//! histogram over the column that names the person can: whoever occurs in both parts is one value of it, and the people
//! of a class are the distinct values there. Where a model counts the people of each sensitive value, the histogram is
//! over both columns jointly.
//!
//! A summary holds cell values, of small groups too. It is data like the table itself: not for logs, nor for others.

mod bytes;
mod collapse;
mod error;
mod histogram;
mod merge;
mod rows;
mod serde;
mod values;

use std::fmt;

pub use collapse::CodedRows;
pub use error::SummaryError;
pub use histogram::JointHistogram;
pub use values::NamedValues;

use crate::packed::Packed;

/// The distinct quasi tuples of a table or of a part of it, with counts and histograms of auxiliary columns.
#[derive(Clone, PartialEq, Eq)]
pub struct TupleSummary {
    columns: Vec<NamedValues>,
    /// Tuples of codes, which are places in the values of each column.
    tuples: Packed,
    counts: Vec<u32>,
    histograms: Vec<JointHistogram>,
}

impl TupleSummary {
    /// The quasi columns, each with the values that occur.
    pub fn columns(&self) -> &[NamedValues] {
        &self.columns
    }

    /// The number of distinct tuples.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// All rows.
    pub fn rows(&self) -> u64 {
        self.counts.iter().map(|&rows| u64::from(rows)).sum()
    }

    /// The rows of each tuple.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The code of a tuple in a column: a place among the column's values.
    pub fn code(&self, tuple: usize, column: usize) -> u32 {
        self.tuples.number(tuple, column)
    }

    /// For each value of a column the rows that have it: what builders of hierarchies ask for.
    pub fn rows_of_values(&self, column: usize) -> Vec<u64> {
        let mut rows = vec![0; self.columns[column].len()];
        for (code, &count) in self.tuples.column(column).into_iter().zip(&self.counts) {
            rows[code as usize] += u64::from(count);
        }
        rows
    }

    /// What is counted beside the tuples.
    pub fn histograms(&self) -> &[JointHistogram] {
        &self.histograms
    }
}

/// Cell values stay out of logs: only sizes are shown.
impl fmt::Debug for TupleSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TupleSummary")
            .field("columns", &self.columns)
            .field("tuples", &self.len())
            .field("rows", &self.rows())
            .field("histograms", &self.histograms)
            .finish()
    }
}
