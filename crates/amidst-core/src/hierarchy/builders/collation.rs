//! How texts are put in order.

use std::cmp::Ordering;

use crate::hierarchy::natural;

/// An order of all texts, whether they were met before or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collation {
    /// Numbers by size, then texts as people sort them: `item 9` before `item 10`.
    Natural,
    /// Character by character.
    Lexicographic,
}

impl Collation {
    /// How two texts stand in it.
    pub fn compare(self, a: &str, b: &str) -> Ordering {
        match self {
            Self::Natural => natural::compare(a, b),
            Self::Lexicographic => a.cmp(b),
        }
    }
}
