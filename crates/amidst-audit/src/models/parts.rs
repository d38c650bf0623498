//! Rows in classes, and what each class holds of a column.

use std::{ops::Range, sync::Arc};

use amidst_core::{Aborted, Codes, Observer, observer::watched};
use rayon::prelude::*;

use crate::{
    Crowd, PersonOfRow,
    classes::{Field, Tuples},
};

/// Rows located by one task.
const CHUNK: usize = 1 << 16;

/// The class of each row, and the rows of each class, or its people. A class without rows is none.
pub(crate) struct Parts {
    of_row: Arc<Codes>,
    /// What is counted of each class: rows, or people.
    pub sizes: Vec<u64>,
    /// The rows of each class.
    pub rows_of: Vec<u64>,
    /// Whose row each is, if people are counted.
    person_of_row: Option<PersonOfRow>,
    /// How many rows each stands for; one if nothing is said.
    weights: Option<Arc<[u64]>>,
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
    /// The people of each class who have a value, if people are counted.
    holders: Option<Vec<u64>>,
}

impl Parts {
    /// From the class of each row.
    pub fn new(of_row: Vec<u32>, sizes: Vec<u64>) -> Self {
        let of_row = Arc::new(Codes::U32(of_row));
        Self { of_row, rows_of: sizes.clone(), sizes, person_of_row: None, weights: None }
    }

    /// The same, where each row stands for so many.
    pub fn weighted(self, weights: Vec<u64>) -> Self {
        Self { weights: Some(weights.into()), ..self }
    }

    /// The rows of each code of a column.
    pub fn histogram(&self, codes: &Codes, width: usize) -> Vec<u64> {
        let Some(weights) = &self.weights else { return codes.histogram(width) };
        let mut rows_of = vec![0; width];
        codes.iter().zip(weights.iter()).for_each(|(code, rows)| rows_of[code as usize] += rows);
        rows_of
    }

    /// The distinct tuples of some columns, and the rows of each.
    fn tuples(&self, fields: &[Field], observer: &dyn Observer) -> Result<Tuples, Aborted> {
        match &self.weights {
            None => Tuples::observed(fields, self.rows(), observer),
            Some(weights) => Tuples::weighted(fields, weights, observer),
        }
    }

    /// The same classes, counted in people: whose row each is says a column.
    pub fn of_people(self, person_of_row: PersonOfRow) -> Self {
        let sizes = self.crowd(&person_of_row).sizes();
        Self { sizes, person_of_row: Some(person_of_row), ..self }
    }

    /// The people of every class.
    pub fn crowd(&self, person_of_row: &PersonOfRow) -> Crowd {
        let is_in = |class: u32| self.rows_of[class as usize] > 0;
        let crowd = Crowd::of(self.rows_of.len(), self.of_row.iter(), person_of_row, is_in);
        match &self.weights {
            None => crowd,
            Some(weights) => crowd.weighted(self.of_row.iter().zip(person_of_row.of_rows()), weights),
        }
    }

    /// Whose row each is, if people are counted.
    pub fn person_of_row(&self) -> Option<&PersonOfRow> {
        self.person_of_row.as_ref()
    }

    /// The class of each row, found in parallel.
    pub fn located(
        rows: usize,
        locate: impl Fn(Range<usize>) -> Vec<u32> + Sync,
        observer: &dyn Observer,
    ) -> Result<Vec<u32>, Aborted> {
        let mut of_row = vec![0; rows];
        of_row.par_chunks_mut(CHUNK).enumerate().try_for_each(|(chunk, places)| {
            observer.go_on()?;
            let start = chunk * CHUNK;
            places.copy_from_slice(&locate(start..start + places.len()));
            Ok(())
        })?;
        Ok(of_row)
    }

    /// The same rows, of which only some classes are looked at: those that have rows here.
    pub fn only(&self, rows_of: Vec<u64>) -> Self {
        let people = |(&size, &rows): (&u64, &u64)| if rows > 0 { size } else { 0 };
        let sizes = match self.person_of_row {
            None => rows_of.clone(),
            Some(_) => self.sizes.iter().zip(&rows_of).map(people).collect(),
        };
        Self {
            of_row: Arc::clone(&self.of_row),
            sizes,
            rows_of,
            person_of_row: self.person_of_row.clone(),
            weights: self.weights.clone(),
        }
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
    pub fn cut(&self, columns: &[Field], observer: &dyn Observer) -> Result<Cut, Aborted> {
        let fields: Vec<Field> = columns.iter().copied().chain([self.field()]).collect();
        let tuples = self.tuples(&fields, observer)?;
        let index = tuples.index(observer)?;
        let of_row = Self::located(self.rows(), |rows| tuples.locate(&index, &fields, rows), observer)?;
        let mut codes = vec![0; fields.len()];
        let class = |tuple| {
            tuples.unpack(tuple, &mut codes);
            codes[columns.len()]
        };
        let whole: Vec<u32> = (0..tuples.len()).map(class).collect();
        let is_included = |class: &u32| self.sizes[*class as usize] > 0;
        let sizes = tuples.counts().iter().zip(&whole);
        let sizes = sizes.map(|(&rows, class)| if is_included(class) { rows } else { 0 }).collect();
        let parts = Self { weights: self.weights.clone(), ..Self::new(of_row, sizes) };
        let parts = self
            .person_of_row
            .iter()
            .fold(parts, |parts, person_of_row| parts.of_people(person_of_row.clone()));
        Ok(Cut { parts, whole })
    }

    /// Counts the values of a column class by class, each as often as rows, or people, have it. Values from `known` on are
    /// left out.
    pub fn histograms(
        &self,
        column: Field,
        known: usize,
        observer: &dyn Observer,
    ) -> Result<Histograms, Aborted> {
        match &self.person_of_row {
            None => self.histograms_of_rows(column, known, observer),
            Some(person_of_row) => Ok(self.histograms_of_people(column, known, person_of_row)),
        }
    }

    /// Counts the rows of every value of a column class by class.
    pub fn histograms_of_rows(
        &self,
        column: Field,
        known: usize,
        observer: &dyn Observer,
    ) -> Result<Histograms, Aborted> {
        // The class lies above the value in the key, so tuples come class after class.
        let fields = [column, self.field()];
        let tuples = self.tuples(&fields, observer)?;
        let mut starts = Vec::with_capacity(self.sizes.len() + 1);
        let (mut values, mut counts) = (Vec::with_capacity(tuples.len()), Vec::with_capacity(tuples.len()));
        let mut codes = [0; 2];
        for tuple in watched(0..tuples.len(), observer) {
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
        observer.go_on()?;
        starts.resize(self.sizes.len() + 1, values.len());
        Ok(Histograms { starts, values, counts, holders: None })
    }

    fn histograms_of_people(&self, column: Field, known: usize, person_of_row: &PersonOfRow) -> Histograms {
        let value = |code: u32| column.image.map_or(code, |image| image[code as usize]);
        let rows = self.of_row.iter().zip(column.codes.iter()).zip(person_of_row.of_rows());
        let rows = rows.filter_map(|((class, code), person)| Some((class, value(code), person?)));
        let mut triples: Vec<(u32, u32, u32)> =
            rows.filter(|(_, value, _)| (*value as usize) < known).collect();
        triples.sort_unstable();
        triples.dedup();
        let classes = self.sizes.len();
        let mut pairs: Vec<(u32, u32)> = triples.iter().map(|(class, _, person)| (*class, *person)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut holders = vec![0; classes];
        pairs.iter().for_each(|(class, _)| holders[*class as usize] += 1);
        let counted = triples.into_iter().map(|(class, value, _)| (class, value, 1)).collect();
        Histograms { holders: Some(holders), ..Histograms::counted(classes, counted) }
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
        Self { starts, values, counts, holders: None }
    }

    /// The rows of a class that have a value, or the people, each counted once.
    pub fn holders(&self, class: usize) -> u64 {
        // A file may say any number of rows.
        let counted = || self.of(class).1.iter().fold(0_u64, |sum, rows| sum.saturating_add(*rows));
        self.holders.as_ref().map_or_else(counted, |holders| holders[class])
    }

    /// The values of a class, ascending, and how often each occurs.
    pub fn of(&self, class: usize) -> (&[u32], &[u64]) {
        let here = self.starts[class]..self.starts[class + 1];
        (&self.values[here.clone()], &self.counts[here])
    }
}
