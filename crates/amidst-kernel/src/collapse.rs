//! From rows of leaves to distinct tuples.

use amidst_core::{Observer, Result};
use rayon::prelude::*;

use crate::{
    QuasiColumn, Tuples,
    column::Terms,
    domain::Domain,
    packed::{Numbered, Packed},
};

impl Tuples {
    /// Collapses the rows of quasi columns to distinct tuples.
    ///
    /// # Errors
    /// If there is no column, a column has a weight or levels that make no sense, or there are 2^32 rows or more.
    pub fn collapse(columns: &[QuasiColumn]) -> Result<Self> {
        Self::collapse_observed(columns, &())
    }

    /// [`Tuples::collapse`], and an observer is asked whether to go on.
    ///
    /// # Errors
    /// As there, and if the observer aborts.
    pub fn collapse_observed(columns: &[QuasiColumn], observer: &dyn Observer) -> Result<Self> {
        let terms: Vec<Terms<'_>> = columns.iter().map(QuasiColumn::terms).collect();
        terms.iter().try_for_each(Terms::check)?;
        let numbered = columns
            .par_iter()
            .map(|column| Numbered::occurring(&column.codes, column.hierarchy.leaves(), observer))
            .collect::<Result<Vec<_>>>()?;
        let (numbered, mut rows_of_leaves): (Vec<Numbered<'_>>, Vec<Vec<u64>>) = numbered.into_iter().unzip();
        let counts = columns.first().and_then(|column| column.counts.as_deref());
        if let Some(counts) = counts {
            for (column, rows) in columns.iter().zip(&mut rows_of_leaves) {
                rows.fill(0);
                let leaves = column.codes.iter().zip(counts);
                leaves.for_each(|(leaf, &count)| rows[leaf as usize] += u64::from(count));
            }
        }
        // The codes are leaves, and leaves that occur are numbered in the same order by both.
        let domains = columns
            .par_iter()
            .zip(&rows_of_leaves)
            .map(|(column, rows)| Domain::new(&column.hierarchy, rows));
        let domains = domains.collect();
        let (packed, counts) = Packed::collapse_counted(&numbered, counts, observer)?;
        Ok(Self::assemble(&terms, domains, &packed, &counts, observer)?)
    }
}
