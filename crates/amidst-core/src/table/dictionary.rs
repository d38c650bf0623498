//! The distinct values of a column.

use hashbrown::{HashTable, hash_table::Entry};
use std::hash::BuildHasher;

/// Distinct values in the order they were met; at most one of them is *missing*.
#[derive(Clone, Default)]
pub struct Dictionary {
    values: Vec<Option<Box<str>>>,
    index: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
}

impl Dictionary {
    /// The code of a value, giving it the next one if it is new. `None` is missing.
    pub fn intern(&mut self, value: Option<&str>) -> u32 {
        let Self { values, index, hasher } = self;
        let hash = hasher.hash_one(value);
        let entry = index.entry(
            hash,
            |&code| values[code as usize].as_deref() == value,
            |&code| hasher.hash_one(values[code as usize].as_deref()),
        );
        match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                let code = u32::try_from(values.len()).expect("a column has fewer than 2^32 distinct values");
                free.insert(code);
                values.push(value.map(Box::from));
                code
            }
        }
    }

    /// The code of a value, if it occurs.
    pub fn code(&self, value: Option<&str>) -> Option<u32> {
        let hash = self.hasher.hash_one(value);
        self.index.find(hash, |&code| self.values[code as usize].as_deref() == value).copied()
    }

    /// The value of a code; `None` is missing.
    pub fn value(&self, code: u32) -> Option<&str> {
        self.values[code as usize].as_deref()
    }

    /// All values in code order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        self.values.iter().map(Option::as_deref)
    }

    /// The code of the missing value, if any cell is missing.
    pub fn missing(&self) -> Option<u32> {
        self.code(None)
    }

    /// The number of distinct values, missing included.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether nothing was met.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl<'a> FromIterator<Option<&'a str>> for Dictionary {
    fn from_iter<I: IntoIterator<Item = Option<&'a str>>>(values: I) -> Self {
        let mut dictionary = Self::default();
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
