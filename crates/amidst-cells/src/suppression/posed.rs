//! The problem in the form in which all steps look at it.

use super::packed::{Columns, Packed};

/// Some columns, and how many rows must match on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    pub columns: Columns,
    pub k: i64,
}

/// Points as words, and what is asked of them.
pub(super) struct Posed<'a> {
    pub packed: Packed,
    /// The rows of each point.
    pub counts: Vec<i64>,
    /// For each point the columns in which it matches everything as it is.
    pub open: Vec<Columns>,
    pub needs: Vec<Need>,
    /// What blanking a cell costs, by column.
    pub costs: &'a [u64],
    /// The columns that may be blanked; those that are blanked rather than others come first.
    pub blankable: Vec<usize>,
}

impl Posed<'_> {
    /// All points.
    pub fn points(&self) -> std::ops::Range<u32> {
        0..self.packed.len() as u32
    }

    /// All columns that may be blanked.
    pub fn all(&self) -> Columns {
        self.blankable.iter().fold(0, |all, column| all | 1 << column)
    }
}

/// Some rows of a point with the columns in which they match everything, because they are blank or were missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit {
    pub point: u32,
    pub open: Columns,
    pub rows: i64,
}
