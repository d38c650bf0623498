//! Distinct tuples of codes, whatever the codes stand for: collapsing needs no hierarchy.

use amidst_core::{Codes, Observer, Result};
use rayon::prelude::*;

use crate::{
    packed::{Numbered, Packed},
    row_keys::ABSENT,
};

/// Distinct tuples of codes with counts, in the order of their codes, so nothing of the order of rows is left.
pub struct CodeTuples {
    packed: Packed,
    counts: Vec<u32>,
    /// For each column the codes that occur, ascending.
    codes: Vec<Vec<u32>>,
}

impl CodeTuples {
    /// Collapses rows: for each column the codes of all rows and how many codes there are, and how many rows of the source
    /// each stands for, if not one. Also gives the tuple of each row.
    ///
    /// # Errors
    /// If there is no column, columns differ in length, a code is out of range, there are 2^32 rows or more, or the
    /// observer aborts.
    pub fn collapse(
        columns: &[(&Codes, usize)],
        counts: Option<&[u32]>,
        observer: &dyn Observer,
    ) -> Result<(Self, Vec<u32>)> {
        let numbered = columns
            .par_iter()
            .map(|&(codes, width)| Ok(Numbered::occurring(codes, width, observer)?.0))
            .collect::<Result<Vec<_>>>()?;
        let (packed, counts) = Packed::collapse_counted(&numbered, counts, observer)?;
        let tuple_of_row = packed.tuple_of_row(&numbered, observer)?;
        let occurring = |column: &Numbered<'_>| -> Vec<u32> {
            let codes = column.number_of.iter().zip(0..);
            codes.filter(|(number, _)| **number != ABSENT).map(|(_, code)| code).collect()
        };
        let codes = numbered.iter().map(occurring).collect();
        Ok((Self { packed, counts, codes }, tuple_of_row))
    }

    /// The number of distinct tuples.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The rows of each tuple.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The code of each tuple in a column.
    pub fn column(&self, column: usize) -> Vec<u32> {
        let mut codes = self.packed.column(column);
        codes.par_iter_mut().for_each(|number| *number = self.codes[column][*number as usize]);
        codes
    }
}
