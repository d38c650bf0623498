//! A hierarchy of values: a tree of equal depth whose leaves are what the data may hold.
//!
//! Leaves are numbered depth-first, so the leaves below any label are an interval of codes, the labels of a level are
//! numbered in the same order, and parents never decrease along a level.
//!
//! Every hierarchy, whoever builds it, comes to be through [`Hierarchy::from_paths`], which validates it.

pub mod builders;
mod contains;
mod cycles;
mod decimal;
mod distance;
mod error;
mod mapping;
mod misplaced;
mod natural;
mod paths;
#[cfg(test)]
mod pinning;
#[cfg(test)]
mod properties;
mod sets;
mod show;
mod stems;
mod unmapped;

use std::{fmt, ops::Range};

pub use builders::{Recipe, automatic};
pub use contains::{Claim, NumberRange, label_contains};
pub use decimal::{Decimal, NotADecimal};
pub use error::HierarchyError;
pub use mapping::{HierarchyMapping, OnUnmapped};
pub use misplaced::Misplaced;
pub use paths::Path;
pub use sets::{read_set, write_set};
pub use unmapped::{NearMisses, Unmapped};

use crate::Dictionary;

/// A validated value tree. Level 0 holds the leaves, the last level one label.
#[derive(Clone)]
pub struct Hierarchy {
    /// The leaves in depth-first order; `None` is the missing value.
    leaves: Dictionary,
    /// Levels 1 and up.
    upper: Vec<Level>,
    /// For each level below the last, the index of each label's parent one level up.
    parents: Vec<Vec<u32>>,
}

/// The labels of one level above the leaves.
#[derive(Clone, PartialEq, Eq)]
struct Level {
    /// In depth-first order; `None` is the missing value staying itself.
    labels: Vec<Option<Box<str>>>,
    /// `starts[i]..starts[i + 1]` are the leaves below label `i`.
    starts: Vec<u32>,
}

impl Hierarchy {
    /// The number of steps from a leaf to the root; levels run from 0 to this.
    pub fn height(&self) -> u8 {
        self.upper.len() as u8
    }

    /// The number of leaves, including those that never occur in the data.
    pub fn leaves(&self) -> usize {
        self.leaves.len()
    }

    /// The code of a leaf; `None` asks for the missing value.
    pub fn leaf(&self, value: Option<&str>) -> Option<u32> {
        self.leaves.code(value)
    }

    /// The number of labels on a level.
    pub fn width(&self, level: u8) -> usize {
        match level {
            0 => self.leaves.len(),
            _ => self.upper[level as usize - 1].labels.len(),
        }
    }

    /// A label's text; `None` is the missing value.
    pub fn label(&self, level: u8, index: u32) -> Option<&str> {
        match level {
            0 => self.leaves.value(index),
            _ => self.upper[level as usize - 1].labels[index as usize].as_deref(),
        }
    }

    /// All labels of a level in depth-first order.
    pub fn labels(&self, level: u8) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.width(level) as u32).map(move |index| self.label(level, index))
    }

    /// The leaves below a label.
    pub fn leaf_range(&self, level: u8, index: u32) -> Range<u32> {
        match level {
            0 => index..index + 1,
            _ => {
                let starts = &self.upper[level as usize - 1].starts;
                starts[index as usize]..starts[index as usize + 1]
            }
        }
    }

    /// For each label of `level`, the index of its parent on `level + 1`; never decreasing.
    ///
    /// # Panics
    /// If `level` is the last one.
    pub fn parents(&self, level: u8) -> &[u32] {
        &self.parents[level as usize]
    }

    /// For each label of `from`, the index of its ancestor on `to`; `from <= to`.
    pub fn ancestors(&self, from: u8, to: u8) -> Vec<u32> {
        let mut map: Vec<u32> = (0..self.width(from) as u32).collect();
        for level in from..to {
            let parents = self.parents(level);
            map.iter_mut().for_each(|index| *index = parents[*index as usize]);
        }
        map
    }

    /// The path of a leaf: its label on every level, the leaf's own first.
    pub fn path(&self, leaf: u32) -> Path {
        let mut index = leaf;
        let mut path = vec![self.label(0, leaf).map(Box::from)];
        for level in 0..self.height() {
            index = self.parents(level)[index as usize];
            path.push(self.label(level + 1, index).map(Box::from));
        }
        path
    }

    /// All paths in depth-first order: the rows of its file.
    pub fn paths(&self) -> impl Iterator<Item = Path> {
        (0..self.leaves() as u32).map(|leaf| self.path(leaf))
    }
}

/// Two hierarchies are equal if they have the same labels in the same order and the same parents.
impl PartialEq for Hierarchy {
    fn eq(&self, other: &Self) -> bool {
        self.leaves.iter().eq(other.leaves.iter())
            && self.upper == other.upper
            && self.parents == other.parents
    }
}

impl Eq for Hierarchy {}

/// Leaves may be cells of the data: only the shape is told.
impl fmt::Debug for Hierarchy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = (0..=self.height()).map(|level| self.width(level)).collect();
        f.debug_struct("Hierarchy").field("widths", &widths).finish_non_exhaustive()
    }
}
