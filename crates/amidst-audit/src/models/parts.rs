//! Rows in classes, and what each class holds of a column.

use std::{ops::Range, sync::Arc};

use amidst_core::Codes;
use rayon::prelude::*;

use crate::classes::{Field, Tuples};

/// Rows located by one task.
const CHUNK: usize = 1 << 16;

/// The class of each row, and the rows of each class. A class without rows is none.
pub(crate) struct Parts {
    of_row: Arc<Codes>,
    pub sizes: Vec<u64>,
}

/// Classes cut further by more columns, and the class that each was cut from.
pub(crate) struct Cut {
    pub parts: Parts,
    pub whole: Vec<u32>,
}

/// How often each value occurs in each class, class after class.
pub(crate) struct Histograms {
    /// Where each class begins; one more at the end.
    starts: Vec<usize>,
    values: Vec<u32>,
    counts: Vec<u64>,
}

impl Parts {
    /// From the class of each row.
    pub fn new(of_row: Vec<u32>, sizes: Vec<u64>) -> Self {
        Self { of_row: Arc::new(Codes::U32(of_row)), sizes }
    }

    /// The class of each row, found in parallel.
    pub fn located(rows: usize, locate: impl Fn(Range<usize>) -> Vec<u32> + Sync) -> Vec<u32> {
        let mut of_row = vec![0; rows];
        of_row.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, places)| {
            let start = chunk * CHUNK;
            places.copy_from_slice(&locate(start..start + places.len()));
        });
        of_row
    }

    /// The same rows, of which only some classes are looked at.
    pub fn only(&self, sizes: Vec<u64>) -> Self {
        Self { of_row: Arc::clone(&self.of_row), sizes }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.of_row.len()
    }

    /// The class of each row.
    pub fn field(&self) -> Field<'_> {
        Field { codes: &self.of_row, image: None, width: self.sizes.len() }
    }

    /// Cuts every class by the values of more columns.
    pub fn cut(&self, columns: &[Field]) -> Cut {
        let fields: Vec<Field> = columns.iter().copied().chain([self.field()]).collect();
        let tuples = Tuples::of(&fields, self.rows());
        let index = tuples.index();
        let of_row = Self::located(self.rows(), |rows| tuples.locate(&index, &fields, rows));
        let mut codes = vec![0; fields.len()];
        let class = |tuple| {
            tuples.unpack(tuple, &mut codes);
            codes[columns.len()]
        };
        let whole: Vec<u32> = (0..tuples.len()).map(class).collect();
        let is_looked_at = |class: &u32| self.sizes[*class as usize] > 0;
        let sizes = tuples.counts().iter().zip(&whole);
        let sizes = sizes.map(|(&rows, class)| if is_looked_at(class) { rows } else { 0 }).collect();
        Cut { parts: Self::new(of_row, sizes), whole }
    }

    /// Counts the values of a column class by class. Values from `known` on are left out.
    pub fn histograms(&self, column: Field, known: usize) -> Histograms {
        // The class lies above the value in the key, so tuples come class after class.
        let fields = [column, self.field()];
        let tuples = Tuples::of(&fields, self.rows());
        let mut starts = Vec::with_capacity(self.sizes.len() + 1);
        let (mut values, mut counts) = (Vec::with_capacity(tuples.len()), Vec::with_capacity(tuples.len()));
        let mut codes = [0; 2];
        for tuple in 0..tuples.len() {
            tuples.unpack(tuple, &mut codes);
            let [value, class] = codes;
            while starts.len() <= class as usize {
                starts.push(values.len());
            }
            if (value as usize) < known {
                values.push(value);
                counts.push(tuples.counts()[tuple]);
            }
        }
        starts.resize(self.sizes.len() + 1, values.len());
        Histograms { starts, values, counts }
    }
}

impl Histograms {
    /// From counts that were made already: classes below `classes`, each with a value and its rows.
    pub fn counted(classes: usize, mut counted: Vec<(u32, u32, u64)>) -> Self {
        counted.sort_unstable();
        let mut starts = Vec::with_capacity(classes + 1);
        let (mut values, mut counts) = (Vec::new(), Vec::new());
        for run in counted.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            starts.resize(starts.len().max(run[0].0 as usize + 1), values.len());
            values.push(run[0].1);
            counts.push(run.iter().fold(0_u64, |sum, (.., rows)| sum.saturating_add(*rows)));
        }
        starts.resize(classes + 1, values.len());
        Self { starts, values, counts }
    }

    /// The values of a class, ascending, and how often each occurs.
    pub fn of(&self, class: usize) -> (&[u32], &[u64]) {
        let here = self.starts[class]..self.starts[class + 1];
        (&self.values[here.clone()], &self.counts[here])
    }
}
