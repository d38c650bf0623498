//! The problem in the form in which all steps look at it.

use super::packed::{Columns, Packed};

/// Some columns, and how many rows must match on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    pub columns: Columns,
    pub k: i64,
}

/// Points as words, and what is asked of them.
pub(super) struct SuppressionInstance<'a> {
    pub packed: Packed,
    /// The rows of each point.
    pub counts: Vec<i64>,
    /// For each point the columns in which it matches everything as it is.
    pub open: Vec<Columns>,
    pub needs: Vec<Need>,
    /// The column that holds the stratum; it is part of every need, and never blank.
    pub stratum: Columns,
    /// What blanking a cell costs, by column.
    pub costs: &'a [u64],
    /// The columns that may be blanked; those that are blanked rather than others come first.
    pub blankable: Vec<usize>,
}

impl SuppressionInstance<'_> {
    /// All points.
    pub fn points(&self) -> std::ops::Range<u32> {
        0..self.packed.len() as u32
    }

    /// A point as it is.
    pub fn unit(&self, point: u32) -> Unit {
        let at = point as usize;
        Unit { point, open: self.open[at], rows: self.counts[at], is_fixed: false }
    }

    /// The most subsets of columns that are looked at: each is counted in all points.
    pub fn most_subsets(&self) -> usize {
        ((1 << 28) / self.packed.len().max(1)).clamp(256, 4096)
    }
}

/// Some rows of a point with the columns in which they match everything, because they are blank or were missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit {
    pub point: u32,
    pub open: Columns,
    pub rows: i64,
    /// Whether its blanks stay.
    pub is_fixed: bool,
}
