//! Columns that travel along untouched: their cells, in the source and in the file, as fingerprints.

use std::ops::Range;

use amidst_core::Coded;
use amidst_readback::for_each_cell;
use amidst_table::{Column, Data};
use arrow_array::{Array, ArrayRef};

use super::fingerprint::{CellHasher, Fingerprint};
use crate::{
    AuditError,
    text::{Canon, Missing},
};

/// Dictionaries up to this size are hashed once instead of cell by cell.
const HASHED_ONCE: usize = 1 << 16;

/// A sensitive or other column.
pub(crate) struct Carried<'a> {
    /// Its place in the file.
    pub column: usize,
    source: &'a Column,
    hash: CellHash,
    /// The fingerprint of every source code, if there are few.
    dictionary: Option<Vec<Fingerprint>>,
}

/// How a cell of a carried column becomes its fingerprint.
pub(crate) struct CellHash {
    hasher: CellHasher,
    canon: Canon,
}

impl CellHash {
    /// Of the column at a place.
    pub fn new(column: usize, canon: Canon) -> Self {
        Self { hasher: CellHasher::new(column), canon }
    }

    /// The fingerprint of a cell, wherever it is written.
    pub fn cell(&self, cell: Option<&[u8]>, missing: &Missing, scratch: &mut Vec<u8>) -> Fingerprint {
        let cell = missing.carried(cell);
        match self.canon {
            Canon::Text => self.hasher.cell(cell),
            canon => self.hasher.cell(cell.map(|text| canon.spell(text, scratch))),
        }
    }
}

impl<'a> Carried<'a> {
    pub fn new(column: usize, source: &'a Column, canon: Canon, missing: &Missing) -> Self {
        let mut carried = Self { column, source, hash: CellHash::new(column, canon), dictionary: None };
        if let Data::Coded(Coded { dictionary, .. }) = &source.data
            && dictionary.len() <= HASHED_ONCE
        {
            let mut scratch = Vec::new();
            let hashes =
                dictionary.iter().map(|text| carried.cell(text.map(str::as_bytes), missing, &mut scratch));
            carried.dictionary = Some(hashes.collect());
        }
        carried
    }

    /// The fingerprint of a cell, wherever it is written.
    pub fn cell(&self, cell: Option<&[u8]>, missing: &Missing, scratch: &mut Vec<u8>) -> Fingerprint {
        self.hash.cell(cell, missing, scratch)
    }

    /// Adds the fingerprints of some source rows' cells to their sums.
    pub fn add_source(
        &self,
        rows: Range<usize>,
        sums: &mut [Fingerprint],
        missing: &Missing,
    ) -> Result<(), AuditError> {
        match &self.source.data {
            Data::Coded(coded) => {
                self.add_coded(coded, rows, sums, missing);
                Ok(())
            }
            Data::Carried(chunks) => self.add_chunks(chunks, rows, sums, missing),
        }
    }

    fn add_coded(&self, coded: &Coded, rows: Range<usize>, sums: &mut [Fingerprint], missing: &Missing) {
        let mut scratch = Vec::new();
        for (row, sum) in rows.zip(sums) {
            let code = coded.codes.at(row);
            *sum += match &self.dictionary {
                Some(hashes) => hashes[code as usize],
                None => self.cell(coded.dictionary.value(code).map(str::as_bytes), missing, &mut scratch),
            };
        }
    }

    fn add_chunks(
        &self,
        chunks: &[ArrayRef],
        rows: Range<usize>,
        sums: &mut [Fingerprint],
        missing: &Missing,
    ) -> Result<(), AuditError> {
        let mut scratch = Vec::new();
        let mut sums = sums.iter_mut();
        let mut first = 0;
        for chunk in chunks {
            let here = rows.start.max(first)..rows.end.min(first + chunk.len());
            if !here.is_empty() {
                let part = chunk.slice(here.start - first, here.len());
                let add = |cell: Option<&[u8]>| {
                    if let Some(sum) = sums.next() {
                        *sum += self.cell(cell, missing, &mut scratch);
                    }
                };
                for_each_cell(&part, add).map_err(|_| {
                    AuditError::Claim(format!("column {:?} has cells without text", self.source.name))
                })?;
            }
            first += chunk.len();
        }
        Ok(())
    }
}
