//! The distinct values of a column.

use hashbrown::{HashTable, hash_table::Entry};
use std::hash::BuildHasher;

/// Distinct values in the order they were met; at most one of them is *missing*.
///
/// Texts stand end to end: ten million of them are let go of in a moment.
#[derive(Clone, Default)]
pub struct Dictionary {
    texts: String,
    /// Where the text of each code ends; a missing value has no text.
    ends: Vec<usize>,
    missing: Option<u32>,
    /// The codes of texts by their hash.
    index: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
}

impl Dictionary {
    /// Empty, with room for so many values.
    pub fn with_capacity(values: usize) -> Self {
        Self { index: HashTable::with_capacity(values), ends: Vec::with_capacity(values), ..Self::default() }
    }

    /// The code of a value, giving it the next one if it is new. `None` is missing.
    pub fn intern(&mut self, value: Option<&str>) -> u32 {
        let Some(text) = value else {
            return self.missing.unwrap_or_else(|| {
                let code = next(&self.ends);
                self.missing = Some(code);
                self.ends.push(self.texts.len());
                code
            });
        };
        let Self { texts, ends, index, hasher, .. } = self;
        let entry = index.entry(
            hasher.hash_one(text),
            |&code| text_of(texts, ends, code) == text,
            |&code| hasher.hash_one(text_of(texts, ends, code)),
        );
        match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                let code = next(ends);
                free.insert(code);
                texts.push_str(text);
                ends.push(texts.len());
                code
            }
        }
    }

    /// The code of a value, if it occurs.
    pub fn code(&self, value: Option<&str>) -> Option<u32> {
        let Some(text) = value else { return self.missing };
        let hash = self.hasher.hash_one(text);
        self.index.find(hash, |&code| text_of(&self.texts, &self.ends, code) == text).copied()
    }

    /// The value of a code; `None` is missing.
    pub fn value(&self, code: u32) -> Option<&str> {
        (self.missing != Some(code)).then(|| text_of(&self.texts, &self.ends, code))
    }

    /// All values in code order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.len()).map(|code| self.value(code as u32))
    }

    /// The code of the missing value, if any cell is missing.
    pub fn missing(&self) -> Option<u32> {
        self.missing
    }

    /// The number of distinct values, missing included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing was met.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// The code of the next value.
fn next(ends: &[usize]) -> u32 {
    u32::try_from(ends.len()).expect("a column has fewer than 2^32 distinct values")
}

fn text_of<'a>(texts: &'a str, ends: &[usize], code: u32) -> &'a str {
    let code = code as usize;
    let start = if code == 0 { 0 } else { ends[code - 1] };
    &texts[start..ends[code]]
}

impl<'a> FromIterator<Option<&'a str>> for Dictionary {
    fn from_iter<I: IntoIterator<Item = Option<&'a str>>>(values: I) -> Self {
        let values = values.into_iter();
        let mut dictionary = Self::with_capacity(values.size_hint().0);
        for value in values {
            dictionary.intern(value);
        }
        dictionary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_first_appearance() {
        let mut dictionary = Dictionary::default();
        let codes: Vec<u32> =
            [Some("b"), None, Some("a"), Some("b"), Some("")].map(|value| dictionary.intern(value)).to_vec();
        assert_eq!(codes, [0, 1, 2, 0, 3]);
        assert_eq!(dictionary.missing(), Some(1));
        assert_eq!(dictionary.code(Some("a")), Some(2));
        assert_eq!(dictionary.code(Some("c")), None);
        assert_eq!(dictionary.value(3), Some(""));
    }
}
