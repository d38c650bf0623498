//! From rows of leaves to distinct tuples.

use amidst_core::{Codes, Observer, Result};
use rayon::prelude::*;

use crate::{
    Marginals, QuasiColumn, Tuples,
    blocks::{mapped, per_row},
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
        let marginals = Marginals::new(columns, observer)?;
        Self::collapse_at(&marginals, columns, &vec![0; columns.len()], observer)
    }

    /// The distinct tuples of labels that the rows show at a node, for nodes at or above it. Where a column has a value for nearly
    /// every row and its coarser labels will do, these are far fewer than the tuples of values, and sooner made. The marginals are those of the columns.
    ///
    /// # Errors
    /// As above.
    pub fn collapse_at(
        marginals: &Marginals,
        columns: &[QuasiColumn],
        base: &[u8],
        observer: &dyn Observer,
    ) -> Result<Self> {
        let numbered: Vec<Numbered<'_>> = (0..columns.len())
            .into_par_iter()
            .map(|at| marginals.numbered(at, base[at], &columns[at]))
            .collect();
        let counts = columns.first().and_then(|column| column.counts.as_deref());
        let (packed, counts) = Packed::collapse_counted(&numbered, counts, observer)?;
        Ok(Self::assemble(marginals, base, &packed, &counts, observer)?)
    }

    /// Says how many rows share each tuple of values, where tuples were collapsed at a coarser node: measures may ask for
    /// it. Whoever has a value that nobody else has is alone.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn count_values(&self, columns: &[QuasiColumn], observer: &dyn Observer) -> Result<()> {
        if self.value_counts().is_some() {
            return Ok(());
        }
        let is_shared = |row: usize| {
            let leaves = columns.iter().zip(&*self.domains);
            let mut rows = leaves.map(|(column, domain)| {
                domain.levels[0].rows[domain.dense[column.codes.at(row) as usize] as usize]
            });
            rows.all(|rows| rows > 1)
        };
        let rows = columns.first().map_or(0, |column| column.codes.len());
        let is_shared = per_row(rows, observer, |rows, shared| {
            shared.iter_mut().zip(rows).for_each(|(shared, row)| *shared = is_shared(row));
        })?;
        let shared: Vec<usize> = (0..rows).filter(|&row| is_shared[row]).collect();
        let codes_of = |column: &QuasiColumn| {
            let codes = mapped(&shared, observer, |&row| column.codes.at(row))?;
            Ok(Codes::narrow(codes, column.hierarchy.leaves()))
        };
        let codes = columns.par_iter().map(codes_of).collect::<Result<Vec<Codes>>>()?;
        let numbered = codes.iter().zip(&*self.domains);
        let numbered = numbered.map(|(codes, domain)| Numbered {
            codes,
            number_of: domain.dense.clone(),
            width: domain.width(0),
        });
        let counts = columns.first().and_then(|column| column.counts.as_deref());
        let counts: Option<Vec<u32>> = counts.map(|all| shared.iter().map(|&row| all[row]).collect());
        let (_, mut counts) =
            Packed::collapse_counted(&numbered.collect::<Vec<_>>(), counts.as_deref(), observer)?;
        // A row with a value of its own stands for itself alone, or it would not be the only one.
        counts.resize(counts.len() + rows - shared.len(), 1);
        _ = self.value_counts.set(counts);
        Ok(())
    }
}
