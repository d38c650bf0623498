//! One number per row, added up from one small table per column.

use std::ops::Range;

use amidst_core::{Codes, with_codes};

/// Rows whose keys are made at a time: they stay in the fastest cache.
pub(crate) const CHUNK: usize = 2048;

/// The number of a code that no row has.
pub(crate) const ABSENT: u32 = u32::MAX;

/// Keys of rows, in one or several 64-bit words.
pub(crate) struct RowKeys<'a> {
    pub rows: usize,
    pub words: Vec<Word<'a>>,
}

/// The columns that make up one word of a key.
pub(crate) struct Word<'a> {
    pub parts: Vec<Part<'a>>,
    /// Keys of this word are below this; 0 stands for 2^64.
    pub bound: u64,
}

/// What a column adds to a key.
pub(crate) struct Part<'a> {
    pub codes: &'a Codes,
    /// For each leaf code the number to add.
    pub table: Vec<u64>,
}

impl Word<'_> {
    /// Writes the keys of some rows.
    pub fn fill(&self, rows: Range<usize>, keys: &mut [u64]) {
        keys.fill(0);
        for part in &self.parts {
            let table = &part.table[..];
            with_codes!(part.codes, codes => {
                for (key, &code) in keys.iter_mut().zip(&codes[rows.clone()]) {
                    *key += table[code as usize];
                }
            });
        }
    }
}

/// Ranges of at most [`CHUNK`] rows that cover a range.
pub(crate) fn chunks(rows: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = rows.end;
    rows.step_by(CHUNK).map(move |start| start..end.min(start + CHUNK))
}

/// Cuts `0..rows` into at most `pieces` ranges of about equal length.
pub(crate) fn pieces(rows: usize, pieces: usize) -> Vec<Range<usize>> {
    let length = rows.div_ceil(pieces.max(1)).max(1);
    (0..rows).step_by(length).map(|start| start..rows.min(start + length)).collect()
}
