//! Laying a hierarchy over the values that a column really holds.

use std::fmt;

/// Values of the data that a hierarchy does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uncovered {
    /// Distinct values.
    pub values: usize,
    /// Rows that hold them.
    pub rows: u64,
    /// Those that nearly match.
    pub near: NearMisses,
}

/// How many uncovered values would match if something were overlooked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NearMisses {
    /// Upper and lower case.
    pub case: usize,
    /// Spaces at the ends.
    pub spaces: usize,
    /// Spelling of a number: `1` and `1.0`.
    pub number: usize,
}

/// What to do with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnUncovered {
    /// Refuse.
    #[default]
    Error,
    /// Suppress their rows.
    Suppress,
    /// Put them directly below the root.
    Root,
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values in {} rows are not in its hierarchy", self.values, self.rows)
    }
}
