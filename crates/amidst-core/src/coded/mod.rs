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
    /// How many rows of the source each stands for, where rows that are alike stand once.
    counts: Option<Arc<[u32]>>,
}

impl Coded {
    /// From a dictionary and one code per row.
    pub fn new(dictionary: impl Into<Arc<Dictionary>>, codes: Codes) -> Self {
        Self { dictionary: dictionary.into(), codes, counts: None }
    }

    /// From a dictionary and one code per row, stored as narrow as the dictionary allows.
    pub fn narrow(dictionary: impl Into<Arc<Dictionary>>, codes: Vec<u32>) -> Self {
        let dictionary = dictionary.into();
        let codes = Codes::narrow(codes, dictionary.len());
        Self::new(dictionary, codes)
    }

    /// From the cells of a column; `None` is missing. Small tables and tests.
    pub fn from_texts<'a>(cells: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let mut dictionary = Dictionary::default();
        let codes: Vec<u32> = cells.into_iter().map(|cell| dictionary.intern(cell)).collect();
        Self::narrow(dictionary, codes)
    }

    /// The same, each row standing for so many.
    ///
    /// # Panics
    /// If there are not as many counts as rows.
    pub fn with_counts(mut self, counts: Option<Arc<[u32]>>) -> Self {
        assert!(
            counts.as_ref().is_none_or(|counts| counts.len() == self.codes.len()),
            "every row has a count"
        );
        self.counts = counts;
        self
    }

    /// How many rows each stands for; one each if nothing is said.
    pub fn counts(&self) -> Option<&Arc<[u32]>> {
        self.counts.as_ref()
    }

    /// The rows of each value.
    pub fn histogram(&self) -> Vec<u64> {
        let distinct = self.dictionary.len();
        let Some(counts) = &self.counts else { return self.codes.histogram(distinct) };
        let mut rows = vec![0; distinct];
        self.codes
            .iter()
            .zip(counts.iter())
            .for_each(|(code, &count)| rows[code as usize] += u64::from(count));
        rows
    }
}
