//! What rows bring along beside their quasi columns, added up by tuple: the values of companions, and weights.

use amidst_core::Levels;
use rayon::prelude::*;

use crate::{ClassHistograms, QuasiColumn, Tuples, ranks::invert, row_classes::RowClasses};

/// A column beside the quasi columns.
pub struct AuxColumn {
    /// For each row its value: a number below `width`, or [`UNCOUNTED`](crate::UNCOUNTED).
    pub codes: Vec<u32>,
    /// The number of values.
    pub width: usize,
}

impl Tuples {
    /// Counts the values of companions. The columns are those that were collapsed.
    pub fn with_aux_columns(mut self, columns: &[QuasiColumn], aux_columns: &[AuxColumn]) -> Self {
        if aux_columns.is_empty() {
            return self;
        }
        let class_of_row = self.tuple_of_row(columns);
        self.tallies = aux_columns
            .par_iter()
            .map(|it| ClassHistograms::of_rows(&it.codes, it.width, &class_of_row, self.len()))
            .collect();
        self
    }

    /// How many rows each row stands for, in millionths, added up by tuple. The columns are those that were collapsed.
    pub fn with_weights(mut self, columns: &[QuasiColumn], weights: &[u64]) -> Self {
        let mut sums = vec![0; self.len()];
        for (tuple, weight) in self.tuple_of_row(columns).into_iter().zip(weights) {
            sums[tuple as usize] += weight;
        }
        self.weights = Some(sums);
        self
    }

    /// For each row the class of the bottom that it falls into.
    fn tuple_of_row(&self, columns: &[QuasiColumn]) -> Vec<u32> {
        let bottom: Levels = self.bottom.levels.clone();
        let labels: Vec<Vec<u32>> =
            (0..columns.len()).into_par_iter().map(|column| self.labels(&self.bottom, column)).collect();
        let (row_classes, places) = RowClasses::new(&self.labelled(columns, &bottom, &labels), self.len());
        let mut classes = row_classes.assign(columns[0].codes.len());
        let class_at = invert(&places);
        classes.par_iter_mut().for_each(|class| *class = class_at[*class as usize]);
        classes
    }
}
