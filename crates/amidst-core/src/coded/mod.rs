//! Columns as codes: distinct values, and for every row the number of its own.

mod codes;
mod dictionary;
mod kind;

use std::sync::Arc;

pub use codes::Codes;
pub use dictionary::Dictionary;
pub use kind::Kind;

/// A dictionary-coded column: `codes[row]` indexes `dictionary`.
#[derive(Clone)]
pub struct Coded {
    /// The distinct values, in the order of first appearance.
    pub dictionary: Arc<Dictionary>,
    /// One code per row, as narrow as the dictionary allows.
    pub codes: Codes,
}

impl Coded {
    /// From the cells of a column; `None` is missing. Small tables and tests.
    pub fn from_texts<'a>(cells: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let mut dictionary = Dictionary::default();
        let codes: Vec<u32> = cells.into_iter().map(|cell| dictionary.intern(cell)).collect();
        let codes = Codes::narrow(codes, dictionary.len());
        Self { dictionary: Arc::new(dictionary), codes }
    }
}
