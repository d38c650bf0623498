//! What rows bring along beside their quasi columns, added up by tuple: the values of companions, and weights.

use amidst_core::{Aborted, Levels, Observer, observer::watched};
use rayon::prelude::*;

use crate::{ClassHistograms, QuasiColumn, Tuples, blocks::mapped, ranks::invert, row_classes::RowClasses};

/// A column beside the quasi columns.
pub struct AuxColumn {
    /// For each row its value: a number below `width`, or [`UNCOUNTED`](crate::UNCOUNTED).
    pub codes: Vec<u32>,
    /// The number of values.
    pub width: usize,
}

impl Tuples {
    /// Counts the values of companions. The columns are those that were collapsed.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn with_aux_columns(
        mut self,
        columns: &[QuasiColumn],
        aux_columns: &[AuxColumn],
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        if aux_columns.is_empty() {
            return Ok(self);
        }
        let class_of_row = self.tuple_of_row(columns, observer)?;
        let counts = columns.first().and_then(|column| column.counts.as_deref());
        let of_rows = |it: &AuxColumn| {
            ClassHistograms::of_rows((&it.codes, counts), it.width, &class_of_row, self.len(), observer)
        };
        self.tallies = aux_columns.par_iter().map(of_rows).collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// How many people each row stands for, in millionths, added up by tuple. The columns are those that were collapsed.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn with_weights(
        mut self,
        columns: &[QuasiColumn],
        weights: &[u64],
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let mut sums = vec![0; self.len()];
        let tuple_of_row = self.tuple_of_row(columns, observer)?;
        let counts = columns.first().and_then(|column| column.counts.as_deref());
        for (row, (tuple, weight)) in watched(tuple_of_row.into_iter().zip(weights).enumerate(), observer) {
            sums[tuple as usize] += weight * counts.map_or(1, |counts| u64::from(counts[row]));
        }
        observer.go_on()?;
        self.weights = Some(sums);
        Ok(self)
    }

    /// For each row the class of the bottom that it falls into.
    fn tuple_of_row(&self, columns: &[QuasiColumn], observer: &dyn Observer) -> Result<Vec<u32>, Aborted> {
        let bottom: Levels = self.bottom.levels.clone();
        let labels: Vec<Vec<u32>> =
            (0..columns.len()).into_par_iter().map(|column| self.labels(&self.bottom, column)).collect();
        let labelled = self.labelled(columns, &bottom, &labels);
        let (row_classes, places) = RowClasses::new(&labelled, self.len(), observer)?;
        let classes = row_classes.assign(columns[0].codes.len(), observer)?;
        let class_at = invert(&places);
        mapped(&classes, observer, |&class| class_at[class as usize])
    }
}
