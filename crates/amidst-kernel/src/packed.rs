//! Distinct tuples of small numbers, packed into keys: what collapsing rows leaves, whatever the numbers stand for.

use std::ops::Range;

use amidst_core::{Aborted, Codes, Error, Observer, Result, observer::blocks, with_codes};
use rayon::prelude::*;

use crate::{
    distinct::{Distinct, FillKeys},
    field::{Field, fields},
    ranks::Ranks,
    row_classes::{Labelled, RowClasses},
    row_keys::{ABSENT, Part, RowKeys, Word, pieces},
};

/// A column on its way to being collapsed: the codes of its rows, and the number each code goes by.
pub(crate) struct Numbered<'a> {
    pub codes: &'a Codes,
    /// For each code its number below `width`, or [`ABSENT`].
    pub number_of: Vec<u32>,
    pub width: usize,
}

impl<'a> Numbered<'a> {
    /// Numbers the codes that occur, in ascending order. Also gives the rows of each code.
    ///
    /// # Errors
    /// If a code is not below `width`.
    pub fn occurring(codes: &'a Codes, width: usize, observer: &dyn Observer) -> Result<(Self, Vec<u64>)> {
        let rows = rows_of_codes(codes, width, observer)?;
        let mut number_of = vec![ABSENT; width];
        let occurring = rows.iter().zip(&mut number_of).filter(|(rows, _)| **rows > 0);
        let width = occurring.zip(0..).map(|((_, number), next)| *number = next).count();
        Ok((Self { codes, number_of, width }, rows))
    }
}

/// The rows of each code below `width`.
pub(crate) fn rows_of_codes(codes: &Codes, width: usize, observer: &dyn Observer) -> Result<Vec<u64>> {
    let count = |part: Range<usize>| {
        let mut counts = vec![0_u64; width];
        let mut known = true;
        for rows in blocks(part.len(), observer) {
            let rows = rows?;
            let rows = part.start + rows.start..part.start + rows.end;
            with_codes!(codes, codes => for &code in &codes[rows] {
                match counts.get_mut(code as usize) {
                    Some(count) => *count += 1,
                    None => known = false,
                }
            });
        }
        match known {
            true => Ok(counts),
            false => Err(Error::Internal("a code lies outside the values of its column".into())),
        }
    };
    let add = |a: Vec<u64>, b: Vec<u64>| Ok(a.into_iter().zip(b).map(|(a, b)| a + b).collect());
    let parts = pieces(codes.len(), rayon::current_num_threads());
    parts.into_par_iter().map(count).try_reduce_with(add).unwrap_or_else(|| Ok(vec![0; width]))
}

/// Distinct tuples in ascending order, column by column; one field of a key per column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    /// For each column, numbers are below this.
    pub widths: Vec<usize>,
    pub fields: Vec<Field>,
    /// Words of a key; at least one.
    pub words: usize,
    pub keys: Vec<u64>,
}

impl Packed {
    /// No tuple yet, of numbers below these.
    pub fn new(widths: Vec<usize>) -> Self {
        let (fields, words) = fields(widths.iter().copied());
        Self { widths, fields, words, keys: Vec::new() }
    }

    /// The distinct tuples of some rows, and how many rows have each.
    ///
    /// # Errors
    /// If there is no column, columns differ in length, or there are 2^32 rows or more.
    pub fn collapse(columns: &[Numbered<'_>], observer: &dyn Observer) -> Result<(Self, Vec<u32>)> {
        let Some(rows) = columns.first().map(|column| column.codes.len()) else {
            let expected = "at least one quasi column".into();
            return Err(Error::Parameter { name: "quasi", value: "none".into(), expected });
        };
        if columns.iter().any(|column| column.codes.len() != rows) {
            return Err(Error::Internal("columns differ in length".into()));
        }
        if u32::try_from(rows).is_err() {
            let expected = format!("a table of fewer than {} rows; split it", u32::MAX);
            return Err(Error::Parameter { name: "rows", value: rows.to_string(), expected });
        }
        let packed = Self::new(columns.iter().map(|column| column.width).collect());
        let Distinct { keys, counts } = distinct_tuples(&packed.row_keys(columns, rows), observer)?;
        Ok((Self { keys, ..packed }, counts))
    }

    /// The same, where each row stands for so many rows of the source, if that is said.
    ///
    /// # Errors
    /// As there, and if there are not as many counts as rows or they add up to 2^32 or more.
    pub fn collapse_counted(
        columns: &[Numbered<'_>],
        counts: Option<&[u32]>,
        observer: &dyn Observer,
    ) -> Result<(Self, Vec<u32>)> {
        let (packed, stored) = Self::collapse(columns, observer)?;
        let Some(counts) = counts else { return Ok((packed, stored)) };
        let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        if counts.len() != columns[0].codes.len() || total >= u64::from(u32::MAX) {
            return Err(Error::Internal("the counts of rows do not fit them".into()));
        }
        let mut sums = vec![0; packed.len()];
        for (tuple, count) in packed.tuple_of_row(columns, observer)?.into_iter().zip(counts) {
            sums[tuple as usize] += count;
        }
        Ok((packed, sums))
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.keys.len() / self.words
    }

    /// The packed tuple.
    pub fn key(&self, tuple: usize) -> &[u64] {
        &self.keys[tuple * self.words..][..self.words]
    }

    /// The number of a tuple in a column.
    pub fn number(&self, tuple: usize, column: usize) -> u32 {
        self.fields[column].read(self.key(tuple)) as u32
    }

    /// The numbers of all tuples in a column.
    pub fn column(&self, column: usize) -> Vec<u32> {
        let field = self.fields[column];
        self.keys.par_chunks_exact(self.words).map(|key| field.read(key) as u32).collect()
    }

    /// Appends a tuple, which must not be below any before it.
    pub fn push(&mut self, numbers: impl Iterator<Item = u32>) {
        let start = self.keys.len();
        self.keys.resize(start + self.words, 0);
        for (field, number) in self.fields.iter().zip(numbers) {
            self.keys[start + field.word] |= u64::from(number) << field.shift;
        }
    }

    /// For each row of the columns that were collapsed its tuple.
    pub fn tuple_of_row(
        &self,
        columns: &[Numbered<'_>],
        observer: &dyn Observer,
    ) -> Result<Vec<u32>, Aborted> {
        let of_tuple: Vec<Vec<u32>> = (0..columns.len()).map(|column| self.column(column)).collect();
        let labelled = columns.iter().zip(&of_tuple).map(|(column, of_tuple)| Labelled {
            codes: column.codes,
            label_of: column.number_of.clone(),
            width: column.width,
            of_class: of_tuple,
        });
        // Tuples are in the order of their numbers, so each is at its place.
        let (row_classes, _) = RowClasses::new(&labelled.collect::<Vec<_>>(), self.len(), observer)?;
        row_classes.assign(columns[0].codes.len(), observer)
    }

    /// Keys of rows: one field per column.
    fn row_keys<'a>(&self, columns: &[Numbered<'a>], rows: usize) -> RowKeys<'a> {
        let mut keys =
            RowKeys { rows, words: (0..self.words).map(|_| Word { parts: Vec::new(), bound: 1 }).collect() };
        for (column, field) in columns.iter().zip(&self.fields) {
            let add = |&number: &u32| if number == ABSENT { 0 } else { u64::from(number) << field.shift };
            let word = &mut keys.words[field.word];
            word.bound = word.bound.wrapping_add((column.width.max(1) as u64 - 1) << field.shift);
            word.parts.push(Part { codes: column.codes, table: column.number_of.iter().map(add).collect() });
        }
        keys
    }
}

/// Groups rows by all their words. Words beyond the first are merged in one by one: the pairs that occur get numbers,
/// of which there are never more than rows.
fn distinct_tuples(keys: &RowKeys<'_>, observer: &dyn Observer) -> Result<Distinct, Aborted> {
    let words: Vec<&Word<'_>> = keys.words.iter().collect();
    let fill_first = |rows: Range<usize>, out: &mut [u64]| words[0].fill(rows, out);
    let first = Distinct::of(keys.rows, words[0].bound, &fill_first, observer)?;
    if words.len() == 1 {
        return Ok(first);
    }
    let pairs = vec![Ranks::of(&first.keys, observer)?];
    let mut merged = Merged { words: &words[..1], ranks: vec![], pairs };
    let mut tuples = first.keys;
    let mut counts = first.counts;
    for at in 1..words.len() {
        let fill = |rows: Range<usize>, out: &mut [u64]| words[at].fill(rows, out);
        let column = Distinct::of(keys.rows, words[at].bound, &fill, observer)?;
        merged.words = &words[..=at];
        merged.ranks.push(Ranks::of(&column.keys, observer)?);
        let pairs = Distinct::of(keys.rows, (counts.len() as u64) << 32, &merged, observer)?;
        let mut longer = Vec::with_capacity(pairs.keys.len() * (at + 1));
        for block in blocks(pairs.keys.len(), observer) {
            for &pair in &pairs.keys[block?] {
                longer.extend_from_slice(&tuples[(pair >> 32) as usize * at..][..at]);
                longer.push(column.keys[pair as u32 as usize]);
            }
        }
        tuples = longer;
        merged.pairs.push(Ranks::of(&pairs.keys, observer)?);
        counts = pairs.counts;
    }
    Ok(Distinct { keys: tuples, counts })
}

/// Keys of rows over several words: the number of the words so far, and that of the last word.
struct Merged<'a> {
    words: &'a [&'a Word<'a>],
    /// Numbers of each word's keys, from the second word on.
    ranks: Vec<Ranks>,
    /// Numbers of the first word's keys, then of the pairs with each further word.
    pairs: Vec<Ranks>,
}

impl FillKeys for Merged<'_> {
    fn fill(&self, rows: Range<usize>, keys: &mut [u64]) {
        self.words[0].fill(rows.clone(), keys);
        let mut word_keys = vec![0; keys.len()];
        for ((word, ranks), pairs) in self.words[1..].iter().zip(&self.ranks).zip(&self.pairs) {
            pairs.replace(keys);
            word.fill(rows.clone(), &mut word_keys);
            ranks.replace(&mut word_keys);
            keys.iter_mut().zip(&word_keys).for_each(|(key, &low)| *key = (*key << 32) | low);
        }
    }
}
