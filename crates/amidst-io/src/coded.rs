//! A column becoming dictionary codes while it streams.
//!
//! Workers look values up in the dictionary as it was when their round began and number what they do not find on their
//! own; then the parts are merged in the order of the file. So codes follow the first appearance, at any number of
//! threads and for any size of block.

use std::sync::Arc;

use amidst_core::{Aborted, Coded, Codes, Dictionary, Observer, observer::blocks};

use crate::{
    intern::{Interner, Key},
    records::Field,
};

/// Stands for a missing cell among texts: it is not UTF-8, so no cell holds it.
pub(crate) const NULL: &[u8] = b"\xff";

/// A coded column being read.
pub(crate) struct CodedColumn {
    interner: Interner,
    /// For each code the number of its text in the interner; `None` is the missing value.
    values: Vec<Option<u32>>,
    missing: Option<u32>,
    markers: Arc<[String]>,
    codes: Codes,
}

impl CodedColumn {
    /// An empty column in which the markers stand for a missing value.
    pub(crate) fn new(markers: Arc<[String]>) -> Self {
        let (interner, values) = (Interner::default(), Vec::new());
        Self { interner, values, missing: None, markers, codes: Codes::U8(Vec::new()) }
    }

    /// Starts a part: what a worker makes of one block.
    pub(crate) fn part(&self, rows: usize) -> CodedPart<'_> {
        let (known, base) = (&self.interner, self.values.len() as u32);
        CodedPart { known, base, fresh: Interner::default(), codes: Vec::with_capacity(rows) }
    }

    /// Appends a part; parts come in the order of the file.
    pub(crate) fn merge(&mut self, part: FreshCodes) {
        let FreshCodes { base, fresh, mut codes } = part;
        if fresh.len() > 0 {
            let map: Vec<u32> = fresh.texts().map(|text| self.code(text)).collect();
            for code in codes.iter_mut().filter(|code| **code >= base) {
                *code = map[(*code - base) as usize];
            }
        }
        self.append(&codes);
    }

    /// The code of a text, new or not; that of a marker and of [`NULL`] is the missing value's.
    pub(crate) fn code(&mut self, text: &[u8]) -> u32 {
        let key = Key::of_text(text);
        if let Some(code) = self.interner.find(key, text) {
            return code;
        }
        let number = self.interner.len() as u32;
        let is_missing = text == NULL || self.markers.iter().any(|marker| marker.as_bytes() == text);
        let code = if is_missing { self.missing_code() } else { self.next_code(Some(number)) };
        self.interner.insert(key, text, code);
        code
    }

    fn missing_code(&mut self) -> u32 {
        match self.missing {
            Some(code) => code,
            None => {
                let code = self.next_code(None);
                *self.missing.insert(code)
            }
        }
    }

    fn next_code(&mut self, text: Option<u32>) -> u32 {
        self.values.push(text);
        (self.values.len() - 1) as u32
    }

    /// Appends rows by their codes.
    pub(crate) fn append(&mut self, new: &[u32]) {
        let distinct = self.values.len();
        let codes = std::mem::replace(&mut self.codes, Codes::U8(Vec::new()));
        self.codes = match codes {
            Codes::U8(codes) if distinct > 1 << 8 && distinct <= 1 << 16 => {
                Codes::U16(codes.into_iter().map(u16::from).collect())
            }
            Codes::U8(codes) if distinct > 1 << 16 => Codes::U32(codes.into_iter().map(u32::from).collect()),
            Codes::U16(codes) if distinct > 1 << 16 => Codes::U32(codes.into_iter().map(u32::from).collect()),
            wide_enough => wide_enough,
        };
        match &mut self.codes {
            Codes::U8(codes) => codes.extend(new.iter().map(|&code| code as u8)),
            Codes::U16(codes) => codes.extend(new.iter().map(|&code| code as u16)),
            Codes::U32(codes) => codes.extend_from_slice(new),
        }
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.codes.len()
    }

    /// The finished column.
    pub(crate) fn finish(self, observer: &dyn Observer) -> Result<Coded, Aborted> {
        let Self { interner, values, mut codes, .. } = self;
        let mut dictionary = Dictionary::with_capacity(values.len());
        for block in blocks(values.len(), observer) {
            for text in &values[block?] {
                let text = text.map(|number| interner.text(number as usize));
                dictionary.intern(text.map(|text| std::str::from_utf8(text).expect("read as UTF-8")));
            }
        }
        match &mut codes {
            Codes::U8(codes) => codes.shrink_to_fit(),
            Codes::U16(codes) => codes.shrink_to_fit(),
            Codes::U32(codes) => codes.shrink_to_fit(),
        }
        Ok(Coded::new(dictionary, codes))
    }
}

/// One block's worth of a coded column, while a worker fills it.
pub(crate) struct CodedPart<'a> {
    known: &'a Interner,
    /// The codes of fresh texts begin here.
    base: u32,
    fresh: Interner,
    codes: Vec<u32>,
}

/// One block's worth of a coded column, ready to be merged.
pub(crate) struct FreshCodes {
    base: u32,
    fresh: Interner,
    codes: Vec<u32>,
}

impl CodedPart<'_> {
    /// Appends a cell.
    #[inline]
    pub(crate) fn push(&mut self, field: Field<'_>) {
        self.push_keyed(Key::of(field), field.bytes());
    }

    /// Appends a cell that has no padding.
    pub(crate) fn push_text(&mut self, text: &[u8]) {
        self.push_keyed(Key::of_text(text), text);
    }

    #[inline]
    fn push_keyed(&mut self, key: Key, text: &[u8]) {
        let code = match self.known.find(key, text) {
            Some(code) => code,
            None => self.base + self.fresh.intern(key, text),
        };
        self.codes.push(code);
    }

    /// Lets go of the dictionary it looked into.
    pub(crate) fn finish(self) -> FreshCodes {
        FreshCodes { base: self.base, fresh: self.fresh, codes: self.codes }
    }
}
