//! A column that requirements look at, in the file.

use amidst_core::{Coded, Codes};

use super::labels::Labels;
use crate::{
    Policy, Reading,
    classes::Field,
    models::Column,
    text::{Canon, Missing},
};

/// From source codes and from written texts to the same values.
pub(crate) struct ModelColumn<'a> {
    /// Its place in the file.
    pub column: usize,
    pub name: &'a str,
    source: &'a Coded,
    labels: Labels,
    /// The value of every source code.
    values: Vec<u32>,
}

impl<'a> ModelColumn<'a> {
    /// Numbers the values of a source column.
    pub fn new((column, name): (usize, &'a str), source: &'a Coded, canon: Canon, missing: &Missing) -> Self {
        let mut labels = Labels::new(canon);
        let value = |text: Option<&str>| labels.intern(missing.carried(text.map(str::as_bytes)));
        let values = source.dictionary.iter().map(value).collect();
        Self { column, name, source, labels, values }
    }

    /// The value that a written cell stands for; one past all if no source cell is that. The integrity check fails then.
    pub fn of_cell(&self, cell: Option<&[u8]>, missing: &Missing) -> u32 {
        self.labels.find(missing.carried(cell)).unwrap_or(self.labels.width() as u32)
    }

    /// The same of a cell that is spelled canonically.
    pub fn of_spelled(&self, cell: Option<&[u8]>) -> u32 {
        self.labels.find(cell).unwrap_or(self.labels.width() as u32)
    }

    /// The source column as its values.
    pub fn field(&self) -> Field<'_> {
        Field { codes: &self.source.codes, image: Some(&self.values), width: self.labels.width() }
    }

    /// The source's codes, and how many there are.
    pub fn codes(&self) -> (&'a Codes, usize) {
        (&self.source.codes, self.values.len())
    }

    /// How many numbers cells have.
    pub fn width(&self) -> usize {
        self.labels.width() + 1
    }

    /// The values, each as the source spells it, with its rows in the whole source.
    pub fn values(&self, policy: Policy, reading: Reading) -> Column<'a> {
        self.values_of(self.source.codes.histogram(self.values.len()), policy, reading)
    }

    /// The same, from the rows of each text of the source.
    pub fn values_of(&self, rows: Vec<u64>, policy: Policy, reading: Reading) -> Column<'a> {
        let mut texts = vec![None; self.labels.width()];
        let mut counts = vec![0; self.labels.width()];
        for ((text, &value), rows) in self.source.dictionary.iter().zip(&self.values).zip(rows) {
            texts[value as usize] = text;
            counts[value as usize] += rows;
        }
        if let Some(missing) = self.labels.missing() {
            texts[missing as usize] = None;
        }
        Column { texts, counts, policy, reading, pairs: None }
    }
}
