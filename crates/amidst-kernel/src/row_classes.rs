//! Numbers rows by the class they fall into.

use std::ops::Range;

use amidst_core::{Aborted, Codes, Observer};

use crate::{
    blocks::per_row,
    distinct::distinct_keys,
    ranks::{Ranks, UNKNOWN},
    row_keys::{ABSENT, CHUNK, Part, Word},
};

/// The class of a row that is not released.
pub const SUPPRESSED: u32 = u32::MAX;

/// A column of rows, what each of its codes is labelled, and what each class is.
pub(crate) struct Labelled<'a> {
    pub codes: &'a Codes,
    /// For each code its label, below `width`; [`ABSENT`] for codes that no row has.
    pub label_of: Vec<u32>,
    pub width: usize,
    /// For each class its label.
    pub of_class: &'a [u32],
}

/// Numbers rows by their class: word after word of the address, each giving way to a smaller number.
pub(crate) struct RowClasses<'a> {
    steps: Vec<(Word<'a>, Ranks)>,
}

impl<'a> RowClasses<'a> {
    /// Prepares to number rows by the place of their class in the order of labels; also gives the place of each class.
    pub fn new(
        columns: &[Labelled<'a>],
        classes: usize,
        observer: &dyn Observer,
    ) -> Result<(Self, Vec<u64>), Aborted> {
        let mut steps = Vec::new();
        let mut first = 0;
        let mut places = vec![0_u64; classes];
        while first < columns.len() {
            let end = word_end(columns, first);
            let (word, strides) = word(&columns[first..end]);
            if first > 0 {
                places.iter_mut().for_each(|place| *place <<= 32);
            }
            for (column, stride) in columns[first..end].iter().zip(strides) {
                observer.go_on()?;
                let labels = column.of_class.iter();
                places.iter_mut().zip(labels).for_each(|(place, &label)| *place += u64::from(label) * stride);
            }
            let ranks = Ranks::of(&distinct_keys(&places, observer)?, observer)?;
            ranks.replace_all(&mut places, observer)?;
            steps.push((word, ranks));
            first = end;
        }
        Ok((Self { steps }, places))
    }

    /// The class of each row, or [`SUPPRESSED`].
    pub fn assign(&self, rows: usize, observer: &dyn Observer) -> Result<Vec<u32>, Aborted> {
        per_row(rows, observer, |rows, classes| {
            for (chunk, classes) in classes.chunks_mut(CHUNK).enumerate() {
                let start = rows.start + chunk * CHUNK;
                self.number(start..start + classes.len(), classes);
            }
        })
    }

    fn number(&self, rows: Range<usize>, classes: &mut [u32]) {
        let (mut buffer, mut word_buffer) = ([0; CHUNK], [0; CHUNK]);
        let (keys, word_keys) = (&mut buffer[..rows.len()], &mut word_buffer[..rows.len()]);
        for (at, (word, ranks)) in self.steps.iter().enumerate() {
            word.fill(rows.clone(), word_keys);
            for (key, &low) in keys.iter_mut().zip(&*word_keys) {
                // What the words so far do not know stays unknown: beside it, no low part makes a known key.
                *key = if at == 0 { low } else { (*key << 32) | low };
            }
            ranks.replace(keys);
        }
        // The number of an unknown key is that of suppressed rows.
        const { assert!(UNKNOWN == SUPPRESSED as u64) };
        classes.iter_mut().zip(&*keys).for_each(|(class, &key)| *class = key as u32);
    }
}

/// The columns from `first` whose addresses fit into one word: 64 bits, or 32 beside the number of those before.
fn word_end(columns: &[Labelled<'_>], first: usize) -> usize {
    let limit: u128 = if first == 0 { 1 << 64 } else { 1 << 32 };
    let mut size = 1_u128;
    for (at, column) in columns.iter().enumerate().skip(first) {
        size *= column.width.max(1) as u128;
        if size > limit {
            return at.max(first + 1);
        }
    }
    columns.len()
}

/// The addresses of some columns, and the stride of each column.
fn word<'a>(columns: &[Labelled<'a>]) -> (Word<'a>, Vec<u64>) {
    let mut stride = 1_u64;
    let (mut parts, mut strides) = (Vec::new(), Vec::new());
    for column in columns.iter().rev() {
        let number = |&label: &u32| if label == ABSENT { 0 } else { u64::from(label) * stride };
        parts.push(Part { codes: column.codes, table: column.label_of.iter().map(number).collect() });
        strides.push(stride);
        stride = stride.wrapping_mul(column.width.max(1) as u64);
    }
    strides.reverse();
    (Word { parts, bound: stride }, strides)
}
